"""Small rankings by hand: clusters are given, everything else follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from adjudge.core.findings import Finding
from adjudge.core.signature import Signature
from adjudge.ranking.comparisons.result import (
    ComparisonRankingResult,
    FittedModel,
    Opponents,
    Optimum,
    Packing,
    Strength,
    Tournament,
    Violation,
)
from adjudge.ranking.result import PairwiseTest, RankedPair, RankedSystem, RatingRankingResult

HOSTILE = ("<script>alert(1)</script>", "a_b & 50%", "#1 {x}$~^\\", "[red]plain[/red] :smile:")
RANK_SUM = PairwiseTest(name="rank-sum", alternative="greater", correction="none", level=0.05, unit="segment")
SIGN = PairwiseTest(name="sign", alternative="two-sided", correction="holm", level=0.05, unit=None)

Clusters = Sequence[Sequence[str]]


def _systems(clusters: Clusters, **fields: Any) -> tuple[RankedSystem, ...]:
    systems: list[RankedSystem] = []
    first = 1
    for cluster, group in enumerate(clusters, 1):
        for name in group:
            rank = len(systems) + 1
            numbers: dict[str, Any] = {
                "raw": 90.04 - rank,
                "z": 1.5 - rank,
                "score": 1.5 - rank,
                "n": 1000 + rank,
            } | fields
            numbers |= {"rank_low": first, "rank_high": first + len(group) - 1}
            systems.append(RankedSystem(name, rank, cluster=cluster, judgements=2000 + rank, **numbers))
        first += len(group)
    return tuple(systems)


def _pairs(clusters: Clusters, **fields: Any) -> tuple[RankedPair, ...]:
    """Exactly the pairs of different clusters differ, with p = 0.01 / (2 * clusters between them)."""
    places = [(name, cluster) for cluster, group in enumerate(clusters, 1) for name in group]
    return tuple(
        RankedPair(a, b, p=0.01 / (j - i) / 2 if j > i else 0.4, effect=0.6, significant=j > i, **fields)
        for (a, i), (b, j) in combinations(places, 2)
    )


def ranking(
    clusters: Clusters,
    *,
    raw: bool = True,
    findings: tuple[Finding, ...] = (),
    rule: str = "stated",
    test: PairwiseTest = RANK_SUM,
    **choices: Any,
) -> RatingRankingResult:
    """A ranking from ratings."""
    return RatingRankingResult(
        signature=Signature.of({"recipe": "wmt-da", "unit": "segment", **choices}),
        settings={},
        findings=findings,
        systems=_systems(clusters, **({} if raw else {"raw": None})),
        pairs=_pairs(clusters),
        test=test,
        line_rule=rule,  # type: ignore[arg-type]
    )


def compared(
    clusters: Clusters,
    *,
    method: str = "mfas",
    scores: bool = True,
    tournament: Tournament | None = None,
    findings: tuple[Finding, ...] = (),
    settings: dict[str, Any] | None = None,
    rule: str = "stated",
    test: PairwiseTest = SIGN,
    **parts: Any,
) -> ComparisonRankingResult:
    """A ranking from comparisons; by default its order contradicts nothing."""
    missing: dict[str, Any] = {"raw": None, "z": None, "n": None} | ({} if scores else {"score": None})
    names = [name for group in clusters for name in group]
    return ComparisonRankingResult(
        signature=Signature.of({"method": method}),
        settings={"reference_use": "none"} | (settings or {}),
        findings=findings,
        systems=_systems(clusters, **missing),
        pairs=_pairs(clusters, meetings=20.0, tied=0.25),
        test=test,
        line_rule=rule,  # type: ignore[arg-type]
        method=method,
        tournament=tournament or majorities(total=6.0),
        opponents=tuple(
            Opponents(name, comparisons=1200, opponents=2, tied=0.25, won=0.6, met=0.45, even=0.5, common=None)
            for name in names
        ),
        **parts,
    )


def majorities(
    *violations: tuple[str, str, float],
    total: float,
    groups: tuple[tuple[str, ...], ...] = (),
    cycles: tuple[tuple[str, ...], ...] = (),
    arcs: str = "net",
) -> Tournament:
    """Majorities with those that the order contradicts: winner, loser, weight."""
    return Tournament(
        arcs=arcs,  # type: ignore[arg-type]
        cost=sum(weight for *_, weight in violations),
        total=total,
        violations=tuple(Violation(winner, loser, weight) for winner, loser, weight in violations),
        acyclic=not groups,
        groups=groups,
        cycles=cycles,
        condorcet=None,
        never_met=0,
    )


#: p beats q, q beats r, r beats p, each by 2; whichever of the three arcs is contradicted, the others hold.
CYCLE = majorities(("r", "p", 2.0), total=6.0, groups=(("p", "q", "r"),), cycles=(("p", "q", "r"),))


def optimum(**changes: Any) -> Optimum:
    """What an exact search knows of the order p, q, r of a cycle; by default everything."""
    known: dict[str, Any] = {
        "bound": 2.0,
        "proven": True,
        "time_limit": 60.0,
        "optimal_orders": 3,
        "places": ((1, 3), (1, 3), (1, 3)),
        "packing": (Packing(("p", "q", "r"), 2.0),),
        "packing_bound": 2.0,
    }
    return Optimum(**known | changes)


def cycle(**parts: Any) -> ComparisonRankingResult:
    """The exact order p, q, r of three systems in a cycle."""
    known: dict[str, Any] = {"tournament": CYCLE, "optimum": optimum(), "scores": False}
    return compared([["p", "q", "r"]], **known | parts)


def model(*names: str, unit: str | None = None, units: int = 0) -> FittedModel:
    """Strengths 1, 0, -1, ... with intervals of half a unit on both sides."""
    strengths = (Strength(name, 1.0 - i, error=0.25, low=0.5 - i, high=1.5 - i) for i, name in enumerate(names))
    return FittedModel(tuple(strengths), unit=unit, units=units)


def column(table: Any, name: str) -> list[str]:
    """The cells below a heading."""
    place = [heading.text for heading in table.headings].index(name)
    return [row[place] for row in table.rows]
