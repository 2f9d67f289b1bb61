from __future__ import annotations

import pytest

from adjudge.core.errors import RecipeError
from adjudge.planning.simulation.recovery import check_against_truth
from adjudge.planning.simulation.repeated_campaigns import repeat_campaign, true_quality
from adjudge.planning.simulation.simulate import simulate
from adjudge.ranking.rank import rank

RECIPES = ("wmt-da", "recommended")
SEEDS = (4, 5)


@pytest.fixture(scope="module")
def recoveries():
    return repeat_campaign("balanced", RECIPES, seeds=SEEDS)


def test_each_recipe_is_counted_over_the_campaigns_of_the_seeds(recoveries):
    assert [(one.recipe, one.seeds) for one in recoveries] == [(name, SEEDS) for name in RECIPES]
    campaigns = [simulate("balanced", seed=seed) for seed in SEEDS]
    checks = [check_against_truth(rank(one.table, "wmt-da", seed=one.seed), true_quality(one)) for one in campaigns]
    found = recoveries[0]
    assert found.pairs == 66  # twelve systems, no two of equal quality
    assert found.found == sum(check.found for check in checks) / 2
    assert found.false == sum(check.false for check in checks)
    assert found.kendall == pytest.approx(sum(check.kendall for check in checks) / 2)


def test_campaigns_at_the_same_time_give_the_same_numbers(recoveries):
    assert repeat_campaign("balanced", RECIPES, seeds=SEEDS, workers=2) == recoveries


def test_progress_is_told_after_every_campaign():
    told: list[float] = []
    repeat_campaign("balanced", ["wmt-da"], seeds=SEEDS, progress=told.append)

    assert told == [0.5, 1.0]


def test_a_campaign_that_cannot_be_ranked_is_an_error():
    with pytest.raises(RecipeError, match="AJ030"):
        repeat_campaign("balanced", ["no-such-recipe"], seeds=SEEDS)


def test_true_qualities_come_best_first():
    qualities = list(true_quality(simulate("balanced", seed=1)).values())

    assert qualities == sorted(qualities, reverse=True)
