"""Models of single votes, and the choice of the next ones, against their definitions and what follows on paper."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from scipy import integrate, optimize

from adjudge.kernels.paired_comparison.annotator_reliability import fit_reliability
from adjudge.kernels.paired_comparison.bradley_terry import BRADLEY_TERRY
from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit
from adjudge.kernels.paired_comparison.counts import count_outcomes
from adjudge.kernels.paired_comparison.covariates import UnidentifiedCovariate, covariates_plain, fit_covariates
from adjudge.kernels.paired_comparison.davidson import DAVIDSON
from adjudge.kernels.paired_comparison.fit import fit_paired
from adjudge.kernels.paired_comparison.information import (
    Belief,
    choose_pairs,
    information_gains,
    information_gains_plain,
)
from adjudge.kernels.paired_comparison.rao_kupper import RAO_KUPPER
from adjudge.kernels.paired_comparison.reliability_likelihood import (
    PenalisedLikelihood,
    Point,
    count_cells,
    penalised_plain,
)

MODELS = [BRADLEY_TERRY, DAVIDSON, RAO_KUPPER]
TWINS = [BRADLEY_TERRY, DAVIDSON]


def by_name(model):
    return model.name


@st.composite
def votes(draw, most=60):
    """First, second, outcome of votes on two to four systems; a cycle both ways and a tie make every fit finite."""
    n = draw(st.integers(2, 4))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    size = draw(st.integers(10, most))
    first = rng.integers(0, n, size)
    second = (first + rng.integers(1, n, size)) % n
    outcome = rng.integers(-1, 2, size)
    ring = np.arange(n)
    first, second = np.concatenate([first, ring, ring, [0]]), np.concatenate([second, ring - 1, ring - 1, [1]])
    second %= n
    return n, first, second, np.concatenate([outcome, np.ones(n, int), -np.ones(n, int), [0]]), rng


def maximum(function, start):
    """The point where a smooth function is largest, by a general optimiser."""
    found = optimize.minimize(lambda x: -function(x), start, method="BFGS", options={"gtol": 1e-7})
    return found.x


def centred(strengths):
    return strengths - strengths.mean()


def central_differences(function, x, step=1e-5):
    return np.array([(function(x + move) - function(x - move)) / (2 * step) for move in step * np.eye(len(x))])


# Covariates.


@pytest.mark.parametrize("model", MODELS, ids=by_name)
@given(drawn=votes())
def test_without_covariates_the_fit_is_that_of_the_counts(model, drawn):
    n, first, second, outcome, _ = drawn
    fit = fit_covariates(first, second, outcome, np.zeros((len(first), 0)), n, model=model)
    expected = fit_paired(model, *count_outcomes(first, second, outcome, n))
    np.testing.assert_allclose(fit.strengths, expected.strengths, atol=1e-7)
    assert fit.tie == (None if model is BRADLEY_TERRY else pytest.approx(expected.tie, rel=1e-6))
    assert fit.log_likelihood == pytest.approx(expected.log_likelihood, rel=1e-9)


@pytest.mark.parametrize("model", TWINS, ids=by_name)
@settings(max_examples=15)
@given(drawn=votes())
def test_covariates_are_those_of_a_general_optimiser(model, drawn):
    n, first, second, outcome, rng = drawn
    x = np.column_stack([rng.choice([-1.0, 1.0], len(first)), rng.normal(0, 30, len(first))])
    fit = fit_covariates(first, second, outcome, x, n, model=model)
    rows = list(zip(first, second, outcome, x / [1, 30], strict=True))

    def likelihood(p):
        return covariates_plain(p[:n], p[n : n + 2], math.exp(p[-1]) if model is DAVIDSON else 0.0, rows)

    found = maximum(likelihood, np.zeros(n + 2 + (model is DAVIDSON)))
    np.testing.assert_allclose(fit.strengths, centred(found[:n]), atol=2e-4)
    np.testing.assert_allclose(fit.effects * [1, 30], found[n : n + 2], atol=2e-4)
    assert fit.log_likelihood == pytest.approx(likelihood(found), abs=1e-6)
    if model is DAVIDSON:
        assert fit.tie == pytest.approx(math.exp(found[-1]), rel=1e-3)


@given(drawn=votes())
def test_naming_the_other_system_first_changes_nothing(drawn):
    n, first, second, outcome, rng = drawn
    x = rng.normal(size=(len(first), 1))
    turned = rng.random(len(first)) < 0.5
    sign = np.where(turned, -1, 1)
    one = fit_covariates(first, second, outcome, x, n)
    other = fit_covariates(
        np.where(turned, second, first), np.where(turned, first, second), outcome * sign, x * sign[:, None], n
    )
    np.testing.assert_allclose(one.strengths, other.strengths, atol=1e-8)
    np.testing.assert_allclose(one.covariance, other.covariance, atol=1e-8)


@given(drawn=votes())
def test_the_unit_of_a_covariate_is_the_unit_of_its_effect(drawn):
    n, first, second, outcome, rng = drawn
    x = rng.normal(size=(len(first), 1))
    one, other = (fit_covariates(first, second, outcome, x * unit, n) for unit in (1.0, 1000.0))
    np.testing.assert_allclose(one.effects, 1000 * other.effects, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(one.effect_errors, 1000 * other.effect_errors, rtol=1e-6)
    np.testing.assert_allclose(one.strengths, other.strengths, atol=1e-8)


@pytest.mark.parametrize("model", MODELS, ids=by_name)
@settings(max_examples=20)
@given(drawn=votes())
def test_the_covariance_is_the_sum_over_units(model, drawn):
    n, first, second, outcome, rng = drawn
    x, unit = rng.normal(size=(len(first), 1)), rng.integers(0, 7, len(first))
    fit = fit_covariates(first, second, outcome, x, n, model=model, units=unit)
    parameters = np.concatenate([fit.strengths, fit.effects, [] if fit.tie is None else [math.log(fit.tie)]])
    design = np.zeros((len(first), n + 1))
    design[np.arange(len(first)), first] = 1
    design[np.arange(len(first)), second] = -1
    design[:, n] = x[:, 0]

    def vote(i):
        """The log-likelihood of one vote as a function of all parameters."""
        one = [np.array([float(outcome[i] == value)]) for value in (1, -1, 0)]
        return lambda p: float(model.log_likelihood(one, design[[i]] @ p[: n + 1], p[n + 1 :])[0])

    scores = np.array([central_differences(vote(i), parameters) for i in range(len(first))])
    sums = np.array([scores[unit == g].sum(axis=0) for g in np.unique(unit)])
    groups = len(sums)
    free = np.linalg.qr(np.column_stack([np.r_[np.ones(n), np.zeros(len(parameters) - n)], np.eye(len(parameters))]))[0]
    basis = free[:, 1:]  # directions that keep the sum of strengths

    def total(p):
        return sum(vote(i)(p) for i in range(len(first)))

    hessian = -central_differences(lambda p: central_differences(total, p, 1e-4), parameters, 1e-4)
    bread = basis @ np.linalg.inv(basis.T @ hessian @ basis) @ basis.T
    expected = groups / (groups - 1) * bread @ (sums.T @ sums) @ bread
    np.testing.assert_allclose(fit.covariance, expected[: n + 1, : n + 1], rtol=2e-3, atol=2e-4)
    assert fit.units == groups


@given(seed=st.integers(0, 10**6), n=st.integers(2, 4), size=st.integers(8, 24))
def test_a_fit_is_refused_exactly_where_a_linear_programme_finds_a_way_to_infinity(seed, n, size):
    rng = np.random.default_rng(seed)
    first = rng.integers(0, n, size)
    second = (first + rng.integers(1, n, size)) % n
    outcome, x = rng.choice([-1, 1], size), rng.integers(-2, 3, (size, 1)).astype(float)
    x[0], x[1] = 1.0, -2.0  # not constant
    rows = np.zeros((size, n + 1))
    rows[np.arange(size), first], rows[np.arange(size), second], rows[:, n] = 1, -1, x[:, 0]
    towards = rows * outcome[:, None]
    # A direction that lowers no vote's likelihood and raises some: maximise the sum of gains that are all >= 0.
    ray = optimize.linprog(-towards.sum(axis=0), A_ub=-towards, b_ub=np.zeros(size), bounds=(-1, 1))
    if -ray.fun <= 1e-7 and np.linalg.matrix_rank(rows) < n:
        expected = "unidentified"
    else:
        expected = "infinite" if -ray.fun > 1e-7 else "finite"
    found = verdict(first, second, outcome, x, n)
    # A covariate that cannot be distinguished from the systems is named even where there is a way to infinity as well.
    assert found == expected or (found == "unidentified" and expected == "infinite")


def verdict(first, second, outcome, x, n):
    try:
        fit = fit_covariates(first, second, outcome, x, n)
    except NoFiniteFit:
        return "infinite"
    except UnidentifiedCovariate:
        return "unidentified"
    return "finite" if np.isfinite(fit.effects).all() else "broken"


# Reliability of annotators.


@st.composite
def votes_of_annotators(draw):
    n, first, second, outcome, rng = draw(votes(most=80))
    return n, rng.integers(0, 4, len(first)), first, second, outcome, rng


@pytest.mark.parametrize("model", MODELS, ids=by_name)
@given(drawn=votes_of_annotators())
def test_without_spread_all_annotators_are_one(model, drawn):
    n, annotator, first, second, outcome, _ = drawn
    fit = fit_reliability(annotator, first, second, outcome, n, model=model, spread=0.0)
    expected = fit_paired(model, *count_outcomes(first, second, outcome, n))
    np.testing.assert_allclose(fit.strengths, expected.strengths, atol=1e-7)
    np.testing.assert_allclose(fit.covariance, expected.inverse[:n, :n], atol=1e-7)
    assert fit.tie == (None if model is BRADLEY_TERRY else pytest.approx(expected.tie, rel=1e-6))
    assert fit.log_likelihood == pytest.approx(expected.log_likelihood, rel=1e-9)
    assert fit.reliability.tolist() == [1.0] * len(fit.reliability)


@pytest.mark.parametrize("model", TWINS, ids=by_name)
@settings(max_examples=15)
@given(drawn=votes_of_annotators(), tau=st.sampled_from([0.1, 0.3, 0.6]))
def test_reliability_is_that_of_a_general_optimiser(model, drawn, tau):
    n, annotator, first, second, outcome, _ = drawn
    try:
        fit = fit_reliability(annotator, first, second, outcome, n, model=model, spread=tau)
    except NoFiniteFit:
        reject()  # a handful of votes may be explained by reliabilities alone
    k = len(fit.reliability)
    rows = list(zip(annotator, first, second, outcome, strict=True))

    def likelihood(p):
        return penalised_plain(p[:n], p[n : n + k], tau, math.exp(p[-1]) if model is DAVIDSON else 0.0, rows)

    equal = fit_paired(model, *count_outcomes(first, second, outcome, n))
    found = maximum(likelihood, np.concatenate([equal.strengths, np.ones(k), equal.parameters[n:]]))
    tie = [] if fit.tie is None else [math.log(fit.tie)]
    ours = np.concatenate([fit.strengths, fit.reliability, tie])
    # Far out the likelihood is so flat that the optimiser stops early: ours must be as high, and level.
    assert likelihood(ours) >= likelihood(found) - 1e-8
    np.testing.assert_allclose(central_differences(likelihood, ours), 0, atol=1e-5)
    if np.ptp(found[:n]) < 5:
        np.testing.assert_allclose(fit.strengths, centred(found[:n]), atol=5e-4)
        np.testing.assert_allclose(fit.reliability, found[n : n + k], atol=5e-4)


@pytest.mark.parametrize("model", MODELS, ids=by_name)
@settings(max_examples=20)
@given(drawn=votes_of_annotators())
def test_derivatives_of_the_penalised_likelihood_are_its_slopes(model, drawn):
    n, annotator, first, second, outcome, rng = drawn
    cells = count_cells(annotator, first, second, outcome, n)
    penalised, tau, size = PenalisedLikelihood(model, cells, n), 0.4, n + (model.tie is not None)
    x = rng.normal(0, 0.7, size + cells.annotators)
    x[size - 1] = abs(x[size - 1]) + 0.1  # Rao and Kupper's k is above 1

    def point(values):
        return Point(values[:size], values[size:])

    def gradient(values):
        return np.concatenate(penalised.gradient(point(values), tau))

    np.testing.assert_allclose(
        gradient(x), central_differences(lambda p: penalised.value(point(p), tau), x), rtol=1e-6, atol=1e-6
    )
    curvature = penalised.curvature(point(x), tau, expected=False)
    whole = np.block([[curvature.common, curvature.cross.T], [curvature.cross, np.diag(curvature.own)]])
    np.testing.assert_allclose(whole, -central_differences(gradient, x), rtol=1e-6, atol=1e-5)


@settings(max_examples=20)
@given(drawn=votes_of_annotators())
def test_the_expected_curvature_is_never_indefinite(drawn):
    n, annotator, first, second, outcome, rng = drawn
    cells = count_cells(annotator, first, second, outcome, n)
    point = Point(rng.normal(0, 2, n), rng.normal(0, 2, cells.annotators))
    curvature = PenalisedLikelihood(BRADLEY_TERRY, cells, n).curvature(point, 0.8, expected=True)
    whole = np.block([[curvature.common, curvature.cross.T], [curvature.cross, np.diag(curvature.own)]])
    assert np.linalg.eigvalsh(whole)[0] > -1e-10


def test_integrating_reliabilities_out_by_laplace_is_close_to_the_integral():
    rng = np.random.default_rng(0)
    n, annotators, size, tau = 4, 5, 400, 0.4
    strengths = np.array([0.9, 0.3, -0.4, -0.8])
    annotator, first = rng.integers(0, annotators, size), rng.integers(0, n, size)
    second = (first + rng.integers(1, n, size)) % n
    gap = (1 + tau * rng.normal(size=annotators))[annotator] * (strengths[first] - strengths[second])
    outcome = np.where(rng.random(size) < 1 / (1 + np.exp(-gap)), 1, -1)
    fit = fit_reliability(annotator, first, second, outcome, n, spread=tau)
    at = fit.strengths

    def likelihood(u, k):
        mine = annotator == k
        gaps = (1 + tau * u) * (at[first] - at[second])[mine] * outcome[mine]
        return math.exp(-np.log1p(np.exp(-gaps)).sum() - u**2 / 2) / math.sqrt(2 * math.pi)

    exact = sum(math.log(integrate.quad(likelihood, -8, 8, args=(k,))[0]) for k in range(annotators))
    # The next term of Laplace's expansion is of the order of one over the 80 votes of an annotator.
    assert fit.log_likelihood == pytest.approx(exact, abs=annotators / 80)


# The next pairs.


@st.composite
def beliefs(draw, scale):
    n = draw(st.integers(2, 5))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    root = rng.normal(size=(n, n))
    return Belief(math.sqrt(scale) * rng.normal(size=n), scale * (root @ root.T + 0.1 * np.eye(n)) / n)


def all_pairs(belief):
    return np.triu_indices(len(belief.strengths), 1)


@given(belief=beliefs(1e-4))
def test_the_closed_form_is_the_limit_of_foreseeing_both_outcomes(belief):
    fast, plain = information_gains(belief, *all_pairs(belief)), information_gains_plain(belief, *all_pairs(belief))
    # What is left out is smaller than the gain by a factor of the order of the variance.
    np.testing.assert_allclose(fast, plain, rtol=1e-2, atol=1e-9)


def test_the_closed_form_picks_pairs_that_are_nearly_the_best_of_both_outcomes():
    rng = np.random.default_rng(0)
    shares = []
    for _ in range(30):
        root = rng.normal(size=(5, 5))
        belief = Belief(0.7 * rng.normal(size=5), 0.5 * root @ root.T / 5)
        plain = information_gains_plain(belief, *all_pairs(belief))
        shares.append(plain[np.argmax(information_gains(belief, *all_pairs(belief)))] / plain.max())
    assert np.mean(shares) > 0.95


@pytest.mark.parametrize("seed", range(4))
def test_foreseeing_both_outcomes_is_what_random_votes_give(seed):
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(4, 4))
    belief = Belief(0.5 * rng.normal(size=4), 0.3 * root @ root.T / 4)
    first, second = all_pairs(belief)
    draws, parts = 400_000, 20
    gains = []
    for _ in range(parts):
        strengths = rng.multivariate_normal(belief.strengths, belief.covariance, size=draws // parts)
        ahead = strengths[:, first] > strengths[:, second]
        won = 1 / (1 + np.exp(strengths[:, second] - strengths[:, first]))
        after = sum(_weighted_entropy(ahead, vote) for vote in (won, 1 - won))
        gains.append(_weighted_entropy(ahead, np.ones((len(ahead), 1))) - after)
    error = np.std(gains, axis=0) / math.sqrt(parts)
    expected = np.mean(gains, axis=0)
    # The belief after a vote is a little skewed, which a normal one is not: a twentieth of the gain.
    plain = information_gains_plain(belief, first, second)
    assert (np.abs(plain - expected) < 4 * error + 0.05 * expected).all()


def _weighted_entropy(ahead, vote):
    """Chance of a vote times the entropy of all signs after it; one column of votes for each candidate."""
    share = (vote.T @ ahead) / vote.sum(axis=0)[:, None]
    bits = -share * np.log2(np.maximum(share, 1e-300)) - (1 - share) * np.log2(np.maximum(1 - share, 1e-300))
    return vote.mean(axis=0) * bits.sum(axis=1)


@given(belief=beliefs(1.0), shift=st.floats(-5, 5))
def test_only_differences_count(belief, shift):
    moved = Belief(belief.strengths + shift, belief.covariance + abs(shift))
    pairs = all_pairs(belief)
    np.testing.assert_allclose(information_gains(belief, *pairs), information_gains(moved, *pairs), rtol=1e-6)


@given(belief=beliefs(2.0))
def test_a_vote_is_never_expected_to_make_the_order_less_certain(belief):
    assert (information_gains(belief, *all_pairs(belief)) >= 0).all()


@settings(max_examples=20)
@given(belief=beliefs(0.5), count=st.integers(1, 5))
def test_a_batch_is_chosen_one_after_the_other(belief, count):
    first, second = all_pairs(belief)
    chosen, gains = choose_pairs(belief, first, second, count)
    assert chosen[0] == np.argmax(information_gains(belief, first, second))
    shorter, _ = choose_pairs(belief, first, second, max(1, count - 1))
    assert chosen[: len(shorter)].tolist() == shorter.tolist()
    assert (gains > 0).all()
