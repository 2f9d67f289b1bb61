"""`adjudge power`: forms of output, files, and options that do not go together."""

from __future__ import annotations

import csv
import io
import json
from xml.etree import ElementTree as ET

import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.cli.spelling import spelled_result


def test_json_is_the_result_of_python(capsys):
    line = "power --effect .45 --test paired --correlation .4 --segments-per-document 8 --icc .1 --systems 4 --json"
    assert run(line.split()) == 0
    result = adjudge.power(effect=0.45, test="paired", correlation=0.4, segments_per_document=8, icc=0.1, systems=4)
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(spelled_result(result).to_dict()))


def test_json_has_the_documented_keys(capsys):
    assert run(["power", "--n", "330", "--effect", ".43", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {"n", "effect", "power", "alpha", "sides", "test", "design_effect"} <= set(data)
    assert {"schema", "signature", "findings", "m", "margin", "systems", "level"} <= set(data)
    assert data["schema"] == "adjudge.power/1"


def test_text_shows_plan_sizes_signature_and_caveats(capsys):
    assert run(["power", "--effect", ".45"]) == 0
    text = capsys.readouterr().out
    for part in ("522", "Sample sizes by effect", "signature plan:power", "AJ600", "AJ603", "--systems"):
        assert part in text


def test_csv_is_one_row(capsys):
    assert run(["power", "--effect", ".45", "--csv"]) == 0
    [row] = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert (row["n"], row["test"], row["solved"]) == ("522", "rank-sum", "n")


@pytest.mark.parametrize("more", [["--effect", ".45"], ["--table"]])
def test_tables_for_a_paper(more, capsys):
    assert run(["power", *more, "--latex"]) == 0
    latex = capsys.readouterr().out
    assert r"\toprule" in latex
    assert "0.45" in latex
    assert run(["power", *more, "--markdown"]) == 0
    assert "| 0.45 |" in capsys.readouterr().out


@pytest.mark.parametrize("more", [["--effect", ".45"], ["--table"], ["--margin", ".1"]])
def test_a_page_and_a_chart_are_written(more, tmp_path, capsys):
    page, chart = tmp_path / "power.html", tmp_path / "power.svg"
    assert run(["power", *more, "--html", str(page), "--svg", str(chart)]) == 0
    said = capsys.readouterr().out
    assert str(page) in said
    assert str(chart) in said
    assert "<h1>Power" in page.read_text(encoding="utf-8")
    assert "Content-Security-Policy" in page.read_text(encoding="utf-8")
    root = ET.fromstring(chart.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.find("{http://www.w3.org/2000/svg}title") is not None


def test_a_chart_that_cannot_be_written_is_refused(tmp_path, capsys):
    assert run(["power", "--effect", ".45", "--svg", str(tmp_path / "none" / "power.svg")]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("AJ022")
    assert said.out == ""


def test_the_table_takes_options_of_the_test(capsys):
    assert run(["power", "--table", "--test", "sign", "--sides", "1", "--systems", "3", "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    expected = adjudge.power(n=330, effect=0.43, test="sign", sides=1, systems=3).power
    assert [float(row["0.43"]) for row in rows if row["n"] == "330"] == [pytest.approx(expected)]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("power", "neither n nor effect was given"),
        ("power --table --n 4", "--n was given with --table"),
        ("power --table --m 4 --margin .1", "--m, --margin were given with --table"),
        ("power --effect .45 --correlation .2", "--correlation was given with the test 'rank-sum'"),
        ("power --effect .45 --documents 10", "--documents was given without --icc"),
        ("power --n x", "'x' is not a valid integer"),
        ("power --effect 0,45", "write 0,45 with a decimal point: 0.45"),
        ("power --n 100 --power ,8", "write ,8 with a decimal point: .8"),
        ("power --n 100 --test welch", "'welch' is not one of"),
        ("power --n 100 --sides 3", "3 is not in the range"),
        ("power --effect nan", "--effect is nan"),
        ("power --effect .4 --alpha inf", "--alpha is inf"),
        ("power --n 100 --json --csv", "--json and --csv were given together"),
        ("power --n 1e3", "'1e3' is not a valid integer"),
        ("power judgements.csv", "unexpected extra argument"),
    ],
)
def test_mistakes_are_refused_in_words_of_the_command_line(line, words, capsys):
    assert run(line.split()) == 2
    said = capsys.readouterr()
    assert words in said.err
    assert "to do:" in said.err
    assert "expected:" in said.err
    assert said.out == ""
