"""The shuffle test of repeats against its plain twin, SciPy, and its own promise: random scores seldom pass."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adjudge.kernels.rating_tests.shuffle import (
    EXACT_PAIRS,
    nearer_share,
    nearer_share_plain,
    shuffle_p,
    shuffle_p_plain,
    smallest_shuffle_p,
)

# Tenths, so that distances that are equal on paper differ in the last digits.
_SCORE = st.integers(0, 12).map(lambda score: score / 10)


def _pairs(low, high):
    pairs = st.lists(st.tuples(_SCORE, _SCORE), min_size=low, max_size=high)
    return pairs.map(lambda found: np.array(found, dtype=float).reshape(-1, 2).T)


def _rng():
    return np.random.default_rng(0)


@given(_pairs(0, 6))
def test_fast_equals_plain(pairs):
    first, second = pairs
    assert shuffle_p(first, second, 100, _rng()) == pytest.approx(shuffle_p_plain(first, second), rel=1e-12)


@given(_pairs(2, 12))
def test_the_share_of_nearer_scores_equals_its_plain_twin(pairs):
    assert nearer_share(*pairs) == pytest.approx(nearer_share_plain(*pairs), rel=1e-12)


def test_equals_scipy_permutation_test():
    first, second = np.array([20.0, 90, 55, 70, 33, 81]), np.array([35.0, 80, 60, 40, 30, 95])
    expected = stats.permutation_test(
        (second,),
        lambda shuffled: np.abs(first - shuffled).sum(),
        permutation_type="pairings",
        alternative="less",
        n_resamples=np.inf,
        vectorized=False,
    ).pvalue
    assert 0 < expected < 1
    assert shuffle_p(first, second, 100, _rng()) == pytest.approx(expected, rel=1e-12)


@given(_pairs(2, 15), st.randoms(use_true_random=False), st.integers(-50, 50))
def test_neither_the_order_of_the_pairs_nor_the_place_on_the_scale_matters(pairs, random, constant):
    order = list(range(pairs.shape[1]))
    random.shuffle(order)
    first, second = pairs
    first_moved, second_moved = pairs[:, order] + constant
    assert shuffle_p(first_moved, second_moved, 99, _rng()) == shuffle_p(first, second, 99, _rng())
    assert nearer_share(first_moved, second_moved) == pytest.approx(nearer_share(first, second), rel=1e-12)


def test_random_draws_approach_the_exact_value():
    rng = np.random.default_rng(1)
    first = rng.normal(size=EXACT_PAIRS + 1)
    second, draws = first + rng.normal(0, 2, size=len(first)), 20_000
    exact = shuffle_p_plain(first, second)
    assert 0.02 < exact < 0.98
    # Four standard errors of a share of 20,000 draws.
    assert shuffle_p(first, second, draws, rng) == pytest.approx(exact, abs=4 * 0.5 / math.sqrt(draws))


def test_a_random_p_value_is_never_zero():
    scores = np.arange(40.0)
    assert shuffle_p(scores, scores, 500, _rng()) == pytest.approx(1 / 501)


@given(_pairs(0, 6))
def test_nobody_does_better_than_who_repeats_every_score(pairs):
    first, _ = pairs
    assert smallest_shuffle_p(first, 9) == pytest.approx(shuffle_p_plain(first, first), rel=1e-9)


def test_draws_bound_the_smallest_p_of_many_pairs():
    assert smallest_shuffle_p(np.arange(30.0), 999) == pytest.approx(1 / 1000)
    assert smallest_shuffle_p(np.array([0.0] * 9 + [1.0]), 999) == pytest.approx(1 / 10)  # the odd one stays in place


def test_one_score_for_everything_shows_nothing():
    same = np.full(20, 85.0)
    assert shuffle_p(same, same, 200, _rng()) == 1
    assert nearer_share(same, same) == 0.5


def test_scores_that_come_back_are_always_nearer():
    scores = np.arange(9.0)
    assert nearer_share(scores, scores) == 1


@pytest.mark.parametrize("pairs", [5, 12])
def test_level_is_kept_when_second_scores_know_nothing_of_the_first(pairs):
    # 1,000 random clickers, exact and by draws: p < .05 for at most .05 of them plus four standard errors.
    rng = np.random.default_rng(2)
    clicks = rng.integers(0, 101, size=(1000, 2, pairs)).astype(float)
    p = np.array([shuffle_p(first, second, 399, rng) for first, second in clicks])
    assert (p < 0.05).mean() < 0.05 + 4 * math.sqrt(0.05 * 0.95 / 1000)
    # Not by never rejecting: scores seldom tie, so that the level is nearly used up.
    assert (p < 0.05).mean() > 0.05 - 1 / math.factorial(5) - 4 * math.sqrt(0.05 * 0.95 / 1000)
    # By symmetry of the second scores each of two is the nearer one half of the time.
    shares = [nearer_share(first, second) for first, second in clicks]
    assert np.mean(shares) == pytest.approx(0.5, abs=float(4 * np.std(shares) / math.sqrt(1000)))
