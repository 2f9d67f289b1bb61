"""Paired tests and corrections against SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adjudge.kernels.probability.multiplicity import benjamini_hochberg, benjamini_yekutieli
from adjudge.kernels.rating_tests.paired import sign_p, signed_rank_p

_DIFFERENCES = st.lists(st.integers(-6, 6), min_size=2, max_size=60).filter(any).map(lambda d: np.array(d, dtype=float))


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@given(d=_DIFFERENCES)
def test_signed_rank_equals_scipy(d, alternative):
    expected = stats.wilcoxon(
        d[d != 0], correction=True, alternative=alternative, method="asymptotic", zero_method="wilcox"
    ).pvalue
    # SciPy corrects towards the mean even when the statistic is the mean; ours stops at 1.
    assert signed_rank_p(d, alternative) == pytest.approx(min(1.0, expected), rel=1e-9)


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@given(d=_DIFFERENCES)
def test_sign_test_equals_scipy(d, alternative):
    k, n = int((d > 0).sum()), int((d != 0).sum())
    expected = stats.binomtest(k, n, alternative=alternative).pvalue
    assert sign_p(d, alternative) == pytest.approx(expected, rel=1e-9)


def test_sign_test_of_many_differences_does_not_underflow():
    d = np.r_[np.ones(3000), -np.ones(2500)]
    assert sign_p(d, "two-sided") == pytest.approx(stats.binomtest(3000, 5500).pvalue, rel=1e-9)


def test_no_difference_is_no_evidence():
    zeros = np.zeros(5)
    assert (signed_rank_p(zeros, "two-sided"), signed_rank_p(zeros, "greater")) == (1.0, 0.5)
    assert (sign_p(zeros, "two-sided"), sign_p(zeros, "greater")) == (1.0, 1.0)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20).map(np.array))
def test_false_discovery_corrections_equal_scipy(p):
    assert benjamini_hochberg(p) == pytest.approx(stats.false_discovery_control(p, method="bh"))
    assert benjamini_yekutieli(p) == pytest.approx(stats.false_discovery_control(p, method="by"))
