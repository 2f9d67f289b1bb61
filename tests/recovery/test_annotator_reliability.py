"""Reliabilities and strengths put into simulated votes come back; random clickers do less harm than without."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.paired_comparison.annotator_reliability import fit_reliability
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.counts import count_outcomes
from adjudge.kernels.paired_comparison.davidson import DAVIDSON
from adjudge.kernels.ranks.order import kendall_tau
from adjudge.kernels.rating_tests.paired import sign_p

SYSTEMS = 12


def simulated(seed, reliability, size, nu=0.0):
    """True strengths, and votes by Davidson's model on random pairs by random annotators."""
    rng = np.random.default_rng(seed)
    strengths = rng.normal(0, 0.6, SYSTEMS)
    annotator = rng.integers(0, len(reliability), size)
    first = rng.integers(0, SYSTEMS, size)
    second = (first + rng.integers(1, SYSTEMS, size)) % SYSTEMS
    gap = np.array(reliability)[annotator] * (strengths[first] - strengths[second])
    up, down, drawn = np.exp(gap / 2), np.exp(-gap / 2), rng.random(size)
    z = up + down + nu
    outcome = np.where(drawn < up / z, 1, np.where(drawn < (up + down) / z, -1, 0))
    return strengths - strengths.mean(), annotator, first, second, outcome


def order(strengths):
    return [str(i) for i in np.argsort(-strengths)]


def gains(reliability, size, seeds):
    """Kendall's tau with the truth, less that of plain Bradley-Terry, for every seed; and the fits."""
    differences, fits = [], []
    for seed in range(seeds):
        truth, annotator, first, second, outcome = simulated(seed, reliability, size)
        fits.append(fit_reliability(annotator, first, second, outcome, SYSTEMS))
        plain = fit_bradley_terry(*count_outcomes(first, second, outcome, SYSTEMS))
        mine, theirs = (kendall_tau(order(truth), order(fit.strengths)) for fit in (fits[-1], plain))
        differences.append(round(mine - theirs, 9))
    return np.array(differences), fits


def test_with_a_fifth_of_random_clickers_the_order_comes_back_better_than_without_reliabilities():
    differences, _ = gains([0.0] * 4 + [1.0] * 16, 2000, 100)
    assert differences.mean() > 0
    assert sign_p(differences, "greater") < 0.05


def test_with_clickers_and_reversers_it_comes_back_better():
    differences, _ = gains([0.0] * 4 + [1.0] * 14 + [-1.0] * 2, 2000, 60)
    assert differences.mean() > 0
    assert sign_p(differences, "greater") < 0.05


def test_clickers_come_out_near_zero_and_reversers_below():
    reliability = [0.0] * 4 + [1.0] * 14 + [-1.0] * 2
    for seed in range(5):
        _, annotator, first, second, outcome = simulated(seed, reliability, 20_000)
        fit = fit_reliability(annotator, first, second, outcome, SYSTEMS)
        # The scale is that of a mean of 1 over all annotators; ratios do not depend on it.
        found = fit.reliability / fit.reliability[4:18].mean()
        error = fit.reliability_errors / fit.reliability[4:18].mean()
        assert (np.abs(found[:4]) < 4 * error[:4] + 0.05).all()
        assert (found[:4] < 0.3).all()
        assert (found[18:] < -0.5).all()
        assert (found[4:18] > 0.5).all()


def test_when_all_annotators_are_equal_nothing_is_lost():
    differences, fits = gains([1.0] * 20, 2000, 40)
    spreads = [fit.spread for fit in fits]
    # The chance that a variance of 0 is estimated as 0 is about one half (Self and Liang 1987).
    assert np.median(spreads) < 0.1
    # Where no spread is found the fits are the same; elsewhere one of the 66 pairs, a tau of .03, may change places.
    assert (differences[np.array(spreads) == 0] == 0).all()
    assert abs(differences.mean()) < 0.01


def test_ties_and_the_spread_of_annotators_come_back():
    rng = np.random.default_rng(7)
    reliability, runs, nu = 1 + 0.4 * rng.normal(size=60), 10, 0.7
    reliability += 1 - reliability.mean()
    spreads, ties = [], []
    for seed in range(runs):
        _, annotator, first, second, outcome = simulated(seed, reliability, 20_000, nu)
        fit = fit_reliability(annotator, first, second, outcome, SYSTEMS, model=DAVIDSON)
        spreads.append(fit.spread)
        ties.append(fit.tie or 0.0)
    # The same sixty annotators in every run: what varies are their votes.
    assert np.mean(spreads) == pytest.approx(reliability.std(), abs=4 * np.std(spreads) / np.sqrt(runs))
    assert np.mean(ties) == pytest.approx(nu, abs=4 * np.std(ties) / np.sqrt(runs))


def test_intervals_of_strengths_cover_the_truth():
    reliability = 1 + 0.3 * np.random.default_rng(8).normal(size=30)
    reliability += 1 - reliability.mean()
    covered = []
    for seed in range(60):
        truth, annotator, first, second, outcome = simulated(seed, reliability, 3000)
        fit = fit_reliability(annotator, first, second, outcome, SYSTEMS)
        covered.append(np.mean(np.abs(fit.strengths - truth) < 1.96 * np.sqrt(np.diag(fit.covariance))))
    # The systems of a run are dependent: the run is the unit.
    assert np.mean(covered) == pytest.approx(0.95, abs=4 * np.std(covered) / np.sqrt(60))
