"""Simulated campaigns: what is drawn anew in each of them, and what all scenarios have in common."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.core.seeds import Seeds
from adjudge.planning.pilot.base import AnalysedPilot
from adjudge.planning.pilot.campaigns import simulate_campaigns
from adjudge.planning.pilot.scenarios import LIKE_PILOT, Scenario
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.ranking.ratings.pipeline import analyse

SIZE = {"systems.count": "4", "texts.documents": "20", "sessions.count": "16", "annotators.count": "6"}
DRAWS = 24


@pytest.fixture(scope="module")
def pilot():
    ratings = simulate(with_settings(preset("balanced"), SIZE), seed=3).ratings
    assert ratings is not None
    return AnalysedPilot.of(analyse(ratings))


def campaigns(pilot, scenario):
    return list(simulate_campaigns(pilot, scenario, DRAWS, Seeds(1)))


@pytest.mark.parametrize("scenario", [Scenario(documents=7), Scenario(annotators=1), Scenario(segments=9)])
def test_who_judges_what_is_drawn_anew_in_every_campaign(pilot, scenario):
    found = campaigns(pilot, scenario)
    assert len(found) == DRAWS
    sizes = {part.judgements for part in found}
    assert (len(sizes) == 1) == (scenario.annotators == 1)  # documents differ in length, what is judged again does not


@pytest.mark.parametrize("again", [LIKE_PILOT, Scenario(documents=40)])
def test_where_there_is_one_way_all_campaigns_share_it(pilot, again):
    [found] = campaigns(pilot, again)
    assert len(found) == DRAWS
    documents = pilot.model.fit.reml.design.documents
    assert documents == 20
    assert found.judgements == len(pilot.rows.y) * (1 if again.instead else 3)


def test_the_true_means_are_the_same_in_every_scenario(pilot):
    scenarios = (LIKE_PILOT, Scenario(documents=20), Scenario(documents=7), Scenario(annotators=2))
    first, *others = (np.hstack([part.means for part in campaigns(pilot, one)]) for one in scenarios)
    for other in others:
        np.testing.assert_allclose(other, first)
