"""What every ranking holds: systems in order, every pair tested, how it was tested, and what to know about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal, Self, cast

import polars as pl

from adjudge.core.catalogue import counted, listed
from adjudge.core.results import Result

Kind = Literal["ratings", "comparisons"]
#: Where lines are drawn: by a rule over who beats whom, or from ranges of ranks over random runs.
LineRule = Literal["wins", "stated", "undisputed", "strict", "ranges"]


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
        rank_low: 1 + number of systems significantly better; from comparisons at most its rank.
        rank_high: number of systems - number significantly worse; from comparisons at least its rank.
        set_low: best rank in the simultaneous confidence set (`RankingResult.set_confidence`); None if there are too
            few documents.
        set_high: worst rank in that set.
        letters: systems that share a letter are not significantly different.
        score_low: lower end of the 95% interval of the system's distance from the mean of all systems, around its
            score, or of its strength; None where it is not known.
        score_high: upper end.
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
    score_low: float | None = None
    score_high: float | None = None


@dataclass(frozen=True)
class RankedPair:
    """Two systems, `a` ranked above `b`.

    Args:
        a: the higher system.
        b: the lower system.
        p: corrected p-value of the test: "a is better than b", or "they differ" if it is two-sided.
        effect: P(a segment of `a` scores above one of `b`) + half of P(equal); with comparisons the share of them in
            which `a` is preferred, ties halved; None if the two were never compared.
        significant: whether `a` is significantly better than `b`.
        effect_low: lower end of the 95% interval of the effect, documents as the unit.
        effect_high: upper end.
        difference: estimated difference in the unit of the score.
        power: chance that the test would have found an effect of .53, that of closely performing systems in Graham et
            al. (2020); for pairs that are not separated.
        smallest: the smallest effect above .5 that would have been found four times in five; likewise.
        smallest_difference: the same in the unit of the score; None where it is not known.
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
    smallest_difference: float | None = None
    equivalent: bool | None = None
    meetings: float | None = None
    tied: float | None = None


@dataclass(frozen=True)
class PairwiseTest:
    """How the pairs of a ranking were tested.

    Args:
        name: `rank-sum`, `signed-rank`, `sign`, `permutation`, `bootstrap`, `mixed` or `model-flips` for ratings;
            `sign`, `flips` (the signs of whole units are flipped), `score-flips` (the same with what units say of a
            model) or `wald` for comparisons.
        alternative: `greater`, `two-sided`, or `halved` (half the two-sided p whatever the direction).
        correction: for the number of pairs: `none`, `holm`, `bh`, `by`, `step-down`.
        level: a corrected p below it is significant.
        unit: what is treated as independent: `segment`, `document`, `rating`, `ranking`, `annotator`; None for single
            comparisons.
        errors: where the standard errors of a model come from: `jackknife`, `sandwich`, `bootstrap`, `model`; None
            without a model.
        draws: random draws of the test, or bootstrap replicates behind the errors; None if it draws none.
        second_unit: what else is treated as a sample: `annotator` where tastes of annotators were found.
    """

    name: str
    alternative: str
    correction: str
    level: float
    unit: str | None
    errors: str | None = None
    draws: int | None = None
    second_unit: str | None = None


@dataclass(frozen=True, repr=False)
class RankingResult(Result):
    """An order of systems with everything needed to defend it.

    Args:
        systems: in rank order.
        pairs: every pair of systems, in rank order.
        test: how the pairs were tested.
        line_rule: where lines are drawn.
    """

    schema: ClassVar[str] = "adjudge.ranking/3"
    kind: ClassVar[Kind]

    systems: tuple[RankedSystem, ...]
    pairs: Sequence[RankedPair]
    test: PairwiseTest
    line_rule: LineRule

    def to_frame(self) -> pl.DataFrame:
        """One row per system, in rank order."""
        numbers = dict.fromkeys(("raw", "z", "score", "score_low", "score_high"), pl.Float64)
        types = numbers | dict.fromkeys(("n", "set_low", "set_high"), pl.Int64)
        return pl.DataFrame([asdict(system) for system in self.systems], schema_overrides=types)

    def pairs_frame(self) -> pl.DataFrame:
        """One row per pair of systems, in rank order."""
        fields = RankedPair.__dataclass_fields__
        types: dict[str, type[pl.DataType]] = dict.fromkeys(fields, pl.Float64)
        types |= dict.fromkeys(("a", "b"), pl.String) | dict.fromkeys(("significant", "equivalent"), pl.Boolean)
        columns = {name: [getattr(pair, name) for pair in self.pairs] for name in fields}
        return pl.DataFrame(columns, schema=types)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "kind": self.kind,
            "settings": dict(self.settings),
            "systems": [dict(vars(system)) for system in self.systems],
            "pairs": [dict(vars(pair)) for pair in self.pairs],
            "test": asdict(self.test),
            "line_rule": self.line_rule,
            "findings": [finding.to_dict() for finding in self.findings],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        """Rankings of either kind; the classes of one kind refuse the other."""
        from adjudge.ranking.comparisons.result import ComparisonRankingResult  # it builds on this module

        kind = ComparisonRankingResult if data.get("kind") == "comparisons" else RatingRankingResult
        return cast("Self", kind.from_dict(data))

    @classmethod
    def _common_parts(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        cls._require(data, schema=cls.schema, kind=cls.kind)
        return super()._common_parts(data) | {
            "systems": tuple(RankedSystem(**system) for system in data["systems"]),
            "pairs": tuple(RankedPair(**pair) for pair in data["pairs"]),
            "test": PairwiseTest(**data["test"]),
            "line_rule": data["line_rule"],
        }

    def order(self) -> list[str]:
        """Names of the systems, best first."""
        return [system.system for system in self.systems]

    def clusters(self) -> list[list[str]]:
        """Names of the systems, cluster by cluster."""
        groups: dict[int, list[str]] = {}
        for system in self.systems:
            groups.setdefault(system.cluster, []).append(system.system)
        return list(groups.values())

    @property
    def set_confidence(self) -> float:
        """The confidence with which the sets of ranks hold for all systems at once."""
        from_test = self.kind == "comparisons" or self.test.name == "model-flips"
        return 1 - self.test.level if from_test else 0.95

    @property
    def judgements(self) -> int:
        """All judgements that counted; a comparison is one judgement of two systems."""
        total = sum(system.judgements for system in self.systems)
        return total if self.kind == "ratings" else total // 2

    def summary(self) -> str:
        """The order in words, with how much of it is supported."""
        clusters = self.clusters()
        separated = sum(pair.significant for pair in self.pairs)
        noun = "judgement" if self.kind == "ratings" else "comparison"
        return (
            f"{counted(len(self.systems), 'system')} in {counted(len(clusters), 'cluster')} from "
            f"{counted(self.judgements, noun)}. The higher-ranked system is significantly better in {separated} of "
            f"{counted(len(self.pairs), 'pair')}. First cluster: {listed(clusters[0], 5)}."
        )

    def __repr__(self) -> str:
        first = ", ".join(self.order()[:3])
        return f"<{type(self).__name__}: {len(self.systems)} systems, {first}, ...; {self.signature}>"


@dataclass(frozen=True, repr=False)
class RatingRankingResult(RankingResult):
    """A ranking from ratings or marked errors."""

    kind: ClassVar[Kind] = "ratings"

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls(**cls._common_parts(data))
