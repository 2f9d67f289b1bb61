"""The result of pseudo-annotation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.core.results import Result
from adjudge.ranking.orders import MovedSystem


@dataclass(frozen=True)
class PseudoSystem:
    """One system under one recipe.

    Args:
        system: its name.
        raw: mean of the metric over the judged segments.
        score: what the recipe orders by.
        whole: mean of the metric over all segments that it has scores for; None if there are none in common.
    """

    system: str
    raw: float
    score: float
    whole: float | None


@dataclass(frozen=True)
class PseudoRanking:
    """One recipe on the scores of one metric.

    Args:
        metric: in the place of the annotators.
        recipe: its name.
        standardises: whether it makes z-scores.
        kendall: of the orders by raw means and by the recipe.
        spearman: likewise.
        moved: systems with other places by the recipe than by raw means.
        whole_raw: Kendall's tau of the order by raw means and that of the metric on all segments; None if unknown.
        whole_recipe: the same of the order by the recipe.
        ratings: rows that were ranked.
        systems: in the order of the recipe.
    """

    metric: str
    recipe: str
    standardises: bool
    kendall: float
    spearman: float
    moved: tuple[MovedSystem, ...]
    whole_raw: float | None
    whole_recipe: float | None
    ratings: int
    systems: tuple[PseudoSystem, ...]

    @property
    def order(self) -> list[str]:
        """Systems by the recipe."""
        return [system.system for system in self.systems]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `dataclasses.asdict`."""
        moved = tuple(MovedSystem(**row) for row in data["moved"])
        return cls(**{**data, "moved": moved, "systems": tuple(PseudoSystem(**row) for row in data["systems"])})


@dataclass(frozen=True, repr=False)
class PseudoAnnotationResult(Result):
    """What recipes do to perfectly consistent judgements.

    Args:
        rankings: by metric, then by recipe in the order asked for.
    """

    schema: ClassVar[str] = "adjudge.pseudo-annotation/1"

    rankings: tuple[PseudoRanking, ...]

    def to_frame(self) -> pl.DataFrame:
        """One row per metric and recipe; `moved` counts systems."""
        names = ("metric", "recipe", "standardises", "kendall", "spearman", "whole_raw", "whole_recipe", "ratings")
        rows = [{name: getattr(one, name) for name in names} | {"moved": len(one.moved)} for one in self.rankings]
        return pl.DataFrame(rows, schema_overrides={"whole_raw": pl.Float64, "whole_recipe": pl.Float64})

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "rankings": [
                asdict(one) | {"moved": [asdict(m) for m in one.moved], "systems": [asdict(s) for s in one.systems]}
                for one in self.rankings
            ],
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls(**cls._common_parts(data), rankings=tuple(PseudoRanking.from_dict(one) for one in data["rankings"]))

    def summary(self) -> str:
        """Which recipes keep the order, by metric."""
        lines = []
        for metric in dict.fromkeys(one.metric for one in self.rankings):
            mine = [one for one in self.rankings if one.metric == metric]
            kept = [one.recipe for one in mine if not one.moved]
            changed = [f"{one.recipe} (tau {one.kendall:.2f})" for one in mine if one.moved]
            said = [f"{verb} by {', '.join(names)}" for verb, names in (("kept", kept), ("changed", changed)) if names]
            lines.append(f"With {metric} in the place of the annotators the order is {', and '.join(said)}.")
        return " ".join(lines)
