"""From ratings to a ranking: what is computed, what is said, what is refused."""

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.core.errors import AdjudgeError
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.recipe import Aggregate, Recipe, Standardise
from tests.builders import campaign, ratings


def test_means_are_taken_per_segment_first():
    # Segment 1 of system a has two judgements; the mean of means is (mean(0, 100) + 80) / 2 = 65, not 60.
    table = ratings(
        {
            "annotator": ["x", "y", "x", "x", "y"],
            "system": ["a", "a", "a", "b", "b"],
            "segment": ["1", "1", "2", "1", "2"],
            "score": [0.0, 100.0, 80.0, 10.0, 20.0],
        }
    )
    by_name = {s.system: s for s in adjudge.rank(table, Recipe("raw", standardise=Standardise("none"))).systems}
    assert (by_name["a"].raw, by_name["a"].n, by_name["a"].judgements) == (65.0, 2, 3)
    assert (by_name["b"].raw, by_name["b"].z) == (15.0, None)


def test_clear_differences_give_one_cluster_each():
    for recipe in ("wmt-da", "recommended"):
        result = adjudge.rank(campaign([-30, 0, 30]), recipe)
        assert result.clusters() == [["system-2"], ["system-1"], ["system-0"]]


def test_no_difference_gives_one_cluster():
    result = adjudge.rank(campaign([0, 0, 0], seed=3))
    assert len(result.clusters()) == 1
    assert [(s.rank_low, s.rank_high) for s in result.systems] == [(1, 3)] * 3


def test_ties_in_the_mean_are_ordered_by_name():
    rows = [{"system": s, "segment": g, "score": x} for s in "ba" for g, x in (("1", 0.0), ("2", 100.0))]
    assert [s.system for s in adjudge.rank(ratings(rows), "wmt-da").systems] == ["a", "b"]


def test_the_signature_names_every_choice():
    signature = str(adjudge.rank(campaign([0, 9]), "wmt-da", seed=7).signature)
    for part in (
        "z:annotator",
        "basis:all",
        "unit:segment",
        "test:rank-sum.greater",
        "corr:none",
        "rule:wins",
        "seed:7",
    ):
        assert part in signature.split("|")
    assert signature.endswith(f"v:{adjudge.__version__}")


def _picked(frame):
    result = adjudge.rank(frame)
    recipe = result.settings["recipe"]
    assert "AJ203" in [f.code for f in result.findings]
    assert (recipe["aggregate"]["estimate"], recipe["test"]["name"]) == ("mixed", "model-flips")
    return recipe["standardise"]["unit"], recipe["standardise"]["scores"], recipe["test"]["unit"]


def test_recommended_brings_annotators_to_one_spread_else_sessions():
    frame = campaign([0, 9]).frame
    assert _picked(frame) == ("annotator", "given", "document")
    assert _picked(frame.drop("annotator")) == ("session", "given", "document")
    assert _picked(frame.drop("annotator", "session")) == ("none", "given", "document")


def test_recommended_takes_normal_scores_where_most_scores_are_equal():
    frame = campaign([0, 9], documents=12).frame
    penalties = frame.with_columns(score=pl.when(pl.col("score") > 50).then(100.0).otherwise("score"))
    assert (penalties["score"] == 100.0).sum() > penalties.height / 2
    assert _picked(penalties) == ("annotator", "normal", "document")


def test_recommended_takes_segments_where_documents_are_unknown():
    frame = campaign([0, 9]).frame.drop("document").with_row_index("position")
    assert _picked(frame) == ("annotator", "given", "segment")


def test_recommended_refuses_systems_that_no_annotator_links():
    apart = campaign([0, 9]).frame.with_columns(annotator=pl.format("only-{}", "system"), session=pl.col("system"))
    with pytest.raises(AdjudgeError, match="without a common annotator"):
        adjudge.rank(apart)
    # Annotators of one judgement each are part of the noise.
    assert _picked(apart.with_columns(annotator=pl.format("a{}", pl.int_range(pl.len()))))[0] == "annotator"


def test_with_too_few_documents_the_first_finding_says_so_and_no_line_is_drawn():
    result = adjudge.rank(campaign([0, 30], documents=5))
    assert result.findings[0].code == "AJ246"
    assert result.findings[0].numbers["least"] == 2**-4  # half of the 2^5 sign assignments mirrors the other half
    assert [s.cluster for s in result.systems] == [1, 1]
    assert "AJ246" not in [f.code for f in adjudge.rank(campaign([0, 30], documents=6)).findings]


def test_one_unknown_document_or_annotator_is_named_and_changes_nothing_else():
    frame = campaign([0, 9]).frame
    row = pl.int_range(pl.len()) == 7
    for column in ("document", "annotator"):
        result = adjudge.rank(frame.with_columns(pl.when(row).then(None).otherwise(column).alias(column)))
        without = adjudge.rank(frame.filter(~row))
        assert result.systems == without.systems
        assert result.pairs == without.pairs
        (finding,) = [f for f in result.findings if f.code == "AJ228"]
        assert frame["segment"][7] in finding.text
        assert finding.numbers["rows"] == 1


def test_many_unknown_documents_are_refused():
    frame = campaign([0, 9]).frame
    half = frame.with_columns(document=pl.when(pl.int_range(pl.len()) % 2 == 0).then("document"))
    with pytest.raises(AdjudgeError, match="document is unknown in"):
        adjudge.rank(half)


def test_recommended_warns_when_documents_are_unknown():
    result = adjudge.rank(campaign([0, 9]).frame.drop("document").with_row_index("position"))
    assert "AJ209" in [f.code for f in result.findings]


@pytest.mark.parametrize(
    ("frame", "recipe", "code"),
    [
        (campaign([0, 9]).frame.drop("annotator"), "wmt-da", "AJ032"),
        (campaign([0]).frame, "wmt-da", "AJ032"),
        (campaign([0, 9]).frame, "wmt-dq", "AJ030"),
        (campaign([0, 9]).frame, Recipe("none count", aggregate=Aggregate(("calibration",))), "AJ032"),
    ],
)
def test_what_the_data_cannot_support_is_refused(frame, recipe, code):
    with pytest.raises(AdjudgeError) as error:
        adjudge.rank(frame, recipe)
    assert error.value.problems[0].code == code


def test_domains_are_not_pooled_silently():
    frame = (
        campaign([0, 9])
        .frame.with_row_index("n")
        .with_columns(domain=pl.when(pl.col("n") % 2 == 0).then(pl.lit("news")).otherwise(pl.lit("law")))
    )
    findings = {f.code: f for f in adjudge.rank(frame.drop("n")).findings}
    assert findings["AJ205"].numbers == {"column": "domain", "values": {"law": 48, "news": 48}}


def test_comparisons_are_not_ranked_as_ratings():
    comparisons = adjudge.Comparisons.check(pl.DataFrame({"system_a": ["a"], "system_b": ["b"], "outcome": ["tie"]}))
    with pytest.raises(AdjudgeError) as error:
        adjudge.rank(comparisons, "wmt-da")
    assert error.value.problems[0].code == "AJ040"


def test_a_likert_scale_read_as_percent_is_noticed():
    frame = campaign([0, 9]).frame.with_columns(score=(pl.col("score") / 25).round() + 1)
    assert "AJ221" in [f.code for f in adjudge.rank(frame).findings]
    scaled = frame.with_columns(scale=pl.lit("1..5"))
    assert "AJ221" not in [f.code for f in adjudge.rank(scaled).findings]


def test_a_path_is_not_a_table():
    with pytest.raises(AdjudgeError, match=r"adjudge.read\('ratings.csv'\)"):
        adjudge.rank("ratings.csv")


@pytest.mark.parametrize("name", RECIPES)
def test_every_recipe_finds_clear_differences_and_says_what_it_is(name):
    result = adjudge.rank(campaign([0, 10, 20], annotators=2), name)
    assert result.order() == ["system-2", "system-1", "system-0"]
    assert str(result.signature).startswith(f"recipe:{name}|")
    assert result.settings["recipe"] == RECIPES[name].to_dict()


def test_the_mixed_model_ranks_by_its_estimates():
    result = adjudge.rank(campaign([-20, 0, 20]), "mixed-model")
    assert result.order() == ["system-2", "system-1", "system-0"]
    # A balanced campaign without missing cells: the estimates differ by what the means differ by.
    gaps = -np.diff([system.score for system in result.systems])
    raw = -np.diff([system.raw for system in result.systems])
    assert gaps.tolist() == pytest.approx(raw.tolist(), abs=1e-6)


def test_judgements_of_documents_are_ranked_when_asked_for():
    frame = campaign([0, 30]).frame.with_columns(scope=pl.lit("document"))
    recipe = Recipe("documents", standardise=Standardise("none"), aggregate=Aggregate(scope="document"))
    assert adjudge.rank(frame, recipe).order() == ["system-1", "system-0"]
    with pytest.raises(AdjudgeError, match="AJ032"):
        adjudge.rank(frame, Recipe("segments", standardise=Standardise("none")))


@pytest.mark.parametrize("name", ["wmt-da", "recommended", "wmt24-esa"])
def test_one_segment_and_equal_scores_are_refused(name):
    frame = campaign([0, 40], documents=1, length=1, annotators=1).frame
    with pytest.raises(AdjudgeError, match="all judgements that count are of one segment"):
        adjudge.rank(frame, name)
    equal = campaign([0, 40]).frame.with_columns(score=pl.lit(50.0))
    with pytest.raises(AdjudgeError, match="all scores that count are equal"):
        adjudge.rank(equal, name)


def test_hidden_systems_stand_in_the_settings_and_unknown_ones_are_refused():
    # The best and the worst are far apart; the one between is hidden, so that a line stands below the best.
    table = campaign([0, 20, 40])
    result = adjudge.rank(table, hide=["system-1"])
    assert result.settings["recipe"]["clusters"]["hide"] == ["system-1"]
    assert result.clusters() == [["system-2", "system-1"], ["system-0"]]
    with pytest.raises(AdjudgeError, match="no system 'absent'"):
        adjudge.rank(table, hide=["absent"])


def test_scores_on_several_scales_are_refused():
    frame = campaign([0, 9]).frame
    scale = pl.when(pl.col("document") == "document-0").then(pl.lit("0..100")).otherwise(pl.lit("0..200"))
    with pytest.raises(AdjudgeError, match=r"AJ032 the scores are on different scales: 0\.\.100, 0\.\.200"):
        adjudge.rank(frame.with_columns(scale=scale))
