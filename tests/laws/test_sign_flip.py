"""The permutation test against its plain twin, SciPy, and its own promise: the level is kept."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adjudge.kernels.rating_tests.sign_flip import EXACT_GROUPS, sign_flip_p, sign_flip_p_plain

_SUMS = st.integers(1, 8).flatmap(
    lambda groups: st.lists(st.lists(st.integers(-9, 9), min_size=groups, max_size=groups), min_size=1, max_size=3)
)


@given(_SUMS)
def test_fast_equals_plain(columns):
    sums = np.array(columns, dtype=float).T
    rng = np.random.default_rng(0)
    np.testing.assert_allclose(sign_flip_p(sums, 100, rng), sign_flip_p_plain(sums), rtol=1e-12)


def test_equals_scipy_permutation_test():
    sums = np.array([3.0, -1.0, 4.0, 1.0, -5.0, 9.0, 2.0, 6.0])
    expected = stats.permutation_test(
        (sums,), np.sum, permutation_type="samples", alternative="two-sided", n_resamples=np.inf, vectorized=False
    ).pvalue
    assert sign_flip_p(sums[:, None], 100, np.random.default_rng(0))[0] == pytest.approx(expected, rel=1e-12)


def test_random_draws_approach_the_exact_value():
    rng = np.random.default_rng(1)
    sums = rng.normal(0.4, 1, size=(EXACT_GROUPS + 2, 3))
    exact, draws = sign_flip_p_plain(sums), 20_000
    # Four standard errors of a share of 20,000 draws.
    np.testing.assert_allclose(sign_flip_p(sums, draws, rng), exact, atol=4 * 0.5 / np.sqrt(draws))


def test_a_random_p_value_is_never_zero():
    sums = np.full((EXACT_GROUPS + 20, 1), 1.0)
    assert sign_flip_p(sums, 500, np.random.default_rng(0))[0] == pytest.approx(1 / 501)


def test_level_is_kept_when_documents_are_symmetric():
    # 2,000 comparisons without a difference: at most .05 plus four standard errors (.0195) below .05.
    rng = np.random.default_rng(2)
    p = sign_flip_p(rng.normal(size=(30, 2000)), 999, rng)
    assert (p < 0.05).mean() < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 2000)
    assert (p < 0.05).mean() > 0.05 - 4 * np.sqrt(0.05 * 0.95 / 2000)
