"""Effects given a pilot, against the dense posterior; scores of judgements to come."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.mixed_model.many_scores import ManyScores
from adjudge.kernels.mixed_model.reml import RatedRows, fit_at
from adjudge.planning.pilot.extension import add_to
from adjudge.planning.pilot.fitted import FittedPilot
from adjudge.planning.pilot.scenarios import Scenario
from adjudge.planning.pilot.worlds import draw_worlds, score_added

DRAWS = 20_000
RATIOS = np.array([0.5, 0.3, 0.2, 0.25])
TASTE = 0.4


def a_pilot(taste=TASTE):
    """Three systems, six documents of three segments; each output by one of four annotators."""
    rng = np.random.default_rng(5)
    item = np.arange(54)
    system, segment = item % 3, item // 3
    document = segment // 3
    annotator = rng.integers(0, 4, (6, 3))[document, system]
    y = 50 + rng.normal(0, 4, 54) + 3.0 * system + rng.normal(0, 3, 4)[annotator]
    rows = RatedRows(y, system, np.unique(annotator, return_inverse=True)[1], document, segment)
    many = ManyScores(fit_at(RATIOS, rows))
    variance = many.fit.variance
    return FittedPilot(many, taste * variance, 0.0, np.append(RATIOS, 1.0) * variance, np.ones(3), units=1e9)


def dense(pilot):
    """Z of all effects and their variances, X, and the covariance of the scores."""
    places = [np.eye(levels)[code] for code, levels in zip(pilot.codes, pilot.levels, strict=True)]
    variances = (*pilot.variances[:4], pilot.taste)
    z = np.hstack(places)
    prior = np.concatenate([np.full(part.shape[1], v) for part, v in zip(places, variances, strict=True)])
    x = np.eye(3)[pilot.many.fit.rows.system]
    return z, prior, x, z * prior @ z.T + pilot.variances[4] * np.eye(len(z))


@pytest.mark.parametrize("taste", [0.0, TASTE])
def test_effects_given_the_pilot_and_the_means_are_those_of_the_dense_posterior(taste):
    pilot = a_pilot(taste)
    worlds = draw_worlds(pilot, DRAWS, np.random.default_rng(0), again=True)
    z, prior, x, covariance = dense(pilot)
    gain = (z * prior).T @ np.linalg.inv(covariance)
    expected = gain @ (pilot.many.fit.rows.y[:, None] - x @ worlds.means)
    posterior = np.diag(prior) - gain @ (z * prior)
    deviation = np.vstack(worlds.effects) - expected
    spread = np.sqrt(np.diag(posterior))
    assert (np.abs(deviation.mean(axis=1)) < 4.5 * spread / np.sqrt(DRAWS) + 1e-9).all()
    np.testing.assert_allclose(np.cov(deviation), posterior, atol=0.06 * prior.max())
    # Everything adds up to the scores of the pilot.
    whole = x @ worlds.means + z @ np.vstack(worlds.effects) + worlds.errors
    np.testing.assert_allclose(whole, np.tile(pilot.many.fit.rows.y[:, None], DRAWS), atol=1e-6)


def test_the_covariance_of_the_estimates_is_that_of_generalised_least_squares():
    pilot = a_pilot()
    *_, x, covariance = dense(pilot)
    inverse = np.linalg.inv(covariance)
    expected = np.linalg.inv(x.T @ inverse @ x)
    np.testing.assert_allclose(pilot.covariance(np.ones(3)), expected, rtol=1e-6)
    np.testing.assert_allclose(pilot.weights, inverse @ x @ expected, atol=1e-8)


def test_scores_of_new_documents_have_the_variance_of_the_model():
    pilot = a_pilot()
    added = add_to(pilot.many.fit.rows, Scenario(documents=6), np.random.default_rng(1), lasting=True)
    rng = np.random.default_rng(2)
    worlds = draw_worlds(pilot, DRAWS, rng, again=False)
    scores = score_added(pilot, worlds, added, rng)
    known = worlds.means[added.system] + worlds.effects[0][added.annotator]
    known += worlds.effects[4][added.annotator * 3 + added.system]
    new = (scores - known).var(axis=1)
    np.testing.assert_allclose(new, pilot.variances[1:].sum(), rtol=0.06)


def test_an_output_that_is_judged_again_shares_what_two_annotators_share():
    pilot = a_pilot()
    assert pilot.shared.is_assumed
    assert pilot.shared.output == 0.5
    added = add_to(pilot.many.fit.rows, Scenario(annotators=1), np.random.default_rng(1), lasting=True)
    rng = np.random.default_rng(2)
    worlds = draw_worlds(pilot, DRAWS, rng, again=True)
    scores = score_added(pilot, worlds, added, rng)
    rows = pilot.many.fit.rows
    errors = worlds.errors
    assert errors is not None
    for number in (0, len(added) - 1):
        segment, system = added.segment[number], added.system[number]
        place = np.flatnonzero((rows.segment == segment) & (rows.system == system))[0]
        known = worlds.means[system] + worlds.effects[1][added.document[number]] + worlds.effects[2][segment]
        rest = scores[number] - known - 0.5 * worlds.effects[3][added.document[number] * 3 + system]
        error = errors[place]
        slope = np.cov(error, rest)[0, 1] / error.var()
        assert slope == pytest.approx(0.5, abs=0.05)
        # New: leniency and taste, three quarters of the cell (what is not shared, and what is unknown of the shared
        # part), and as much of the residual.
        new = pilot.variances[0] + pilot.taste + 0.75 * (pilot.variances[3] + pilot.variances[4])
        assert (rest - 0.5 * error).var() == pytest.approx(new, rel=0.06)
