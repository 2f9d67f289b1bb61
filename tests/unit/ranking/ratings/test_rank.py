"""From ratings to a ranking: what is computed, what is said, what is refused."""

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.core.errors import AdjudgeError
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.recipe import Aggregate, Recipe, Standardise
from adjudge.ranking.ratings.recommended import fewest_shared_documents
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
    return recipe["standardise"]["unit"], recipe["aggregate"]["estimate"], recipe["test"]["name"]


def test_recommended_standardises_where_annotators_gave_many_judgements():
    assert _picked(campaign([0, 9])) == ("none", "mixed", "permutation")
    many = campaign([0, 9], documents=120, length=10, annotators=2)  # 1,200 judgements each
    assert _picked(many) == ("annotator", "mixed", "permutation")


def test_recommended_without_people_takes_raw_scores():
    frame = campaign([0, 9]).frame
    assert _picked(frame.drop("annotator")) == ("none", "mixed", "permutation")
    assert _picked(frame.drop("annotator", "session")) == ("none", "mixed", "permutation")


def test_recommended_tests_by_the_model_where_few_documents_are_shared():
    assert _picked(campaign([0, 9], documents=5)) == ("none", "mixed", "mixed")


def test_shared_documents_are_those_in_which_both_systems_have_a_segment():
    frame = campaign([0, 9, 3], documents=9, length=2).frame
    apart = (pl.col("system") == "system-2") & (pl.col("document").is_in(["document-0", "document-1"]))
    # In document-2 system-2 has only the segment that system-1 lacks.
    first = (pl.col("document") == "document-2") & (pl.col("system") == "system-2") & (pl.col("segment") == "0")
    second = (pl.col("document") == "document-2") & (pl.col("system") == "system-1") & (pl.col("segment") == "1")
    assert fewest_shared_documents(frame) == 9
    assert fewest_shared_documents(frame.filter(~apart)) == 7
    assert fewest_shared_documents(frame.filter(~(apart | first | second))) == 6


def test_recommended_tests_documents_where_no_annotator_links_the_systems():
    apart = campaign([0, 9]).frame.with_columns(annotator=pl.format("only-{}", "system"), session=pl.col("system"))
    assert _picked(apart) == ("none", "means", "permutation")
    assert _picked(apart.drop("document").with_row_index("position")) == ("none", "means", "rank-sum")


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
