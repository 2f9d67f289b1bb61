"""`adjudge reproduce` as a user meets it. Graham et al. 2020 needs no data for Table 2."""

from __future__ import annotations

import csv
import io
import json

import pytest

from adjudge.cli.main import run
from adjudge.cli.reproduce import FiguresView
from adjudge.papers import graham_2020
from adjudge.papers.figures import ReproductionResult, compare
from adjudge.papers.registry import PAPERS, reproduce


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path)


def test_every_paper_of_the_list_has_its_function():
    for paper in PAPERS.values():
        module = __import__(f"adjudge.papers.{paper.module}", fromlist=[paper.function])
        assert callable(getattr(module, paper.function))


def test_the_papers_are_listed(capsys):
    assert run(["reproduce", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(PAPERS)


def test_tables_reasons_and_counts_are_printed(folder, capsys):
    assert run(["reproduce", "graham-2020", "--data", folder]) == 0
    text = capsys.readouterr().out
    assert text.splitlines()[-1] == f"graham-2020: {reproduce('graham-2020', folder).summary()}"
    assert "n 55, effect 0.33" in text
    assert "simulation noise" in text
    assert max(map(len, text.splitlines())) <= 120


def test_differences_only_leaves_equal_figures_out(folder, capsys):
    assert run(["reproduce", "graham-2020", "--data", folder, "--differences-only"]) == 0
    text = capsys.readouterr().out
    assert "n 55, effect 0.33" not in text
    assert "n 55, effect 0.34" in text


def test_json_is_the_whole_result_and_nothing_else(folder, capsys):
    assert run(["reproduce", "graham-2020", "--data", folder, "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert json.loads(captured.out) == reproduce("graham-2020", folder).to_dict()


def test_csv_holds_one_line_per_figure(folder, capsys):
    assert run(["reproduce", "graham-2020", "--data", folder, "--csv", "--differences-only"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    shown = [row.figure for row in reproduce("graham-2020", folder).rows if row.status != "equal"]
    assert [row["figure"] for row in rows] == shown
    assert {row["status"] for row in rows} == {"explained", "absent"}


def test_an_unexplained_figure_gives_exit_code_1(folder, capsys, monkeypatch):
    monkeypatch.setattr(graham_2020, "rank_sum_power", lambda *_: 0.5)
    assert run(["reproduce", "graham-2020", "--data", folder]) == 1
    text = capsys.readouterr().out
    assert "different" in text
    assert "unexplained" in text
    assert run(["reproduce", "graham-2020", "--data", folder, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["unexplained"] > 100


def test_the_folder_may_come_from_the_environment(folder, capsys, monkeypatch):
    monkeypatch.setenv("ADJUDGE_DATA", folder)
    assert run(["reproduce", "graham-2020", "--json"]) == 0


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["lopez-201", "--data", "."], "AJ040", "did you mean 'lopez-2012'"),
        (["qqq", "--data", "."], "AJ040", "--list"),
        (["graham-2020", "--data", "no-such-folder"], "AJ001", "does not exist"),
        (["knowles-lo-2022", "--data", "FOLDER"], "AJ001", "holds no folder 'iku-wmt20'"),
        (["graham-2020"], "AJ040", "missing option '--data'"),
        ([], "AJ040", "missing argument"),
    ],
)
def test_mistakes_are_explained(folder, arguments, code, message, capsys, monkeypatch):
    monkeypatch.delenv("ADJUDGE_DATA", raising=False)
    assert run(["reproduce", *(folder if a == "FOLDER" else a for a in arguments)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(code)
    assert message in captured.err
    for part in ("expected:", "to do:"):
        assert part in captured.err


def test_the_folder_of_the_paper_itself_will_do(tmp_path):
    own = tmp_path / "iku-wmt20"
    own.mkdir()
    # It is found, and the error is about the files in it.
    with pytest.raises(Exception, match=r"Hansard-A\.csv\.gz"):
        reproduce("knowles-lo-2022", own)


def test_values_read_as_in_print(capsys):
    values = {"absent": None, "yes": True, "no": False, "name": "SRPOL", "count": 1566, "score": 0.17041666}
    rows = [compare("Table 1", name, value, value) for name, value in values.items()]
    FiguresView(ReproductionResult.of("paper", rows), everything=True).print_text()
    cells = {line.split()[0]: line.split()[1:3] for line in capsys.readouterr().out.splitlines() if line[:1] == " "}
    shown = {"absent": "—", "yes": "yes", "no": "no", "name": "SRPOL", "count": "1566", "score": "0.170417"}
    assert {name: cells[name] for name in values} == {name: [text] * 2 for name, text in shown.items()}


def test_without_figures_they_are_counted(capsys):
    FiguresView(ReproductionResult.of("empty", []), everything=True).print_text()
    assert capsys.readouterr().out == "empty: 0 figures: 0 equal, 0 explained, 0 unexplained, 0 absent\n"
