"""Measures and erratic annotators come back from the rating scale model."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.rasch.categories import to_categories
from adjudge.kernels.rasch.fit_statistics import fit_statistics
from adjudge.kernels.rasch.rating_scale import fit_rating_scale

STEPS = np.array([-1.5, -0.5, 0.5, 1.5])


def draw(rng, eta, discrimination=1.0):
    """A category for each sum of measures; discrimination below 1 is an erratic annotator."""
    exponent = np.arange(5) * (discrimination * eta)[:, None] - np.r_[0, np.cumsum(STEPS)]
    chance = np.exp(exponent)
    chance /= chance.sum(axis=1, keepdims=True)
    return (rng.random(len(eta))[:, None] > np.cumsum(chance, axis=1)).sum(axis=1)


def campaign(rng, segments=150, annotators=8):
    """Six systems; three of the annotators rate each segment."""
    system, segment, place = (code.ravel() for code in np.indices((6, segments, 3)))
    crew = np.array([rng.permutation(annotators)[:3] for _ in range(segments)])
    facets = [system, segment, crew[segment, place]]
    truth = [rng.normal(0, sd, size) for sd, size in ((0.8, 6), (0.8, segments), (0.6, annotators))]
    return facets, truth


def test_measures_and_steps_come_back():
    rng = np.random.default_rng(0)
    facets, truth = campaign(rng)
    eta = sum(measure[code] for measure, code in zip(truth, facets, strict=True))
    fit = fit_rating_scale(draw(rng, np.asarray(eta)), facets)
    assert fit.converged
    assert fit.connected
    for ours, theirs in ((fit.measures[0], truth[0]), (fit.measures[2], truth[2])):
        # 337 or more ratings with variance of about one: an error of .06, four of them .25.
        assert ours - ours.mean() == pytest.approx(theirs - theirs.mean(), abs=0.25)
    assert fit.steps == pytest.approx(STEPS, abs=0.25)


def test_mean_squares_are_about_one_for_the_model_and_more_for_noise():
    rng = np.random.default_rng(1)
    facets, truth = campaign(rng, segments=300)
    eta = np.asarray(sum(measure[code] for measure, code in zip(truth, facets, strict=True)))
    erratic = facets[2] == 0
    x = draw(rng, eta)
    # One annotator rates at random.
    x[erratic] = rng.integers(0, 5, erratic.sum())
    fit = fit_rating_scale(x, facets)
    found = fit_statistics(fit, 2)
    assert int(np.argmax(found.infit)) == int(np.argmax(found.outfit)) == 0
    assert found.infit[0] > 1.4
    # Without that one the model holds; a mean of 675 squares has an error of about sqrt(2 / 675) = .05.
    clean = fit_rating_scale(x[~erratic], [code[~erratic] - (i == 2) for i, code in enumerate(facets)])
    assert fit_statistics(clean, 2).infit == pytest.approx(np.ones(7), abs=0.2)


@pytest.mark.parametrize("m", [2, 3, 6])
def test_mean_squares_average_one_although_measures_are_fitted(m):
    rng = np.random.default_rng(2)
    found = []
    for _ in range(20):
        item = np.repeat(np.arange(300), m)
        annotator = np.concatenate([rng.permutation(8)[:m] for _ in range(300)])
        eta = rng.normal(0, 1.2, 300)[item] + rng.normal(0, 0.5, 8)[annotator]
        fit = fit_statistics(fit_rating_scale(draw(rng, eta), [item, annotator]), 1)
        found.append((fit.infit.mean(), fit.outfit.mean()))
    assert np.mean(found, axis=0) == pytest.approx([1, 1], abs=0.02)


@pytest.mark.slow
def test_three_hundred_thousand_ratings_converge():
    rng = np.random.default_rng(3)
    system, segment, place = (code.ravel() for code in np.indices((20, 5000, 3)))
    crew = np.array([rng.permutation(60)[:3] for _ in range(5000)])
    annotator = crew[segment, place]
    quality = rng.normal(0, 5, 20)[system] + rng.normal(0, 8, 5000)[segment] + rng.normal(0, 6, 60)[annotator]
    scores = np.clip(np.round(60 + quality + rng.normal(0, 15, len(system))), 0, 100)
    fit = fit_rating_scale(to_categories(scores), [system, segment, annotator])
    assert fit.converged
