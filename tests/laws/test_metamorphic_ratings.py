"""What must not change an analysis of ratings, or must change it in a known way, whatever is analysed and how."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import adjudge
from adjudge.core.recipes.built_in import RECIPES
from tests.drawn_campaigns import RATINGS
from tests.metamorphic import (
    OF_RATINGS,
    assert_drawn_alike,
    differences,
    few,
    is_tied,
    renamed,
    shuffled,
    told,
    without,
)

KINDS = st.sampled_from(list(RATINGS))
SEEDS = st.integers(0, 2**32 - 1)
EVERY_ANALYSIS = pytest.mark.parametrize("analysis", OF_RATINGS)
EVERY_RECIPE = pytest.mark.parametrize("recipe", adjudge.recipes())
#: Sentences list things by name, and say figures in points.
WORDS = ("text", "todo")


@EVERY_ANALYSIS
@few(2)
@given(KINDS, SEEDS)
def test_orders_of_rows_and_columns_other_names_and_further_columns_change_nothing(analysis, kind, seed):
    """Not a digit and not a word, where the new names stand in the order of the old ones.

    The order of rows tells nothing: in a table the order of judgements is that of `position`, `started` and `ended`.
    Rows that are left out are named in the order of the file (AJ228). Columns that ratings do not have are noted
    (AJ101); constant ones say nothing that could matter, unless they name
    languages or a collection.
    """
    analyse, frame = OF_RATINGS[analysis], RATINGS[kind](seed)
    first = told(analyse, frame)
    further = {"criterion": pl.lit("adequacy"), "scope": pl.lit("segment")}
    more = shuffled(frame.with_columns(colour=pl.lit("red"), number=pl.int_range(pl.len()), **further), seed)
    assert differences(without(first, "AJ228"), without(told(analyse, more), "AJ101", "AJ228")) == []
    other, names = renamed(frame)
    assert differences(first, told(analyse, other), names) == []


#: What hangs on the order of names, and why that is no fault.
BY_NAME: dict[str, tuple[str, ...]] = {
    # Documents are drawn again and systems permuted in the order of their names: other names are another draw.
    "annotators": ("low", "high", "sentence"),
    "sessions": ("low", "high", "sentence"),
    "origin": ("intervals",),
    "composition": ("expected", "p"),
    "composition by annotator": ("expected", "p"),
    **{f"rank by {name}": ("set_low", "set_high") for name in RECIPES},  # the default has them from its tests
    # Of several that are equal the first ones are shown.
    "documents": ("least", "most"),
    "stability of wmt-da": ("reason",),
}


@pytest.mark.parametrize("analysis", [name for name in OF_RATINGS if name not in {"check", "stability of wmt24-esa"}])
@few(2)
@given(KINDS, SEEDS)
def test_names_in_another_order_change_nothing_but_names(analysis, kind, seed):
    """Everything is called otherwise, and what was first by name is last.

    Equal scores stand in the order of names, for which there is a law of its own; what is random draws units in that
    order, so that other names are another draw: `stability` by drawing, and p-values that are not counted out. Checks
    list what is drawn, and of equals the first.
    """
    analyse, frame = OF_RATINGS[analysis], RATINGS[kind](seed)
    assume(not is_tied(told(adjudge.rank, frame, "wmt24-esa")))
    other, names = renamed(frame, turned=True)
    first, second = told(analyse, frame), told(analyse, other)
    assume(not is_tied(first))
    if "refused" in first:
        assert [one["code"] for one in first["refused"]] == [one["code"] for one in second["refused"]]
        return
    # Of equal anchors the first one is taken, which is said.
    assume(not any(one["code"] == "AJ214" and one["numbers"].get("equal") for one in first["findings"]))
    if (first.get("test") or {}).get("draws"):
        first, second = assert_drawn_alike(first, second, names)
    left_out = (*WORDS, *BY_NAME.get(analysis, ()), "distributions", "group")
    first, second = without(first, keys=left_out), without(second, keys=left_out)
    assert differences(first, second, names, listed=True) == []


@EVERY_RECIPE
@few(2)
@given(KINDS, SEEDS)
def test_equal_scores_stand_in_the_order_of_names(recipe, kind, seed):
    """And systems whose scores are equal but for rounding are equal."""
    frame = RATINGS[kind](seed)
    ranked = told(adjudge.rank, frame, recipe)
    for higher, lower in pairwise(ranked.get("systems", ())):
        assert higher["score"] >= lower["score"] - 1e-9
        if abs(higher["score"] - lower["score"]) < 1e-9:
            assert higher["system"] < lower["system"]


STRETCHED = st.sampled_from([(0.1, 0.0), (0.05, -2.0), (3.0, 7.0)])


def stretched(frame: pl.DataFrame, by: float, to: float) -> pl.DataFrame:
    """The same judgements on a scale that is longer or shorter and begins elsewhere."""
    low, high = (1, 5) if "scale" in frame.columns else (0, 100)
    scale = f"{low * by + to:g}..{high * by + to:g}"
    return frame.with_columns(score=pl.col("score") * by + to, scale=pl.lit(scale))


@EVERY_RECIPE
@few(2)
@given(KINDS, SEEDS, STRETCHED)
def test_a_longer_scale_stretches_scores_and_differences_and_nothing_else(recipe, kind, seed, scale):
    """Order, p-values, effects, lines, letters and sets stay; z-scores have no unit.

    P-values that are drawn are so to their precision: what annotators carry between documents is drawn along axes that
    rounding may choose.
    """
    (by, to), frame = scale, RATINGS[kind](seed)
    first = without(told(adjudge.rank, frame, recipe), keys=WORDS)
    second = without(told(adjudge.rank, stretched(frame, by, to), recipe), keys=WORDS)
    in_points = "systems" in first and first["systems"][0]["z"] is None
    for system in first.get("systems", ()):
        for key in ("raw", *(("score", "score_low", "score_high") if in_points else ())):
            system[key] = None if system[key] is None else system[key] * by + to
    for pair in first.get("pairs", ()) if in_points else ():
        for key in ("difference", "smallest_difference"):
            pair[key] = None if pair[key] is None else pair[key] * by
    if (first.get("test") or {}).get("draws"):
        first, second = assert_drawn_alike(first, second)
    figures = ("numbers",)  # of findings, some of them in points
    assert differences(without(first, keys=figures), without(second, keys=figures)) == []


@pytest.mark.parametrize("analysis", [name for name in OF_RATINGS if not name.startswith("rank")])
@few(2)
@given(KINDS, SEEDS, STRETCHED)
def test_a_longer_scale_stretches_what_is_in_points(analysis, kind, seed, scale):
    """Every figure is a pure number, a place on the scale, or in points or their squares.

    Checks and profiles of annotators know whole scores and few points of a scale, which stay what they are only if
    scores are stretched to whole ones; the categories of AC2 are those of the scale.
    """
    (by, to), frame = scale, RATINGS[kind](seed)
    assume(by > 1 or analysis not in {"check", "annotators", "sessions"})
    left_out = (*WORDS, "distributions", "histogram", "ac2", "ticks", "sentence", "smallest")
    first = without(told(OF_RATINGS[analysis], frame), keys=left_out)
    second = without(told(OF_RATINGS[analysis], stretched(frame, by, to)), keys=left_out)
    assert differences(first, second, same=lambda one, other: _stretched(one, other, by, to)) == []


def _stretched(one: Any, other: Any, by: float, to: float) -> bool:
    if not all(isinstance(value, int | float) and not isinstance(value, bool) for value in (one, other)):
        return type(one) is type(other) and bool(one == other)
    known = (one, by * one, by * one + to, by * by * one)
    return any(math.isclose(other, value, rel_tol=1e-4, abs_tol=1e-6) for value in known)


CONDITIONS = st.sampled_from(
    ["system!=s1", "annotator!=a1", "document!=d2", "segment=0,1", "kind=system", "session!=t2"]
)


@EVERY_ANALYSIS
@few(2)
@given(KINDS, SEEDS, CONDITIONS)
def test_rows_that_are_chosen_here_or_before_give_the_same(analysis, kind, seed, condition):
    """But for what is said of the choice (AJ160)."""
    analyse, frame = OF_RATINGS[analysis], RATINGS[kind](seed)
    column, values = condition.replace("!", "").split("=")
    assume(column in frame.columns and set(values.split(",")) <= set(frame[column]))
    met = pl.col(column).is_in(values.split(","))
    kept = frame.filter((~met).fill_null(value=True) if "!" in condition else met.fill_null(value=False))
    chosen = without(told(analyse, frame, where=condition), "AJ160", keys=("where", "signature"))
    assert differences(without(told(analyse, kept), keys=("where", "signature")), chosen) == []
