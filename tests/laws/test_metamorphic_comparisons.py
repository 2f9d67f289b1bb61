"""What must not change a ranking by comparisons, or must change it in a known way, whatever the method."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import adjudge
from tests.drawn_campaigns import COMPARISONS
from tests.metamorphic import (
    OF_COMPARISONS,
    RANKED_BY,
    assert_drawn_alike,
    differences,
    few,
    is_tied,
    renamed,
    shuffled,
    told,
    without,
)

KINDS = st.sampled_from(list(COMPARISONS))
SEEDS = st.integers(0, 2**32 - 1)
EVERY_ANALYSIS = pytest.mark.parametrize("analysis", OF_COMPARISONS)
EVERY_METHOD = pytest.mark.parametrize("method", RANKED_BY)
#: Sentences list things by name; the test of fit draws random signs for units in the order of their names.
WORDS = ("text", "todo")
FIT = ("AJ243",)
#: Methods that refuse weights.
UNWEIGHTED = {"rank by annotator-bradley-terry", "rank by trueskill"}


@EVERY_ANALYSIS
@few(2)
@given(KINDS, SEEDS)
def test_orders_of_rows_and_columns_other_names_and_further_columns_change_nothing(analysis, kind, seed):
    """Not a digit and not a word, where the new names stand in the order of the old ones; AJ101 names the columns."""
    analyse, frame = OF_COMPARISONS[analysis], COMPARISONS[kind](seed)
    first = told(analyse, frame)
    further = {"criterion": pl.lit("adequacy"), "scope": pl.lit("segment"), "weight": pl.lit(1.0)}
    more = shuffled(frame.with_columns(colour=pl.lit("red"), number=pl.int_range(pl.len()), **further), seed)
    assert differences(first, without(told(analyse, more), "AJ101")) == []
    other, names = renamed(frame)
    assert differences(first, told(analyse, other), names) == []


@pytest.mark.parametrize("analysis", [*(name for name in RANKED_BY if name != "rank by trueskill"), "annotators"])
@few(3)
@given(KINDS, SEEDS)
def test_names_in_another_order_change_nothing_but_names(analysis, kind, seed):
    """Everything is called otherwise, and what was first by name is last.

    Equal scores, and optimal orders of which there are several, stand in the order of names, and so do the shortest
    cycles of a group of systems, of which one is shown. Random numbers go to
    units and systems in that order, so that other names are another draw: those of TrueSkill, of the test of fit, and
    p-values that are not counted out. `next_pairs` takes the first of equally useful pairs, texts and people.
    """
    analyse, frame = OF_COMPARISONS[analysis], COMPARISONS[kind](seed)
    other, names = renamed(frame, turned=True)
    first, second = told(analyse, frame), told(analyse, other)
    assume(first.get("optimal_orders") == 1 if first.get("method") == "mfas" else not is_tied(first))
    if (first.get("test") or {}).get("draws"):
        first, second = assert_drawn_alike(first, second, names)
    first, second = (
        without(one, *FIT, keys=(*WORDS, "misfit", "cycles", "cycle", "weakest")) for one in (first, second)
    )
    assert differences(first, second, names, listed=True) == []


@EVERY_METHOD
@few(3)
@given(KINDS, SEEDS)
def test_equal_scores_stand_in_the_order_of_names(method, kind, seed):
    """And systems whose scores are equal but for rounding are equal."""
    ranked = told(RANKED_BY[method], COMPARISONS[kind](seed))
    for higher, lower in pairwise(ranked["systems"]):
        if higher["score"] is not None:
            assert higher["score"] >= lower["score"] - 1e-9
            if abs(higher["score"] - lower["score"]) < 1e-9:
                assert higher["system"] < lower["system"]


@EVERY_METHOD
@few(3)
@given(KINDS, SEEDS, st.sampled_from([0.5, 1.0]))
def test_the_system_named_first_does_not_matter(method, kind, seed, share):
    """Half of the comparisons, or all of them, with the two sides exchanged."""
    frame = COMPARISONS[kind](seed)
    turned = np.random.default_rng(seed).random(frame.height) < share
    first, second = (told(RANKED_BY[method], rows) for rows in (frame, exchanged(frame, turned)))
    assert differences(first, second) == []


def exchanged(frame: pl.DataFrame, turned: np.ndarray) -> pl.DataFrame:
    """The same comparisons; where `turned`, the second system is named first."""
    other = pl.col("outcome").replace({"a": "b", "b": "a"})
    here = pl.lit(pl.Series(turned))
    return frame.with_columns(
        pl.when(here).then("system_b").otherwise("system_a").alias("system_a"),
        pl.when(here).then("system_a").otherwise("system_b").alias("system_b"),
        pl.when(here).then(other).otherwise("outcome").alias("outcome"),
    )


@few(4)
@given(KINDS, SEEDS)
def test_exchanging_all_sides_turns_the_advantage_of_a_side(kind, seed):
    """Agreement stays; of what every annotator decided, the share for the side named first becomes its complement."""
    frame = COMPARISONS[kind](seed)
    mirrored = exchanged(frame, np.ones(frame.height, dtype=bool))
    first, second = (told(adjudge.annotators, rows) for rows in (frame, mirrored))
    for one in second["annotators"]:
        one["first"] = None if one["first"] is None else 1 - one["first"]
    assert differences(without(first, keys=WORDS), without(second, keys=WORDS)) == []
    first, second = (told(adjudge.check, rows) for rows in (frame, mirrored))
    codes = [[one["code"] for one in checked["findings"]] for checked in (first, second)]
    assert codes[0] == codes[1]


#: Of weights: how many rows there are, which degrees of freedom and a finding on ties hang on.
OF_ROWS = ("judgements", "findings")


@pytest.mark.parametrize("method", [name for name in RANKED_BY if name not in UNWEIGHTED])
@few(3)
@given(KINDS, SEEDS)
def test_a_comparison_that_counts_twice_is_two_rows_where_units_are_known(method, kind, seed):
    """What dependent comparisons say is added up within their unit, whether as rows or as weights.

    Only rows are counted as judgements, and likelihoods of two models of ties are compared without weights only.
    """
    frame = COMPARISONS[kind](seed)
    twice = np.random.default_rng(seed).random(frame.height) < 0.4
    weighted = frame.with_columns(weight=pl.when(pl.lit(pl.Series(twice))).then(2.0).otherwise(1.0))
    rows = pl.concat([frame, frame.filter(pl.Series(twice))])
    first, second = (without(told(RANKED_BY[method], held), keys=OF_ROWS) for held in (rows, weighted))
    assert differences(first, second) == []


#: Figures of the whole data, not of what varies between comparisons.
ESTIMATED = ("system", "rank", "score", "raw")


@pytest.mark.parametrize("method", [name for name in RANKED_BY if name not in UNWEIGHTED])
@few(3)
@given(KINDS, SEEDS)
def test_without_units_a_comparison_that_counts_twice_gives_the_same_estimates(method, kind, seed):
    """Two rows are two independent comparisons, a weight of two is one that is worth two: errors and tests differ."""
    frame, settings = COMPARISONS[kind](seed), adjudge.ComparisonSettings(unit="none")
    twice = np.random.default_rng(seed).random(frame.height) < 0.4
    weighted = frame.with_columns(weight=pl.when(pl.lit(pl.Series(twice))).then(2.0).otherwise(1.0))
    rows = pl.concat([frame, frame.filter(pl.Series(twice))])
    first, second = (told(RANKED_BY[method], held, settings=settings) for held in (rows, weighted))
    for part, names in (("systems", ESTIMATED), ("pairs", ("a", "b", "effect", "difference", "meetings", "tied"))):
        one, other = ([{name: row[name] for name in names} for row in ranked[part]] for ranked in (first, second))
        assert differences(one, other) == []
    tournament = ("cost", "total", "violations", "acyclic", "groups", "cycles", "condorcet", "never_met")
    graphs = [{name: ranked[name] for name in tournament} for ranked in (first, second)]
    assert differences(graphs[0], graphs[1]) == []


@pytest.mark.parametrize("method", [name for name in RANKED_BY if name != "rank by annotator-bradley-terry"])
@few(3)
@given(KINDS, SEEDS)
def test_counts_give_the_estimates_of_the_comparisons_that_were_counted(method, kind, seed):
    """Units are unknown, so errors and tests differ."""
    table = adjudge.Comparisons.check(COMPARISONS[kind](seed))
    first, second = (told(RANKED_BY[method], held) for held in (table, table.counts()))
    for part, names in (("systems", ESTIMATED), ("pairs", ("a", "b", "effect", "difference", "meetings", "tied"))):
        one, other = ([{name: row[name] for name in names} for row in ranked[part]] for ranked in (first, second))
        assert differences(one, other) == []


CONDITIONS = st.sampled_from(["annotator!=a1", "segment!=2", "document!=d3", "system_a=s0,s1,s2", "domain=news"])


@pytest.mark.parametrize("analysis", [name for name in OF_COMPARISONS if name != "next pairs"])
@few(2)
@given(KINDS, SEEDS, CONDITIONS)
def test_rows_that_are_chosen_here_or_before_give_the_same(analysis, kind, seed, condition):
    """But for what is said of the choice (AJ160)."""
    analyse, frame = OF_COMPARISONS[analysis], COMPARISONS[kind](seed)
    column, values = condition.replace("!", "").split("=")
    assume(column in frame.columns and set(values.split(",")) <= set(frame[column]))
    met = pl.col(column).is_in(values.split(","))
    kept = frame.filter(~met if "!" in condition else met)
    chosen = without(told(analyse, frame, where=condition), "AJ160", keys=("where", "signature"))
    assert differences(without(told(analyse, kept), keys=("where", "signature")), chosen) == []
