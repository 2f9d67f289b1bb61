"""Whom each system met, and how often it tied: why counting wins can mislead (Lopez 2012, section 3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudge.ranking.comparisons.result import Opponents
from adjudge.ranking.comparisons.tally import Tally

Floats = NDArray[np.float64]


def describe_opponents(tally: Tally) -> tuple[Opponents, ...]:
    """One description for each system, in the order of the tally.

    Definition: with won_a the share of a's decided comparisons that it won, the opponents of a have
    sum_b m_ab won_b / sum_b m_ab, m being meetings; had it met all equally often, the mean of all other won_b. The
    common score means w_ab / (w_ab + w_ba) over the b that every other system met as well, in decided comparisons.

    Args:
        tally: comparisons without the reference.
    """
    meetings, decided = tally.meetings, tally.wins + tally.wins.T
    met = meetings.sum(axis=1)
    won = _divide(tally.wins.sum(axis=1), decided.sum(axis=1), 0.5)
    share = np.divide(tally.wins, decided, out=np.full_like(decided, np.nan), where=decided > 0)
    # b is a common opponent if all others met it; b itself is not scored against itself.
    common = np.nonzero((decided > 0).sum(axis=0) == len(decided) - 1)[0]
    return tuple(
        Opponents(
            system=name,
            comparisons=int(met[a]),
            opponents=int((meetings[a] > 0).sum()),
            tied=float(tally.ties[a].sum() / met[a]),
            won=float(won[a]),
            met=float(meetings[a] @ won / met[a]),
            even=float((won.sum() - won[a]) / (len(won) - 1)),
            common=float(np.nanmean(share[a, common])) if len(common[common != a]) else None,
        )
        for a, name in enumerate(tally.systems)
    )


def _divide(part: Floats, whole: Floats, empty: float) -> Floats:
    return np.asarray(np.divide(part, whole, out=np.full(len(whole), empty), where=whole > 0))
