"""`adjudge next-pairs` as a user meets it."""

from __future__ import annotations

import csv
import io
import json

import pytest
from click.testing import CliRunner

from adjudge.cli.next_pairs import command
from adjudge.core.errors import UsageError

HEADER = "annotator,document,segment,system_a,system_b,outcome"


@pytest.fixture
def comparisons(tmp_path):
    path = tmp_path / "comparisons.csv"
    names = "ABC"
    rows = [
        f"{'anna' if i % 2 else 'ben'},d{i % 4},{i},{names[i % 3]},{names[(i + 1) % 3]},{'a' if i % 5 else 'b'}"
        for i in range(60)
    ]
    path.write_text("\n".join([HEADER, *rows]) + "\n")
    return path


def run(*arguments):
    result = CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_text_shows_the_comparisons_their_worth_and_the_rule(comparisons):
    text = run(comparisons, "--count", 4)
    header = next(line for line in text.splitlines() if "annotator" in line)
    assert header.split() == ["system_a", "system_b", "annotator", "document", "segment", "seen", "purpose", "gain"]
    assert "4 comparisons" in text
    assert "signature next:order-information" in text
    assert "AJ321" in text


def test_json_is_the_whole_result_and_nothing_else(comparisons):
    data = json.loads(run(comparisons, "--count", 3, "--annotator", "anna", "--seed", 2, "--json"))
    assert data["schema"] == "adjudge.next-pairs/1"
    assert data["settings"]["annotators"] == ["anna"]
    assert [pair["annotator"] for pair in data["pairs"]] == ["anna"] * 3


def test_text_csv_and_json_name_the_columns_alike_and_the_help_explains_them(comparisons):
    text = run(comparisons, "--count", 2)
    header = next(line for line in text.splitlines() if "annotator" in line).split()
    assert run(comparisons, "--count", 2, "--csv").splitlines()[0].split(",") == header
    assert list(json.loads(run(comparisons, "--count", 2, "--json"))["pairs"][0]) == header
    explained = run("--help").split("Columns", 1)[1].split("Examples", 1)[0]
    for name in ("system_a", "system_b", "seen", "purpose", "gain"):
        assert f"\n    {name} " in explained


def test_a_system_of_the_data_is_no_further_system(comparisons):
    with pytest.raises(UsageError, match="AJ040 the data already holds B"):
        run(comparisons, "--system", "B", "--system", "new")


def test_csv_holds_one_line_per_comparison(comparisons):
    rows = list(csv.DictReader(io.StringIO(run(comparisons, "--count", 5, "--csv"))))
    assert len(rows) == 5
    assert {row["annotator"] for row in rows} == {"anna", "ben"}


def test_fifty_comparisons_unless_said_otherwise(comparisons):
    assert len(json.loads(run(comparisons, "--json"))["pairs"]) == 50


def test_a_new_system_is_connected_first(comparisons):
    text = run(comparisons, "--count", 2, "--system", "new")
    assert "connect" in text
    assert "AJ320" in text


def test_columns_of_which_nothing_is_known_are_not_printed(tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("system_a,system_b,wins_a,ties,wins_b\nA,B,3,1,2\nB,C,4,0,5\n")
    header = next(line for line in run(path, "--count", 2).splitlines() if "system_a" in line)
    assert header.split() == ["system_a", "system_b", "purpose", "gain"]


def test_a_system_that_was_never_compared_is_connected_first(tmp_path):
    path = tmp_path / "counts.txt"
    path.write_text("x y 6 1 3\nx z 0 0 0\n")
    first = json.loads(run(path, "--count", 2, "--json"))["pairs"][0]
    assert "z" in {first["system_a"], first["system_b"]}
