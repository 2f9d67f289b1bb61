"""The rows of a ranking from comparisons: every pair, and every system with its line, range and letters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.ranks.letters import compact_letters
from adjudge.ranking.comparisons.ordering import Ordering
from adjudge.ranking.comparisons.pair_rows import PairRows
from adjudge.ranking.comparisons.pair_tests import PairTests
from adjudge.ranking.comparisons.tally import Tally
from adjudge.ranking.lines import lines_below, rank_ranges
from adjudge.ranking.result import LineRule, RankedSystem

Floats = NDArray[np.float64]
Beats = NDArray[np.bool_]


def ranked_pairs(tally: Tally, ordering: Ordering, tests: PairTests) -> PairRows:
    """Every pair in rank order, with its direct comparisons and its test.

    Args:
        tally: comparisons without the reference.
        ordering: the order.
        tests: of all pairs.
    """
    order = np.array(ordering.order)
    higher, lower = (order[places] for places in np.triu_indices(len(order), 1))
    met, tied = tally.meetings[higher, lower], tally.ties[higher, lower]
    share = np.divide(tally.wins[higher, lower] + tied / 2, met, out=np.full(len(met), np.nan), where=met > 0)
    scores = ordering.scores
    return PairRows(
        tally.systems,
        higher,
        lower,
        p=tests.p[higher, lower],
        effect=share,
        significant=tests.beats[higher, lower],
        difference=None if scores is None else scores[higher] - scores[lower],
        meetings=met,
        tied=np.divide(tied, met, out=np.full(len(met), np.nan), where=met > 0),
    )


def line_rule_of(ordering: Ordering, tests: PairTests) -> LineRule:
    """Where lines are drawn: by the method itself, or such that no line crosses a set of ranks, or by direct tests."""
    if ordering.lines is not None:
        return "ranges"
    return "undisputed" if tests.sets is None else "strict"


def ranked_systems(tally: Tally, ordering: Ordering, tests: PairTests) -> tuple[RankedSystem, ...]:
    """The systems in rank order with lines, ranges, sets and letters.

    Args:
        tally: comparisons without the reference.
        ordering: the order.
        tests: of all pairs.
    """
    beats = tests.beats[np.ix_(ordering.order, ordering.order)]
    lines = ordering.lines or lines_below(beats, line_rule_of(ordering, tests))
    clusters = np.cumsum([1, *lines[:-1]]).tolist()
    ranges = ordering.ranges or _ranges(beats)
    sets = [(None, None)] * len(beats) if tests.sets is None else [tests.sets[i] for i in ordering.order]
    letters = compact_letters(beats | beats.T)
    strengths = ordering.model.strengths if ordering.model is not None else None
    segments, judgements = tally.votes.segments if tally.votes else None, tally.judgements
    return tuple(
        RankedSystem(
            system=tally.systems[i],
            rank=place + 1,
            cluster=clusters[place],
            raw=None,
            z=None,
            score=None if ordering.scores is None else float(ordering.scores[i]),
            n=None if segments is None else segments[tally.systems[i]],
            judgements=judgements[i],
            rank_low=ranges[place][0],
            rank_high=ranges[place][1],
            set_low=sets[place][0],
            set_high=sets[place][1],
            letters=letters[place],
            score_low=strengths[place].low if strengths else None,
            score_high=strengths[place].high if strengths else None,
        )
        for place, i in enumerate(ordering.order)
    )


def _ranges(beats: Beats) -> list[tuple[int, int]]:
    """Ranks that the tests leave open; in a cycle they may exclude the system's own rank, which is added."""
    return [(min(low, place), max(high, place)) for place, (low, high) in enumerate(rank_ranges(beats), 1)]
