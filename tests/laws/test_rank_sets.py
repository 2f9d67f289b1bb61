"""Rank sets: studentised differences and the step-down against plain twins, and how often they are wrong."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adjudge.kernels.ranks.rank_sets import rank_sets, surely_better
from adjudge.kernels.ranks.studentised import Differences, document_differences, model_differences
from adjudge.kernels.rating_tests.bootstrap import document_weights


def antisymmetric(values, systems):
    """Draws x pairs as draws x systems x systems."""
    matrix = np.zeros((len(values), systems, systems))
    first, second = np.triu_indices(systems, 1)
    matrix[:, first, second] = values
    matrix[:, second, first] = -values
    return matrix


def step_down(t, t_star, level):
    """The definition: decide, take the quantile over all ordered pairs that are left, and decide again."""
    decided = np.zeros(t.shape, dtype=bool)
    left = ~np.eye(len(t), dtype=bool)
    while left.any():
        critical = np.quantile(t_star[:, left].max(axis=1), level)
        new = left & (t > 0) & (t > critical)
        if not new.any():
            break
        decided |= new
        left &= ~new
    return decided


@given(
    st.integers(1, 6),
    st.integers(1, 40),
    st.sampled_from([0.5, 0.8, 0.95]),
    st.sampled_from([0.3, 1.0, 3.0]),
    st.integers(0, 2**32 - 1),
)
def test_the_step_down_equals_its_definition(systems, draws, level, spread, seed):
    rng = np.random.default_rng(seed)
    pairs = systems * (systems - 1) // 2
    # Rounded, so that observed differences tie with each other and with quantiles; some are infinite.
    t = np.round(rng.normal(0, spread, (1, pairs)), 1)
    t[rng.random(t.shape) < 0.1] = np.inf
    null = np.round(rng.normal(size=(draws, pairs)), 1)
    expected = step_down(antisymmetric(t, systems)[0], antisymmetric(null, systems), level)
    found = Differences(antisymmetric(t, systems)[0], draws, np.array_split(null, 3)[: min(3, draws)])
    np.testing.assert_array_equal(surely_better(found, level), expected)


def test_step_down_decides_more_than_one_step():
    # Pairs 01 and 12 have t = 5 and 3. Over both t* reaches 4 in half of the draws; without 01 it never passes 2.5.
    t = antisymmetric(np.array([[5.0, 9.0, 3.0]]), 3)[0]
    null = np.tile([[4.0, 0.0, 2.5], [0.0, 0.0, 2.5]], (50, 1))
    assert surely_better(Differences(t, 100, [null]), 0.95).tolist() == [
        [False, True, True],
        [False, False, True],
        [False, False, False],
    ]
    # In one step, 3 is not above 4.
    assert not surely_better(Differences(np.where(t == 5, 3.5, t), 100, [null]), 0.95)[1, 2]


def test_draws_that_are_infinite_decide_nothing():
    t = antisymmetric(np.array([[5.0]]), 2)[0]
    assert not surely_better(Differences(t, 20, [np.full((20, 1), np.inf)]), 0.95).any()


def test_places_are_counted_from_both_ends():
    # 0 beats 2 and 3, 1 beats 3.
    better = np.zeros((4, 4), dtype=bool)
    better[0, 2] = better[0, 3] = better[1, 3] = True
    assert rank_sets(better) == [(1, 2), (1, 3), (2, 4), (3, 4)]


def test_document_differences_equal_their_definition():
    rng = np.random.default_rng(0)
    counts = rng.integers(0, 4, (9, 4)).astype(float)
    counts[:, 0] = [3, 0, 0, 2, 0, 0, 0, 0, 0]  # many replicates miss this system
    sums = rng.normal(size=(9, 4)) * counts
    found = document_differences(sums, counts, 300, np.random.default_rng(1))
    drawn = np.concatenate(list(document_weights(9, 300, np.random.default_rng(1))))
    usable = [row for row in drawn if (row @ counts > 0).all()]
    assert 0 < found.draws == len(usable) < 300

    def difference(chosen, a, b):
        s, n = sums[chosen], counts[chosen]
        mean = [s[:, i].sum() / n[:, i].sum() for i in (a, b)]
        influence = [(s[:, i] - m * n[:, i]) / n[:, i].sum() for i, m in zip((a, b), mean, strict=True)]
        return mean[0] - mean[1], np.sqrt(9 / 8 * ((influence[0] - influence[1]) ** 2).sum())

    null = np.concatenate(list(found.null))
    for column, (a, b) in enumerate(zip(*np.triu_indices(4, 1), strict=True)):
        gap, error = difference(np.arange(9), a, b)
        assert (found.t[a, b], found.t[b, a]) == pytest.approx((gap / error, -gap / error))
        for row, weights in zip(null, usable, strict=True):
            star, star_error = difference(np.repeat(np.arange(9), weights.astype(int)), a, b)
            # Two documents that are drawn in equal parts may leave no error but rounding.
            if star_error > 1e-12:
                assert row[column] == pytest.approx((star - gap) / star_error, abs=1e-6, rel=1e-6)


def test_model_differences_of_two_systems_follow_students_t():
    covariance = np.array([[2.0, 0.5], [0.5, 1.0]])
    found = model_differences(np.array([1.0, 4.0]), covariance, 5, 100_000, np.random.default_rng(2))
    assert found.t.tolist() == pytest.approx(np.array([[0, -3], [3, 0]]) / np.sqrt(2))
    null = np.concatenate(list(found.null))[:, 0]
    assert len(null) == found.draws == 100_000
    assert stats.kstest(null, stats.t(5).cdf).pvalue > 0.01


def test_model_differences_share_the_estimates_and_not_the_errors():
    # Differences of estimates 0, z and 3 z are all multiples of z; what is left are the errors of each pair.
    covariance = np.outer([0.0, 1.0, 3.0], [0.0, 1.0, 3.0])
    found = model_differences(np.zeros(3), covariance, 6, 20_000, np.random.default_rng(3))
    null = np.concatenate(list(found.null))
    assert (np.sign(null) == np.sign(null[:, :1])).all()
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert stats.kstest((null[:, a] / null[:, b]) ** 2, stats.f(6, 6).cdf).pvalue > 0.01


def test_a_difference_without_error_is_decided_and_disturbs_no_other():
    # The first two estimates move together.
    covariance = np.array([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    found = model_differences(np.array([1.0, 0.5, -9.0]), covariance, 100, 500, np.random.default_rng(4))
    assert rank_sets(surely_better(found, 0.95)) == [(1, 1), (2, 2), (3, 3)]


def test_memory_does_not_grow_with_draws_times_pairs():
    # All draws of 19,900 pairs at once are 48 MB.
    tracemalloc.start()
    found = model_differences(np.arange(200.0), np.eye(200), 50, 300, np.random.default_rng(5))
    decided = surely_better(found, 0.95)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert decided[0].sum() == 0
    assert decided[199, 0]
    assert peak < 16e6


def _documents(means, groups, rng):
    """Sums and counts of systems with these means over documents of three segments each."""
    scores = rng.normal(0, 1, (groups, 3, len(means))) + np.asarray(means) + rng.normal(0, 1, (groups, 1, 1))
    return scores.sum(axis=1), np.full((groups, len(means)), 3.0)


def test_rank_sets_of_clear_and_of_equal_systems():
    rng = np.random.default_rng(5)
    for means, expected in (([9.0, 5.0, 1.0], [(1, 1), (2, 2), (3, 3)]), ([0.0, 0.0, 0.0], [(1, 3)] * 3)):
        sums, counts = _documents(means, 30, rng)
        assert rank_sets(surely_better(document_differences(sums, counts, 500, rng), 0.95)) == expected


@pytest.mark.parametrize(("systems", "groups"), [(6, 10), (13, 10), (13, 20), (13, 40)])
def test_equal_systems_are_rarely_separated_by_document_sets(systems, groups):
    rng = np.random.default_rng(6)
    runs = 120
    wrong = 0
    for _ in range(runs):
        sums, counts = _documents([0.0] * systems, groups, rng)
        wrong += bool(surely_better(document_differences(sums, counts, 400, rng), 0.95).any())
    assert wrong / runs < 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs)


@pytest.mark.parametrize("freedom", [5, 10, 30])
def test_equal_systems_are_rarely_separated_by_model_sets(freedom):
    rng = np.random.default_rng(7)
    runs, systems, wrong = 200, 13, 0
    for _ in range(runs):
        # Thirteen means with a common variance that is estimated with few degrees of freedom.
        variance = rng.chisquare(freedom) / freedom
        found = model_differences(rng.normal(size=systems), variance * np.eye(systems), freedom, 400, rng)
        wrong += bool(surely_better(found, 0.95).any())
    assert wrong / runs < 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs)


def test_where_errors_are_known_equal_systems_are_separated_as_often_as_allowed():
    rng = np.random.default_rng(8)
    runs, wrong = 600, [0, 0]
    for _ in range(runs):
        known = model_differences(rng.normal(size=8), np.eye(8), 1e6, 300, rng)
        sums, counts = _documents([0.0] * 8, 100, rng)
        many = document_differences(sums, counts, 300, rng)
        wrong = [n + bool(surely_better(one, 0.95).any()) for n, one in zip(wrong, (known, many), strict=True)]
    assert np.array(wrong) / runs == pytest.approx(0.05, abs=4 * np.sqrt(0.05 * 0.95 / runs))
