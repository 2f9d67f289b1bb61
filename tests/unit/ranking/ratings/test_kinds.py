"""Kinds of rows that enter the averages, and rankings of what is left over."""

from __future__ import annotations

import polars as pl
import pytest

import adjudge
from adjudge.core.recipes.built_in import RECIPES
from adjudge.ranking.ratings.kinds import leftovers, parse_kinds
from tests.builders import campaign

CAMPAIGN = campaign([0, 15, 30], documents=20, length=5, seed=2)  # 300 rows


def with_kinds(calibration: int) -> adjudge.Ratings:
    """The campaign with so many of its first 300 rows as calibration."""
    kind = pl.when(pl.int_range(pl.len()) < calibration).then(pl.lit("calibration")).otherwise(pl.lit("system"))
    return CAMPAIGN.with_frame(CAMPAIGN.frame.with_columns(kind=kind))


def test_a_ranking_of_less_than_half_of_the_rows_begins_with_a_warning():
    result = adjudge.rank(with_kinds(180))
    first = result.findings[0]
    assert (first.code, first.severity) == ("AJ162", "warning")
    assert first.numbers == {"counting": 120, "rows": 300, "left_out": {"calibration": 180}}
    assert '`keep_kinds=("calibration",)`' in str(first.todo)


@pytest.mark.parametrize(("calibration", "expected"), [(0, 0), (150, 0), (151, 1), (270, 1)])
def test_the_warning_starts_below_half(calibration, expected):
    assert len(leftovers(with_kinds(calibration).frame, RECIPES["wmt-da"])) == expected


@pytest.mark.parametrize("recipe", ["recommended", "wmt-da"])
def test_a_ranking_of_less_than_a_tenth_of_the_rows_is_refused(recipe):
    with pytest.raises(adjudge.AdjudgeError) as caught:
        adjudge.rank(with_kinds(276), recipe)
    [problem] = caught.value.problems
    assert problem.code == "AJ057"
    assert problem.what.startswith(
        "only 24 of 300 scored rows are of kind system and repeat; the others are 276 of kind"
    )


def test_who_names_the_kinds_gets_a_ranking_of_them():
    table = with_kinds(276)
    rest = adjudge.rank(table, "wmt-da", keep_kinds="system")
    assert rest.judgements == 24
    calibration = adjudge.rank(table, "wmt-da", keep_kinds=("calibration",))
    assert calibration.judgements == 276
    assert "|kinds:calibration|" in str(calibration.signature)
    assert calibration.settings["keep_kinds"] == ["calibration"]
    [finding] = [one for one in calibration.findings if one.code == "AJ163"]
    assert finding.numbers == {"kinds": ["calibration"], "usual": ["system", "repeat"]}


def test_kept_kinds_are_ranked_like_rows_of_kind_system():
    """The only difference is the name of the kind: every number is the same."""
    renamed = adjudge.rank(with_kinds(300), keep_kinds=["calibration"])
    plain = adjudge.rank(CAMPAIGN)
    assert renamed.systems == plain.systems
    assert renamed.pairs == plain.pairs


def test_rows_that_do_not_count_may_be_of_unknown_annotators():
    table = with_kinds(280)
    unknown = pl.when(pl.col("kind") == "calibration").then("annotator")
    mapped = table.with_frame(table.frame.with_columns(annotator=unknown))
    result = adjudge.rank(mapped, keep_kinds=["calibration"])
    assert result.judgements == 280


def test_a_reference_can_be_ranked():
    kind = pl.when(pl.col("system") == "system-2").then(pl.lit("reference")).otherwise(pl.lit("system"))
    table = CAMPAIGN.with_frame(CAMPAIGN.frame.with_columns(kind=kind))
    assert "system-2" not in adjudge.rank(table).order()
    assert adjudge.rank(table, keep_kinds="system,repeat,reference").order() == adjudge.rank(CAMPAIGN).order()


def test_kinds_have_one_order_and_commas_between_them():
    assert parse_kinds("repeat, system") == parse_kinds(["repeat", "system", "repeat"]) == ("system", "repeat")
    assert parse_kinds("") == parse_kinds(()) == ()


@pytest.mark.parametrize("kinds", ["calib", ("system", "humans"), "system,,repeat"])
def test_an_unknown_kind_is_refused_with_the_list(kinds):
    with pytest.raises(adjudge.AdjudgeError) as caught:
        parse_kinds(kinds)
    [problem] = caught.value.problems
    assert problem.code == "AJ040"
    assert "one of system, repeat, filler, reference, degraded, calibration, tutorial" in problem.expected


def test_comparisons_and_marked_errors_have_no_kinds():
    votes = pl.DataFrame({"system_a": ["x"], "system_b": ["y"], "outcome": ["a"]})
    marks = pl.DataFrame({"system": ["a", "b"], "segment": ["1", "1"], "severity": ["minor", "major"]})
    for table in (adjudge.Comparisons.check(votes), adjudge.Spans.check(marks)):
        with pytest.raises(adjudge.AdjudgeError, match="`keep_kinds=` belongs to ratings"):
            adjudge.rank(table, keep_kinds=("system",))


def test_whole_documents_are_ranked_if_they_are_asked_for():
    scopes = pl.when(pl.int_range(pl.len()) < 150).then(pl.lit("document")).otherwise(pl.lit("segment"))
    table = CAMPAIGN.with_frame(CAMPAIGN.frame.with_columns(scope=scopes))
    result = adjudge.rank(table, "wmt-da", where="scope=document")
    assert result.judgements == 150
    assert "|scope:document|" in str(result.signature)
    assert adjudge.rank(table, "wmt-da").judgements == 150  # the segments
    assert "|scope:" not in str(adjudge.rank(table, "wmt-da").signature)


def test_errors_are_not_chosen_by_what_they_are():
    marks = pl.DataFrame(
        {"system": ["a", "b"] * 2, "segment": ["1", "1", "2", "2"], "severity": ["minor", "major", "no-error", "minor"]}
    )
    with pytest.raises(adjudge.AdjudgeError, match="the segments without such an error"):
        adjudge.rank(marks, where="severity=major")
    assert adjudge.rank(marks.with_columns(document=pl.Series(["d", "d", "e", "e"])), where="segment=1,2").order()
