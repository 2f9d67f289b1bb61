"""Rankings as tables: one ranking, several side by side, every pair, and ranks on resampled documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.orders import systems_above_lines
from adjudge.ranking.ratings.repeating.resampling import ResampledRankings
from adjudge.ranking.result import RankedSystem, RankingResult
from adjudge.reporting.printed_tables import (
    MISSING,
    Heading,
    PrintedTable,
    decimals_of,
    number,
    printable,
    rank_range,
    starred_p,
    whole,
)

#: A reader cannot compare longer strings of letters by eye.
MOST_LETTERS: Final = 8


@dataclass(frozen=True)
class _Column:
    heading: Heading
    cell: Callable[[RankedSystem], str]


_RANK = Heading("rank", meaning="place in the order")
_PLACES = Heading("rank", "range", "best and worst place over all optimal orders")
_CYCLE = Heading("cycle", meaning="systems with the same number beat each other in cycles")
_RANGE = _Column(
    Heading("range", "range", "ranks that the pairwise tests leave open"),
    lambda s: rank_range(s.rank_low, s.rank_high),
)
_RANGE_OF_RUNS = replace(_RANGE, heading=Heading("range", "range", "ranks that cover 95% of the random runs"))
_LETTERS = _Column(
    Heading("letters", "text", "systems that share a letter do not differ significantly"), lambda s: s.letters
)
_SYSTEM = _Column(Heading("system", "text", "name of the system"), lambda s: printable(s.system))
_RAW = Heading("raw", meaning="mean raw score")
_Z = _Column(Heading("z", meaning="mean standardised score"), lambda s: number(s.z, 3))
_SCORE = _Column(Heading("score", meaning="what systems are ranked by"), lambda s: number(s.score, 3))
_SEGMENTS = _Column(Heading("n", meaning="distinct segments"), lambda s: whole(s.n))
_JUDGEMENTS = _Column(Heading("N", meaning="judgements"), lambda s: f"{s.judgements:,}")
_COMPARISONS = replace(_JUDGEMENTS, heading=Heading("N", meaning="comparisons of the system"))


def ranking_table(result: RankingResult) -> PrintedTable:
    """A ranking as a table in rank order, with a line between clusters."""
    systems = result.systems
    sets = [_sets(result)] if any(s.set_low is not None for s in systems) else []
    segments = [_SEGMENTS] if any(s.n is not None for s in systems) else []
    columns = [
        _ranks(result),
        _ranges(result),
        *sets,
        _SYSTEM,
        *_scores(result),
        *segments,
        _JUDGEMENTS if result.kind == "ratings" else _COMPARISONS,
        *_cycles(result),
        *_letters(result),
    ]
    ends = systems_above_lines(result)
    return PrintedTable(
        headings=tuple(column.heading for column in columns),
        rows=tuple(tuple(column.cell(system) for column in columns) for system in systems),
        lines=frozenset(place for place, system in enumerate(systems, 1) if system.system in ends),
    )


def places_of(result: RankingResult) -> dict[str, tuple[int, int]]:
    """Best and worst place of each system over all optimal orders; empty unless an exact search decided them."""
    if not isinstance(result, ComparisonRankingResult) or result.optimum is None or result.optimum.places is None:
        return {}
    return dict(zip(result.order(), result.optimum.places, strict=True))


def cycle_numbers(result: RankingResult) -> dict[str, int]:
    """The number of the cycles that a system is part of, from 1 at the top; empty unless the order is exact.

    Other methods do not rank by majorities; a cycle says less about them, and a finding names it.
    """
    if not isinstance(result, ComparisonRankingResult) or result.optimum is None:
        return {}
    return {name: number for number, group in enumerate(result.tournament.groups, 1) for name in group}


def _ranks(result: RankingResult) -> _Column:
    """Ranks, or the places that all optimal orders leave open."""
    places = places_of(result)
    if all(low == high for low, high in places.values()):
        return _Column(_RANK, lambda s: str(s.rank))
    return _Column(_PLACES, lambda s: rank_range(*places[s.system]))


def _sets(result: RankingResult) -> _Column:
    share = f"{100 * result.set_confidence:g}%"
    heading = Heading(f"{share} set", "range", f"ranks in the simultaneous {share} confidence set")
    return _Column(heading, lambda s: rank_range(s.set_low, s.set_high))


def _ranges(result: RankingResult) -> _Column:
    return _RANGE_OF_RUNS if result.line_rule == "ranges" else _RANGE


def _scores(result: RankingResult) -> list[_Column]:
    """Raw and standardised scores of ratings; comparisons have neither, so what orders them stands instead."""
    systems = result.systems
    if result.kind == "comparisons":
        return [_SCORE] if any(s.score is not None for s in systems) else []
    digits = decimals_of([s.raw for s in systems if s.raw is not None])
    raw = _Column(_RAW, lambda s: number(s.raw, digits))
    known = [column for column, name in ((raw, "raw"), (_Z, "z")) if any(getattr(s, name) is not None for s in systems)]
    estimated = any(s.score not in {s.raw, s.z} for s in systems)
    return [*known, _SCORE] if estimated else known


def _cycles(result: RankingResult) -> list[_Column]:
    numbers = cycle_numbers(result)
    return [_Column(_CYCLE, lambda s: str(numbers.get(s.system, "")))] if numbers else []


def _letters(result: RankingResult) -> list[_Column]:
    """Letters, unless there are none or more in a cell than one can read; a letter may have a number (`a2`)."""
    longest = max(sum(char.isalpha() for char in s.letters) for s in result.systems)
    return [_LETTERS] if 0 < longest <= MOST_LETTERS else []


def compare_rankings(
    results: Mapping[str, RankingResult], *, truth: Sequence[str] | None = None, shared: bool = True
) -> PrintedTable:
    """Several rankings of the same systems side by side: rank and open range of ranks under each.

    Args:
        results: rankings by the name of their recipe or method; the first gives the order of the rows.
        truth: the true order if it is known; it then gives the order of the rows.
        shared: print the places that all optimal orders leave open, not ranks; False for programs, which expect
            numbers.

    Returns:
        One row per system; a system that a ranking does not hold has a dash there.
    """
    true = {name: str(place) for place, name in enumerate(truth or (), 1)}
    held = [_ranks_and_ranges(result, shared=shared) for result in results.values()]
    numbers = next(filter(None, map(cycle_numbers, results.values())), {})  # the same systems in all exact orders
    names = list(dict.fromkeys([*true, *(name for cells in held for name in cells)]))
    headings = [Heading("system", "text")]
    headings += [Heading("truth", meaning="true rank")] if truth is not None else []
    for name, result in results.items():
        shown = printable(name) if shared else name
        headings += [
            Heading(shown, _ranks(result).heading.kind if shared else "number", "rank", is_name=True),
            replace(_ranges(result).heading, name=f"{shown} range"),
        ]
    headings += [_CYCLE] if numbers else []
    rows = []
    for name in names:
        row = [printable(name) if shared else name] + ([true.get(name, MISSING)] if truth is not None else [])
        for cells in held:
            row += cells.get(name, (MISSING, MISSING))
        rows.append((*row, *([str(numbers.get(name, ""))] if numbers else [])))
    return PrintedTable(tuple(headings), tuple(rows))


def _ranks_and_ranges(result: RankingResult, *, shared: bool) -> dict[str, tuple[str, str]]:
    rank = _ranks(result).cell if shared else lambda s: str(s.rank)
    return {s.system: (rank(s), _RANGE.cell(s)) for s in result.systems}


def intervals_table(result: RankingResult, *, truth: Mapping[str, float] | None = None) -> PrintedTable:
    """What a chart of scores draws: scores with their intervals, and true quality; no rows if there are neither.

    Args:
        result: a ranking.
        truth: true quality by system, if it is known.
    """
    headings = [Heading("system", "text"), Heading("score", meaning="what systems are ranked by")]
    known = any(system.score_low is not None for system in result.systems)
    if known:
        headings += [Heading("95% interval", "range", "of the distance from the mean of all systems")]
    headings += [Heading("true quality")] if truth is not None else []
    rows = []
    for system in result.systems if known or truth is not None else ():
        low, high = number(system.score_low, 3), number(system.score_high, 3)
        cells = [printable(system.system), number(system.score, 3)]
        cells += [MISSING if MISSING in {low, high} else f"{low} to {high}"] if known else []
        cells += [number(truth.get(system.system), 2)] if truth is not None else []
        rows.append(tuple(cells))
    return PrintedTable(tuple(headings), tuple(rows))


def pairs_table(result: RankingResult) -> PrintedTable:
    """Every pair in rank order; pairs that are not separated state the power of the test."""
    headings = (
        Heading("higher", "text", "the higher ranked system"),
        Heading("lower", "text", "the lower ranked system"),
        Heading("difference", meaning="estimated difference in the unit of the score"),
        Heading(
            "effect",
            meaning="probability that a segment of the higher system scores above one of the lower, 0.5 if equal",
        ),
        Heading("95%", "range", "confidence interval of the effect, documents as the unit"),
        Heading("p", meaning="corrected p-value; a star marks a significant difference"),
        Heading(
            "power",
            meaning="if not significant: probability of detecting an effect of 0.53, as of closely performing systems",
        ),
        Heading("smallest", meaning="if not significant: smallest effect detected with a power of 0.8"),
    )
    rows = tuple(
        (
            printable(pair.a),
            printable(pair.b),
            number(pair.difference, 3),
            number(pair.effect, 3),
            MISSING if pair.effect_low is None else f"{number(pair.effect_low, 3)}-{number(pair.effect_high, 3)}",
            starred_p(pair.p, significant=pair.significant),
            "" if pair.significant else number(pair.power, 2),
            "" if pair.significant else number(pair.smallest, 3),
        )
        for pair in result.pairs
    )
    return PrintedTable(headings, rows)


def resampled_table(resampled: ResampledRankings) -> PrintedTable:
    """How often ranks and lines came back, as a table in rank order."""
    headings = (
        Heading("system", "text"),
        Heading("same rank", meaning="share of samples in which it has the same rank"),
        Heading("95% of ranks", "range", "ranks it has in the middle 95% of the samples"),
        Heading("line below", meaning="share of samples with a line there and the same systems above it"),
    )
    rows = tuple(
        (printable(system), f"{same:.2f}", rank_range(low, high), f"{line:.2f}")
        for system, same, low, high, line in resampled.to_frame().iter_rows()
    )
    return PrintedTable(headings, rows)
