"""Small rankings by hand: clusters are given, everything else follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Literal

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.signature import Signature
from adjudge.ranking.comparisons.pipeline import rank_comparisons
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.result import PairwiseTest, RankedPair, RankedSystem, RankingResult, RatingRankingResult

HOSTILE = ("<script>alert(1)</script>", "a_b & 50%", "#1 {x}$~^\\", "[red]plain[/red] :smile:")
CHOICES = {"recipe": "wmt-da", "unit": "segment", "test": "rank-sum.greater", "level": "0.05", "corr": "none"}


def ranking(
    clusters: Sequence[Sequence[str]],
    *,
    raw: bool = True,
    kind: Literal["ratings", "comparisons"] = "ratings",
    findings: tuple[Finding, ...] = (),
    rule: str = "stated",
    **choices: Any,
) -> RankingResult:
    """A ranking in which exactly the pairs of different clusters differ, with p = 0.01 per cluster between them."""
    places = [(name, number) for number, group in enumerate(clusters, 1) for name in group]
    systems: list[RankedSystem] = []
    first = 1
    for number, group in enumerate(clusters, 1):
        for name in group:
            rank = len(systems) + 1
            systems.append(
                RankedSystem(
                    name,
                    rank,
                    number,
                    90.04 - rank if raw else None,
                    1.5 - rank if kind == "ratings" else None,
                    1.5 - rank,
                    1000 + rank,
                    2000 + rank,
                    first,
                    first + len(group) - 1,
                )
            )
        first += len(group)
    pairs = tuple(
        RankedPair(a, b, 0.01 / (j - i) / 2 if j > i else 0.4, 0.6, j > i) for (a, i), (b, j) in combinations(places, 2)
    )
    signature = Signature.of({**CHOICES, "rule": rule, **choices})
    parts: dict[str, Any] = {"findings": findings, "systems": tuple(systems), "pairs": pairs, "line_rule": rule}
    test = PairwiseTest(name="rank-sum", alternative="greater", correction="none", level=0.05, unit="segment")
    return RatingRankingResult(signature=signature, settings={}, test=test, **parts)


def ranked_counts(*wins: tuple[str, str, int, int], method: str = "mfas") -> ComparisonRankingResult:
    """A ranking from counts: first and second system, wins of the first, wins of the second; no ties."""
    names = ("system_a", "system_b", "wins_a", "wins_b")
    frame = pl.DataFrame(wins, schema=names, orient="row").with_columns(ties=pl.lit(0))
    return rank_comparisons(frame, method)


def with_optimum(result: ComparisonRankingResult, **changes: Any) -> ComparisonRankingResult:
    """The same exact order with something else known about it."""
    assert result.optimum is not None
    return replace(result, optimum=replace(result.optimum, **changes))
