"""Strengths come back from simulated rankings, and their intervals cover when the ten pairs of a ranking are dependent.

Five systems of a segment are ranked by quality plus noise of this segment and system, in steps: equal steps are ties.
All ten pairs share five draws of noise, so they are dependent, and none of the models is true. The truth of a wrong
model is what it finds in the whole population, whose shares of wins and ties follow from the normal distribution.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from adjudge.kernels.paired_comparison.bootstrap import bootstrap_units
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.counts import count_outcomes
from adjudge.kernels.paired_comparison.davidson import fit_davidson
from adjudge.kernels.paired_comparison.rao_kupper import fit_rao_kupper
from adjudge.kernels.paired_comparison.sandwich import model_covariance, sandwich_by_unit

QUALITY = np.array([-0.6, -0.3, -0.1, 0.0, 0.1, 0.2, 0.7])
STEP = 0.8
RANKINGS = 250
PAIRS = np.array(list(combinations(range(5), 2)))
FITS = [fit_bradley_terry, fit_davidson, fit_rao_kupper]


def campaign(rng, rankings=RANKINGS):
    """First and second system, outcome and ranking of the pairs of five-way rankings with ties."""
    shown = rng.permuted(np.tile(np.arange(len(QUALITY)), (rankings, 1)), axis=1)[:, :5]
    place = np.floor((QUALITY[shown] + rng.normal(size=shown.shape)) / STEP)
    first, second = (shown[:, PAIRS[:, side]].ravel() for side in (0, 1))
    outcome = np.sign(place[:, PAIRS[:, 0]] - place[:, PAIRS[:, 1]]).astype(int).ravel()
    return first, second, outcome, np.repeat(np.arange(rankings), len(PAIRS))


def population():
    """Wins and ties in infinitely many rankings, as shares of the comparisons of a pair."""
    edges = STEP * np.arange(-10, 11)
    below = stats.norm.cdf(edges[None, :] - QUALITY[:, None])
    share = np.diff(below, axis=1)  # of each step; nobody is beyond eight standard deviations
    off = 1 - np.eye(len(QUALITY))
    return (share @ below[:, :-1].T) * off, (share @ share.T) * off


def coverage(fit_model, runs, seed):
    """Shares of strengths and of differences that lie in the 95% intervals by ranking, and in the model's own."""
    truth, rng = fit_model(*population()).strengths, np.random.default_rng(seed)
    gaps, pairs = truth[:, None] - truth, np.triu_indices(len(truth), 1)
    shares = np.zeros((runs, 2, 2))
    for run in range(runs):
        first, second, outcome, ranking = campaign(rng)
        fit = fit_model(*count_outcomes(first, second, outcome, len(truth)))
        robust = sandwich_by_unit(fit, first, second, outcome, ranking)
        for i, covariance in enumerate((robust, model_covariance(fit))):
            own = np.diag(covariance)
            off = np.abs(fit.strengths - truth) / np.sqrt(own)
            shares[run, i, 0] = (off <= stats.norm.ppf(0.975)).mean()
            spread = np.sqrt(own[:, None] + own - 2 * covariance)[pairs]
            off = np.abs(fit.strengths[:, None] - fit.strengths - gaps)[pairs] / spread
            shares[run, i, 1] = (off <= stats.norm.ppf(0.975)).mean()
    return shares.mean(axis=0)


@pytest.mark.parametrize("fit_model", FITS)
def test_population_shares_are_those_of_a_large_campaign(fit_model):
    wins, ties = population()
    np.testing.assert_allclose((wins + wins.T + ties)[~np.eye(len(wins), dtype=bool)], 1, atol=1e-9)
    first, second, outcome, ranking = campaign(np.random.default_rng(1), rankings=20_000)
    fit = fit_model(*count_outcomes(first, second, outcome, len(wins)))
    errors = np.sqrt(np.diag(sandwich_by_unit(fit, first, second, outcome, ranking)))
    np.testing.assert_array_less(np.abs(fit.strengths - fit_model(wins, ties).strengths), 4 * errors)


@pytest.mark.parametrize("fit_model", FITS)
def test_intervals_by_ranking_cover_and_intervals_of_the_model_do_not(fit_model):
    runs = 150
    (strengths, differences), plain = coverage(fit_model, runs, seed=2)
    # Intervals of one campaign are dependent: at worst they cover all together or not at all, with the variance of
    # a single one. Three standard errors of such a share below and above .95.
    margin = 3 * np.sqrt(0.95 * 0.05 / runs)
    for share in (strengths, differences):
        assert 0.95 - margin < share < 0.95 + margin
    assert (plain < 0.95 - margin).all()


@pytest.mark.slow
@pytest.mark.parametrize("fit_model", FITS)
def test_intervals_by_ranking_cover_as_promised(fit_model):
    # A standard error of at most .0035, by the same argument: .93 and .97 are not kept by luck.
    (strengths, differences), plain = coverage(fit_model, 4000, seed=3)
    assert 0.93 < strengths < 0.97
    assert 0.93 < differences < 0.97
    assert (plain < 0.90).all()


def test_equal_systems_without_ties_double_the_variance():
    # Without ties, 1[a > b] and 1[a > c] of one ranking correlate by 1/3: four results of a vary as eight would.
    rng = np.random.default_rng(4)
    shown = rng.permuted(np.tile(np.arange(5), (4000, 1)), axis=1)
    first, second = (shown[:, PAIRS[:, side]].ravel() for side in (0, 1))
    outcome, ranking = np.ones(len(first), dtype=int), np.repeat(np.arange(4000), 10)  # shown from best to worst
    fit = fit_bradley_terry(*count_outcomes(first, second, outcome, 5))
    ratio = np.diag(sandwich_by_unit(fit, first, second, outcome, ranking)) / np.diag(model_covariance(fit))
    # ratio / 2 is the mean of s^2 / 2, s = wins - 2 uniform on -2 ... 2: variance (6.8 - 4) / 4 = 0.7 to a ranking.
    np.testing.assert_allclose(ratio / 2, 1, atol=4 * np.sqrt(0.7 / 4000))


def test_bootstrap_of_rankings_agrees_with_the_sandwich():
    first, second, outcome, ranking = campaign(np.random.default_rng(5), rankings=1000)
    fit = fit_davidson(*count_outcomes(first, second, outcome, len(QUALITY)))
    drawn = bootstrap_units(fit, first, second, outcome, ranking, draws=1000, rng=np.random.default_rng(6))
    ratio = drawn.strengths.std(axis=0) / np.sqrt(np.diag(sandwich_by_unit(fit, first, second, outcome, ranking)))
    np.testing.assert_allclose(ratio, 1, atol=4 / np.sqrt(2 * 1000) + 0.01)
