"""Sign flips with noise: signs alone where noise vanishes, the moments of both, and no order of units."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.ranks.noisy_flips import NoisyFlips, NormalNoise, noise_of_pairs
from adjudge.kernels.ranks.step_down import SignFlips, step_down


def contributions(seed, units, systems=3):
    rng = np.random.default_rng(seed)
    by_system = rng.normal(0.3, 1.0, (units, systems)) * rng.uniform(0.5, 2, (units, 1))
    first, second = np.triu_indices(systems, 1)
    return by_system[:, first] - by_system[:, second]


def result_of(terms, noises, seed=0):
    errors = np.sqrt((terms**2).sum(axis=0))
    null = NoisyFlips(terms, noises, errors)
    return step_down(terms.sum(axis=0) / errors, null, 0.05, np.random.default_rng(seed))


@pytest.mark.parametrize("units", [8, 12, 14])
def test_with_vanishing_noise_p_values_are_those_of_all_sign_assignments(units):
    terms = contributions(units, units)
    tiny = [NormalNoise(1e-14 * np.eye(3), 9.0)]
    exact, noisy = result_of(terms, []), result_of(terms, tiny)
    assert exact.exact
    assert not noisy.exact
    # What is left over after whole passes has random signs: at most 2^13 of 10,000 draws here.
    np.testing.assert_allclose(noisy.p, exact.p, atol=4 * np.sqrt(0.25 / 10_000))


def test_the_order_of_units_does_not_matter():
    terms, rng = contributions(3, 14), np.random.default_rng(1)
    noise = [NormalNoise(0.01 * np.eye(3), 9.0)]
    values = [result_of(terms[rng.permutation(14)], noise, seed).p for seed in range(6)]
    assert np.std(values, axis=0).max() < 2.5 * np.sqrt(0.25 / 10_000)


def test_draws_have_the_variance_of_signs_and_noise():
    terms = contributions(5, 40)
    noise = NormalNoise(np.array([[2.0, 0.5, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 3.0]]), 1e6)
    errors = np.sqrt((terms**2).sum(axis=0) + noise_of_pairs([noise], 3))
    draws = np.concatenate(list(NoisyFlips(terms, [noise], errors).draw(40_000, np.random.default_rng(2))))
    np.testing.assert_allclose((draws**2).mean(axis=0), 1.0, atol=0.03)
    # Written out: var(x_0 - x_1) = 2 + 1 - 2 * 0.5, var(x_0 - x_2) = 5, var(x_1 - x_2) = 4.
    np.testing.assert_allclose(noise_of_pairs([noise], 3), [2.0, 5.0, 4.0])


def test_few_degrees_of_freedom_have_heavy_tails():
    light, heavy = (
        NormalNoise(np.eye(2), freedom).draw(40_000, np.random.default_rng(0))[:, 0] for freedom in (1e6, 3.0)
    )
    # Student's t with 3 degrees of freedom exceeds 3 in 5.8%, the normal distribution in .27%.
    assert (np.abs(heavy) > 3).mean() == pytest.approx(0.058, abs=0.006)
    assert (np.abs(light) > 3).mean() == pytest.approx(0.0027, abs=0.0012)


def test_without_noise_draws_are_sign_flips():
    terms = contributions(7, 30)
    errors = np.ones(3)
    one = np.concatenate(list(NoisyFlips(terms, [], errors).draw(500, np.random.default_rng(4))))
    two = np.concatenate(list(SignFlips(terms).draw(500, np.random.default_rng(4))))
    np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("systems", [2, 3, 6])
def test_draws_do_not_hang_on_rounding(systems):
    """Of equal eigenvalues, as in balanced designs, any axes will do: rounding must not choose between them."""
    rng = np.random.default_rng(systems)
    noise = 1e-15 * rng.normal(size=(2, systems, systems))
    draws = [
        NormalNoise(np.eye(systems) - 1 / systems + one + one.T, 9.0).draw(50, np.random.default_rng(1))
        for one in noise
    ]
    np.testing.assert_allclose(draws[0], draws[1], atol=1e-5)
