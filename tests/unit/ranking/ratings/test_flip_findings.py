"""What a ranking by sign flips says about its own limits."""

import polars as pl
import pytest

import adjudge
from tests.builders import campaign


def found(frame, code, **options):
    return [finding for finding in adjudge.rank(frame, **options).findings if finding.code == code]


def test_a_system_of_one_document_is_named_and_not_separated():
    frame = campaign([0, 9, 40], documents=12, length=3).frame
    lone = frame.filter((pl.col("system") != "system-2") | (pl.col("document") == "document-1"))
    (finding,) = found(lone, "AJ230")
    assert finding.numbers == {"systems": ["system-2"], "unit": "document"}
    pairs = [pair for pair in adjudge.rank(lone).pairs if "system-2" in (pair.a, pair.b)]
    assert not any(pair.significant for pair in pairs)


def test_annotators_of_one_judgement_are_counted():
    frame = campaign([0, 9], documents=12).frame
    row = pl.int_range(pl.len()) == 3
    once = frame.with_columns(annotator=pl.when(row).then(pl.lit("guest")).otherwise("annotator"))
    (finding,) = found(once, "AJ231")
    assert finding.numbers["annotators"] == ["guest"]


def test_one_annotator_is_said_to_be_one():
    (finding,) = found(campaign([0, 9], documents=12, annotators=1).frame, "AJ240")
    assert "the one annotator" in finding.text


def test_power_is_stated_in_points_and_as_a_probability_unless_too_rough():
    pairs = adjudge.rank(campaign([0, 1, 2], documents=40, annotators=8)).pairs
    stated = [pair for pair in pairs if not pair.significant]
    assert stated
    for pair in stated:
        assert pair.smallest is not None
        assert 0.5 < pair.smallest < 1
        assert pair.smallest_difference is not None
        assert pair.smallest_difference > 0
    few = [pair for pair in adjudge.rank(campaign([0, 1, 2, 3, 4], documents=7)).pairs if not pair.significant]
    assert few
    assert all(pair.smallest is None and pair.power is None for pair in few)


def test_with_the_false_discovery_rate_no_power_is_stated():
    pairs = adjudge.rank(campaign([0, 1, 2], documents=40), correction="fdr").pairs
    assert all(pair.smallest_difference is None for pair in pairs)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 1.5}, "significance level is 1.5"),
        ({"correction": "fwer"}, "no correction 'fwer'"),
    ],
)
def test_what_is_no_level_or_correction_is_refused(options, message):
    with pytest.raises(adjudge.AdjudgeError, match=message):
        adjudge.rank(campaign([0, 9]), **options)


def test_level_and_correction_change_other_recipes_too():
    result = adjudge.rank(campaign([0, 9]), "wmt-da", level=0.01, correction="familywise")
    assert (result.test.level, result.test.correction) == (0.01, "holm")
    assert "level:0.01" in str(result.signature)


def test_intervals_of_scores_hold_the_scores():
    for system in adjudge.rank(campaign([0, 9, 18])).systems:
        assert system.score_low is not None
        assert system.score_high is not None
        assert system.score is not None
        assert system.score_low < system.score < system.score_high


def test_a_single_document_is_one_unit_whatever_its_variance():
    frame = campaign([0, 40], documents=1, length=30).frame
    result = adjudge.rank(frame)
    assert result.findings[0].code == "AJ246"
    assert result.findings[0].numbers["units"] == 1
    assert not result.pairs[0].significant


def test_flips_of_documents_are_refused_where_documents_are_unknown():
    recipe = adjudge.Recipe(
        "by documents",
        standardise=adjudge.Standardise("none"),
        aggregate=adjudge.Aggregate(estimate="mixed"),
        test=adjudge.Test("model-flips", "document", alternative="two-sided", correction="step-down"),
    )
    frame = campaign([0, 9]).frame.drop("document").with_row_index("position")
    with pytest.raises(adjudge.AdjudgeError, match="uses documents as its unit"):
        adjudge.rank(frame, recipe)
