"""An analysis with one thing changed shares what does not depend on it, and gives what ranking anew gives."""

from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.core.errors import RecipeError
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.recipe import Aggregate, Clusters, Filters, Recipe, Standardise, Test
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.ranking.ratings.claims import Claims
from adjudge.ranking.ratings.pipeline import analyse, rank_ratings
from tests.builders import campaign

STEPS = ("kept", "scored", "estimate", "tests", "lines")
WMT = RECIPES["wmt-da"]
DRAWN = replace(WMT, test=Test("permutation", alternative="two-sided", draws=200))
MIXED = replace(WMT, aggregate=Aggregate(estimate="mixed"), test=Test("mixed", alternative="two-sided"))
#: Campaigns with control items, repeats and rows after degraded items.
CAMPAIGNS = [
    simulate(
        with_settings(
            preset("wmt20"),
            {"systems.count": "4", "texts.documents": "20", "annotators.count": "4", "sessions.count": "8"},
        ),
        seed=seed,
    ).table
    for seed in range(3)
]


def _shared(before, after):
    return [name for name in STEPS if getattr(after, name) is getattr(before, name)]


#: What is changed, and the steps that do not depend on it.
CHANGES = {
    "title": (replace(WMT, title="another"), STEPS),
    "line rule": (replace(WMT, clusters=Clusters("strict")), STEPS[:4]),
    "hidden system": (replace(WMT, clusters=Clusters("wins", hide=("system-0",))), STEPS[:4]),
    "test": (replace(WMT, test=Test("signed-rank")), STEPS[:3]),
    "level": (replace(WMT, test=replace(WMT.test, level=0.01)), STEPS[:3]),
    "estimate": (replace(WMT, aggregate=Aggregate(estimate="mixed")), STEPS[:2]),
    "standardisation": (replace(WMT, standardise=Standardise("session")), STEPS[:1]),
    "kinds": (replace(WMT, aggregate=Aggregate(("system",))), STEPS[:1]),
    "units without spread": (replace(WMT, filters=Filters(zero_spread="refuse")), STEPS[:1]),
    "revisions": (replace(WMT, filters=Filters(revisions="keep-last")), ()),
    "ticks": (replace(WMT, standardise=Standardise(ticks=5)), ()),
}


@pytest.mark.parametrize("change", CHANGES)
def test_another_recipe_shares_what_does_not_depend_on_the_change(change):
    recipe, shared = CHANGES[change]
    before = analyse(campaign([0, 5, 10]), WMT)
    assert _shared(before, before.with_recipe(recipe)) == list(shared)


def test_other_rows_share_nothing():
    before = analyse(campaign([0, 5, 10]), WMT)
    after = before.without(pl.col("system") == "system-0")
    assert _shared(before, after) == []
    assert after.estimate.order == ["system-2", "system-1"]


def test_rows_for_which_nobody_can_say_are_not_removed():
    frame = campaign([0, 5]).frame.with_columns(domain=pl.lit(None, dtype=pl.String))
    before = analyse(campaign([0, 5]).with_frame(frame), WMT)
    assert before.without(pl.col("domain") == "news").rows.height == frame.height


def test_another_seed_shares_tests_that_draw_nothing():
    before = analyse(campaign([0, 5, 10]), WMT)
    assert _shared(before, before.with_seed(1)) == list(STEPS)
    drawn = analyse(campaign([0, 5, 10]), DRAWN)
    assert _shared(drawn, drawn.with_seed(1)) == list(STEPS[:3])


def test_steps_are_shared_whichever_analysis_computes_them_first():
    before = analyse(campaign([0, 5, 10]), WMT)
    after = before.with_recipe(replace(WMT, test=Test("sign")))
    last = after.with_recipe(WMT)
    scored = last.scored
    assert after.scored is scored
    assert before.scored is scored


def test_the_model_is_fitted_once_for_order_and_tests():
    before = analyse(campaign([0, 5, 10]), MIXED)
    fit = before.plan.model.value
    assert before.with_recipe(replace(MIXED, test=DRAWN.test)).plan.model.value is fit
    assert before.with_seed(3).plan.model.value is fit
    assert before.plan.needs_model
    assert not analyse(campaign([0, 5, 10]), WMT).plan.needs_model


def test_a_result_is_assembled_once():
    analysis = analyse(campaign([0, 5, 10]), WMT)
    assert analysis.result() is analysis.result()


def test_another_recipe_was_given_and_not_picked():
    picked = analyse(campaign([0, 5, 10]))
    assert "AJ203" in [finding.code for finding in picked.result().findings]
    given_recipe = picked.with_recipe(replace(picked.recipe, clusters=Clusters("strict")))
    assert "AJ203" not in [finding.code for finding in given_recipe.result().findings]


_STANDARDISE = st.sampled_from(
    [
        Standardise(),
        Standardise("session"),
        Standardise("none"),
        Standardise("annotator", "counting"),
        Standardise(centre="median-iqr"),
    ]
)
_TESTS = st.sampled_from(
    [WMT.test, Test("sign", alternative="halved"), DRAWN.test, Test("rank-sum", "document", correction="holm")]
)
_RECIPES = st.builds(
    Recipe,
    name=st.just("drawn"),
    filters=st.builds(Filters, after_degraded=st.sampled_from(["keep", "drop", "drop-copies"])),
    standardise=_STANDARDISE,
    aggregate=st.builds(Aggregate, kinds=st.sampled_from([("system",), ("system", "repeat")])),
    test=_TESTS,
    clusters=st.builds(Clusters, rule=st.sampled_from(["wins", "stated", "strict"])),
)


def _outcome(rank):
    """The result, or what the recipe refuses."""
    try:
        return rank().to_dict()
    except RecipeError as error:
        return error.problems


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(CAMPAIGNS), _RECIPES, _RECIPES, st.integers(0, 2))
def test_a_changed_recipe_gives_what_ranking_anew_gives(table, first, second, seed):
    claims = Claims(margin=3.0)
    before = analyse(table, first, claims=claims)
    before.result()
    after = before.with_recipe(second).with_seed(seed)
    anew = _outcome(lambda: rank_ratings(table, second, claims=claims, seed=seed))
    assert _outcome(after.result) == anew


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(CAMPAIGNS), _RECIPES, st.integers(0, 3))
def test_removed_rows_give_what_ranking_the_rest_anew_gives(table, recipe, number):
    annotator = table.frame["annotator"].unique().sort()[number]
    before = analyse(table, recipe)
    left = table.with_frame(table.frame.filter(pl.col("annotator") != annotator))
    after = before.without(pl.col("annotator") == annotator)
    assert _outcome(after.result) == _outcome(lambda: rank_ratings(left, recipe))
