"""Scores that rank systems by counting wins: those of WMT and of Lopez (2012), which need no model.

All of them average over opponents that differ from system to system; the opponents table shows by how much.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.ranking.comparisons.method import Method, MethodInput
from adjudge.ranking.comparisons.ordering import Ordering, best_first
from adjudge.ranking.comparisons.tally import Tally

Floats = NDArray[np.float64]


def wmt_official(tally: Tally) -> Floats:
    """Share of comparisons not lost, those with the reference included.

    Definition: sum_b (w_ab + t_ab) / sum_b (w_ab + t_ab + w_ba), b over all systems and the reference (Lopez 2012,
    Eq. 1). Ties count as wins, which rewards systems that resemble others.

    Checked against: orders and violated weights of 25 tasks (`adjudge reproduce lopez-2012`).

    Args:
        tally: comparisons with the reference, which gets no score.
    """
    share = _share((tally.wins + tally.ties).sum(axis=1), tally.meetings.sum(axis=1), empty=0.0)
    return np.asarray(share[[name != tally.reference for name in tally.systems]])


def heuristic_2(tally: Tally) -> Floats:
    """Share of comparisons won: sum_b w_ab / sum_b (w_ab + t_ab + w_ba) (Lopez 2012, Eq. 2).

    Checked against: as `wmt_official`.
    """
    return _share(tally.wins.sum(axis=1), tally.meetings.sum(axis=1), empty=0.0)


def bojar(tally: Tally) -> Floats:
    """Share of decided comparisons won: sum_b w_ab / sum_b (w_ab + w_ba) (Lopez 2012, Eq. 3).

    A system with nothing but ties stands in the middle, at one half.

    Checked against: as `wmt_official`.
    """
    won, lost = tally.wins.sum(axis=1), tally.wins.sum(axis=0)
    return _share(won, won + lost, empty=0.5)


def expected_wins(tally: Tally) -> Floats:
    """Mean over opponents of the share of decided comparisons won, w_ab / (w_ab + w_ba).

    Opponents without a decided comparison are left out of the mean (Koehn 2012 gives the score; WMT13 printed it).

    Checked against: WMT13 French-English and WMT15 Finnish-English, all systems to six digits (tests/published).
    """
    return _mean_over_opponents(tally.wins, tally.wins + tally.wins.T, empty=0.5)


def net_wins(tally: Tally) -> Floats:
    """Mean over opponents of (w_ab - w_ba) / (w_ab + t_ab + w_ba), those never met left out."""
    return _mean_over_opponents(tally.wins - tally.wins.T, tally.meetings, empty=0.0)


def _share(part: Floats, whole: Floats, *, empty: float) -> Floats:
    return np.asarray(np.divide(part, whole, out=np.full(len(whole), empty), where=whole > 0))


def _mean_over_opponents(part: Floats, whole: Floats, *, empty: float) -> Floats:
    shares = np.divide(part, whole, out=np.zeros_like(whole), where=whole > 0)
    return _share(shares.sum(axis=1), (whole > 0).sum(axis=1).astype(np.float64), empty=empty)


def _counting(
    name: str, score: Callable[[Tally], Floats], *, title: str, source: str, reference_is_opponent: bool = False
) -> Method:
    """A method that orders systems by one score."""

    def order(given: MethodInput) -> Ordering:
        scores = score(given.with_reference if reference_is_opponent else given.tally)
        return Ordering(best_first(scores, given.tally.systems), scores=scores)

    return Method(
        name=name,
        title=title,
        source=source,
        page=name,
        order=order,
        takes={"unit": "auto"},
        reference_is_opponent=reference_is_opponent,
    )


METHODS: Final = (
    _counting(
        "wmt-official",
        wmt_official,
        title="share of comparisons not lost, reference included",
        source="Lopez 2012, Eq. 1",
        reference_is_opponent=True,
    ),
    _counting("heuristic-2", heuristic_2, title="share of comparisons won", source="Lopez 2012, Eq. 2"),
    _counting("bojar", bojar, title="share of decided comparisons won", source="Bojar et al. 2011; Lopez 2012, Eq. 3"),
    _counting(
        "expected-wins",
        expected_wins,
        title="mean share of decided comparisons won, over opponents",
        source="Koehn 2012",
    ),
    _counting("net-wins", net_wins, title="mean of wins minus losses over opponents", source="after Koehn 2012"),
)
