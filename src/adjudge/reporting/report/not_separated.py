"""Pairs of systems that are not separated: what is known of each, and how small a difference could have been found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from adjudge.core.catalogue import counted
from adjudge.ranking.missed import missed
from adjudge.ranking.result import RankedPair, RankingResult
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, number, printable, starred_p
from adjudge.reporting.wording import NOT_EQUAL

_Cell = Callable[[RankedPair], str]
_EFFECTS: Final = {
    "ratings": "probability that a segment of the higher system scores above one of the lower; 0.5: no difference",
    "comparisons": "share of comparisons in which the higher system is preferred, ties halved; 0.5: no difference",
}


def not_separated_table(ranking: RankingResult) -> PrintedTable:
    """Pairs that are not separated, neighbours in the ranking first.

    Columns of which nothing is known for any of the pairs are left out.

    Args:
        ranking: of either kind.
    """
    rank = {system.system: system.rank for system in ranking.systems}
    pairs = sorted(missed(ranking.pairs).pairs, key=lambda pair: (rank[pair.b] - rank[pair.a], rank[pair.a]))
    columns: list[tuple[Heading, _Cell]] = [
        (Heading("higher", "text", "the higher ranked system"), lambda pair: printable(pair.a)),
        (Heading("lower", "text", "the lower ranked system"), lambda pair: printable(pair.b)),
        *(column for column in _columns(ranking) if any(column[1](pair) != MISSING for pair in pairs)),
    ]
    return PrintedTable(
        tuple(heading for heading, _ in columns), tuple(tuple(cell(pair) for _, cell in columns) for pair in pairs)
    )


def _columns(ranking: RankingResult) -> list[tuple[Heading, _Cell]]:
    """What may be known of a pair."""
    return [
        (
            Heading("p", meaning="corrected p-value of the difference"),
            lambda pair: starred_p(pair.p, significant=False),
        ),
        (
            Heading("difference", meaning="estimated difference in the unit of the score"),
            lambda pair: number(pair.difference, 3),
        ),
        (Heading("effect", meaning=_EFFECTS[ranking.kind]), lambda pair: number(pair.effect, 3)),
        (Heading("95%", "range", "confidence interval of the effect, documents as the unit"), _interval),
        (
            Heading(
                "smallest effect",
                meaning=f"that would have been found four times in five; {MISSING} where that cannot be said, as with "
                "too few documents",
            ),
            lambda pair: number(pair.smallest, 3),
        ),
        (
            Heading("smallest difference", meaning="the same in the unit of the score"),
            lambda pair: number(pair.smallest_difference, 3),
        ),
        (
            Heading("power", meaning="chance that an effect of 0.53, as of closely performing systems, would be found"),
            lambda pair: number(pair.power, 2),
        ),
        (Heading("comparisons", meaning="of the two systems with each other"), _meetings),
        (
            Heading("tied", meaning="share of these that are ties"),
            lambda pair: MISSING if pair.tied is None else f"{pair.tied:.0%}",
        ),
        (
            Heading("equivalent", "text", "whether the difference lies within the margin fixed in advance"),
            lambda pair: MISSING if pair.equivalent is None else "shown" if pair.equivalent else "not shown",
        ),
    ]


def _interval(pair: RankedPair) -> str:
    if pair.effect_low is None or pair.effect_high is None:
        return MISSING
    return f"{number(pair.effect_low, 3)}-{number(pair.effect_high, 3)}"


def _which_pairs(number: int, total: int) -> str:
    """The pairs that are not separated, with the verb: `15 of 21 pairs are`."""
    if total == 1:
        return "The two systems are"
    if number == total:
        return f"All {counted(total, 'pair')} are"
    return f"{number:,} of {counted(total, 'pair')} {'are' if number > 1 else 'is'}"


def _meetings(pair: RankedPair) -> str:
    return MISSING if pair.meetings is None else f"{pair.meetings:,.12g}"


def say_not_separated(ranking: RankingResult) -> str:
    """How many pairs are not separated, and how large a difference half of their tests would have missed."""
    found, total = missed(ranking.pairs), len(ranking.pairs)
    if not total:
        return "There is no pair of systems to separate."
    if not found.pairs:
        return f"All {counted(total, 'pair')} are separated." if total > 1 else "The two systems are separated."
    several = len(found.pairs) > 1
    said = f"{_which_pairs(len(found.pairs), total)} not separated; {NOT_EQUAL}."
    if found.smallest is None:
        return f"{said} How small a difference would have been found is not known."
    whose = "Half of these tests" if several else "The test"
    if found.known < len(found.pairs):
        of = "Half of the {} tests" if found.known > 1 else "The {} test"
        whose = f"{of.format(f'{found.known:,}')} of which it is known"
    apart = f" (a difference of {found.smallest_difference:.3g})" if found.smallest_difference is not None else ""
    return (
        f"{said} {whose} would have missed, more often than once in five times, even a system that wins "
        f"{found.smallest:.0%} of segments{apart}."
    )
