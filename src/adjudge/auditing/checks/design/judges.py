"""Who judged which systems: annotators, or sessions where annotators are unknown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.scoring.aggregate import codes


@dataclass(frozen=True, eq=False)
class Judges:
    """How often everybody judged every system.

    Args:
        unit: `annotator`, or `session` where annotators are unknown.
        names: of annotators or sessions, sorted.
        systems: names, sorted.
        counts: judgements, judges x systems.
    """

    unit: str
    names: list[str]
    systems: list[str]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, rows: pl.DataFrame) -> Judges | None:
        """From judgements that count; None if neither annotators nor sessions are known in any row."""
        known = [unit for unit in ("annotator", "session") if rows[unit].null_count() < rows.height]
        if not known:
            return None
        unit = known[0]
        rows = rows.select(unit, "system").drop_nulls()
        names, systems = (rows[name].unique().sort().to_list() for name in (unit, "system"))
        key = codes(rows[unit]).cast(pl.Int64) * len(systems) + codes(rows["system"]).cast(pl.Int64)
        counts = np.bincount(key.to_numpy(), minlength=len(names) * len(systems)).reshape(len(names), len(systems))
        return cls(unit, names=names, systems=systems, counts=counts)
