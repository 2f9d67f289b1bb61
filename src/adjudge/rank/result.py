"""The result of a ranking: systems in order, every pair compared, and what to know about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal

import polars as pl

from adjudge.core.errors import one_of
from adjudge.core.findings import Finding
from adjudge.core.results import Result
from adjudge.core.signature import Signature


@dataclass(frozen=True)
class RankedSystem:
    """One line of the table.

    Args:
        system: its name.
        rank: place in the order, from 1.
        cluster: number of the cluster, from 1; systems of one cluster are not separated by a line.
        raw: mean of the raw segment means; None if the release holds no raw scores.
        z: mean of the standardised segment means; None if the recipe does not standardise.
        score: what the order is by.
        n: distinct segments.
        judgements: all judgements that counted.
        rank_low: 1 + number of systems significantly better.
        rank_high: number of systems - number significantly worse.
    """

    system: str
    rank: int
    cluster: int
    raw: float | None
    z: float | None
    score: float
    n: int
    judgements: int
    rank_low: int
    rank_high: int


@dataclass(frozen=True)
class ComparedPair:
    """Two systems, `a` ranked above `b`.

    Args:
        a: the higher system.
        b: the lower system.
        p: corrected p-value of "a is better than b" under the recipe's test.
        effect: P(a segment of `a` scores above one of `b`) + half of P(equal).
        significant: whether p is below the level of the recipe.
    """

    a: str
    b: str
    p: float
    effect: float
    significant: bool


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
        types = {"raw": pl.Float64, "z": pl.Float64, "score": pl.Float64}
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
        if data.get("schema") != cls.schema:
            msg = f"schema {data.get('schema')!r} is not {cls.schema!r}"
            raise ValueError(msg)
        return cls(
            Signature.parse(data["signature"]),
            data["settings"],
            tuple(Finding.from_dict(finding) for finding in data["findings"]),
            data["kind"],
            tuple(RankedSystem(**system) for system in data["systems"]),
            tuple(ComparedPair(**pair) for pair in data["pairs"]),
        )

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
        return (
            f"{one_of(len(self.systems), 'system')} in {one_of(len(clusters), 'cluster')} from "
            f"{one_of(judgements, 'judgement')}; {separated} of {one_of(len(self.pairs), 'pair')} differ "
            f"significantly. First cluster: {first}."
        )
