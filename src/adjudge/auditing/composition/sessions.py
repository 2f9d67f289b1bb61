"""Sessions and systems: how many items of which system a session holds, and how far that is from the campaign (K3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from adjudge.auditing.composition.kinds import Unit, judged_items
from adjudge.core.seeds import Seeds
from adjudge.kernels.crossed.balance import Counts, drawn_balance, imbalance

#: Kinds of items that show an undamaged output of the system they name.
SHOWN: Final = ("system", "repeat", "filler")
#: Samples of each size of a session: the standard error of a p-value of .05 is .007.
DRAWS: Final = 999


@dataclass(frozen=True, eq=False)
class Shown:
    """What each session showed of each system.

    Args:
        items: the rows: undamaged outputs, with their unit known.
        units: names of sessions (or annotators), sorted.
        systems: names, sorted.
        counts: items of each unit (rows) and system (columns).
    """

    items: pl.DataFrame
    units: list[str]
    systems: list[str]
    counts: Counts


def shown_items(frame: pl.DataFrame, unit: Unit = "session") -> Shown:
    """Count what each session showed of each system; only undamaged outputs count.

    Args:
        frame: ratings.
        unit: `session` or `annotator`; rows without it are left out.
    """
    rows = judged_items(frame).filter(pl.col("kind").is_in(SHOWN) & pl.col(unit).is_not_null())
    units, systems = rows[unit].unique().sort().to_list(), rows["system"].unique().sort().to_list()
    cells = rows.group_by(unit, "system").len()
    counts = np.zeros((len(units), len(systems)), dtype=np.int64)
    row = cells[unit].cast(pl.Enum(units)).to_physical().to_numpy()
    column = cells["system"].cast(pl.Enum(systems)).to_physical().to_numpy()
    counts[row, column] = cells["len"].to_numpy()
    return Shown(rows, units, systems, counts)


def session_balance(
    frame: pl.DataFrame, unit: Unit = "session", *, seed: int = 0, draws: int = DRAWS, shown: Shown | None = None
) -> pl.DataFrame:
    """How far each session is from a picture of the campaign (Knowles 2021, sections 5.1 and 5.4).

    Definition: `imbalance` is the share of the session's items that would have to be of other systems to give it the
    campaign's mixture (total variation distance). `expected` is its mean if as many single items had been drawn at
    random from the campaign, and `p` the share of such draws whose chi-square is at least that of the session
    (`adjudge.kernels.crossed.balance`). Sessions of whole documents have small p by design: that is the fault.

    Checked against: the exact distribution for two systems (tests/unit/kernels).

    Args:
        frame: ratings.
        unit: `session` or `annotator`.
        seed: for the draws.
        draws: for each size of a session; 0 leaves `expected` and `p` out.
        shown: the same counts, if they were made before.

    Returns:
        One row per session, by name: `unit`, `items`, `systems` that occur in it, `imbalance`, `expected`, `p`.
    """
    shown = shown or shown_items(frame, unit)
    table = pl.DataFrame(
        {
            "unit": pl.Series(shown.units, dtype=pl.String),
            "items": shown.counts.sum(axis=1),
            "systems": (shown.counts > 0).sum(axis=1).astype(np.int64),
        }
    )
    if not shown.units:
        return table.with_columns(pl.lit(None, dtype=pl.Float64).alias(name) for name in ("imbalance", "expected", "p"))
    table = table.with_columns(imbalance=pl.Series(imbalance(shown.counts)))
    if not draws:
        return table.with_columns(pl.lit(None, dtype=pl.Float64).alias(name) for name in ("expected", "p"))
    expected, p = drawn_balance(shown.counts, draws, Seeds(seed).stream("sessions drawn at random"))
    return table.with_columns(expected=pl.Series(expected), p=pl.Series(p))
