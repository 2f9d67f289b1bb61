"""Laws of stability: what must not change, and two ways to the same number."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import adjudge
from adjudge.auditing.stability.changes import compare_verdicts
from adjudge.auditing.stability.kept_lines import KeptShare, is_drawn, lines_over_scenarios
from adjudge.auditing.stability.redrawn import Drawing, draw_again, rank_fast, rank_rows
from adjudge.auditing.stability.repeats import is_kept, stable_ranking_probability
from adjudge.auditing.stability.result import ScenarioResult
from adjudge.auditing.stability.studies import ComparisonStudy, RatingStudy
from adjudge.auditing.stability.verdict import Verdict
from adjudge.core.recipes.recipe import Aggregate, Clusters, Recipe, Standardise, Test
from adjudge.core.tables import Ratings
from adjudge.kernels.mixed_model.row_space import sums_by
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.ranking.comparisons.analysis import ComparisonAnalysis
from adjudge.ranking.ratings.pipeline import analyse
from adjudge.ranking.ratings.repeating.leaving_out import beats_without
from adjudge.ranking.redrawing import Drawable
from tests.builders import campaign, known, small_campaigns

SMALL = {"systems.count": "4", "texts.documents": "12", "sessions.count": "12", "annotators.count": "4"}
SIMULATED: Any = adjudge.simulate(with_settings(preset("wmt20"), SMALL), seed=3).table
#: Means of annotators are taken away, and nothing is divided: an additive correction.
ADDITIVE = Recipe(
    "additive",
    aggregate=Aggregate(estimate="mixed"),
    standardise=Standardise("none"),
    test=Test("mixed", alternative="two-sided", correction="holm"),
)


def complete(qualities, *, annotators=4, documents=6, seed=0) -> Ratings:
    """Every annotator judges every system on every segment, with a leniency of their own."""
    rng = np.random.default_rng(seed)
    lenient = rng.normal(0, 12, annotators)
    rows = [
        {
            "annotator": f"a{who}",
            "session": f"a{who}",
            "system": f"system-{system}",
            "document": f"d{document}",
            "segment": str(segment),
            "kind": "system",
            "score": float(np.clip(50 + quality + lenient[who] + rng.normal(0, 8), 0, 100)),
        }
        for who in range(annotators)
        for document in range(documents)
        for segment in range(3)
        for system, quality in enumerate(qualities)
    ]
    return Ratings.check(pl.DataFrame(rows))


@given(st.lists(st.integers(-15, 15), min_size=3, max_size=5), st.integers(0, 5))
@settings(max_examples=15, deadline=None)
def test_removal_changes_nothing_by_an_additive_model_on_a_complete_design(qualities, seed):
    """B7: estimates are then differences of raw means, which do not know of other systems."""
    result = adjudge.stability(complete(qualities, seed=seed), ADDITIVE, scenarios=["remove:system"])
    assert [one.name for one in result.scenarios if one.change.rank_changed] == []
    assert {one.change.kendall for one in result.scenarios} <= {1.0}


@given(small_campaigns())
@settings(max_examples=20, deadline=None)
def test_raw_means_do_not_care_about_other_systems(table):
    recipe = Recipe("raw", standardise=Standardise("none"), clusters=Clusters("stated"))
    try:
        result = adjudge.stability(table, recipe, scenarios=["remove:system"])
    except adjudge.AdjudgeError:
        return
    assert [one.name for one in result.scenarios if one.change.changed] == []


@pytest.mark.parametrize("name", ["divide:human:1", "multiply:human:1", "divide:best:1", "multiply:worst:1"])
@pytest.mark.parametrize("recipe", ["wmt-da", "recommended"])
def test_a_factor_of_one_changes_nothing(name, recipe):
    result = adjudge.stability(SIMULATED, recipe, scenarios=[name])
    assert not result.scenarios[0].change.changed
    assert result.scenarios[0].change.kendall == 1.0


@pytest.mark.parametrize("unit", ["annotator", "document", "session", "segment"])
@pytest.mark.parametrize("recipe", ["wmt-da", "wmt-appraise-da", "recommended"])
def test_a_draw_of_every_unit_once_is_the_ranking(unit, recipe):
    study = RatingStudy(analyse(SIMULATED, recipe))
    drawable = known(Drawable.of(study.frame, unit))
    rows = drawable.drawn(np.ones(drawable.units, dtype=np.intp))
    assert rows.equals(study.frame)
    assert not compare_verdicts(study.verdict, study.with_frame(rows).verdict).changed


@given(st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_a_unit_drawn_again_is_another_unit_with_the_same_rows(counts):
    frame = campaign([0, 5], documents=4).frame
    rows = known(Drawable.of(frame, "document")).drawn(np.array(counts, dtype=np.intp))
    sizes = frame.group_by("document").len().sort("document")["len"].to_list()
    assert rows.height == sum(n * size for n, size in zip(counts, sizes, strict=True))
    assert rows["document"].n_unique() == sum(counts)
    names = rows["document"].str.split("\x1f").list.first()
    drawn = dict(rows.with_columns(name=names).group_by("name").agg(pl.col("document").n_unique()).iter_rows())
    assert drawn == {f"document-{i}": n for i, n in enumerate(counts) if n}


def test_comparisons_drawn_once_are_the_ranking():
    votes: Any = adjudge.simulate(
        with_settings(preset("balanced"), {"rankings.count": "80", "protocol": "rankings", "systems.count": "4"}),
        seed=1,
    ).table
    for method in ("bojar", "davidson"):
        study = ComparisonStudy(ComparisonAnalysis(votes, method))
        for unit in ("annotator", "segment", "ranking"):
            drawable = known(Drawable.of(study.frame, unit))
            rows = drawable.drawn(np.ones(drawable.units, dtype=np.intp))
            assert not compare_verdicts(study.verdict, study.with_frame(rows).verdict).changed


_ORDERS = st.permutations("abcd")


@st.composite
def _verdicts(draw):
    order = draw(_ORDERS)
    beats = np.triu(np.array(draw(st.lists(st.booleans(), min_size=16, max_size=16))).reshape(4, 4), 1)
    return Verdict.of(order, beats, "stated")


@given(st.lists(_verdicts(), min_size=2, max_size=6))
def test_the_stable_ranking_probability_is_the_share_of_pairs_by_the_definition(samples):
    pairs = [is_kept(a, b) for a, b in permutations(samples, 2)]
    assert stable_ranking_probability(samples, "abcd") == pytest.approx(sum(pairs) / len(pairs))


@given(_verdicts())
def test_a_scenario_compared_with_itself(verdict):
    change = compare_verdicts(verdict, verdict)
    assert (change.kendall, change.changed, change.reversed_orderings) == (1.0, False, ())


@given(_verdicts(), _verdicts())
def test_kendall_and_lines_do_not_depend_on_the_direction(a, b):
    there, back = compare_verdicts(a, b), compare_verdicts(b, a)
    assert there.kendall == back.kendall
    assert (there.merges, there.splits) == (back.splits, back.merges)
    assert len(there.lines_lost) == len(back.lines_gained)


@pytest.mark.parametrize("recipe", ["recommended", "mixed-model", "wmt24-esa"])
def test_leaving_nothing_out_is_the_ranking_and_order_is_kept(recipe):
    analysis = analyse(SIMULATED, recipe)
    order, beats = beats_without(analysis)
    assert order == analysis.estimate.order
    assert (beats == analysis.tests.beats).all()
    gone = order[1]
    rest, fewer = beats_without(analysis, [gone])
    assert rest == [name for name in order if name != gone]
    # A smaller family never takes a significant difference away.
    kept = [i for i, name in enumerate(order) if name != gone]
    assert (fewer | ~analysis.tests.beats[np.ix_(kept, kept)]).all()


def test_pairs_left_are_corrected_as_the_family_that_is_left():
    """By Holm over three pairs instead of six, from the same p-values of single pairs."""
    table = campaign([0, 1.5, 3, 4.5], documents=10, noise=12)
    holm = Recipe("holm", standardise=Standardise("none"), test=Test("signed-rank", correction="holm"))
    analysis = analyse(table, holm)
    for gone in analysis.estimate.order:
        rows = table.with_frame(table.frame.filter(pl.col("system") != gone))
        alone = analyse(rows, holm)  # raw means: the others have the same scores
        order, beats = beats_without(analysis, [gone])
        assert order == alone.estimate.order
        assert (beats == alone.tests.beats).all()


def test_fast_and_general_samples_agree():
    study = RatingStudy(analyse(SIMULATED, "wmt-da"))
    drawable = known(Drawable.of(study.frame, "document"))
    rank, quick = rank_rows(study, drawable), known(rank_fast(study, "document"))
    rng = np.random.default_rng(1)
    for _ in range(6):
        counts = np.bincount(rng.integers(drawable.units, size=drawable.units), minlength=drawable.units)
        a, b = known(rank(counts)), known(quick(counts))
        assert (a.order, a.clusters, a.orderings) == (b.order, b.clusters, b.orderings)
    assert draw_again(study, "document", Drawing(draws=8, seed=5)).draws == 8


@given(st.integers(1, 30), st.integers(1, 5), st.integers(1, 4), st.integers(0, 99))
def test_sums_by_code_are_those_of_bincount(rows, levels, columns, seed):
    rng = np.random.default_rng(seed)
    codes, values = rng.integers(0, levels, rows), rng.normal(size=(rows, columns))
    plain = np.stack([np.bincount(codes, column, levels) for column in values.T], axis=1)
    assert (sums_by(codes, values, levels) == plain).all()


NAMES = "abcdef"


@st.composite
def clustered(draw, names=NAMES):
    """Some of the systems in some order, with lines anywhere."""
    held = draw(st.lists(st.sampled_from(names), min_size=2, unique=True))
    cuts = draw(st.lists(st.booleans(), min_size=len(held) - 1, max_size=len(held) - 1))
    parts: list[list[str]] = [[held[0]]]
    for name, cut in zip(held[1:], cuts, strict=True):
        if cut:
            parts.append([])
        parts[-1].append(name)
    return parts


def drawn_by_sets(above, reference, other):
    """The plain twin of `is_drawn`: every way to cut the other ranking after a cluster, over the common systems."""
    common = {name for part in reference for name in part} & {name for part in other for name in part}
    wanted = above & common
    if not wanted or wanted == common:
        return None
    return any({name for part in other[:cut] for name in part} & common == wanted for cut in range(1, len(other)))


@given(clustered(), clustered())
def test_a_line_is_drawn_if_some_clusters_from_the_top_hold_just_the_systems_above_it(before, after):
    reference, other = Verdict.in_clusters(before), Verdict.in_clusters(after)
    for above in reference.lines:
        assert is_drawn(above, reference, other) == drawn_by_sets(above, before, after)


@given(clustered(), st.integers(1, 3))
def test_scenarios_equal_to_the_reference_keep_every_line(parts, times):
    reference = Verdict.in_clusters(parts)
    same = [
        ScenarioResult(
            f"recipe:{i}", "recipe", compare_verdicts(reference, reference), reference.order, reference.clusters
        )
        for i in range(times)
    ]
    found = lines_over_scenarios(parts, same)
    assert len(found) == len(parts) - 1
    assert all(line.overall == KeptShare(1.0, times) == line.by_kind["recipe"] for line in found)
