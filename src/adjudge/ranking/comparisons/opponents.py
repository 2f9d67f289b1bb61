"""Whom each system met, and how often it tied: why counting wins can mislead (Lopez 2012, section 3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudge.ranking.comparisons.result import Opponents
from adjudge.ranking.comparisons.tally import Tally

Floats = NDArray[np.float64]


def describe_opponents(ranked: Tally) -> list[Opponents]:
    """One description for each system, in the order of the tally.

    Definition: with won_a the share of a's decided comparisons that it won, the opponents of a have
    sum_b m_ab won_b / sum_b m_ab, m being meetings; had it met all equally often, the mean of all other won_b. The
    common score means w_ab / (w_ab + w_ba) over the b that every other system met as well, in decided comparisons.

    Args:
        ranked: counts without the reference.
    """
    meetings, decided = ranked.meetings, ranked.wins + ranked.wins.T
    won = _divide(ranked.wins.sum(axis=1), decided.sum(axis=1), 0.5)
    share = np.divide(ranked.wins, decided, out=np.full_like(decided, np.nan), where=decided > 0)
    # b is a common opponent if all others met it; b itself is not scored against itself.
    common = np.nonzero((decided > 0).sum(axis=0) == len(decided) - 1)[0]
    return [
        Opponents(
            name,
            int(meetings[a].sum()),
            int((meetings[a] > 0).sum()),
            float(ranked.ties[a].sum() / meetings[a].sum()),
            float(won[a]),
            float(meetings[a] @ won / meetings[a].sum()),
            float((won.sum() - won[a]) / (len(won) - 1)),
            float(np.nanmean(share[a, common])) if len(common[common != a]) else None,
        )
        for a, name in enumerate(ranked.systems)
    ]


def _divide(part: Floats, whole: Floats, empty: float) -> Floats:
    return np.asarray(np.divide(part, whole, out=np.full(len(whole), empty), where=whole > 0))
