"""Covariates of votes: effects that are known on paper or put in, and data that cannot show any."""

from __future__ import annotations

import math

import numpy as np
import pytest

from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit
from adjudge.kernels.paired_comparison.covariates import UnidentifiedCovariate, fit_covariates
from adjudge.kernels.paired_comparison.davidson import DAVIDSON


def repeated(rows):
    """Votes from (first, second, outcome, how often)."""
    first, second, outcome, times = np.array(rows).T
    return tuple(np.repeat(column, times) for column in (first, second, outcome))


def simulated(rng, strengths, size, effect):
    """Votes on random pairs with a covariate of 1 or -1 that moves the logit by `effect`."""
    n = len(strengths)
    first = rng.integers(0, n, size)
    second = (first + rng.integers(1, n, size)) % n
    x = rng.choice([-1.0, 1.0], (size, 1))
    logit = strengths[first] - strengths[second] + effect * x[:, 0]
    return first, second, np.where(rng.random(size) < 1 / (1 + np.exp(-logit)), 1, -1), x


def logit(share):
    return math.log(share / (1 - share))


def test_the_advantage_of_standing_first_is_the_mean_of_two_logits():
    # System 0 wins 8 of 10 when it stands first; system 1 wins 6 of 10 when it does.
    first, second, outcome = repeated([(0, 1, 1, 8), (0, 1, -1, 2), (1, 0, 1, 6), (1, 0, -1, 4)])
    fit = fit_covariates(first, second, outcome, np.ones((20, 1)), 2)
    assert fit.effects[0] == pytest.approx((logit(0.8) + logit(0.6)) / 2)
    assert fit.strengths[0] - fit.strengths[1] == pytest.approx((logit(0.8) - logit(0.6)) / 2)


def test_a_system_that_stands_first_more_often_gets_no_credit_for_it():
    # Whoever stands first wins 7 of 10; system 0 stands first four times out of five.
    first, second, outcome = repeated([(0, 1, 1, 56), (0, 1, -1, 24), (1, 0, 1, 14), (1, 0, -1, 6)])
    fit = fit_covariates(first, second, outcome, np.ones((100, 1)), 2)
    np.testing.assert_allclose(fit.strengths, 0, atol=1e-9)
    assert fit.effects[0] == pytest.approx(logit(0.7))


def test_a_tie_model_without_ties_says_so():
    first, second, outcome = repeated([(0, 1, 1, 8), (0, 1, -1, 2), (1, 0, 1, 6), (1, 0, -1, 4)])
    fit = fit_covariates(first, second, outcome, np.ones((20, 1)), 2, model=DAVIDSON)
    assert fit.tie == 0
    assert fit.model.name == "bradley-terry"


def test_intervals_of_an_effect_cover_it_as_often_as_they_promise():
    rng = np.random.default_rng(0)
    strengths, runs, effect = np.array([0.8, 0.3, 0.0, -0.4, -0.7]), 300, 0.3
    covered = 0
    for _ in range(runs):
        first, second, outcome, x = simulated(rng, strengths, 600, effect)
        fit = fit_covariates(first, second, outcome, x, 5, units=np.arange(600) % 100)
        covered += abs(fit.effects[0] - effect) < 1.96 * fit.effect_errors[0]
    # Four standard errors of a share of 300 runs, about .05.
    assert covered / runs == pytest.approx(0.95, abs=4 * math.sqrt(0.95 * 0.05 / runs))


def test_copies_of_votes_in_one_unit_add_no_certainty():
    rng = np.random.default_rng(1)
    first, second, outcome, x = simulated(rng, np.zeros(3), 300, 0.2)
    once = fit_covariates(first, second, outcome, x, 3, units=np.arange(300))
    first, second, outcome, x = np.tile(first, 4), np.tile(second, 4), np.tile(outcome, 4), np.tile(x, (4, 1))
    copied = fit_covariates(first, second, outcome, x, 3, units=np.tile(np.arange(300), 4))
    np.testing.assert_allclose(copied.covariance, once.covariance, rtol=1e-6, atol=1e-12)
    alone = fit_covariates(first, second, outcome, x, 3)
    # Taken as independent, four copies halve the errors.
    np.testing.assert_allclose(alone.effect_errors, once.effect_errors / 2, rtol=1e-2)


def test_a_covariate_without_information_is_named():
    rng = np.random.default_rng(2)
    first, second, outcome, x = simulated(rng, np.zeros(4), 200, 0.0)
    quality = np.array([1.0, 5.0, 2.0, 8.0])
    cases = [
        (np.column_stack([x, np.zeros(200)]), 1, "0 for every vote"),
        (np.column_stack([x, quality[first] - quality[second]]), 1, "cannot be distinguished"),
        (np.column_stack([quality[first] - quality[second], x]), 0, "cannot be distinguished from the systems:"),
        (np.column_stack([x, x[:, 0] * -3]), 1, "covariates before it"),
    ]
    for covariates, column, words in cases:
        with pytest.raises(UnidentifiedCovariate, match=words) as caught:
            fit_covariates(first, second, outcome, covariates, 4)
        assert caught.value.column == column


def test_standing_first_needs_pairs_in_both_orders():
    first, second, outcome = repeated([(0, 1, 1, 3), (0, 1, -1, 2), (1, 2, 1, 3), (1, 2, -1, 2), (0, 2, 0, 4)])
    with pytest.raises(UnidentifiedCovariate, match="named in both orders"):
        fit_covariates(first, second, outcome, np.ones((14, 1)), 3)


def test_systems_that_never_lost_have_no_finite_fit():
    first, second, outcome = repeated([(0, 1, 1, 3), (0, 1, -1, 2), (0, 2, 1, 3), (1, 2, 1, 2)])
    with pytest.raises(NoFiniteFit) as caught:
        fit_covariates(first, second, outcome, np.arange(10.0)[:, None], 3)
    assert caught.value.groups == [[0, 1], [2]]


def test_a_covariate_that_predicts_every_vote_has_no_finite_effect():
    first, second, outcome = repeated([(0, 1, 1, 4), (1, 0, 1, 4), (0, 1, -1, 4)])
    with pytest.raises(NoFiniteFit, match="without a single exception"):
        fit_covariates(first, second, outcome, outcome[:, None].astype(float), 2)


def test_one_unit_is_not_enough():
    first, second, outcome = repeated([(0, 1, 1, 3), (0, 1, -1, 2)])
    x = np.array([[1.0], [-1.0], [1.0], [1.0], [-1.0]])
    with pytest.raises(ValueError, match="two units"):
        fit_covariates(first, second, outcome, x, 2, units=np.zeros(5, dtype=int))
