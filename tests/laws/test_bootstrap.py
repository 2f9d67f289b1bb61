"""The bootstrap over documents: its plain twin, its spread and its level."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.rating_tests.bootstrap import bootstrap_p, bootstrap_ratios, bootstrap_ratios_plain


def test_fast_bootstrap_equals_plain():
    rng = np.random.default_rng(0)
    counts = rng.integers(0, 4, size=(9, 3)).astype(float)
    sums = rng.normal(size=(9, 3)) * counts
    fast = bootstrap_ratios(sums, counts, 600, np.random.default_rng(1))
    plain = bootstrap_ratios_plain(sums, counts, 600, np.random.default_rng(1))
    np.testing.assert_allclose(fast, plain, rtol=1e-12)


def test_bootstrap_spread_is_that_of_the_mean():
    # One score to a document: the variance of the bootstrap mean is (D - 1) / D s^2 / D.
    x = np.random.default_rng(2).normal(size=(40, 1))
    replicates = bootstrap_ratios(x, np.ones_like(x), 20_000, np.random.default_rng(3))
    expected = x.std(ddof=0) / np.sqrt(40)
    assert replicates.std() == pytest.approx(expected, rel=4 / np.sqrt(2 * 20_000))


@pytest.mark.parametrize("documents", [10, 20, 60])
def test_bootstrap_p_keeps_its_level(documents):
    rng = np.random.default_rng(4)
    # 400 columns are 400 comparisons without a difference; documents hold one to three segments.
    counts = rng.integers(1, 4, size=(documents, 400)).astype(float)
    sums = rng.normal(size=(documents, 400)) * np.sqrt(counts)
    rejected = (bootstrap_p(sums, counts, 499, rng) <= 0.05).mean()
    assert rejected < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 400)
