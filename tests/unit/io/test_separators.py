"""Tabs and semicolons, decimal commas, other names for our columns, and arguments of the wrong kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import narwhals as nw
import pandas as pd
import polars as pl
import pytest

import adjudge
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Ratings
from adjudge.io.reading import read, read_file

ROWS = [("A", "1", "83,5"), ("B", "1", "7"), ("C", "2", "0,125")]


def put(tmp_path: Path, content: str) -> Path:
    path = tmp_path / "x.csv"
    path.write_text(content)
    return path


def problems(*args, **kwargs) -> str:
    with pytest.raises(AdjudgeError) as caught:
        read(*args, **kwargs)
    return "\n".join(problem.text() for problem in caught.value.problems)


@pytest.mark.parametrize(("separator", "noun"), [(";", "semicolons"), ("\t", "tabs")])
def test_other_separators_and_decimal_commas_are_read_and_told(separator: str, noun: str, tmp_path: Path) -> None:
    lines = [("system", "segment", "score"), *ROWS]
    path = put(tmp_path, "".join(separator.join(line) + "\n" for line in lines))
    assert read_file(path).format == "csv"
    table = read(path)
    assert table.frame.select("system", "segment", "score").rows() == [
        ("A", "1", 83.5),
        ("B", "1", 7),
        ("C", "2", 0.125),
    ]
    texts = {finding.code: finding.text for finding in table.findings}
    assert texts["AJ150"] == f"x.csv is separated by {noun} and was read so."
    assert texts["AJ151"] == (
        "x.csv, column score: 2 numbers have a decimal comma, such as 83,5, and were read as 83.5."
    )


def test_separators_are_found_by_the_names_that_the_user_gives(tmp_path: Path) -> None:
    path = put(tmp_path, "Model;Item no;Stars\nA;1;4,5\nB;1;5\n")
    columns = {"system": "model", "segment": " item  NO", "score": "stars"}
    assert read(path, columns=columns, scale="1..5").frame["score"].to_list() == [4.5, 5]


def test_quoted_texts_may_hold_the_separator(tmp_path: Path) -> None:
    path = put(tmp_path, 'system;segment;score;domain\nA;1;5;"news; and more"\n')
    assert read(path).frame["domain"].to_list() == ["news; and more"]


def test_quotes_between_tabs_may_be_part_of_the_text(tmp_path: Path) -> None:
    path = put(tmp_path, 'system\tsegment\tscore\tdomain\nA\t1\t5\tthe "new" one\nB\t1\t6\t"open\n')
    table = read(path)
    assert table.frame["domain"].to_list() == ['the "new" one', '"open']
    (told,) = [finding.text for finding in table.findings if finding.code == "AJ150"]
    assert told == "x.csv is separated by tabs and was read so; quotes in it are part of the texts."
    # Marks are marks where all of them are in their places.
    path = put(tmp_path, 'system\tsegment\tscore\tdomain\nA\t1\t5\t"one\ttwo"\n')
    assert read(path).frame["domain"].to_list() == ["one\ttwo"]
    path = put(tmp_path, 'system\tsegment\tscore\tdomain\nA\t1\t5\t"one\ttwo"\nB\t1\t5\ta "b\n')
    assert problems(path).startswith("AJ011 x.csv, line 3")


def test_commas_in_text_columns_and_whole_numbers_are_left_alone(tmp_path: Path) -> None:
    path = put(tmp_path, "system;segment;score;position\nA,x;1,5;5;1\n")
    assert read(path).frame.select("system", "segment").rows() == [("A,x", "1,5")]
    path = put(tmp_path, "system;segment;score;position\nA;1;5;1,000\n")
    assert "AJ012 x.csv, line 2, column position: '1,000' is not a whole number" in problems(path)


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet", "pandas", "polars"])
def test_one_column_may_serve_as_two(form: str, tmp_path: Path) -> None:
    rows = pl.DataFrame({"User": ["u", "v"], "system": ["A", "A"], "segment": ["1", "1"], "score": [4, 5]})
    columns = {"session": "user", "annotator": "user"}
    path = tmp_path / f"x.{form}"
    if form == "csv":
        rows.write_csv(path)
    elif form == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows.to_dicts()))
    elif form == "parquet":
        rows.write_parquet(path)
    frames = {"polars": rows, "pandas": pd.DataFrame(rows.to_dict(as_series=False))}
    table = Ratings.check(frames[form], columns=columns) if form in frames else read(path, columns=columns)
    assert table.frame.select("annotator", "session").rows() == [("u", "u"), ("v", "v")]


def test_a_name_that_fits_two_columns_but_for_case_must_be_exact(tmp_path: Path) -> None:
    path = put(tmp_path, "system,segment,Stars,STARS\nA,1,4,5\n")
    assert read(path, columns={"score": "STARS"}).frame["score"].to_list() == [5]
    message = problems(path, columns={"score": "stars"})
    assert "has no column 'stars'; columns found: system, segment, Stars, STARS" in message


def test_messages_list_the_columns_of_the_file_as_they_are_written(tmp_path: Path) -> None:
    path = put(tmp_path, "Model, Stars ,colour\nA,4,red\n")
    message = problems(path, columns={"system": "Model", "score": "stars"})
    assert "columns found: Model,  Stars , colour" in message
    assert "`columns={" in message
    assert "--" not in message
    with pytest.raises(AdjudgeError, match="columns found: Model, Stars, colour"):
        Ratings.check(
            pl.DataFrame({"Model": ["A"], "Stars": [4], "colour": ["red"]}),
            columns={"system": "Model", "score": "Stars"},
        )


def test_the_complete_line_holds_what_was_given_already(tmp_path: Path) -> None:
    path = put(tmp_path, "engine,sentence,points,rater\nA,1,4,r\n")
    message = problems(path, columns={"score": "points", "system": "engine"})
    assert '{"score": "points", "system": "engine", "annotator": "rater", "segment": "sentence"}' in message
    given = {"score": "points", "system": "engine", "annotator": "rater", "segment": "sentence"}
    assert len(read(path, columns=given)) == 1


@pytest.mark.parametrize(
    ("header", "suggested"),
    [
        ("system,username,score", None),
        ("system,document,score,segmentation", None),
        ("system,scorer,segment", None),
        ("system_a,segment,score", None),
        ("system,segement,score", "segement"),
        ("system,Sentence ID,score", "Sentence ID"),
        ("system,item,line,score", None),
    ],
)
def test_an_unrelated_column_is_never_suggested(header: str, suggested: str | None, tmp_path: Path) -> None:
    path = put(tmp_path, header + "\n" + ",".join("1" for _ in header.split(",")) + "\n")
    message = problems(path)
    lines = [line for line in message.splitlines() if "to do:" in line]
    assert lines
    for line in lines:
        names = [name for name in header.split(",") if f'": "{name}"' in line]
        assert names == ([suggested] if suggested else [])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"paths": [["a.csv", "b.csv"]]}, "given as one list"),
        ({"paths": [Path().glob("*")]}, "adjudge.read(*files)"),
        ({"paths": [123]}, "'123' is of the type 'int'"),
        ({"paths": [None]}, "'None' is of the type 'NoneType'"),
        ({"paths": ["x.csv"], "scale": (1, 5)}, "'(1, 5)' is not a scale"),
        ({"paths": ["x.csv"], "columns": ["score"]}, "of the type 'list'"),
        ({"paths": ["x.csv"], "columns": {"score": 3}}, "of the type 'int'"),
    ],
)
def test_arguments_of_another_type_are_explained(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(adjudge.UsageError, match="AJ040") as caught:
        adjudge.read(*arguments.pop("paths"), **arguments)
    assert words in str(caught.value)


def test_a_frame_with_arguments_of_another_type_is_explained() -> None:
    frame = pl.DataFrame({"system": ["A", "B"], "segment": ["1", "1"], "score": [4, 5]})
    for arguments in ({"scale": (1, 5)}, {"columns": ["score"]}, {"columns": {"score": None}}):
        with pytest.raises(adjudge.UsageError, match="AJ040"):
            adjudge.rank(frame, **arguments)
    for thing in (123, [1, 2], {"system": ["A"]}, None):
        with pytest.raises(AdjudgeError, match="AJ020"):
            Ratings.check(thing)


def test_lazy_frames_are_collected() -> None:
    lazy = pl.LazyFrame({"system": ["A"], "segment": ["1"], "score": [4]})
    for frame in (lazy, nw.from_native(lazy), nw.from_native(lazy.collect())):
        assert len(Ratings.check(frame)) == 1
