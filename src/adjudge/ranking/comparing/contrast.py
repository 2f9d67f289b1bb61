"""What differs between two rankings: a pure function of two sides."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any, Final

from adjudge.core.recipes.recipe import plain_name
from adjudge.core.signature import Signature
from adjudge.kernels.ranks.order import discordant_pairs, kendall_tau, spearman_rho
from adjudge.ranking.comparing.catalogue import FEW_COMMON
from adjudge.ranking.comparing.choices import choice_differences
from adjudge.ranking.comparing.findings import comparison_findings
from adjudge.ranking.comparing.result import (
    ComparedLine,
    ComparedPair,
    ComparedRanking,
    ComparedSystem,
    Move,
    RankingComparisonResult,
    TurnedPairs,
)
from adjudge.ranking.comparing.sides import Pair, Side, Standing, ranking_name

PUBLISHED: Final = "published order"
_ORDER: Final[dict[Move, int]] = {"none": 0, "open": 1, "one-sided": 2, "contradiction": 3}


def contrast(a: Side, b: Side) -> RankingComparisonResult:
    """Compare two rankings.

    Only systems in both are compared, and places, clusters and lines are among them. A system that only one ranking
    holds is left out of the table of that ranking; its scores and tests stay as they are (Knowles 2021, section 5.2).

    Definition: a line is the set of systems above it. A pair is separated if the higher system is significantly
    better, or, in a ranking without tests, if a line stands between the two. A contradiction is a pair that both
    rankings separate, in opposite directions.

    Checked against: `scipy.stats.kendalltau` and `spearmanr`, the same ranking on both sides, and the two sides
    exchanged (tests/laws/test_comparing.py); the clusters that WMT21 released (tests/published).

    Args:
        a: the first ranking.
        b: the second ranking.

    Raises:
        InputError: AJ066 if the two share fewer than two systems.
    """
    common = [name for name in a.order if name in b.places]
    only_a, only_b = ([name for name in one.order if name not in common] for one in (a, b))
    if len(common) < 2:
        n = len(only_a) + len(only_b)
        raise FEW_COMMON(a=a.source, b=b.source, common=len(common), only_a=only_a, only_b=only_b, n=n)
    first, second = a.among(common), b.among(common)
    moves, turned = _turned(first, second)
    choices = choice_differences(a.ranking, b.ranking) if a.ranking is not None and b.ranking is not None else ()
    lines_known = first.clusters is not None and second.clusters is not None
    result = RankingComparisonResult(
        signature=_signature(a, b, len(common)),
        settings={"a": _settings(a), "b": _settings(b)},
        findings=(),
        a=_facts(a),
        b=_facts(b),
        systems=(
            *(_both(name, first, second, moves[name]) for name in first.order),
            *(_one(name, a, None) for name in only_a),
            *(_one(name, None, b) for name in only_b),
        ),
        kendall=kendall_tau(first.order, second.order),
        spearman=spearman_rho(first.order, second.order),
        turned=turned,
        lines=_lines(first, second) if lines_known else (),
        lines_known=lines_known,
        pairs=_pairs(first, second),
        choices=choices,
    )
    return replace(result, findings=comparison_findings(result))


def _turned(a: Side, b: Side) -> tuple[dict[str, Move], TurnedPairs]:
    """The worst that is to be said of the moves of each system, and the pairs in another order."""
    kinds: dict[Pair, Move] = {pair: _kind(pair, a, b) for pair in discordant_pairs(a.order, b.order)}
    moves: dict[str, Move] = dict.fromkeys(a.order, "none")
    for pair, kind in kinds.items():
        for name in pair:
            if a.places[name] != b.places[name]:
                moves[name] = max(moves[name], kind, key=_ORDER.__getitem__)
    held = list(kinds.values())
    return moves, TurnedPairs(held.count("open"), held.count("one-sided"), held.count("contradiction"))


def _kind(pair: Pair, a: Side, b: Side) -> Move:
    """What a pair in another order says; it is named in the order of A."""
    upper, lower = pair
    if (upper, lower) in a.better and (lower, upper) in b.better:
        return "contradiction"
    separated = (upper, lower) in a.better or (lower, upper) in b.better
    lines = any(side.clusters is not None and side.has_line_between(pair) for side in (a, b))
    return "one-sided" if separated or lines else "open"


def _lines(a: Side, b: Side) -> tuple[ComparedLine, ...]:
    """All lines of both, those with fewer systems above them first."""
    best = {side: {frozenset(one.order[:k]) for k in range(1, len(one.order))} for side, one in (("a", a), ("b", b))}
    rows = [
        ComparedLine(len(above), a.lines.get(above), b.lines.get(above), above in best["a"] and above in best["b"])
        for above in dict.fromkeys((*a.lines, *b.lines))
    ]
    return tuple(sorted(rows, key=lambda line: line.above))


def _pairs(a: Side, b: Side) -> tuple[ComparedPair, ...]:
    """Contradictions; where both have tests, also pairs that are significant in one only. In the order of A."""
    tested = a.evidence == b.evidence == "tests"
    found = []
    for pair in combinations(a.order, 2):
        better_a, better_b = (_better(pair, side) for side in (a, b))
        if better_a == better_b or (not tested and None in (better_a, better_b)):
            continue
        key = frozenset(pair)
        found.append(ComparedPair(*pair, better_a, better_b, a.p_values.get(key), b.p_values.get(key)))
    return tuple(found)


def _better(pair: Pair, side: Side) -> str | None:
    first, second = pair
    return first if (first, second) in side.better else second if (second, first) in side.better else None


def _both(name: str, a: Side, b: Side, move: Move) -> ComparedSystem:
    return ComparedSystem(
        name,
        place_a=a.places[name],
        place_b=b.places[name],
        cluster_a=a.cluster_of.get(name),
        cluster_b=b.cluster_of.get(name),
        move=move,
        **_figures(a.standings[name], "a"),
        **_figures(b.standings[name], "b"),
    )


def _one(name: str, a: Side | None, b: Side | None) -> ComparedSystem:
    """A system of one side, which has no place among those of both."""
    none: dict[str, Any] = dict.fromkeys(("place_a", "place_b", "cluster_a", "cluster_b"))
    for label, side in (("a", a), ("b", b)):
        none |= _figures(None if side is None else side.standings[name], label)
    return ComparedSystem(name, **none)


def _figures(standing: Standing | None, side: str) -> dict[str, Any]:
    names = ("rank", "score", "n", "judgements")
    return {f"{name}_{side}": None if standing is None else getattr(standing, name) for name in names}


def _name(side: Side) -> str:
    return PUBLISHED if side.ranking is None else ranking_name(side.ranking)


def _facts(side: Side) -> ComparedRanking:
    ranking = side.ranking
    counts = [one.judgements for one in side.standings.values()]
    known = sum(count for count in counts if count is not None) if None not in counts else None
    return ComparedRanking(
        side.source,
        name=_name(side),
        kind="published" if ranking is None else ranking.kind,
        systems=len(side.order),
        judgements=known if ranking is None else ranking.judgements,
        evidence=side.evidence,
        signature=None if ranking is None else str(ranking.signature),
    )


def _settings(side: Side) -> dict[str, Any]:
    return {} if side.ranking is None else dict(side.ranking.settings)


def _signature(a: Side, b: Side, common: int) -> Signature:
    names = {place: plain_name(_name(side)) for place, side in (("a", a), ("b", b))}
    return Signature.of({"compare": "rankings", **names, "systems": "common", "n": common})
