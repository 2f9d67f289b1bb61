"""The result of comparing designs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.core.results import Result
from adjudge.planning.comparing_designs.summary import DesignContrast, DesignRow


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
        """The best row of every recipe, and what the largest budget adds."""
        return " ".join([*(_best(self.rows, recipe) for recipe in _recipes(self.rows)), *map(_gain, self._budgets())])

    def _budgets(self) -> list[DesignContrast]:
        return [one for one in self.contrasts if one.design == one.other]


def _recipes(rows: tuple[DesignRow, ...]) -> list[str]:
    return list(dict.fromkeys(row.recipe for row in rows))


def _best(rows: tuple[DesignRow, ...], recipe: str) -> str:
    ranked = [row for row in rows if row.recipe == recipe and row.kendall is not None]
    if not ranked:
        return f"No campaign could be ranked by {recipe}."
    best = max(ranked, key=lambda row: row.kendall or 0.0)
    return (
        f"Ranked by {recipe}, {best.design} with {best.hours:,.0f} hours recovers most: Kendall's tau with the truth "
        f"{best.kendall:.3f}, {best.power:.0%} of the true differences found."
    )


def _gain(one: DesignContrast) -> str:
    return (
        f"With {one.design} and {one.recipe}, {one.hours:,.0f} more hours raise tau by {one.kendall:.3f} and find "
        f"{one.power:.0%} more of the true differences."
    )
