"""True means given estimates: against numerical integration."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad

from adjudge.planning.pilot.belief import PRIOR_SCALE, Belief

DRAWS = 40_000


def test_two_systems_have_the_posterior_of_numerical_integration():
    # One contrast: d = (b1 - b2) / sqrt(2) ~ N(delta, v), delta ~ N(0, tau^2), tau half-Cauchy.
    means, variance, spread = np.array([53.0, 50.0]), 2.25, 16.0
    found = 3 / np.sqrt(2)
    scale = PRIOR_SCALE * spread

    def weight(tau):
        total = tau**2 + variance
        return np.exp(-0.5 * found**2 / total) / np.sqrt(total) / (1 + (tau / scale) ** 2)

    limits = (1e-3 * spread, 10 * spread)
    whole = quad(weight, *limits, limit=200)[0]
    kept = quad(lambda tau: weight(tau) * tau**2 / (tau**2 + variance), *limits, limit=200)[0] / whole
    drawn, _ = Belief(means, np.eye(2) * variance, spread).draw(np.ones(DRAWS), np.random.default_rng(0))
    contrast = (drawn[0] - drawn[1]) / np.sqrt(2)
    error = contrast.std() / np.sqrt(DRAWS)
    assert contrast.mean() == pytest.approx(kept * found, abs=4 * error + 0.01)
    np.testing.assert_allclose(drawn.mean(axis=0), 51.5)  # the common level stays


def test_equal_estimates_with_large_errors_shrink_and_clear_ones_stay():
    rng = np.random.default_rng(1)
    true = np.repeat([40.0, 60.0], 6)
    clear, _ = Belief(true, np.eye(12) * 0.01, 15.0).draw(np.ones(2_000), rng)
    np.testing.assert_allclose(clear.mean(axis=1), true, atol=0.1)
    noisy = 50 + rng.normal(0, 2, 12)
    shrunken, tau = Belief(noisy, np.eye(12) * 4.0, 15.0).draw(np.ones(2_000), rng)
    assert np.median(tau) < 2
    assert np.ptp(shrunken.mean(axis=1)) < 0.6 * np.ptp(noisy)


def test_larger_scales_give_wider_beliefs():
    belief = Belief(np.array([40.0, 45, 50, 55, 60]), np.eye(5), 15.0)
    narrow, _ = belief.draw(np.ones(4_000), np.random.default_rng(2))
    wide, _ = belief.draw(np.full(4_000, 4.0), np.random.default_rng(2))
    ratio = wide.std(axis=1) / narrow.std(axis=1)
    assert ((ratio > 1.7) & (ratio < 2.3)).all()  # the prior is wide: nearly twice
