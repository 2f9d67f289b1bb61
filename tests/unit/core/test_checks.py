"""The checks of a frame: types, missing values, choices, keys; every problem with its rows."""

from __future__ import annotations

import datetime as dt

import polars as pl
import pytest

from adjudge.core.catalogue import quoted
from adjudge.core.checking.checks import listed_places
from adjudge.core.errors import TableError
from adjudge.core.tables import Ratings, Texts

ROWS = {"system": ["A", "B"], "segment": ["1", "2"], "score": [1.0, 2.0]}


def problems(frame: object, source: str | None = None) -> list[tuple[str, str]]:
    with pytest.raises(TableError) as caught:
        Ratings.check(frame, source=source)
    return [(problem.code, problem.what) for problem in caught.value.problems]


def test_rows_without_lines_are_counted_from_one():
    frame = pl.DataFrame({**ROWS, "score": [1.0, 200.0]})
    assert problems(frame) == [("AJ013", "row 2, column score: 200 is outside the scale 0..100")]


def test_lines_of_a_file_take_the_place_of_rows():
    frame = pl.DataFrame({**ROWS, "score": [1.0, 200.0], "_line": [5, 9]})
    assert problems(frame, "x.csv") == [("AJ013", "x.csv, line 9, column score: 200 is outside the scale 0..100")]


@pytest.mark.parametrize(
    "score",
    [
        pl.Series(["1", " 2 "]),
        pl.Series(["1", "2"], dtype=pl.Categorical),
        pl.Series([1, 2], dtype=pl.UInt8),
        pl.Series([1, 2], dtype=pl.Decimal(10, 2)),
        pl.Series([1.0, 2.0], dtype=pl.Float32),
    ],
    ids=lambda series: str(series.dtype),
)
def test_numbers_come_in_many_types(score):
    assert Ratings.check(pl.DataFrame({**ROWS, "score": score})).frame["score"].to_list() == [1.0, 2.0]


@pytest.mark.parametrize(
    "score",
    [
        pl.Series([True, False]),
        pl.Series([dt.date(2020, 1, 1), dt.date(2020, 1, 2)]),
        pl.Series([dt.datetime(2020, 1, 1, tzinfo=dt.UTC)] * 2),
        pl.Series([[1.0], [2.0]]),
        pl.Series([{"a": 1}, {"a": 2}]),
        pl.Series([b"1", b"2"]),
        pl.Series(["one", "two"]),
    ],
    ids=lambda series: str(series.dtype),
)
def test_what_is_no_number_is_refused(score):
    ((code, what),) = problems(pl.DataFrame({**ROWS, "score": score}))
    assert code == "AJ012"
    assert what.startswith("row 1, column score: ")


@pytest.mark.parametrize("dtype", [pl.List(pl.String), pl.Binary])
def test_what_is_no_text_is_refused(dtype):
    values = [["A"], ["B"]] if dtype == pl.List(pl.String) else [b"A", b"B"]
    assert [code for code, _ in problems(pl.DataFrame({**ROWS, "system": pl.Series(values, dtype=dtype)}))] == ["AJ012"]


def test_whole_floats_are_read_as_the_numbers_they_were():
    frame = Ratings.check(pl.DataFrame({**ROWS, "segment": [1.0, 2.0], "document": [3.0, None]})).frame
    assert frame["segment"].to_list() == ["1", "2"]
    assert frame["document"].to_list() == ["3", None]


def test_large_floats_are_not_lost_as_names():
    assert Ratings.check(pl.DataFrame({**ROWS, "segment": [1e300, 2.5]})).frame["segment"].null_count() == 0


@pytest.mark.parametrize("value", [2**53 + 1, -(2**63), 2**63 - 1])
@pytest.mark.parametrize("as_text", [False, True])
def test_integers_are_exact(value, as_text):
    position = pl.Series([str(value), "0"]) if as_text else pl.Series([value, 0])
    assert Ratings.check(pl.DataFrame({**ROWS, "position": position})).frame["position"][0] == value


@pytest.mark.parametrize("value", ["1.5", "1e30", "inf", "nan", "9223372036854775808", "x"])
def test_what_is_no_integer_is_refused(value):
    assert [code for code, _ in problems(pl.DataFrame({**ROWS, "position": ["1", value]}))] == ["AJ012"]


def test_integers_may_be_written_as_floats():
    assert Ratings.check(pl.DataFrame({**ROWS, "position": ["3.0", " 4"]})).frame["position"].to_list() == [3, 4]


def test_a_name_is_missing_if_it_is_empty_or_blank_and_loses_blanks_at_its_ends():
    table = Ratings.check(pl.DataFrame({**ROWS, "document": ["", " "], "annotator": ["a b ", "\u00a0c"]}))
    assert table.frame["document"].to_list() == [None, None]
    assert table.frame["annotator"].to_list() == ["a b", "c"]
    [note] = [finding for finding in table.findings if finding.code == "AJ111"]
    assert note.numbers["columns"] == ["annotator", "document"]
    assert note.numbers["values"] == 3


def test_texts_are_kept_to_the_letter():
    texts = Texts.check(pl.DataFrame({"segment": ["1 "], "source": [" x "], "A": [" y\n"]}))
    assert texts.frame.row(0, named=True) == {"document": None, "segment": "1", "source": " x ", "A": " y\n"}


def test_a_value_of_another_type_is_not_reported_as_missing_too():
    frame = pl.DataFrame({"system": ["A"], "segment": [["1"]], "score": [1.0]})
    assert [code for code, _ in problems(frame)] == ["AJ012"]


def test_absent_columns_are_told():
    table = Ratings.check(pl.DataFrame(ROWS))
    absent = [finding.numbers["column"] for finding in table.findings if finding.code == "AJ102"]
    assert absent == ["annotator", "session", "document", "kind"]
    assert table.frame["kind"].to_list() == ["system", "system"]
    assert table.frame["annotator"].to_list() == [None, None]


def test_unknown_columns_are_told():
    table = Ratings.check(pl.DataFrame({**ROWS, "mood": ["x", "y"], "age": [1, 2]}))
    (note,) = [finding for finding in table.findings if finding.code == "AJ101"]
    assert note.text == "2 columns that ratings do not have were left out: mood, age."


def test_values_in_messages_are_cut():
    assert len(quoted("x" * 1000)) < 100
    assert quoted("x" * 1000).endswith("(1,000 characters)")
    assert quoted("short") == "'short'"


def test_places_are_listed_in_words():
    assert listed_places("line", [3]) == "line 3"
    assert listed_places("line", [3, 5]) == "lines 3, 5"
    assert listed_places("row", [1, 2, 3, 4]) == "rows 1, 2, 3, ..."


def test_a_line_that_gives_several_rows_counts_once():
    frame = pl.DataFrame({"system": ["A", "B"], "segment": ["1", "1"], "score": ["x", "x"], "_line": [7, 7]})
    with pytest.raises(TableError) as caught:
        Ratings.check(frame)
    assert caught.value.problems[0].count == "1 of 1 line (line 7)"
