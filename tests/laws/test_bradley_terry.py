"""Models of paired comparison against their definitions, other programs, and what follows on paper."""

from __future__ import annotations

import choix
import evalica
import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

import adjudge
from adjudge.core.tables import Comparisons
from adjudge.kernels.paired_comparison.bradley_terry import BRADLEY_TERRY, bradley_terry_plain, fit_bradley_terry
from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit
from adjudge.kernels.paired_comparison.counts import pairs_met
from adjudge.kernels.paired_comparison.davidson import DAVIDSON, davidson_plain, fit_davidson
from adjudge.kernels.paired_comparison.model import PairedLikelihood
from adjudge.kernels.paired_comparison.rao_kupper import RAO_KUPPER, fit_rao_kupper, rao_kupper_plain
from tests.contract.released import LOPEZ_TASKS

FITS = {BRADLEY_TERRY: fit_bradley_terry, DAVIDSON: fit_davidson, RAO_KUPPER: fit_rao_kupper}
TIE_FITS = [fit_davidson, fit_rao_kupper]


@st.composite
def counts(draw):
    """Wins and ties of two to five systems; a cycle of wins and a tie make every fit finite."""
    n = draw(st.integers(2, 5))
    cells = st.lists(st.integers(0, 6), min_size=n * n, max_size=n * n)
    wins, ties = (np.array(draw(cells), dtype=float).reshape(n, n) for _ in range(2))
    wins[np.arange(n), np.arange(n) - 1] += 1
    ties[0, 1] += 1
    np.fill_diagonal(wins, 0)
    ties = np.triu(ties, 1)
    return wins, ties + ties.T


def plain(model, x, wins, ties):
    """The likelihood as it is written in the papers, as a function of strengths and log tie parameter."""
    if model is BRADLEY_TERRY:
        return bradley_terry_plain(x, wins, ties)
    return (davidson_plain if model is DAVIDSON else rao_kupper_plain)(x[:-1], np.exp(x[-1]), wins, ties)


def likelihood_at_random(model, data):
    """A likelihood and a point in its domain."""
    rng = np.random.default_rng(len(data[0]) + int(data[0].sum()))
    x = rng.normal(0, 1, len(data[0]) + (model.tie is not None))
    x[-1] = abs(x[-1]) + 0.1  # Rao and Kupper's k is above 1
    return PairedLikelihood(model, pairs_met(*data), len(data[0])), x


def central_differences(function, x, step=1e-5):
    return np.array([(function(x + move) - function(x - move)) / (2 * step) for move in step * np.eye(len(x))])


@pytest.mark.parametrize("model", FITS, ids=lambda model: model.name)
@given(data=counts())
def test_likelihood_is_the_one_written_in_the_papers(model, data):
    likelihood, x = likelihood_at_random(model, data)
    assert likelihood.value(x) == pytest.approx(plain(model, x, *data), rel=1e-10)


@pytest.mark.parametrize("model", FITS, ids=lambda model: model.name)
@given(data=counts())
def test_slope_and_curvature_equal_finite_differences(model, data):
    likelihood, x = likelihood_at_random(model, data)
    np.testing.assert_allclose(likelihood.score(x), central_differences(likelihood.value, x), rtol=1e-5, atol=1e-5)
    curvature = -central_differences(likelihood.score, x)
    np.testing.assert_allclose(likelihood.information(x), curvature, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("model", FITS, ids=lambda model: model.name)
@settings(max_examples=25)
@given(data=counts())
def test_fit_equals_a_general_optimiser_on_the_plain_likelihood(model, data):
    n, fit = len(data[0]), FITS[model](*data)

    def loss(free):
        # The first strength is 0; the last entry is log nu, or log log k, which keeps k above 1.
        tie = free[n - 1 :] if model is not RAO_KUPPER else np.exp(free[n - 1 :])
        return -plain(model, np.concatenate([[0.0], free[: n - 1], tie]), *data)

    found = optimize.minimize(loss, np.zeros(n - 1 + (model.tie is not None)), method="BFGS")
    strengths = np.append(0.0, found.x[: n - 1])
    np.testing.assert_allclose(fit.strengths, strengths - strengths.mean(), atol=2e-3)
    assert fit.log_likelihood == pytest.approx(plain(model, fit.parameters, *data), rel=1e-10)
    assert fit.log_likelihood >= -found.fun - 1e-9 * abs(found.fun)


@pytest.mark.parametrize("fit", FITS.values())
@given(data=counts())
def test_order_and_level_of_the_systems_do_not_matter(fit, data):
    wins, ties = data
    first, turned = fit(wins, ties), fit(wins[::-1, ::-1], ties[::-1, ::-1])
    np.testing.assert_allclose(first.strengths, turned.strengths[::-1], atol=1e-7)
    assert first.strengths.sum() == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("fit", FITS.values())
@given(data=counts())
def test_a_warm_start_leads_to_the_same_place(fit, data):
    wins, ties = data
    cold = fit(wins, ties)
    for start in (cold, fit(wins.T, ties), fit_bradley_terry(wins, ties)):
        np.testing.assert_allclose(fit(wins, ties, start=start).strengths, cold.strengths, atol=1e-7)
    assert fit(wins, ties, start=cold).iterations == 1


def test_two_systems_have_closed_forms():
    won, lost, tied = 30.0, 12.0, 8.0
    wins, ties = np.array([[0, won], [lost, 0]]), np.array([[0, tied], [tied, 0]])
    assert np.ptp(fit_bradley_terry(wins, ties).strengths) == pytest.approx(np.log((won + 4) / (lost + 4)))
    # Both tie models have as many parameters as free shares, so that they reproduce the three shares.
    davidson, rao_kupper = fit_davidson(wins, ties), fit_rao_kupper(wins, ties)
    assert np.ptp(davidson.strengths) == pytest.approx(np.log(won / lost))
    assert davidson.tie == pytest.approx(tied / np.sqrt(won * lost))
    above, below = np.log(won / (lost + tied)), np.log(lost / (won + tied))
    assert np.ptp(rao_kupper.strengths) == pytest.approx((above - below) / 2)
    assert rao_kupper.tie == pytest.approx(np.exp(-(above + below) / 2))
    best = sum(count * np.log(count / 50) for count in (won, lost, tied))
    for fit in (davidson, rao_kupper):
        assert fit.log_likelihood == pytest.approx(best)


@pytest.mark.parametrize(("fit", "limit"), [(fit_davidson, 0.0), (fit_rao_kupper, 1.0)])
def test_without_ties_the_tie_models_are_bradley_terry(fit, limit):
    wins, none = np.array([[0.0, 5, 2], [3, 0, 4], [1, 6, 0]]), np.zeros((3, 3))
    at_limit, expected = fit(wins, none), fit_bradley_terry(wins, none)
    assert (at_limit.tie, at_limit.model) == (limit, BRADLEY_TERRY)
    np.testing.assert_array_equal(at_limit.strengths, expected.strengths)
    assert at_limit.log_likelihood == expected.log_likelihood
    # The limit is approached: a trace of a tie moves little.
    trace = fit(wins, np.array([[0.0, 1e-6, 0], [1e-6, 0, 0], [0, 0, 0]]))
    np.testing.assert_allclose(trace.strengths, expected.strengths, atol=1e-5)
    assert trace.tie == pytest.approx(limit, abs=1e-5)


@pytest.mark.parametrize("fit", TIE_FITS)
def test_nothing_but_ties_have_no_finite_tie_parameter(fit):
    with pytest.raises(NoFiniteFit, match="tie parameter") as caught:
        fit(np.zeros((3, 3)), 5 * (1 - np.eye(3)))
    assert caught.value.groups == [[0, 1, 2]]
    np.testing.assert_allclose(fit_bradley_terry(np.zeros((3, 3)), 5 * (1 - np.eye(3))).strengths, 0)


@pytest.mark.parametrize(("fit", "model"), [(fit_davidson, DAVIDSON), (fit_rao_kupper, RAO_KUPPER)])
def test_ties_without_contradiction_lead_to_infinity(fit, model):
    # 0 beat 1; both tied with 2. Bradley-Terry is content, but no win contradicts another one.
    wins = np.array([[0.0, 1, 0], [0, 0, 0], [0, 0, 0]])
    ties = np.array([[0.0, 0, 1], [0, 0, 1], [1, 1, 0]])
    with pytest.raises(NoFiniteFit, match="tie parameter"):
        fit(wins, ties)
    assert fit_bradley_terry(wins, ties).strengths.argsort().tolist() == [1, 2, 0]
    # The likelihood indeed rises along x = (1, -1, 0), with the tie parameter keeping pace.
    scale = 1.0 if model is DAVIDSON else 2.0
    path = [plain(model, s * np.array([1.0, -1.0, 0.0, scale]), wins, ties) for s in (1, 2, 4, 8)]
    assert path == sorted(path)
    # One contradiction ends that.
    assert np.isfinite(fit(wins + wins.T, ties).strengths).all()


@pytest.mark.parametrize("fit", FITS.values())
def test_a_system_that_only_wins_has_no_finite_strength(fit):
    wins = np.array([[0.0, 2, 2], [0, 0, 3], [0, 1, 0]])
    with pytest.raises(NoFiniteFit, match="2 groups") as caught:
        fit(wins, np.zeros((3, 3)))
    assert caught.value.groups == [[0], [1, 2]]


def test_one_system_has_strength_zero():
    fit = fit_bradley_terry(np.zeros((1, 1)), np.zeros((1, 1)))
    assert fit.strengths.tolist() == [0]
    assert fit.inverse.tolist() == [[0]]


def evalica_scores(method, wins, ties):
    """A method of evalica on counts as weighted votes, and its scores as strengths that sum to 0."""
    rows = [(a, b, evalica.Winner.X, wins[a, b]) for a, b in zip(*np.nonzero(wins), strict=True)]
    rows += [(a, b, evalica.Winner.Draw, ties[a, b]) for a, b in zip(*np.nonzero(np.triu(ties)), strict=True)]
    first, second, winners, weights = map(list, zip(*rows, strict=True))
    result = method(first, second, winners, weights=weights, tolerance=1e-13, limit=100_000)
    strengths = np.log(result.scores.sort_index().to_numpy())
    return result, strengths - strengths.mean()


def assert_equals_other_programs(wins, ties):
    ours = fit_bradley_terry(wins, ties)
    np.testing.assert_allclose(ours.strengths, evalica_scores(evalica.bradley_terry, wins, ties)[1], atol=1e-6)
    theirs = choix.ilsr_pairwise_dense(wins + ties / 2, tol=1e-10)
    np.testing.assert_allclose(ours.strengths, theirs - theirs.mean(), atol=1e-6)
    davidson, (newman, theirs) = fit_davidson(wins, ties), evalica_scores(evalica.newman, wins, ties)
    np.testing.assert_allclose(davidson.strengths, theirs, atol=1e-6)
    assert davidson.tie == pytest.approx(2 * newman.v, abs=1e-6)


def matrices(frame):
    """Wins and ties of a frame of counts, without the reference."""
    frame = frame.filter(pl.col("system_a") != "_ref", pl.col("system_b") != "_ref")
    names = sorted({*frame["system_a"], *frame["system_b"]})
    wins, ties = np.zeros((2, len(names), len(names)))
    for first, second, above, even, below in frame.select(
        "system_a", "system_b", "wins_a", "ties", "wins_b"
    ).iter_rows():
        a, b = names.index(first), names.index(second)
        wins[a, b], wins[b, a] = above, below
        ties[a, b] = ties[b, a] = even
    return wins, ties


@pytest.mark.parametrize("seed", range(3))
def test_simulated_votes_equal_evalica_and_choix(seed):
    rng = np.random.default_rng(seed)
    strengths = rng.normal(0, 0.8, 12)
    gap = strengths[:, None] - strengths
    up, even = np.exp(gap / 2), np.full_like(gap, 0.7)
    shares = np.stack([up, up.T, even]) / (up + up.T + even)
    wins, losses, ties = np.triu(np.moveaxis(rng.multinomial(40, np.moveaxis(shares, 0, -1)), -1, 0), 1).astype(float)
    assert_equals_other_programs(wins + losses.T, ties + ties.T)


@pytest.mark.parametrize("task", LOPEZ_TASKS)
def test_released_counts_equal_evalica_and_choix(task, data_file):
    assert_equals_other_programs(*matrices(adjudge.read(data_file(f"lopez-rr-2010-2011/pairwise.{task}.txt")).frame))


def test_finnish_comparisons_equal_evalica_and_choix(data_file):
    comparisons = adjudge.read(data_file("wmt15-fin-eng/wmt15.fin-eng.csv.gz"))
    assert isinstance(comparisons, Comparisons)
    assert_equals_other_programs(*matrices(comparisons.counts().frame))
