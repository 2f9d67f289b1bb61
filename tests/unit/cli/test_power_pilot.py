"""`adjudge power --pilot`: forms of output, and options that do not go together."""

from __future__ import annotations

import json

import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.cli.spelling import spelled_result
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate

SIZE = {"systems.count": "4", "texts.documents": "16", "sessions.count": "12", "annotators.count": "6"}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("pilot") / "pilot.csv"
    adjudge.write(simulate(with_settings(preset("balanced"), SIZE), seed=3).table, path)
    return str(path)


def test_json_is_the_result_of_python(file, capsys):
    assert run(["power", "--pilot", file, "--more-segments", "40", "--draws", "20", "--seed", "2", "--json"]) == 0
    result = adjudge.pilot_power(adjudge.read(file), more_segments=40, draws=20, seed=2)
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(spelled_result(result).to_dict()))


def test_text_and_page_show_scenarios_pairs_and_findings(file, capsys, tmp_path):
    page = tmp_path / "page.html"
    assert run(["power", "--pilot", file, "--more-annotators", "1", "--draws", "20", "--html", str(page)]) == 0
    text = capsys.readouterr().out
    for part in ("the pilot", "1 more annotator", "signature pilot:recommended", "AJ634", "AJ637"):
        assert part in text
    html = page.read_text("utf-8")
    assert "What more judgements would separate" in html
    assert "system:document" in html


@pytest.mark.parametrize("form", ["--latex", "--markdown", "--csv"])
def test_tables(form, file, capsys):
    assert run(["power", "--pilot", file, "--more-documents", "8", "--draws", "20", form]) == 0
    assert "8 more documents" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--effect", ".4"], "--effect"),
        (["--table"], "--table"),
        (["--svg", "chart.svg"], "--svg"),
        (["--systems", "3"], "--systems"),
    ],
)
def test_options_of_a_planned_test_do_not_go_with_a_pilot(options, named, file, capsys):
    assert run(["power", "--pilot", file, *options]) == 2
    error = capsys.readouterr().err
    assert f"{named} was given with --pilot" in error


def test_options_of_a_pilot_need_one(capsys):
    assert run(["power", "--effect", ".4", "--more-documents", "8"]) == 2
    assert "--more-documents was given without --pilot" in capsys.readouterr().err


def test_more_documents_and_segments_are_refused_in_words_of_the_command_line(file, capsys):
    assert run(["power", "--pilot", file, "--more-documents", "8", "--more-segments", "9"]) == 2
    assert "leave --more-documents or --more-segments out" in capsys.readouterr().err
