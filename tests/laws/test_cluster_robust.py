"""Cluster-robust regression and t tests against their twins, other programs and closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adjudge.kernels.cluster_robust.regression import fit_clusters, fit_clusters_plain
from adjudge.kernels.rating_tests.distances import kolmogorov, share_below, wasserstein
from adjudge.kernels.rating_tests.welch import Sample, one_sample_p, welch_p_less

_SCORES = st.lists(st.integers(-20, 20), min_size=2, max_size=40).filter(lambda d: len(set(d)) > 1)


@st.composite
def regressions(draw):
    """A design of full rank, an outcome, and clusters of unequal sizes, some with one kind of row only."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, columns = draw(st.integers(12, 40)), draw(st.integers(1, 3))
    cluster = rng.integers(0, draw(st.integers(3, 8)), n)
    cluster = np.unique(cluster, return_inverse=True)[1]
    design = np.column_stack([np.ones(n), rng.integers(0, 2, n), rng.normal(size=n)])[:, :columns]
    if np.linalg.matrix_rank(design) < columns or cluster.max() < 1:
        design, cluster = np.ones((n, 1)), np.arange(n) % 3
    return design, rng.normal(size=n), cluster


@given(regressions())
def test_fast_and_plain_agree(given):
    fast, plain = fit_clusters(*given), fit_clusters_plain(*given)
    np.testing.assert_allclose(fast.coefficients, plain.coefficients, rtol=1e-8, atol=1e-10)
    np.testing.assert_allclose(fast.errors, plain.errors, rtol=1e-6, atol=1e-10)
    np.testing.assert_allclose(fast.freedom, plain.freedom, rtol=1e-6, atol=1e-8)


@given(regressions())
def test_with_clusters_of_one_row_errors_are_hc2(given):
    linear_model = pytest.importorskip("statsmodels.api")
    design, outcome, _ = given
    leverage = np.einsum("ij,jk,ik->i", design, np.linalg.inv(design.T @ design), design)
    if leverage.max() > 1 - 1e-8:
        return
    ours = fit_clusters(design, outcome, np.arange(len(outcome)))
    theirs = linear_model.OLS(outcome, design).fit(cov_type="HC2")
    np.testing.assert_allclose(ours.errors, theirs.bse, rtol=1e-8)


@given(st.integers(0, 2**32 - 1), st.integers(2, 9), st.integers(1, 6))
def test_the_mean_of_equal_clusters_is_a_t_test_of_cluster_means(seed, clusters, size):
    d = np.random.default_rng(seed).normal(size=(clusters, size))
    fit = fit_clusters(np.ones((d.size, 1)), d.ravel(), np.repeat(np.arange(clusters), size))
    expected = stats.ttest_1samp(d.mean(axis=1), 0.0)
    assert fit.freedom[0] == pytest.approx(clusters - 1)
    assert fit.p_two_sided(0) == pytest.approx(expected.pvalue)
    low, high = expected.confidence_interval()
    assert fit.interval(0) == pytest.approx((low, high))


@given(st.integers(0, 2**32 - 1), st.integers(2, 7), st.integers(2, 7), st.integers(1, 5))
def test_treatment_of_whole_equal_clusters_is_welch_on_cluster_means(seed, first, second, size):
    """CR2 is then s1^2/G1 + s2^2/G2, and the freedom that of equal variances (derived by hand)."""
    d = np.random.default_rng(seed).normal(size=(first + second, size))
    treated = np.repeat(np.arange(first + second) >= first, size).astype(float)
    design = np.column_stack([np.ones(d.size), treated])
    fit = fit_clusters(design, d.ravel(), np.repeat(np.arange(first + second), size))
    means = d.mean(axis=1)
    a, b = means[:first].var(ddof=1) / first, means[first:].var(ddof=1) / second
    assert fit.errors[1] == pytest.approx(np.sqrt(a + b))
    freedom = (1 / first + 1 / second) ** 2 / (1 / first**2 / (first - 1) + 1 / second**2 / (second - 1))
    assert fit.freedom[1] == pytest.approx(freedom)


@given(st.integers(0, 2**32 - 1), st.integers(1, 3), st.integers(2, 6))
def test_a_difference_needs_two_clusters_on_each_side(seed, before, others):
    """All rows after; of `before` clusters some rows before as well. With one there is no error, p or interval."""
    rng = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(before + others), 6)
    after = ((cluster >= before) | (np.arange(len(cluster)) % 6 > 1)).astype(float)
    fit = fit_clusters(np.column_stack([np.ones(len(after)), after]), rng.normal(size=len(after)), cluster)
    known = before > 1
    assert [fit.t(1) is not None, fit.p_two_sided(1) is not None, fit.interval(1) is not None] == [known] * 3
    assert (fit.freedom[1] > 0) == known


@given(_SCORES, _SCORES)
def test_welch_equals_scipy(first, second):
    a, b = np.array(first, dtype=float), np.array(second, dtype=float)
    expected = stats.ttest_ind(a, b, equal_var=False, alternative="less").pvalue
    assert welch_p_less(Sample.of(a), Sample.of(b)) == pytest.approx(expected, rel=1e-9)
    assert one_sample_p(Sample.of(a)) == pytest.approx(stats.ttest_1samp(a, 0.0).pvalue, rel=1e-9)


def test_samples_that_allow_no_test_have_no_p():
    one, same = Sample.of(np.array([3.0])), Sample.of(np.array([2.0, 2.0]))
    assert welch_p_less(one, same) is None
    assert welch_p_less(same, same) is None
    assert one_sample_p(one) is None
    assert one_sample_p(same) is None
    assert Sample.of(np.array([])).mean is None


@pytest.mark.parametrize("values", [[0.1] * 7, [0.3 - 0.2, 0.4 - 0.3, 0.6 - 0.5, 0.9 - 0.8, 0.7 - 0.6]])
def test_equal_values_have_no_spread_whatever_their_rounding(values):
    d = np.array(values)
    assert d.var(ddof=1) > 0  # what makes a t of 1e16
    assert Sample.of(d).variance == 0
    assert one_sample_p(Sample.of(d)) is None
    assert welch_p_less(Sample.of(d), Sample.of(d + 0.1)) is None
    rows = np.concatenate([d, d + 0.1])
    design = np.column_stack([np.ones(len(rows)), np.arange(len(rows)) >= len(d)])
    fit = fit_clusters(design, rows, np.arange(len(rows)) // 2)
    assert fit.p_greater(1) is None
    assert fit.interval(1) is None


@given(_SCORES, _SCORES)
def test_distances_equal_scipy(first, second):
    a, b = np.array(first, dtype=float), np.array(second, dtype=float)
    assert wasserstein(a, b) == pytest.approx(stats.wasserstein_distance(a, b), abs=1e-9)
    assert kolmogorov(a, b) == pytest.approx(stats.ks_2samp(a, b, method="asymp").statistic)
    assert share_below(a, b) == pytest.approx(stats.mannwhitneyu(b, a).statistic / (len(a) * len(b)))
