"""Rules of single tables, and frames of other libraries."""

from __future__ import annotations

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import adjudge
from adjudge.core.columns import Column
from adjudge.core.errors import AdjudgeError, TableError, UsageError
from adjudge.core.tables import Batches, Comparisons, MetricScores, PairCounts, Ratings, Spans, Supplement, Texts

ROWS = {"annotator": ["a", "a"], "system": ["A", "B"], "segment": ["1", "1"], "score": [1.0, None]}


def codes(table, frame) -> list[str]:
    with pytest.raises(TableError) as caught:
        table.check(pl.DataFrame(frame))
    return [problem.code for problem in caught.value.problems]


@pytest.mark.parametrize("make", [pl.DataFrame, pl.LazyFrame, pd.DataFrame, pa.table])
def test_frames_of_other_libraries_are_taken(make):
    table = Ratings.check(make(ROWS))
    assert table.frame["score"].to_list() == [1.0, None]
    assert table.frame["system"].to_list() == ["A", "B"]


STARS = {"model": ["A", "B"], "item": [1, 1], "stars": [4, 5], "score": ["junk", "junk"]}
NAMES = {"system": "model", "segment": "item", "score": "stars"}


@pytest.mark.parametrize("make", [pl.DataFrame, pl.LazyFrame, pd.DataFrame, pa.table])
def test_frames_with_other_names_and_another_scale_are_taken(make):
    table = Ratings.check(make(STARS), columns=NAMES, scale="1..5")
    assert table.frame.select("system", "segment", "score", "scale").rows() == [
        ("A", "1", 4.0, "1..5"),
        ("B", "1", 5.0, "1..5"),
    ]


def test_a_scale_is_for_rows_that_name_none():
    frame = pl.DataFrame({"system": ["A", "B"], "segment": ["1", "1"], "score": [5, 100], "scale": [None, "0..100"]})
    assert Ratings.check(frame, scale="1..5").frame["scale"].to_list() == ["1..5", "0..100"]
    with pytest.raises(TableError) as caught:
        Ratings.check(frame, scale="1..4")
    assert [problem.what for problem in caught.value.problems] == ["row 1, column score: 5 is outside the scale 1..4"]


def test_columns_can_be_exchanged_and_used_twice():
    frame = pl.DataFrame({"system": ["1"], "segment": ["A"], "score": [5]})
    table = Ratings.check(frame, columns={"system": "segment", "segment": "system", "document": "system"})
    assert table.frame.select("system", "segment", "document").rows() == [("A", "1", "1")]


def test_comparisons_with_other_names_are_taken():
    arena = pl.DataFrame({"model_a": ["x"], "model_b": ["y"], "winner": ["model_b"]})
    names = {"system_a": "model_a", "system_b": "model_b", "outcome": "winner"}
    table = Comparisons.check(arena, columns=names)
    assert table.frame.select("system_a", "system_b", "outcome").rows() == [("x", "y", "b")]


def test_every_name_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(UsageError) as caught:
        Ratings.check(pl.DataFrame(STARS), columns={"score": "points", "segment": "row", "outcome": "stars"})
    absent, strange = caught.value.problems
    assert absent.what == "the data has no columns 'points', 'row'; columns found: model, item, stars, score"
    assert strange.what.startswith("'outcome' is not a column of ratings; the columns are ")
    assert {absent.code, strange.code} == {"AJ040"}
    assert '`columns={"OURS": "THEIRS"}`' in absent.expected


@pytest.mark.parametrize("table", [Comparisons, PairCounts, Spans, MetricScores, Texts, Batches])
def test_a_scale_is_refused_where_there_is_none(table):
    with pytest.raises(UsageError, match=f"{table.noun} have no scores on a scale"):
        table.check(pl.DataFrame(ROWS), scale="1..5")


def test_what_is_no_scale_is_refused():
    with pytest.raises(UsageError, match="'wide' is not a scale"):
        Ratings.check(pl.DataFrame(ROWS), scale="wide")


def test_columns_come_in_their_documented_order():
    names = Ratings.check(pl.DataFrame(ROWS).select("score", "segment", "system", "annotator")).frame.columns
    assert names == ["annotator", "session", "system", "document", "segment", "kind", "score"]


def test_missing_scores_are_counted():
    (note,) = [finding for finding in Ratings.check(pl.DataFrame(ROWS)).findings if finding.code == "AJ107"]
    assert note.numbers == {"missing": 1, "rows": 2}


def test_a_table_without_rows_is_refused():
    empty = {"system": pl.Series([], dtype=pl.String), "segment": pl.Series([], dtype=pl.String), "score": []}
    assert codes(Ratings, empty) == ["AJ017"]


def test_a_judgement_given_twice_is_refused_unless_something_tells_them_apart():
    twice = {"annotator": ["a", "a"], "system": ["A", "A"], "segment": ["1", "1"], "score": [1, 2]}
    assert codes(Ratings, twice) == ["AJ016"]
    for more in (
        {"kind": ["system", "repeat"]},
        {"position": [1, 2]},
        {"showing": ["x", "y"]},
        {"started": [1.0, 2.0]},
    ):
        assert len(Ratings.check(pl.DataFrame({**twice, **more}))) == 2


def test_nobody_can_say_that_two_judgements_by_unknown_people_are_one():
    unknown = {"system": ["A", "A"], "segment": ["1", "1"], "score": [1, 2]}
    assert len(Ratings.check(pl.DataFrame(unknown))) == 2


def test_every_row_keeps_to_its_own_scale():
    frame = {
        "system": ["A"] * 4,
        "segment": list("1234"),
        "score": [100.0, 5.0, -3.5, 6.0],
        "scale": [None, "1..5", "z", "1..5"],
    }
    with pytest.raises(TableError) as caught:
        Ratings.check(pl.DataFrame(frame))
    (problem,) = caught.value.problems
    assert problem.what == "row 4, column score: 6 is outside the scale 1..5"


def test_scales_that_cannot_be_read_are_one_problem():
    frame = {"system": ["A"] * 3, "segment": list("123"), "score": [1, 2, 3], "scale": ["5..1", "wide", None]}
    assert codes(Ratings, frame) == ["AJ014"]


def test_comparisons_are_counted_in_alphabetical_order_of_systems():
    frame = {
        "system_a": ["B", "A", "B", "C"],
        "system_b": ["A", "B", "A", "B"],
        "outcome": ["a", "a", "tie", "b"],
        "weight": [2, None, 1, 1],
    }
    counts = Comparisons.check(pl.DataFrame(frame)).counts().frame
    assert counts.rows() == [("A", "B", 1, 1, 2), ("B", "C", 1, 0, 0)]


def test_mirrored_counts_are_merged():
    frame = {"system_a": ["B", "A"], "system_b": ["A", "B"], "wins_a": [3, 1], "ties": [2, 2], "wins_b": [1, 3]}
    assert PairCounts.check(pl.DataFrame(frame)).frame.rows() == [("A", "B", 1, 2, 3)]


def test_a_pair_in_one_order_is_put_in_alphabetical_order():
    frame = {"system_a": ["B"], "system_b": ["A"], "wins_a": [3], "ties": [2], "wins_b": [1]}
    assert PairCounts.check(pl.DataFrame(frame)).frame.rows() == [("A", "B", 1, 2, 3)]


def test_counts_that_contradict_each_other_are_refused():
    frame = {"system_a": ["B", "A"], "system_b": ["A", "B"], "wins_a": [3, 1], "ties": [2, 2], "wins_b": [1, 4]}
    assert codes(PairCounts, frame) == ["AJ021"]


def test_counts_of_different_collections_do_not_contradict_each_other():
    frame = {"system_a": ["B", "A"], "system_b": ["A", "B"], "wins_a": [3, 1], "ties": [2, 2], "wins_b": [1, 4]}
    assert len(PairCounts.check(pl.DataFrame({**frame, "collection": ["x", "y"]}))) == 2


@pytest.mark.parametrize(
    ("table", "frame", "expected"),
    [
        (Comparisons, {"system_a": ["A"], "system_b": ["A"], "outcome": ["tie"]}, ["AJ014"]),
        (Comparisons, {"system_a": ["A"], "system_b": ["B"], "outcome": ["win"]}, ["AJ014"]),
        (Comparisons, {"system_a": ["A"], "system_b": ["B"], "outcome": ["a"], "weight": [-1]}, ["AJ013"]),
        (Spans, {"system": ["A"], "segment": ["1"], "severity": ["minor"], "start": [3], "end": [1]}, ["AJ013"]),
        (Spans, {"system": ["A"], "segment": ["1"], "severity": ["minor"], "start": [-1], "end": [1]}, ["AJ013"]),
        (Spans, {"system": ["A"], "segment": ["1"], "severity": ["minor"], "start": ["x"], "end": [1]}, ["AJ012"]),
        (MetricScores, {"metric": ["m", "m"], "system": ["A", "A"], "score": [1, 2]}, ["AJ016"]),
        (MetricScores, {"metric": ["m"], "system": ["A"], "score": [float("inf")]}, ["AJ013"]),
        (Texts, {"segment": ["1", "1"], "source": ["a", "b"]}, ["AJ016"]),
        (
            Batches,
            {
                "session": ["1", "1"],
                "item": ["1", "2"],
                "position": [0, 0],
                "system": ["A", "B"],
                "segment": ["1", "1"],
            },
            ["AJ016"],
        ),
    ],
)
def test_rules_of_single_tables(table, frame, expected):
    assert codes(table, frame) == expected


def test_a_metric_score_of_a_whole_system_has_no_segment():
    frame = {"metric": ["m", "m"], "system": ["A", "A"], "segment": [None, "1"], "score": [1, 2]}
    assert len(MetricScores.check(pl.DataFrame(frame))) == 2


def test_texts_know_their_systems():
    texts = Texts.check(pl.DataFrame({"B": ["x"], "segment": ["1"], "source": ["a"], "A": [7]}))
    assert texts.systems == ["B", "A"]
    assert texts.frame["A"].to_list() == ["7"]


def test_a_supplement_is_checked_like_a_table():
    columns = (Column("p", "number", "p-value", nullable=False),)
    assert Supplement.check("tests", columns, pl.DataFrame({"p": ["0.5"]})).frame["p"].to_list() == [0.5]
    for values, code in ((["x"], "AJ012"), ([""], "AJ015"), (["inf"], "AJ013")):
        with pytest.raises(TableError) as caught:
            Supplement.check("tests", columns, pl.DataFrame({"p": values}), source="t.txt")
        assert [problem.code for problem in caught.value.problems] == [code]
        assert "t.txt, row 1, column p" in caught.value.problems[0].what


@pytest.mark.parametrize(
    "name",
    [
        *("hter", "HTER", "ter", "wer", "rank", "Ranking", "place", "edit_rate", "editDistance", "err", "errors"),
        *("error_rate", "distance", "loss", "cost", "effort", "postEditingTime", "post_editing_time", "penalty"),
        *("MQM penalties", "n_mistakes", "mTER", "Answer.rank", "MetricX-24", "EED"),
    ],
)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_name_of_what_is_worse_is_said(name, sign):
    rows = pl.DataFrame(
        {"system": ["A", "B"], "document": ["d", "d"], "segment": ["1", "1"], name: [3.0 * sign, 9 * sign]}
    )
    table = Ratings.check(rows, columns={"score": name}, scale="-100..100")
    metric = MetricScores.check(rows.rename({name: "score"}).with_columns(metric=pl.lit(name)), source="metrics")
    for findings in (table.findings, metric.findings):
        assert [finding.code for finding in findings if finding.code == "AJ114"] == ["AJ114"] * (sign > 0)


@pytest.mark.parametrize(
    "name",
    ["rating", "da", "z", "quality", "COMET", "chrF", "BLEU", "adequacy", "interest", "pattern", "water", "preference"],
)
def test_a_name_of_what_is_better_is_no_suspicion(name):
    rows = pl.DataFrame({"system": ["A", "B"], "segment": ["1", "1"], name: [3.0, 9]})
    assert "AJ114" not in [finding.code for finding in Ratings.check(rows, columns={"score": name}).findings]


def test_hter_is_not_ranked_upside_down_without_a_word(data_file):
    table = adjudge.read(data_file("faults/n-hter.csv"), columns={"score": "hter"})
    [warning] = [finding for finding in table.findings if finding.code == "AJ114"]
    assert "'hter'" in warning.text


@pytest.mark.parametrize("moment", ["position", "started"])
def test_segments_counted_in_documents_that_nobody_names_are_refused(moment):
    # Three documents of four and five segments: without their names, items seem to be judged two and three times.
    rows = pl.DataFrame(
        {"annotator": "a", "session": "s", "system": "A", "document": d, "segment": s, "score": 50.0, moment: 5 * d + s}
        for d in range(3)
        for s in range(5 if d else 4)
    ).with_columns(pl.col("document", "segment").cast(pl.String))
    assert len(Ratings.check(rows)) == 14
    assert codes(Ratings, rows.drop("document")) == ["AJ016"]
    assert codes(Ratings, rows.drop("document", moment)) == ["AJ016"]
    displays = rows.drop("document").with_columns(showing=pl.col(moment).cast(pl.String))
    assert codes(Ratings, displays) == ["AJ016"]
    # Where everything occurs twice at most, or hardly anything does, they are second looks.
    assert len(Ratings.check(rows.filter(pl.col("document") != "2").drop("document"))) == 9
    # Three rounds of the same items are rounds.
    assert len(Ratings.check(rows.filter(pl.col("segment") != "4").drop("document"))) == 12
    once = rows.with_columns(segment=pl.concat_str("document", "segment"))
    second = once.head(1).with_columns(pl.lit(99).cast(once[moment].dtype).alias(moment))
    assert len(Ratings.check(pl.concat([once, second]).drop("document"))) == 15


def test_a_forgotten_column_of_documents_is_not_hidden_by_positions(data_file):
    with pytest.raises(AdjudgeError, match=r"AJ016 .*no row names its document"):
        adjudge.read(data_file("faults/pos-no-document.csv"))


def test_a_metric_that_was_trained_on_penalties_gives_none():
    rows = pl.DataFrame({"metric": "COMET-MQM_2021", "system": ["A", "B"], "segment": ["1", "1"], "score": [0.3, 0.9]})
    assert "AJ114" not in [finding.code for finding in MetricScores.check(rows).findings]
