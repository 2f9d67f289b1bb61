"""Power of the test by sign flips agrees with the statistic that it is about, and with its own inverse."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.kernels.power.unit_flips import flip_power, flip_shift, flip_threshold


@given(st.lists(st.floats(-5, 5), min_size=4, max_size=40), st.floats(0.5, 4))
def test_the_threshold_is_where_the_flip_statistic_is_critical(values, critical):
    """T = sum(x) / sqrt(sum(x^2)), its error under the hypothesis; d / e with the mean taken out of the error."""
    x = np.array(values)
    x[0] += 1e-3
    units, d = len(x), x.sum()
    own = np.sqrt(max(((x - x.mean()) ** 2).sum(), 1e-300))
    statistic = abs(d) / np.sqrt((x**2).sum())
    threshold = float(flip_threshold(critical, units))
    if abs(statistic - critical) > 1e-6:
        assert (statistic > critical) == (abs(d) / own > threshold)


@given(st.floats(1.5, 4), st.integers(40, 600), st.floats(0.1, 0.95))
def test_the_shift_found_with_some_power_has_that_power(critical, units, power):
    threshold = flip_threshold(critical, units)
    shift = flip_shift(power, threshold, units - 1)
    assert float(flip_power(shift, threshold, units - 1)) == pytest.approx(power, abs=1e-6)


def test_no_difference_is_large_enough_where_units_are_too_few():
    assert float(flip_threshold(3.0, 9)) == np.inf
    assert float(flip_power(1e6, np.inf, 8)) == 0.0
