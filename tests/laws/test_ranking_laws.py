"""What must never change a ranking, whatever the recipe."""

from __future__ import annotations

import json

import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import adjudge
from adjudge.core.recipes.built_in import RECIPES, recipe_names
from adjudge.core.recipes.recipe import Standardise
from adjudge.ranking.result import RatingRankingResult
from adjudge.scoring.standardise import standardise, z_scores_plain
from tests.builders import ratings, small_campaigns

# The session recipe has no session to work with here; the mixed model has laws of its own (test_mixed_model.py).
_RECIPES = st.sampled_from([name for name in recipe_names() if name not in {"wmt-appraise-da", "mixed-model"}])
_FEW = settings(max_examples=30)


# Recipes that standardise by annotator: the others make no such promise.
_BY_ANNOTATOR = [name for name, recipe in RECIPES.items() if recipe.standardise.unit == "annotator"]


@_FEW
@given(small_campaigns(), st.sampled_from(_BY_ANNOTATOR), st.sampled_from(["a0", "a1", "a2"]), st.integers(1, 50))
def test_a_constant_added_to_one_annotator_changes_nothing(table, recipe, annotator, constant):
    wide = table.frame.with_columns(scale=pl.lit("0..200"))
    shifted = wide.with_columns(
        pl.when(pl.col("annotator") == annotator).then(pl.col("score") + constant).otherwise("score").alias("score")
    )
    before, after = adjudge.rank(wide, recipe), adjudge.rank(shifted, recipe)
    assert shifted["score"].sum() > wide["score"].sum()
    assert {s.system: s.z for s in after.systems} == pytest.approx({s.system: s.z for s in before.systems}, abs=1e-9)


@_FEW
@given(small_campaigns(), _RECIPES)
def test_a_result_is_written_and_read_back_without_loss(table, recipe):
    result = adjudge.rank(table, recipe)
    back = RatingRankingResult.from_dict(json.loads(json.dumps(result.to_dict())))
    assert back.to_dict() == result.to_dict()
    assert str(back.signature) == str(result.signature)
    assert back.to_frame().equals(result.to_frame())


@given(
    st.lists(st.integers(0, 100), min_size=3, max_size=20), st.lists(st.sampled_from("xyz"), min_size=20, max_size=20)
)
def test_standardisation_equals_its_plain_twin(scores, letters):
    units = letters[: len(scores)]
    spread = [u for u in set(units) if len({s for s, v in zip(scores, units, strict=True) if v == u}) > 1]
    kept = [(s, u) for s, u in zip(scores, units, strict=True) if u in spread]
    assume(kept)
    frame = ratings(
        {
            "annotator": units,
            "system": ["a"] * len(scores),
            "segment": [str(i) for i in range(len(scores))],
            "score": [float(s) for s in scores],
        }
    ).frame
    z = standardise(frame, Standardise("annotator", "all"), kinds=("system",)).frame["z"]
    assert z.to_list() == pytest.approx(z_scores_plain([s for s, _ in kept], [u for _, u in kept]), abs=1e-12)
