"""`adjudge annotators` on ratings, as a user meets it."""

from __future__ import annotations

import csv
import io
import json

import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.cli.spelling import spelled_result
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from tests.unit.reporting.page_elements import Page

SMALL = {"systems.count": "3", "texts.documents": "16", "sessions.count": "12", "annotators.count": "4"}
TWICE = """annotator,session,document,system,segment,score
anna,s1,d1,x,1,70
ben,s2,d1,x,1,75
anna,s1,d1,y,1,40
ben,s2,d1,y,1,50
anna,s1,d2,x,1,90
ben,s2,d2,x,1,85
anna,s1,d2,y,1,20
ben,s2,d2,y,1,45
"""


@pytest.fixture
def judgements(tmp_path):
    path = tmp_path / "judgements.csv"
    adjudge.write(adjudge.simulate(with_settings(preset("balanced"), SMALL), seed=1).table, path)
    return path


@pytest.fixture
def twice(tmp_path):
    path = tmp_path / "twice.csv"
    path.write_text(TWICE)
    return path


def test_json_is_what_python_gives(judgements, capsys):
    assert run(["annotators", str(judgements), "--draws", "200", "--level", "0.9", "--seed", "3", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    result = adjudge.annotators(adjudge.read(judgements), draws=200, level=0.9, seed=3)
    assert data == spelled_result(result).to_dict()


def test_text_ends_with_the_sentence_and_pairs_are_printed_on_request(twice, capsys):
    assert run(["annotators", str(twice)]) == 0
    text = capsys.readouterr().out
    assert "over 4 outputs (2 segments) rated by 2 annotators" in text.rstrip().splitlines()[-1]
    assert "How annotators use the scale:" in text
    assert "Pairs of annotators:" not in text
    assert run(["annotators", str(twice), "--pairs"]) == 0
    table = capsys.readouterr().out.split("Pairs of annotators:")[1]
    assert table.split("\n")[4].split()[:3] == ["anna", "ben", "4"]


def test_csv_has_a_row_for_every_annotator(twice, capsys):
    assert run(["annotators", str(twice), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["annotator"], row["judgements"], row["mean"]) for row in rows] == [
        ("anna", "4", "55.0"),
        ("ben", "4", "63.75"),
    ]
    # On the same outputs ben is 8.75 points higher; both are half of that from their mean.
    assert [float(row["leniency_points"]) for row in rows] == pytest.approx([-4.375, 4.375])


def test_ratings_without_annotators_are_refused_and_sessions_only_taken_if_asked(tmp_path, capsys):
    path = tmp_path / "ratings.csv"
    path.write_text("session,system,segment,score\ns1,a,1,50\ns2,a,1,60\ns1,b,1,50\ns2,b,1,61\n")
    assert run(["annotators", str(path)]) == 2
    message = capsys.readouterr().err
    assert "AJ062 no rating names its annotator; there are 2 sessions" in message
    assert "--sessions" in message
    assert "`" not in message
    assert run(["annotators", str(path), "--sessions"]) == 0
    assert "AJ523" in capsys.readouterr().out


def test_rows_can_be_chosen(twice, capsys):
    assert run(["annotators", str(twice), "--where", "system=x", "--json"]) == 0
    assert [one["judgements"] for one in json.loads(capsys.readouterr().out)["annotators"]] == [2, 2]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--pairs", "--csv"], "--pairs adds a table, but --csv prints only one"),
        (["--keep-kinds", "calibration"], "no rating is of a kind that is described (calibration)"),
        (["--keep-kinds", "sistem"], "did you mean 'system'"),
        (["--draws", "10"], "--draws"),
        (["--level", "0.05"], "--level"),
        (["--where", "score>50"], "AJ055"),
    ],
)
def test_mistakes_are_explained(twice, capsys, options, words):
    assert run(["annotators", str(twice), *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert "to do:" in captured.err


CALIBRATED = """annotator,session,kind,document,system,segment,score
""" + "".join(
    f"{who},{kind}-{who},{kind},{kind}{d},x,{s},{50 + 7 * d + 3 * s + 5 * len(who)}\n"
    for who in ("anna", "ben")
    for kind in ("calibration", "system")
    for d in range(3)
    for s in range(2)
)
COMPARED = "annotator,segment,system_a,system_b,outcome\nanna,1,x,y,a\nben,1,x,y,a\nanna,2,x,y,tie\nben,2,x,y,b\n"


@pytest.mark.parametrize(
    ("text", "charts", "words"),
    [
        (TWICE, 1, ("Scores of annotators", "How annotators use the scale", "Agreement")),
        (CALIBRATED, 3, ("Calibration and later work",)),
        (COMPARED, 0, ("Agreement", "kappa")),
    ],
)
def test_a_page_holds_charts_with_tables_and_loads_nothing(tmp_path, capsys, text, charts, words):
    source, target = tmp_path / "judgements.csv", tmp_path / "page.html"
    source.write_text(text)
    assert run(["annotators", str(source), "--html", str(target)]) == 0, capsys.readouterr().err
    assert f"page written to {target}" in capsys.readouterr().out
    page = Page(target.read_text(encoding="utf-8"))
    assert len(page.all("svg")) == charts
    assert len(page.all("table")) >= max(2, charts)
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert page.loaded == []
    for word in (*words, "adjudge annotators"):
        assert word in page.words


def test_the_page_names_annotators_who_are_not_drawn(tmp_path, capsys):
    names = [f"person-{i:02d}" for i in range(10)]
    lines = [
        f"{who},s-{who},d{d},x,{s},{(17 * i + 31 * d + 7 * s) % 101}"
        for i, who in enumerate(names)
        for d in range(3)
        for s in range(3)
    ]
    source, target = tmp_path / "judgements.csv", tmp_path / "page.html"
    source.write_text("\n".join(["annotator,session,document,system,segment,score", *lines]) + "\n")
    assert run(["annotators", str(source), "--html", str(target)]) == 0, capsys.readouterr().err
    assert "Not drawn: person-08, person-09." in Page(target.read_text(encoding="utf-8")).words
