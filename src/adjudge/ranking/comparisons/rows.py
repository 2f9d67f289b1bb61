"""The rows of a ranking from comparisons: every pair, and every system with its line, range and letters."""

from __future__ import annotations

from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.kernels.probability.multiplicity import holm
from adjudge.kernels.ranks.letters import compact_letters
from adjudge.ranking.comparisons.ordering import Ordered
from adjudge.ranking.comparisons.tally import Tally
from adjudge.ranking.lines import lines_below, rank_ranges
from adjudge.ranking.result import RankedPair, RankedSystem

Floats = NDArray[np.float64]
Beats = NDArray[np.bool_]
LEVEL: Final = 0.05


def compared_pairs(ranked: Tally, ordered: Ordered, direct: Floats) -> tuple[list[RankedPair], Beats]:
    """Every pair in rank order, and who is significantly better than whom (places by places).

    Args:
        ranked: counts without the reference.
        ordered: the order, with p-values of its own if it has any.
        direct: p-values from direct comparisons, for methods that have none.
    """
    order = np.array(ordered.order)
    wins, ties = ranked.wins[np.ix_(order, order)], ranked.ties[np.ix_(order, order)]
    scores = np.full(len(order), np.nan) if ordered.scores is None else ordered.scores[order]
    a, b = np.triu_indices(len(order), 1)
    if ordered.p is None:
        raw, ahead = direct[order[a], order[b]], wins[a, b] - wins[b, a]
    else:
        raw, ahead = ordered.p[order[a], order[b]], scores[a] - scores[b]
    p = holm(raw)
    beats = np.zeros((len(order), len(order)), dtype=bool)
    beats[a, b] = (p < LEVEL) & (ahead > 0)
    beats[b, a] = (p < LEVEL) & (ahead < 0)
    meetings = wins + wins.T + ties
    pairs = []
    for k, (i, j) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        met = float(meetings[i, j])
        pairs.append(
            RankedPair(
                ranked.systems[order[i]],
                ranked.systems[order[j]],
                float(p[k]),
                float((wins[i, j] + ties[i, j] / 2) / met) if met else None,
                bool(beats[i, j]),
                difference=None if ordered.scores is None else float(scores[i] - scores[j]),
                meetings=met,
                tied=float(ties[i, j] / met) if met else None,
            )
        )
    return pairs, beats


def ranked_systems(ranked: Tally, ordered: Ordered, beats: Beats) -> list[RankedSystem]:
    """The systems in rank order with lines, ranges, sets and letters.

    Args:
        ranked: counts without the reference.
        ordered: the order.
        beats: who is significantly better than whom, places by places.
    """
    clusters = np.cumsum([1, *(ordered.lines or _lines(beats))[:-1]]).tolist()
    ranges = ordered.ranges or _ranges(beats)
    sets: list[tuple[int | None, int | None]] = [*ordered.sets] if ordered.sets else [(None, None)] * len(beats)
    letters = compact_letters(beats | beats.T)
    segments, judgements = _segments(ranked), ranked.judgements
    return [
        RankedSystem(
            ranked.systems[i],
            place + 1,
            clusters[place],
            None,
            None,
            None if ordered.scores is None else float(ordered.scores[i]),
            segments.get(ranked.systems[i]),
            judgements[i],
            *ranges[place],
            *sets[place],
            letters[place],
        )
        for place, i in enumerate(ordered.order)
    ]


def _segments(ranked: Tally) -> dict[str, int]:
    """Distinct segments of each system, where they are known."""
    if ranked.votes is None or "segment" not in ranked.votes.frame.columns:
        return {}
    frame = ranked.votes.frame
    if frame["segment"].null_count():
        return {}
    item = [name for name in ("collection", "document", "segment") if name in frame.columns]
    sides = pl.concat([frame.select(*item, system=side) for side in ("system_a", "system_b")])
    return dict(sides.unique().group_by("system").len().iter_rows())


def _lines(beats: Beats) -> list[bool]:
    """Below a system that beats every lower one, unless some lower one beats a higher one across the line."""
    stated = lines_below(beats, "stated")
    return [line and not beats[i + 1 :, : i + 1].any() for i, line in enumerate(stated)]


def _ranges(beats: Beats) -> list[tuple[int, int]]:
    """Ranks that the tests leave open; in a cycle they may exclude the system's own rank, which is added."""
    return [(min(low, place), max(high, place)) for place, (low, high) in enumerate(rank_ranges(beats), 1)]
