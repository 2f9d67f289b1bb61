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
from tests.builders import campaign, ratings, small_campaigns

# The session recipe has no session to work with here; the mixed model has laws of its own (test_mixed_model.py).
_RECIPES = st.sampled_from([name for name in recipe_names() if name not in {"wmt-appraise-da", "mixed-model"}])
_FEW = settings(max_examples=30)


def _figures(result):
    return [
        (s.system, s.rank, s.cluster, round(s.score, 9), s.n, s.judgements, s.rank_low, s.rank_high)
        for s in result.systems
    ]


@_FEW
@given(small_campaigns(), _RECIPES, st.randoms(use_true_random=False))
def test_row_order_changes_nothing(table, recipe, random):
    order = list(range(len(table)))
    random.shuffle(order)
    shuffled = table.with_frame(table.frame[order])
    before, after = adjudge.rank(table, recipe), adjudge.rank(shuffled, recipe)
    assert _figures(before) == _figures(after)
    assert [(p.a, p.b, p.significant) for p in before.pairs] == [(p.a, p.b, p.significant) for p in after.pairs]
    assert [p.p for p in before.pairs] == pytest.approx([p.p for p in after.pairs], rel=1e-9)


@_FEW
@given(small_campaigns(), _RECIPES)
def test_names_of_systems_change_nothing_but_names(table, recipe):
    # The new names keep the alphabetical order, which breaks ties of equal means.
    renamed = table.with_frame(table.frame.with_columns(pl.format("team-{}", "system").alias("system")))
    before, after = adjudge.rank(table, recipe), adjudge.rank(renamed, recipe)
    assert [("team-" + name, *rest) for name, *rest in _figures(before)] == _figures(after)


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


def test_files_split_in_two_rank_as_one(tmp_path):
    table = campaign([0, 5, 10])
    whole, first, second = (tmp_path / name for name in ("whole.csv", "first.csv", "second.csv"))
    adjudge.write(table, whole)
    adjudge.write(table.with_frame(table.frame[:70]), first)
    adjudge.write(table.with_frame(table.frame[70:]), second)
    assert _figures(adjudge.rank(adjudge.read(whole))) == _figures(adjudge.rank(adjudge.read(first, second)))


def test_frames_of_other_libraries_rank_alike():
    table = campaign([0, 5, 10])
    expected = _figures(adjudge.rank(table))
    assert _figures(adjudge.rank(table.frame.to_pandas())) == expected
    assert _figures(adjudge.rank(table.frame.to_arrow())) == expected


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
