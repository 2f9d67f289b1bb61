"""The repeated test says what a ranking says of the same scores."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t as t_distribution

from adjudge.planning.pilot.base import AnalysedPilot
from adjudge.planning.pilot.verdicts import RepeatedTest
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.ranking.ratings.pipeline import analyse


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("correction", [None, "fdr"])
def test_verdicts_and_widths_are_those_of_the_ranking(seed, correction):
    size = {"systems.count": "5", "texts.documents": "24", "sessions.count": "24", "annotators.count": "8"}
    campaign = simulate(with_settings(preset("balanced"), size), seed=seed)
    assert campaign.ratings is not None
    analysis = analyse(campaign.ratings, correction=correction)
    pilot = AnalysedPilot.of(analysis)
    test = RepeatedTest(pilot.fitted.many, analysis.recipe.test, pilot.people)
    found = test.verdicts(np.tile(pilot.rows.y[:, None], 20), np.random.default_rng(0))
    places = pilot.model.ranks_of(analysis.estimate.order)
    first, second = np.triu_indices(len(places), 1)
    p = analysis.tests.p[places[first], places[second]]
    shares = found.separated.mean(axis=0)
    clear = np.abs(p - 0.05) > 0.025  # 999 draws know a p-value of .05 to within .007
    assert clear.sum() >= 6
    np.testing.assert_array_equal(shares[clear], (p < 0.05)[clear])
    evidence = pilot.model.evidence
    np.testing.assert_allclose(found.differences[0], evidence.contributions.differences, rtol=1e-6)
    quantiles = t_distribution.ppf(0.975, evidence.effective_units - 1)
    np.testing.assert_allclose(found.widths[0], 2 * quantiles * evidence.free_errors, rtol=1e-5)
