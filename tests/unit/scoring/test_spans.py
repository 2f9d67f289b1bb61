"""Error spans to scores: weights, sums, the TOML form, and everything that is refused."""

from __future__ import annotations

import math

import polars as pl
import pytest

import adjudge
from adjudge.core.errors import AdjudgeError, InputError, RecipeError, TableError
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.tables import Spans
from adjudge.scoring.spans import SCALE, score_spans
from adjudge.scoring.weights.built_in import MQM
from adjudge.scoring.weights.files import load_weights, weights_from_toml
from adjudge.scoring.weights.rules import Rule, Weights


def marks(*rows, **columns):
    """Spans from (system, segment, severity, category), by annotator r unless a column says otherwise."""
    frame = pl.DataFrame(rows, schema=["system", "segment", "severity", "category"], orient="row")
    frame = frame.with_columns(annotator=pl.lit("r"), document=pl.lit("d"))
    return Spans.check(frame.with_columns(pl.Series(name, values) for name, values in columns.items()))


def scores(spans, weights=MQM):
    frame = score_spans(spans, weights).frame
    return {(row["system"], row["segment"]): row["score"] for row in frame.iter_rows(named=True)}


def test_errors_of_a_segment_are_summed():
    spans = marks(
        ("a", "1", "major", "Accuracy/Mistranslation"),
        ("a", "1", "minor", "Fluency/Grammar"),
        ("a", "1", "minor", "Fluency/Punctuation"),
        ("a", "2", "no-error", None),
        ("b", "1", "major", "Non-translation!"),
        ("b", "2", "neutral", "Source issue"),
    )
    assert scores(spans) == {("a", "1"): -6.1, ("a", "2"): 0, ("b", "1"): -25, ("b", "2"): 0}


@pytest.mark.parametrize(
    ("severity", "category", "score"),
    [
        ("Major", "Fluency/Punctuation", -5),  # only minor punctuation is cheap
        ("Minor", "fluency/punctuation", -0.1),
        ("minor", "Fluency", -1),
        ("minor", None, -1),
        ("minor", "Non-translation", -25),
        ("No-error", "No-error", 0),
    ],
)
def test_the_first_rule_that_fits_gives_the_weight(severity, category, score):
    assert scores(marks(("a", "1", severity, category)))["a", "1"] == score


def test_a_faultless_segment_has_zero_and_not_minus_zero():
    faultless = scores(marks(("a", "1", "no-error", None), ("a", "2", "minor", None), ("b", "1", "neutral", None)))
    assert [math.copysign(1, score) for score in faultless.values()] == [1, -1, 1]


def test_categories_may_be_unknown():
    spans = marks(("a", "1", "major", None), ("a", "1", "minor", None), ("b", "1", "no-error", None))
    frame = spans.frame.drop("category")
    assert scores(Spans.check(frame)) == {("a", "1"): -6, ("b", "1"): 0}


def test_equal_errors_give_equal_scores_in_any_order():
    rows = [("a", "1", "minor", "Fluency/Punctuation")] * 3 + [("a", "1", "minor", "Style")]
    turned = [("b", "1", *row[2:]) for row in reversed(rows)]
    both = scores(marks(*rows, *turned))
    assert both["a", "1"] == both["b", "1"] == -1.3


def test_annotators_are_scored_apart_and_averaged_by_the_ranking():
    spans = marks(
        ("a", "1", "major", None),
        ("a", "1", "minor", None),
        ("a", "2", "minor", None),
        ("b", "1", "no-error", None),
        ("b", "2", "minor", None),
        annotator=["r", "s", "r", "r", "r"],
    )
    ratings = score_spans(spans)
    assert ratings.frame["score"].to_list() == [-5, -1, -1, 0, -1]
    systems = adjudge.rank(ratings, RECIPES["wmt25-esa"]).systems
    assert [(system.system, system.score) for system in systems] == [("b", -0.5), ("a", -2)]


def test_the_result_is_a_table_of_ratings_that_keeps_what_is_known():
    spans = marks(("a", "1", "major", None), ("a", "2", "minor", None), collection=["x", "x"], target_lang=["de", "de"])
    frame = score_spans(spans).frame
    assert frame.columns == [
        *(
            "annotator",
            "session",
            "system",
            "document",
            "segment",
            "kind",
            "score",
            "scale",
            "target_lang",
            "collection",
        )
    ]
    assert set(frame["scale"]) == {SCALE}
    assert set(frame["kind"]) == {"system"}


def test_second_looks_are_not_summed_with_the_first():
    spans = marks(("a", "1", "major", None), ("a", "1", "major", None), showing=["1", "2"])
    assert score_spans(spans).frame["score"].to_list() == [-5, -5]


def test_an_error_without_a_weight_is_refused_and_counted():
    spans = marks(("a", "1", "critical", None), ("a", "2", "minor", None), ("a", "3", "critical", None))
    with pytest.raises(RecipeError) as caught:
        score_spans(spans)
    (problem,) = caught.value.problems
    assert problem.code == "AJ032"
    assert "'critical'" in problem.what
    assert problem.count == "2 of 3 rows"


def test_a_sum_beyond_the_scale_is_refused():
    with pytest.raises(TableError, match=r"outside the scale -1000\.\.0"):
        score_spans(marks(("a", "1", "major", None)), Weights("harsh", (Rule(1001, "major"),)))


def test_own_weights_come_from_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'name = "mine"\n[[weight]]\ncategory = "Style"\nweight = 0\n[[weight]]\nseverity = "minor"\nweight = 2\n'
    )
    weights = load_weights(str(path))
    assert scores(marks(("a", "1", "minor", "Style/Awkward"), ("a", "2", "minor", None)), weights) == {
        ("a", "1"): 0,
        ("a", "2"): -2,
    }


def test_weights_are_written_and_read_back():
    assert weights_from_toml(MQM.to_toml()) == MQM


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("name = ", ["Invalid value"]),
        ('name = "x"', ["there are no weights"]),
        ('name = "x"\nweight = 3', ["there are no weights"]),
        ('[[weight]]\nseverity = "major"\nweight = 5', ["have no name"]),
        ('name = "x"\nunit = 1\n[[weight]]\nseverity = "major"\nweight = 5', ["unknown key 'unit'"]),
        (
            'name = "x"\n[[weight]]\nseverty = "major"\nweight = 5',
            ["did you mean 'severity'", "neither severity nor category"],
        ),
        ('name = "x"\n[[weight]]\nseverity = "major"', ["weight 1: there is no weight"]),
        ('name = "x"\n[[weight]]\nseverity = "major"\nweight = -5', ["weight = -5"]),
        ('name = "x"\n[[weight]]\nseverity = "major"\nweight = "5"', ['weight = "5"']),
        ('name = "x"\n[[weight]]\nseverity = "major"\nweight = true', ["weight = true"]),
        ('name = "x"\n[[weight]]\nseverity = "major"\nweight = inf', ["weight = Infinity"]),
        ('name = "x"\n[[weight]]\nseverity = 3\nweight = 5', ["severity = 3"]),
        ('name = "x"\n[[weight]]\ncategory = ""\nweight = 5', ['category = ""']),
        (
            'name = "x"\n[[weight]]\nseverity = "minor"\nweight = 1\n[[weight]]\nseverity = "Minor"\nweight = 2',
            ["weight 2 has no effect", "most specific"],
        ),
    ],
)
def test_mistakes_in_a_weights_file_are_explained(text, messages):
    with pytest.raises(RecipeError) as caught:
        weights_from_toml(text, source="mine.toml")
    shown = str(caught.value)
    assert {problem.code for problem in caught.value.problems} == {"AJ031"}
    assert "mine.toml" in shown
    for message in (*messages, "expected:", "to do:"):
        assert message in shown


def test_all_mistakes_are_listed_at_once():
    with pytest.raises(RecipeError) as caught:
        weights_from_toml("[[weight]]\nweight = -1\n[[weight]]\nweight = -2\n")
    assert len(caught.value.problems) == 1 + 2 + 2


def test_a_weights_file_that_is_absent_or_no_text(tmp_path):
    with pytest.raises(AdjudgeError, match="AJ001"):
        load_weights(str(tmp_path / "none.toml"))
    path = tmp_path / "table.toml"
    pl.DataFrame({"a": [1]}).write_parquet(path)
    with pytest.raises(InputError, match="AJ005"):
        load_weights(str(path))
