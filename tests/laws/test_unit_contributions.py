"""What units say about strengths: scores, informations, contributions to pairs, the jackknife, by definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.kernels.comparison_units import pair_fit, pair_flips, unit_scores
from adjudge.kernels.comparison_units.jackknife import (
    jackknife_covariance,
    jackknife_covariance_plain,
    shared_jackknife_covariance,
)
from adjudge.kernels.comparison_units.pair_flips import contributions_for, flip_pairs
from adjudge.kernels.comparison_units.restricted_scores import (
    restricted_contributions,
    restricted_contributions_plain,
    shared_contributions,
)
from adjudge.kernels.comparison_units.tastes import Tastes, estimate_tastes
from adjudge.kernels.comparison_units.unit_scores import (
    count_by_unit,
    system_leverages,
    unit_informations,
    unit_leverages,
    unit_terms_plain,
)
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.counts import count_outcomes, pairs_met
from adjudge.kernels.paired_comparison.davidson import fit_davidson
from adjudge.kernels.paired_comparison.rao_kupper import fit_rao_kupper
from adjudge.kernels.paired_comparison.sandwich import sandwich_by_unit

FITS = [fit_bradley_terry, fit_davidson, fit_rao_kupper]
models = pytest.mark.parametrize("fit_model", FITS)


def votes(seed, size=80, systems=4, units=9):
    """Random comparisons with units, behind a cycle of wins and a tie that make every fit finite."""
    rng = np.random.default_rng(seed)
    first = np.append(np.arange(systems), rng.integers(0, systems, size))
    second = np.append((np.arange(systems) + 1) % systems, (first[systems:] + rng.integers(1, systems, size)) % systems)
    outcome = np.append(np.ones(systems, dtype=int), rng.integers(-1, 2, size))
    outcome[-1] = 0
    unit = np.append(np.arange(units), rng.integers(0, units, len(first) - units))
    return first, second, outcome, unit, rng.uniform(0.5, 2, len(first))


def fitted(fit_model, campaign, systems=4):
    first, second, outcome, unit, weights = campaign
    fit = fit_model(*count_outcomes(first, second, outcome, systems, weights))
    return fit, count_by_unit(first, second, outcome, unit, systems, weights=weights)


@models
@given(seed=st.integers(0, 10_000))
def test_scores_and_informations_are_sums_over_comparisons(fit_model, seed):
    campaign = votes(seed)
    fit, held = fitted(fit_model, campaign)
    *three, unit, weights = campaign
    scores, informations = unit_terms_plain(fit, *three, unit=unit, weights=weights)
    np.testing.assert_allclose(unit_scores.unit_scores(fit, held), scores, atol=1e-9)
    [(_, _, found)] = unit_informations(fit, held)
    np.testing.assert_allclose(found, informations, atol=1e-9)
    np.testing.assert_allclose(scores.sum(axis=0), 0, atol=1e-6)
    np.testing.assert_allclose(informations.sum(axis=0), fit.information, atol=1e-6)
    leverage = np.einsum("ij,gji->g", fit.inverse, informations) / (len(fit.inverse) - 1)
    np.testing.assert_allclose(unit_leverages(fit, held), leverage, atol=1e-9)
    assert leverage.sum() == pytest.approx(1)
    n = len(fit.strengths)
    own = np.einsum("ij,gji->gi", fit.inverse[:n, :n], informations[:, :n, :n])
    np.testing.assert_allclose(system_leverages(fit, held), own * 4 / 3, atol=1e-9)


def test_counting_by_sorting_is_the_same(monkeypatch):
    campaign = votes(1)
    _, table = fitted(fit_davidson, campaign)
    monkeypatch.setattr(unit_scores, "MOST_COUNTS", 0)
    _, ordered = fitted(fit_davidson, campaign)
    for name in ("unit", "first", "second", "outcome", "count"):
        np.testing.assert_allclose(getattr(table, name), getattr(ordered, name))


@models
@given(seed=st.integers(0, 10_000))
def test_contributions_are_those_of_the_definition_and_sum_to_the_gap(fit_model, seed):
    campaign = votes(seed)
    fit, held = fitted(fit_model, campaign)
    *three, unit, weights = campaign
    terms = unit_terms_plain(fit, *three, unit=unit, weights=weights)
    found = restricted_contributions(fit, held)
    np.testing.assert_allclose(found, restricted_contributions_plain(fit, *terms), atol=1e-7)
    pairs = np.triu_indices(4, 1)
    gaps = fit.strengths[pairs[0]] - fit.strengths[pairs[1]]
    shared = shared_contributions(fit, held)
    assert shared.shape == (held.units, 4)
    # Without the correction for leverage, which only scales them, they sum to the gap.
    cov = fit.inverse
    u = cov[:, pairs[0]] - cov[:, pairs[1]]
    own = np.einsum("ip,gij,jp->gp", u, terms[1], u)
    plain = terms[0] @ u + own * gaps / (u[pairs[0], range(6)] - u[pairs[1], range(6)])
    np.testing.assert_allclose(plain.sum(axis=0), gaps, atol=1e-6)
    assert (np.abs(found) >= np.abs(plain) - 1e-9).all()
    assert (np.abs(found) <= 3 * np.abs(plain) + 1e-9).all()


def test_two_systems_are_contributions_of_a_log_odds():
    # Three documents of one pair: each adds (won - share met) / (met share (1 - share)), seen from a share of one half.
    won, lost = np.array([7, 4, 9]), np.array([3, 4, 2])
    outcome = np.concatenate([np.repeat([1, -1], [w, x]) for w, x in zip(won, lost, strict=True)])
    unit = np.repeat(np.arange(3), won + lost)
    zeros = np.zeros_like(unit)
    fit = fit_bradley_terry(*count_outcomes(zeros, zeros + 1, outcome, 2))
    found = restricted_contributions(fit, count_by_unit(zeros, zeros + 1, outcome, unit, 2))[:, 0]
    share, met = won.sum() / (won + lost).sum(), won + lost
    gap = np.log(share / (1 - share))
    expected = (won - share * met) / (met.sum() * share * (1 - share)) + gap * met / met.sum()
    # Nothing but the difference is fitted, so no leverage is left to correct.
    np.testing.assert_allclose(found, expected)


# In Rao and Kupper's model the information depends on the outcomes, so that no units are in proportion.
@pytest.mark.parametrize("fit_model", [fit_bradley_terry, fit_davidson])
def test_units_in_proportion_make_shared_contributions_nearly_exact(fit_model):
    rng, unit_size = np.random.default_rng(4), 300
    first, second = (np.tile(side, unit_size) for side in np.triu_indices(4, 1))
    outcome = rng.choice([1, 1, -1, 0], len(first))
    unit = np.repeat(np.arange(unit_size // 10), len(first) // (unit_size // 10))
    fit = fit_model(*count_outcomes(first, second, outcome, 4))
    held = count_by_unit(first, second, outcome, unit, 4)
    exact, shared = restricted_contributions(fit, held), shared_contributions(fit, held)
    pairs = np.triu_indices(4, 1)
    np.testing.assert_allclose(shared[:, pairs[0]] - shared[:, pairs[1]], exact, atol=0.02 * np.abs(exact).max())
    ours, theirs = jackknife_covariance(fit, held), shared_jackknife_covariance(fit, held)
    np.testing.assert_allclose(ours, theirs, atol=0.01 * ours.max())


@models
@given(seed=st.integers(0, 1000))
def test_the_jackknife_is_that_of_fits_without_each_unit(fit_model, seed):
    first, second, outcome, unit, _ = votes(seed, size=1500, units=12)
    fit = fit_model(*count_outcomes(first, second, outcome, 4))
    held = count_by_unit(first, second, outcome, unit, 4)
    again = jackknife_covariance_plain(fit_model, first, second, outcome, unit=unit, n=4)
    ours = jackknife_covariance(fit, held)
    # One step of Newton's method, not all: the rest is of the order of the square of a step.
    np.testing.assert_allclose(ours, again, atol=0.05 * again.max())
    sandwich = sandwich_by_unit(fit, first, second, outcome, unit)
    assert (np.diag(ours) > np.diag(sandwich) * 11 / 12).all()
    np.testing.assert_allclose(ours.sum(axis=0), 0, atol=1e-9)


@models
@given(seed=st.integers(0, 10_000), most=st.sampled_from([4, 100]))
def test_contributions_to_the_fit_of_pairs_are_the_sums_written_out(fit_model, seed, most):
    first, second, outcome, unit, _ = votes(seed)
    fit, held = fitted(fit_model, (first, second, outcome, unit, np.ones(len(first))))
    pairs = pairs_met(*count_outcomes(first, second, outcome, 4))
    groups = unit % min(9, most)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pair_fit, "MOST_UNITS", most)
        found = pair_fit.pair_contributions(fit, held, pairs)
    scores, _ = unit_terms_plain(fit, first, second, outcome, unit=groups, weights=np.ones(len(first)))
    for column, pair in enumerate(zip(pairs.first, pairs.second, strict=True)):
        here = (np.minimum(first, second) == pair[0]) & (np.maximum(first, second) == pair[1])
        own, informations = unit_terms_plain(
            fit, first[here], second[here], outcome[here], unit=groups[here], weights=np.ones(here.sum())
        )
        by_gap = np.zeros(len(scores))
        by_gap[: len(own)] = own[:, pair[0]]  # of its own comparisons the first system's score is that by the gap
        expected = by_gap - scores @ fit.inverse @ informations.sum(axis=0)[pair[0]]
        np.testing.assert_allclose(found[:, column], expected, atol=1e-7)


@pytest.mark.parametrize(
    ("units", "systems", "expected"),
    [(40, 12, "pairs"), (1000, 100, "pairs"), (1000, 2000, "systems"), (1_000_000, 100, "normal")],
)
def test_contributions_are_kept_as_exactly_as_is_affordable(units, systems, expected):
    assert contributions_for(units, systems) == expected


def flipped(monkeypatch=None, kind=None, tastes=None):
    campaign = votes(11, size=3000, units=60)
    fit, held = fitted(fit_davidson, campaign)
    if monkeypatch is not None:
        monkeypatch.setattr(pair_flips, "contributions_for", lambda *_: kind)
    first, second, outcome, unit, weights = campaign
    covariance = sandwich_by_unit(fit, first, second, outcome, unit, weights=weights)
    return flip_pairs(fit, held, covariance=covariance, level=0.05, rng=np.random.default_rng(1), tastes=tastes)


@pytest.mark.parametrize("kind", ["systems", "normal"])
def test_all_ways_to_keep_contributions_give_similar_p_values(monkeypatch, kind):
    exact = flipped()
    other = flipped(monkeypatch, kind)
    # Sixty units in proportion: what differs is draws, and a few percent of the errors.
    assert np.abs(exact.single - other.single).max() < 0.05
    assert np.abs(exact.p - other.p).max() < 0.08


@pytest.mark.parametrize("kind", ["pairs", "systems"])
def test_tastes_widen_every_difference(monkeypatch, kind):
    level = np.eye(4) - 0.25
    none = flipped(monkeypatch, kind, Tastes(0.0, 0.0 * level, 10.0))
    some = flipped(monkeypatch, kind, Tastes(0.5, 0.5 * level, 10.0))
    assert (some.single >= none.single - 0.02).all()
    assert some.p.min() > 0.3


def test_tastes_put_into_votes_are_found():
    rng = np.random.default_rng(2)
    n, size, annotators, documents = 5, 60_000, 20, 100
    first = rng.integers(0, n, size)
    second = (first + rng.integers(1, n, size)) % n
    who, document = rng.integers(0, annotators, size), rng.integers(0, documents, size)
    for sd in (0.0, 0.4):
        tau = rng.normal(0, sd, (annotators, n))
        gap = tau[who, first] - tau[who, second]
        outcome = np.where(rng.random(size) < 1 / (1 + np.exp(-gap)), 1, -1)
        fit = fit_bradley_terry(*count_outcomes(first, second, outcome, n))
        cell = who * documents + document
        held = count_by_unit(first, second, outcome, cell, n)
        found = estimate_tastes(fit, held, np.arange(held.units) // documents, np.arange(held.units) % documents)
        # Eighty free tastes: the sd of an estimated sd is a share of 1 / sqrt(2 80), and .4 shrinks by a few percent.
        assert found.variance**0.5 == pytest.approx(sd, abs=0.03 + 0.25 * sd)
        assert found.freedom == pytest.approx((annotators - 1) * (n - 1), rel=0.05)
