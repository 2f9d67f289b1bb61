"""How many units count, and Student's t without SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from adjudge.kernels.probability.few_units import equal_units, long_tail
from adjudge.kernels.probability.student import quantile_of_t, quantiles_of_t


@pytest.mark.parametrize("p", [0.001, 0.05, 0.9, 0.975, 0.9999])
def test_quantiles_are_those_of_scipy(p):
    freedom = np.array([100.0, 101.5, 250, 1e4, 1e9])
    np.testing.assert_allclose(quantiles_of_t(p, freedom), stats.t.ppf(p, freedom), rtol=1e-8)
    assert quantile_of_t(p, 2.5) == pytest.approx(stats.t.ppf(p, 2.5))


def test_an_unknown_freedom_has_no_quantile():
    assert np.isnan(quantiles_of_t(0.975, np.array([np.nan, 3.0]))).tolist() == [True, False]
    assert np.isnan(quantiles_of_t(0.975, np.array([np.nan, 300.0]))).tolist() == [True, False]


def test_equal_units_count_fully_and_tiny_ones_hardly():
    assert equal_units(np.full((7, 2), 3.0)).tolist() == [7, 7]
    assert equal_units(np.array([1000.0, 1, 1])) == pytest.approx(1.004, abs=0.001)


def test_tails_are_longer_with_few_units():
    """By the definition: Phi of sqrt(n / (n - 1)) times Student's quantile."""
    assert long_tail(0.95, 10) == pytest.approx(stats.norm.cdf(np.sqrt(10 / 9) * stats.t.ppf(0.025, 9)))
    assert long_tail(0.95, 10**7) == pytest.approx(0.025, rel=1e-5)
