"""Pairs of systems meet equally often at the same annotators, where annotators meet only some of the systems.

Two systems are compared the better, the more judgements of both come from the same annotators. With n the counts of
annotators by system, the pair k, l meets sum_a n_ak n_al times; the sum over pairs hardly changes, so equal numbers
have the smallest sum of squares. In a balanced incomplete block design (Yates 1936) all are equal, and no other design
of its size is more efficient (Kiefer 1958). Sizes of campaigns hardly ever admit one; exchanges come near it.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.planning.assignment.connecting import Judged
from adjudge.planning.assignment.rounding import Whole

_SWEEPS: Final = 3


def balance_pairs(judged: Judged, waves: Whole, rng: np.random.Generator) -> Judged:
    """Exchange systems between annotators of the same unit as long as pairs meet more evenly.

    Nothing is exchanged if every annotator meets every system: then pairs meet evenly enough. Counts of annotators by
    system stay rounded up or down in every wave and in all waves so far.

    Args:
        judged: who judges which system on which unit: axes system, annotator, unit.
        waves: the wave of every unit.
        rng: random numbers.
    """
    state = _State(judged.copy(), waves)
    if state.counts[-1].min() == 0:
        for _ in range(_SWEEPS):
            helped = [state.settle(unit) for unit in rng.permutation(waves.size).tolist()]
            if not any(helped):
                break
    return state.judged


class _State:
    """Who judges what, counted.

    Args:
        judged: see `balance_pairs`.
        waves: likewise.
    """

    def __init__(self, judged: Judged, waves: Whole) -> None:
        last = int(waves.max())
        spans = [*(waves == wave for wave in range(1, last + 1)), *(waves <= wave for wave in range(2, last + 1))]
        self.judged = judged
        #: Which units count together: each wave, and all waves up to any; all units last.
        self.inside: NDArray[np.bool_] = np.stack(spans)
        self.counts = np.stack([judged[:, :, span].sum(axis=2) for span in spans])  # span, system, annotator
        self.low, self.high = self.counts.min(axis=1), self.counts.max(axis=1)
        self.met = self.counts[-1] @ self.counts[-1].T

    def settle(self, unit: int) -> bool:
        """Exchanges between the annotators of one unit; whether any helped."""
        helped = False
        edges = np.argwhere(self.judged[:, :, unit] > 0).tolist()
        for first, second in combinations(range(len(edges)), 2):
            (one, a), (other, b) = edges[first], edges[second]
            if one != other and a != b and self._may(unit, one, other, a, b) and self._is_better(one, other, a, b):
                self._exchange(unit, one, other, a, b)
                edges[first], edges[second] = [other, a], [one, b]
                helped = True
        return helped

    def _may(self, unit: int, one: int, other: int, a: int, b: int) -> bool:
        """Whether nobody would judge an output twice, and all counts would stay rounded up or down."""
        if self.judged[other, a, unit] or self.judged[one, b, unit]:
            return False
        spans = np.flatnonzero(self.inside[:, unit])
        gives = self.counts[spans, one, a] > self.low[spans, a], self.counts[spans, other, b] > self.low[spans, b]
        takes = self.counts[spans, other, a] < self.high[spans, a], self.counts[spans, one, b] < self.high[spans, b]
        return all(bool(allowed.all()) for allowed in (*gives, *takes))

    def _is_better(self, one: int, other: int, a: int, b: int) -> bool:
        """Whether pairs meet more evenly if a takes `other` for `one`, and b the reverse.

        With d = n_a - n_b, every third system j meets `other` d_j times more and `one` d_j times less; the two meet
        d_one - d_other - 2 times more.
        """
        apart = self.counts[-1][:, a] - self.counts[-1][:, b]
        both = int(apart[one] - apart[other] - 2)
        apart[[one, other]] = 0
        change = 2 * apart @ (self.met[other] - self.met[one]) + 2 * apart @ apart
        return bool(change + both * (2 * self.met[one, other] + both) < 0)

    def _exchange(self, unit: int, one: int, other: int, a: int, b: int) -> None:
        apart = self.counts[-1][:, a] - self.counts[-1][:, b]
        step = np.zeros_like(apart)
        step[one], step[other] = -1, 1
        moved = np.outer(apart, step)
        self.met += moved + moved.T + 2 * np.outer(step, step)
        for system, who, change in ((one, a, -1), (other, b, -1), (other, a, 1), (one, b, 1)):
            self.judged[system, who, unit] += change
            self.counts[self.inside[:, unit], system, who] += change
