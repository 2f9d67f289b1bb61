"""The result of comparing designs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.core.results import Result
from adjudge.planning.comparing_designs.contrasts import DesignContrast
from adjudge.planning.comparing_designs.summary import DesignRow
from adjudge.planning.comparing_designs.verdict import about_designs, about_hours


@dataclass(frozen=True, repr=False)
class DesignComparisonResult(Result):
    """What designs, budgets and recipes recover of a known truth, and what they cost.

    Args:
        rows: one for each design, budget and recipe.
        contrasts: the first design against each other one with the same budget, and every budget against the next
            larger one of the same design; by recipe.
    """

    schema: ClassVar[str] = "adjudge.design-comparison/1"

    rows: tuple[DesignRow, ...]
    contrasts: tuple[DesignContrast, ...]

    def to_frame(self) -> pl.DataFrame:
        """One row for each design, budget and recipe."""
        return pl.DataFrame([asdict(row) for row in self.rows], infer_schema_length=None)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "rows": [asdict(row) for row in self.rows],
            "contrasts": [asdict(one) for one in self.contrasts],
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            **cls._common_parts(data),
            rows=tuple(DesignRow(**row) for row in data["rows"]),
            contrasts=tuple(DesignContrast(**one) for one in data["contrasts"]),
        )

    def summary(self) -> str:
        """Which designs the campaigns tell apart, what more hours buy, and what could not be ranked."""
        return " ".join([*about_designs(self.rows, self.contrasts), *about_hours(self.contrasts, self.currency)])

    @property
    def currency(self) -> str:
        """Of costs."""
        return str(self.settings["campaign"]["annotators"]["currency"])
