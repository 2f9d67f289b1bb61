"""The result of a study of stability: the reference, every scenario, and what they say together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Literal, Self

import polars as pl

from adjudge.auditing.stability.changes import Change
from adjudge.auditing.stability.kept_lines import LineOverScenarios, lines_over_scenarios
from adjudge.auditing.stability.multiverse import Multiverse
from adjudge.auditing.stability.repeats import Repeats
from adjudge.auditing.stability.scenarios import Kind
from adjudge.core.catalogue import counted
from adjudge.core.results import Result


@dataclass(frozen=True)
class ScenarioResult:
    """What became of the ranking in one scenario.

    Args:
        name: of the scenario.
        kind: what was done.
        change: from the reference, which holds the same systems; of samples drawn again that of the first one is not
            kept, see `repeats`.
        order: the order in the scenario.
        clusters: and its clusters.
        left_out: systems that were left out of the reference before it was compared.
        repeats: for samples drawn again: how often everything returned.
    """

    name: str
    kind: Kind
    change: Change
    order: tuple[str, ...]
    clusters: tuple[tuple[str, ...], ...]
    left_out: tuple[str, ...] = ()
    repeats: Repeats | None = None

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        data = {"name": self.name, "kind": self.kind, **self.change.to_dict(), "order": list(self.order)}
        data |= {"clusters": [list(cluster) for cluster in self.clusters], "left_out": list(self.left_out)}
        return data | ({"repeats": self.repeats.to_dict()} if self.repeats is not None else {})

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read back what `to_dict` wrote."""
        return cls(
            data["name"],
            data["kind"],
            change=Change.from_dict(data),
            order=tuple(data["order"]),
            clusters=tuple(map(tuple, data["clusters"])),
            left_out=tuple(data["left_out"]),
            repeats=Repeats.from_dict(data["repeats"]) if "repeats" in data else None,
        )


@dataclass(frozen=True)
class NotRun:
    """A scenario that could not be run.

    Args:
        name: of the scenario.
        reason: why.
        code: of the error, if the recipe or method refused the data.
    """

    name: str
    reason: str
    code: str | None = None


@dataclass(frozen=True, repr=False)
class StabilityResult(Result):
    """Would the ranking survive?

    Args:
        kind: `ratings` or `comparisons`.
        order: the reference, best first.
        clusters: of the reference.
        scenarios: in the order asked for.
        refused: scenarios that could not be run.
        multiverse: what all recipes or methods say together; None if they were not asked for.
        published: whether the reference is a published order.
    """

    schema: ClassVar[str] = "adjudge.stability/1"

    kind: Literal["ratings", "comparisons"]
    order: tuple[str, ...]
    clusters: tuple[tuple[str, ...], ...]
    scenarios: tuple[ScenarioResult, ...]
    refused: tuple[NotRun, ...] = ()
    multiverse: Multiverse | None = None
    published: bool = False
    pair: str | None = field(default=None)

    def scenario(self, name: str) -> ScenarioResult:
        """The scenario of this name.

        Raises:
            KeyError: if it was not run.
        """
        for scenario in self.scenarios:
            if scenario.name == name:
                return scenario
        raise KeyError(name)

    @property
    def lines(self) -> tuple[LineOverScenarios, ...]:
        """Every line of the reference, and how many scenarios keep it."""
        return lines_over_scenarios(self.clusters, self.scenarios)

    def to_frame(self) -> pl.DataFrame:
        """One row per scenario."""
        rows = [
            {
                "scenario": one.name,
                "kind": one.kind,
                "rank_changed": one.change.rank_changed,
                "cluster_changed": one.change.cluster_changed,
                "both_changed": one.change.both_changed,
                "kendall": one.change.kendall,
                "moved": len(one.change.moved),
                "merges": one.change.merges,
                "splits": one.change.splits,
                "lines_lost": len(one.change.lines_lost),
                "lines_gained": len(one.change.lines_gained),
                "reversed_orderings": len(one.change.reversed_orderings),
                "stable_ranking_probability": one.repeats.stable if one.repeats else None,
            }
            for one in self.scenarios
        ]
        return pl.DataFrame(rows, schema=_SCHEMA)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "kind": self.kind,
            "pair": self.pair,
            "reference": {
                "order": list(self.order),
                "clusters": [list(cluster) for cluster in self.clusters],
                "published": self.published,
            },
            "scenarios": [scenario.to_dict() for scenario in self.scenarios],
            "lines": [line.to_dict() for line in self.lines],
            "refused": [asdict(one) for one in self.refused],
            "multiverse": None if self.multiverse is None else self.multiverse.to_dict(),
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        reference = data["reference"]
        return cls(
            **cls._common_parts(data),
            kind=data["kind"],
            order=tuple(reference["order"]),
            clusters=tuple(map(tuple, reference["clusters"])),
            scenarios=tuple(ScenarioResult.from_dict(one) for one in data["scenarios"]),
            refused=tuple(NotRun(**one) for one in data["refused"]),
            multiverse=None if data["multiverse"] is None else Multiverse.from_dict(data["multiverse"]),
            published=reference["published"],
            pair=data["pair"],
        )

    def summary(self) -> str:
        """How many scenarios change what, in a few sentences."""
        reference = "the published order" if self.published else "the ranking"
        lines = [f"{counted(len(self.scenarios), 'scenario')} compared with {reference} of {len(self.order)} systems."]
        lines += [_say(kind, some) for kind in _SAID if (some := [one for one in self.scenarios if one.kind == kind])]
        lines += [
            _say_repeats(one.repeats)
            for one in self.scenarios
            if one.repeats is not None and one.repeats.stable is not None
        ]
        return " ".join(lines)


_SAID: dict[str, str] = {
    "remove": "Removal",
    "divide": "Division of scores",
    "recipe": "Another recipe or method",
}
_SCHEMA: dict[str, Any] = {
    "scenario": pl.String,
    "kind": pl.String,
    "rank_changed": pl.Boolean,
    "cluster_changed": pl.Boolean,
    "both_changed": pl.Boolean,
    "kendall": pl.Float64,
    "moved": pl.Int64,
    "merges": pl.Int64,
    "splits": pl.Int64,
    "lines_lost": pl.Int64,
    "lines_gained": pl.Int64,
    "reversed_orderings": pl.Int64,
    "stable_ranking_probability": pl.Float64,
}


def _say_repeats(repeats: Repeats) -> str:
    halves = repeats.stable_halves
    half = f" ({halves:.0%} between studies of half the size)" if halves is not None else ""
    return (
        f"A repeat with other {repeats.unit}s keeps every significant ordering with a probability of about "
        f"{repeats.stable:.0%}{half}."
    )


def _say(kind: str, some: Sequence[ScenarioResult]) -> str:
    ranks, clusters = (sum(getattr(one.change, name) for one in some) for name in ("rank_changed", "cluster_changed"))
    return f"{_SAID[kind]} changes the order in {ranks} and the clusters in {clusters} of {len(some)}."
