"""Covariances of strengths: closed forms for two systems, and the sums over units written out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.counts import Pairs, count_outcomes, pairs_met
from adjudge.kernels.paired_comparison.davidson import fit_davidson
from adjudge.kernels.paired_comparison.model import PairedLikelihood
from adjudge.kernels.paired_comparison.rao_kupper import fit_rao_kupper
from adjudge.kernels.paired_comparison.sandwich import (
    model_covariance,
    sandwich,
    sandwich_by_unit,
)

FITS = [fit_bradley_terry, fit_davidson, fit_rao_kupper]


def votes(seed, size=60, systems=4):
    """Random comparisons, behind a cycle of wins and a tie that make every fit finite."""
    rng = np.random.default_rng(seed)
    first = np.append(np.arange(systems), rng.integers(0, systems, size))
    second = np.append((np.arange(systems) + 1) % systems, (first[systems:] + rng.integers(1, systems, size)) % systems)
    outcome = np.append(np.ones(systems, dtype=int), rng.integers(-1, 2, size))
    outcome[-1] = 0
    return first, second, outcome


def variance_of_gap(covariance):
    return covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]


def test_two_systems_without_ties_have_the_error_of_a_log_odds():
    wins, none = np.array([[0.0, 30], [12, 0]]), np.zeros((2, 2))
    fit = fit_bradley_terry(wins, none)
    for covariance in (model_covariance(fit), sandwich(fit, wins, none)):
        assert variance_of_gap(covariance) == pytest.approx(1 / 30 + 1 / 12)


def test_half_wins_vary_less_than_the_model_thinks():
    wins, ties = np.array([[0.0, 30], [12, 0]]), np.array([[0.0, 8], [8, 0]])
    fit, p = fit_bradley_terry(wins, ties), 34 / 50
    # The log-odds of a mean share p of 50 results 1, 1/2, 0, by the delta method.
    spread = (30 * (1 - p) ** 2 + 8 * (0.5 - p) ** 2 + 12 * p**2) / 50
    assert variance_of_gap(sandwich(fit, wins, ties)) == pytest.approx(spread / 50 / (p * (1 - p)) ** 2)
    assert variance_of_gap(model_covariance(fit)) == pytest.approx(1 / (50 * p * (1 - p)))


def test_tie_models_of_two_systems_have_the_errors_of_shares():
    wins, ties = np.array([[0.0, 30], [12, 0]]), np.array([[0.0, 8], [8, 0]])
    shares = np.array([30, 12, 8]) / 50
    covariance = (np.diag(shares) - np.outer(shares, shares)) / 50
    logit_slopes = 1 / (shares[:2] * (1 - shares[:2]))
    # Davidson: log(won / lost). Rao and Kupper: half of logit(won) - logit(lost).
    slopes = {
        fit_davidson: np.array([1 / shares[0], -1 / shares[1], 0]),
        fit_rao_kupper: np.array([logit_slopes[0] / 2, -logit_slopes[1] / 2, 0]),
    }
    for fit_model, slope in slopes.items():
        fit = fit_model(wins, ties)
        expected = slope @ covariance @ slope
        assert variance_of_gap(model_covariance(fit)) == pytest.approx(expected)
        assert variance_of_gap(sandwich(fit, wins, ties)) == pytest.approx(expected)


def sandwich_by_unit_plain(fit, first, second, outcome, unit, weights):
    """The definition: scores of single comparisons, added up unit after unit."""
    n = len(fit.strengths)
    sums: dict[int, np.ndarray] = {}
    for a, b, result, group, weight in zip(first, second, outcome, unit, weights, strict=True):
        one = pairs_met(*count_outcomes(np.array([a]), np.array([b]), np.array([result]), n))
        score = PairedLikelihood(fit.model, Pairs(*one), n).score(fit.parameters)
        sums[group] = sums.get(group, np.zeros_like(score)) + weight * score
    stacked = np.array(list(sums.values()))
    meat = stacked.T @ stacked
    # The strengths' level is free: the pseudo-inverse is the inverse where they sum to 0.
    bread = np.linalg.pinv(fit.information, hermitian=True)
    return (bread @ meat @ bread)[:n, :n] * len(sums) / (len(sums) - 1)


@pytest.mark.parametrize("fit_model", FITS)
@given(seed=st.integers(0, 1000), units=st.sampled_from([12, 1000]))
def test_sandwich_by_unit_equals_the_definition(fit_model, seed, units):
    rng = np.random.default_rng(seed)
    first, second, outcome = votes(seed)
    weights, unit = rng.uniform(0.5, 2, len(first)), rng.integers(3, units, len(first))
    fit = fit_model(*count_outcomes(first, second, outcome, 4, weights))
    fast = sandwich_by_unit(fit, first, second, outcome, unit, weights=weights)
    np.testing.assert_allclose(fast, sandwich_by_unit_plain(fit, first, second, outcome, unit, weights), atol=1e-10)


@pytest.mark.parametrize("fit_model", FITS)
def test_one_comparison_to_a_unit_is_the_plain_sandwich(fit_model):
    first, second, outcome = votes(1)
    counts = count_outcomes(first, second, outcome, 4)
    fit, n = fit_model(*counts), len(first)
    a, b, result = (column.astype(np.int8) for column in (first, second, outcome))
    single = sandwich_by_unit(fit, a, b, result, np.arange(n))
    np.testing.assert_allclose(single, sandwich(fit, *counts) * n / (n - 1), atol=1e-12)


@pytest.mark.parametrize("fit_model", FITS)
def test_every_comparison_twice_in_its_unit_changes_no_error(fit_model):
    covariances = []
    for copies in (1, 2):
        first, second, outcome = (np.tile(column, copies) for column in votes(2))
        unit = np.tile(np.arange(len(first) // copies), copies)
        fit = fit_model(*count_outcomes(first, second, outcome, 4))
        covariances.append((sandwich_by_unit(fit, first, second, outcome, unit), model_covariance(fit)))
    (by_unit, plain), (by_unit_twice, plain_twice) = covariances
    np.testing.assert_allclose(by_unit_twice, by_unit, atol=1e-9)
    np.testing.assert_allclose(plain_twice, plain / 2, atol=1e-9)


def test_covariances_do_not_move_the_sum_of_strengths():
    first, second, outcome = votes(3)
    counts = count_outcomes(first, second, outcome, 4)
    fit = fit_davidson(*counts)
    by_unit = sandwich_by_unit(fit, first, second, outcome, np.arange(len(first)) % 9)
    for covariance in (model_covariance(fit), sandwich(fit, *counts), by_unit):
        np.testing.assert_allclose(covariance.sum(axis=0), 0, atol=1e-10)
        assert np.linalg.matrix_rank(covariance, tol=1e-8) == 3


def test_one_unit_is_refused():
    first, second, outcome = votes(4)
    fit = fit_davidson(*count_outcomes(first, second, outcome, 4))
    with pytest.raises(ValueError, match="two units"):
        sandwich_by_unit(fit, first, second, outcome, np.zeros_like(first))
