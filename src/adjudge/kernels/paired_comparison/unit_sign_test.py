"""The sign test for direct comparisons that come in units: all votes of a unit change sides together."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.counts import Ints
from adjudge.kernels.probability.normal import upper_tail
from adjudge.kernels.rating_tests.sign_flip import EXACT_GROUPS, sign_flip_p

Floats = NDArray[np.float64]
#: Numbers in one piece of sign assignments x pairs.
CHUNK: Final = 4_000_000


def unit_sign_p(
    first: Ints, second: Ints, outcome: Ints, unit: Ints, n: int, *, weights: Floats | None = None
) -> Floats:
    """Two-sided p-values of "neither of two systems is preferred", for all pairs, from their direct comparisons.

    Definition: S_g is wins minus losses of a against b in unit g. If neither is preferred, the sign of a whole S_g
    is arbitrary: p is the share of sign assignments e with |sum e_g S_g| >= |sum S_g|, over all 2^G for up to twelve
    units with S_g unlike 0, and 2 P(Z > |sum S_g| / sqrt(sum S_g^2)) beyond. With one vote to a unit this is the
    sign test. Votes may have weights, which are not numbers of votes: only their proportions matter.

    Checked against: all sign assignments, and the normal tail written out (tests/laws); the share of false positives
    where documents favour systems (benchmarks/study_comparisons.py).

    Args:
        first: code of one system, 0 to n - 1.
        second: code of the other.
        outcome: 1 if the first was preferred, -1 if the second, 0 for a tie.
        unit: code of the unit of each vote.
        n: number of systems.
        weights: of each vote; 1 if left out.

    Returns:
        Systems x systems, symmetric; 1 for pairs that were never decided.
    """
    from scipy.sparse import coo_array

    signed = np.where(first < second, outcome, -outcome) * (1.0 if weights is None else weights)
    pair = np.minimum(first, second) * n + np.maximum(first, second)
    sums = coo_array((signed, (pair, unit)), shape=(n * n, int(unit.max()) + 1)).tocsr()
    sums.eliminate_zeros()
    decided = np.flatnonzero(np.diff(sums.indptr))
    p = np.ones((n, n))
    p[np.divmod(decided, n)] = _flip_p(sums.data, sums.indptr[decided], np.diff(sums.indptr)[decided])
    return np.minimum(p, p.T)


def _flip_p(sums: Floats, starts: Ints, lengths: Ints) -> Floats:
    """One p-value for each stretch of sums that starts somewhere and has some length."""
    if not len(starts):
        return np.zeros(0)
    t = np.abs(np.add.reduceat(sums, starts)) / np.sqrt(np.add.reduceat(sums**2, starts))
    p = np.array([min(1.0, 2 * upper_tail(one)) for one in t.tolist()])
    for length in range(1, EXACT_GROUPS + 1):
        here = np.flatnonzero(lengths == length)
        step = CHUNK >> length
        for part in (here[low : low + step] for low in range(0, len(here), step)):
            few = sums[starts[part] + np.arange(length)[:, None]]
            p[part] = sign_flip_p(few, 0, np.random.default_rng(0))
    return p


def unit_sums_plain(
    first: Ints, second: Ints, outcome: Ints, unit: Ints, *, pair: tuple[int, int], weights: Floats
) -> list[float]:
    """The sums S_g of one pair, vote after vote, without units in balance. For tests."""
    held: dict[int, float] = {}
    for a, b, result, group, weight in zip(first, second, outcome, unit, weights, strict=True):
        if {int(a), int(b)} == set(pair):
            sign = 1 if int(a) == pair[0] else -1
            held[int(group)] = held.get(int(group), 0.0) + sign * int(result) * float(weight)
    return [value for value in held.values() if value]
