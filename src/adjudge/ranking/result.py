"""The result of a ranking: systems in order, every pair compared, and what to know about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal

import polars as pl

from adjudge.core.errors import one_of
from adjudge.core.results import Result


@dataclass(frozen=True)
class RankedSystem:
    """One line of the table.

    Args:
        system: its name.
        rank: place in the order, from 1.
        cluster: number of the cluster, from 1; systems of one cluster are not separated by a line.
        raw: mean of the raw segment means; None if the release holds no raw scores.
        z: mean of the standardised segment means; None if the recipe does not standardise.
        score: what the order is by; None if it is by an exact search, which gives places only.
        n: distinct segments; None if only counts are known.
        judgements: all judgements that counted.
        rank_low: 1 + number of systems significantly better.
        rank_high: number of systems - number significantly worse.
        set_low: best rank in the simultaneous 95% confidence set; None if there are too few documents.
        set_high: worst rank in that set.
        letters: systems that share a letter are not significantly different.
    """

    system: str
    rank: int
    cluster: int
    raw: float | None
    z: float | None
    score: float | None
    n: int | None
    judgements: int
    rank_low: int
    rank_high: int
    set_low: int | None = None
    set_high: int | None = None
    letters: str = ""


@dataclass(frozen=True)
class ComparedPair:
    """Two systems, `a` ranked above `b`.

    Args:
        a: the higher system.
        b: the lower system.
        p: corrected p-value of the recipe's test: "a is better than b", or "they differ" if it is two-sided.
        effect: P(a segment of `a` scores above one of `b`) + half of P(equal); with comparisons the share of them in
            which `a` is preferred, ties halved; None if the two were never compared.
        significant: whether `a` is significantly better than `b`.
        effect_low: lower end of the 95% interval of the effect, documents as the unit.
        effect_high: upper end.
        difference: estimated difference in the unit of the score.
        power: chance that the test would have found an effect of .53, that of closely performing systems in Graham et
            al. (2020); for pairs that are not significant.
        smallest: the smallest effect above .5 that would have been found four times in five; likewise.
        equivalent: whether the difference lies within the margin given in advance; None without a margin.
        meetings: how often the two were compared; None with ratings.
        tied: share of these that are ties.
    """

    a: str
    b: str
    p: float
    effect: float | None
    significant: bool
    effect_low: float | None = None
    effect_high: float | None = None
    difference: float | None = None
    power: float | None = None
    smallest: float | None = None
    equivalent: bool | None = None
    meetings: float | None = None
    tied: float | None = None


@dataclass(frozen=True)
class RankingResult(Result):
    """An order of systems with everything needed to defend it.

    Args:
        kind: what was judged: `ratings` or `comparisons`.
        systems: in rank order.
        pairs: every pair of systems, in rank order.
    """

    schema: ClassVar[str] = "adjudge.ranking/1"

    kind: Literal["ratings", "comparisons"]
    systems: tuple[RankedSystem, ...]
    pairs: tuple[ComparedPair, ...]

    def to_frame(self) -> pl.DataFrame:
        """One row per system, in rank order."""
        numbers = dict.fromkeys(("raw", "z", "score"), pl.Float64)
        types = numbers | dict.fromkeys(("n", "set_low", "set_high"), pl.Int64)
        return pl.DataFrame([asdict(system) for system in self.systems], schema_overrides=types)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "kind": self.kind,
            "settings": dict(self.settings),
            "systems": [asdict(system) for system in self.systems],
            "pairs": [asdict(pair) for pair in self.pairs],
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> RankingResult:
        """Read back what `to_dict` wrote."""
        return cls(
            *cls._common_parts(data),
            data["kind"],
            tuple(RankedSystem(**system) for system in data["systems"]),
            tuple(ComparedPair(**pair) for pair in data["pairs"]),
        )

    def order(self) -> list[str]:
        """Names of the systems, best first."""
        return [system.system for system in self.systems]

    def clusters(self) -> list[list[str]]:
        """Names of the systems, cluster by cluster."""
        groups: dict[int, list[str]] = {}
        for system in self.systems:
            groups.setdefault(system.cluster, []).append(system.system)
        return list(groups.values())

    def summary(self) -> str:
        """The order in words, with how much of it is supported."""
        clusters = self.clusters()
        separated = sum(pair.significant for pair in self.pairs)
        first = ", ".join(clusters[0])
        judgements = sum(system.judgements for system in self.systems)
        size = one_of(judgements, "judgement") if self.kind == "ratings" else one_of(judgements // 2, "comparison")
        return (
            f"{one_of(len(self.systems), 'system')} in {one_of(len(clusters), 'cluster')} from "
            f"{size}; {separated} of {one_of(len(self.pairs), 'pair')} differ "
            f"significantly. First cluster: {first}."
        )
