"""Counts of comparisons against a plain twin, and back again."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from adjudge.kernels.paired_comparison.counts import count_outcomes, count_outcomes_plain, pairs_met, to_matrices

_VOTES = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(-1, 1)).filter(lambda vote: vote[0] != vote[1]),
    max_size=40,
)


def _columns(votes, *types):
    return [np.array([vote[i] for vote in votes], dtype=kind) for i, kind in enumerate(types)]


@given(_VOTES)
def test_counts_equal_the_plain_twin(votes):
    # The narrow types that names turned into codes have; sums of codes must not overflow in them.
    first, second, outcome = _columns(votes, np.uint8, np.uint8, np.int8)
    wins, ties = count_outcomes(first, second, outcome, 5)
    for fast, plain in zip((wins, ties), count_outcomes_plain(first, second, outcome, 5), strict=True):
        np.testing.assert_array_equal(fast, plain)


def test_many_systems_do_not_overflow_small_codes():
    first, second, outcome = _columns([(199, 198, 1), (3, 199, -1)], np.uint8, np.uint8, np.int8)
    wins, ties = count_outcomes(first, second, outcome, 200)
    assert wins[199, 198] == wins[199, 3] == 1
    assert (wins.sum(), ties.sum()) == (2, 0)


def test_weights_are_added_up():
    first, second, outcome = _columns([(0, 1, 1), (1, 0, -1), (1, 0, 0)], int, int, int)
    wins, ties = count_outcomes(first, second, outcome, 2, np.array([0.5, 0.25, 2.0]))
    assert wins.tolist() == [[0, 0.75], [0, 0]]
    assert ties.tolist() == [[0, 2], [2, 0]]


@given(_VOTES)
def test_pairs_hold_all_that_the_matrices_hold(votes):
    first, second, outcome = _columns(votes, int, int, int)
    wins, ties = count_outcomes(first, second, outcome, 5)
    pairs = pairs_met(wins, ties)
    assert (pairs.first < pairs.second).all()
    assert sum(part.sum() for part in pairs.outcomes) == len(votes)
    for back, there in zip(to_matrices(pairs, 5), (wins, ties), strict=True):
        np.testing.assert_array_equal(back, there)
