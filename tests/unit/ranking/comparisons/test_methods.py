"""Every method on small data whose answer is clear."""

from __future__ import annotations

import polars as pl
import pytest

import adjudge
from adjudge.core.errors import AdjudgeError, InputError, UsageError
from adjudge.core.tables import Comparisons
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.ranking.comparisons.pipeline import rank_comparisons
from adjudge.ranking.comparisons.registry import METHODS, settings_for
from adjudge.ranking.comparisons.result import ComparisonRankingResult
from adjudge.ranking.comparisons.settings import ComparisonSettings
from tests.unit.ranking.comparisons.builders import CLEAR, codes, comparisons_of, counts, finding, rankings

#: Methods that need nothing but counts.
COUNTED = [name for name in METHODS if name != "annotator-bradley-terry"]
FEW_RUNS = ComparisonSettings(runs=50)
UNBEATEN = counts([("x", "y", 5, 0, 0), ("y", "z", 3, 1, 2), ("x", "z", 5, 0, 0)])


@pytest.fixture(scope="module")
def campaign():
    return rankings()


@pytest.mark.parametrize("method", COUNTED)
def test_every_method_finds_a_clear_order(method):
    result = rank_comparisons(CLEAR, method, settings=settings_for(method, FEW_RUNS))
    assert result.order() == ["x", "y", "z"]
    assert result.tournament.cost == 0
    assert result.tournament.condorcet == "x"
    assert result.kind == "comparisons"


@pytest.mark.parametrize("method", METHODS)
def test_every_method_ranks_simulated_rankings_and_is_written_without_loss(campaign, method):
    result = rank_comparisons(comparisons_of(campaign), method, settings=settings_for(method, FEW_RUNS))
    assert ComparisonRankingResult.from_dict(result.to_dict()) == result
    truth = campaign.truth.systems.sort("rank")["system"].to_list()
    assert result.order()[-1] == truth[-1]
    assert dict(result.signature.choices)["method"] == method
    assert result.to_frame()["system"].to_list() == result.order()


@pytest.mark.parametrize("method", METHODS)
def test_facts_of_the_test_are_those_of_the_method_and_of_the_signature(campaign, method):
    result = rank_comparisons(comparisons_of(campaign), method, settings=settings_for(method, FEW_RUNS))
    facts, choices = result.test, dict(result.signature.choices)
    assert (facts.name in {"wald", "score-flips"}) == (METHODS[method].test == "model") == (result.model is not None)
    assert choices["test"] == f"{facts.name}.two-sided"
    units = (facts.unit or "none") + ("+annotator" if facts.second_unit else "")
    assert choices["unit"] == units
    assert facts.unit == (None if method == "annotator-bradley-terry" else "document")
    assert choices.get("errors") == facts.errors
    flips = facts.name == "score-flips"
    assert (facts.correction, facts.level) == ("step-down" if flips else "holm", 0.05)
    assert (facts.draws or 0) >= (10_000 if flips else 0)
    models = ("bradley-terry", "davidson", "rao-kupper", "annotator-bradley-terry")
    rule = "strict" if method in models else "ranges" if method == "trueskill" else "undisputed"
    assert result.line_rule == choices["rule"] == rule


def test_lines_stand_where_everything_below_is_beaten():
    result = rank_comparisons(CLEAR, "davidson")
    assert [system.cluster for system in result.systems] == [1, 2, 3]
    assert [(system.rank_low, system.rank_high) for system in result.systems] == [(1, 1), (2, 2), (3, 3)]
    assert all(pair.significant for pair in result.pairs)


def test_few_comparisons_draw_no_line():
    few = counts([("x", "y", 3, 0, 2), ("y", "z", 3, 0, 2), ("x", "z", 3, 0, 2)])
    for method in ("davidson", "mfas", "bojar"):
        assert {system.cluster for system in rank_comparisons(few, method).systems} == {1}


def test_pairs_hold_what_the_two_systems_did_against_each_other():
    result = rank_comparisons(CLEAR, "bojar")
    first = result.pairs[0]
    assert (first.a, first.b, first.meetings, first.tied) == ("x", "y", 90, 10 / 90)
    assert first.effect == (60 + 5) / 90
    # Shares of decided comparisons: x won 140 of 170, y 80 of 160.
    assert first.difference == pytest.approx(140 / 170 - 80 / 160)
    assert rank_comparisons(CLEAR, "mfas").pairs[0].difference is None
    parts = counts([("a", "b", 3, 0, 2), ("c", "d", 3, 0, 2)])
    unmet = [pair for pair in rank_comparisons(parts, "mfas").pairs if pair.meetings == 0]
    assert [(pair.effect, pair.tied, pair.p, pair.significant) for pair in unmet] == [(None, None, 1.0, False)] * 4


def test_the_recommended_method_is_the_model_where_it_exists():
    result = rank_comparisons(CLEAR)
    assert (result.method, finding(result, "AJ301").numbers) == ("davidson", {"method": "davidson"})


def test_the_recommended_method_is_exact_where_no_model_exists():
    result = rank_comparisons(UNBEATEN)
    assert (result.method, finding(result, "AJ301").numbers) == ("mfas", {"method": "mfas"})


@pytest.mark.parametrize("method", ["bradley-terry", "davidson", "rao-kupper"])
def test_an_unbeaten_system_has_no_finite_strength(method):
    with pytest.raises(InputError, match=rf"{method} has no finite fit: x never lost to") as caught:
        rank_comparisons(UNBEATEN, method)
    assert "2 groups of 3 systems" in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([("x", "y", 0, 5, 0), ("y", "z", 0, 5, 0), ("x", "z", 0, 5, 0)], "every comparison is a tie"),
        (
            [("a", "b", 3, 0, 2), ("c", "d", 3, 0, 2)],
            "the systems form 2 groups that were never compared with each other (a, b; c, d)",
        ),
        (
            [("a", "b", 3, 0, 2), ("a", "c", 3, 0, 0), ("b", "c", 3, 0, 0)],
            "c never won against, nor tied with, any other system",
        ),
        (
            [("a", "b", 3, 0, 2), ("c", "d", 3, 0, 1), *[(x, y, 3, 0, 0) for x in "ab" for y in "cd"]],
            "the group of a, b never lost to, nor tied with, any other system",
        ),
    ],
)
def test_the_reason_why_no_model_exists_is_the_same_in_the_finding_and_in_the_error(rows, reason):
    assert reason in finding(rank_comparisons(counts(rows)), "AJ301").text
    with pytest.raises(InputError) as caught:
        rank_comparisons(counts(rows), "davidson")
    assert reason in str(caught.value)


def test_counts_beyond_reason_are_ranked_or_refused_but_never_a_crash():
    huge = counts([("x", "y", 10**15, 1, 1), ("y", "z", 1, 0, 1), ("x", "z", 1, 1, 1)])
    assert rank_comparisons(huge, "expected-wins").order()[0] == "x"
    with pytest.raises(InputError, match="the counts differ by too many orders of magnitude"):
        rank_comparisons(huge, "rao-kupper")


def test_the_reference_can_be_ranked():
    rows = {"system_a": ["_ref", "x", "_ref", "y", "x"], "system_b": ["x", "y", "y", "x", "_ref"], "outcome": ["a"] * 5}
    table = Comparisons.check(pl.DataFrame(rows))
    left_out = rank_comparisons(table, "mfas")
    assert set(left_out.order()) == {"x", "y"}
    assert finding(left_out, "AJ302").numbers == {"comparisons": 3, "reference": "_ref"}
    assert dict(left_out.signature.choices)["reference"] == left_out.settings["reference_use"] == "left-out"
    ranked = rank_comparisons(table, "mfas", settings=ComparisonSettings(rank_reference=True))
    assert set(ranked.order()) == {"_ref", "x", "y"}
    assert "AJ302" not in codes(ranked)
    named = rank_comparisons(table, "mfas", settings=ComparisonSettings(reference="y"))
    assert set(named.order()) == {"_ref", "x"}


def test_the_official_score_says_that_the_reference_counts():
    table = counts([("x", "y", 2, 0, 1), ("x", "_ref", 0, 0, 4)])
    result = rank_comparisons(table, "wmt-official")
    assert "4 comparisons with the reference _ref count for the order" in finding(result, "AJ302").text
    assert result.settings["reference_use"] == "opponent"


def test_a_reference_that_is_not_there_cannot_be_ranked():
    with pytest.raises(UsageError, match="there is no reference among the systems"):
        rank_comparisons(CLEAR, "mfas", settings=ComparisonSettings(rank_reference=True))


def test_ratings_are_not_ranked_by_a_method():
    table = simulate(with_settings(preset("balanced"), {"sessions.count": "20"}), seed=0).table
    with pytest.raises(AdjudgeError, match="AJ020 a method ranks comparisons, but the table holds ratings"):
        rank_comparisons(table, "mfas")


def test_a_list_of_methods_is_refused_with_what_to_do():
    with pytest.raises(UsageError, match=r"(?s)a method is a name.*rank once for each method"):
        adjudge.rank(CLEAR, method=["mfas", "bojar"])  # type: ignore[call-overload]


def test_a_frame_is_checked_as_the_table_it_holds():
    frame = CLEAR.frame.select("system_a", "system_b", "wins_a", "ties", "wins_b")
    assert rank_comparisons(frame, "bojar").order() == ["x", "y", "z"]
    single = pl.DataFrame({"system_a": ["x"], "system_b": ["y"], "outcome": ["b"]})
    assert rank_comparisons(single, "bojar").order() == ["y", "x"]
    with pytest.raises(AdjudgeError, match="system_a"):
        rank_comparisons(pl.DataFrame({"model_a": ["x"], "model_b": ["y"], "winner": ["a"]}), "mfas")


@pytest.mark.parametrize("method", ["davidson", "mfas"])
def test_pairs_made_when_asked_for_are_those_of_a_tuple(method):
    result = rank_comparisons(CLEAR, method)
    pairs = tuple(result.pairs)
    assert result.pairs == pairs
    assert pairs == result.pairs
    assert (len(result.pairs), result.pairs[-1], result.pairs[1:]) == (3, pairs[-1], pairs[1:])
    assert hash(result.pairs) == hash(pairs)
    assert repr(result.pairs) == repr(pairs)
    assert result.pairs != pairs[:2]
    with pytest.raises(IndexError):
        result.pairs[3]
