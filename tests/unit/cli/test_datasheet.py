"""`adjudge datasheet`: forms, folders, files of answers, and exit codes."""

from __future__ import annotations

import json

import pytest

import adjudge
from adjudge.cli.main import run


@pytest.fixture(scope="module")
def table():
    return adjudge.simulate("balanced", seed=1).table


@pytest.fixture
def judgements(table, tmp_path):
    path = tmp_path / "judgements.csv"
    adjudge.write(table, path)
    return path


def test_json_is_the_result_of_python(judgements, capsys):
    assert run(["datasheet", str(judgements), "--recipe", "wmt-da", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    read = adjudge.read(judgements)
    expected = adjudge.datasheet(read, ranking=adjudge.rank(read, "wmt-da")).to_dict()
    assert {key: value for key, value in printed.items() if key != "findings"} == {
        key: value for key, value in expected.items() if key != "findings"
    }


def test_a_folder_gets_three_files(judgements, tmp_path, capsys):
    out = tmp_path / "new" / "sheet"
    assert run(["datasheet", str(judgements), "-o", str(out)]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["datasheet.json", "datasheet.md", "heds-form.json"]
    assert json.loads((out / "datasheet.json").read_text())["schema"] == "adjudge.datasheet/1"
    assert "heds-criteria-criterion" in json.loads((out / "heds-form.json").read_text())
    assert (out / "datasheet.md").read_text().startswith("# Human evaluation datasheet")
    assert "datasheet.md" in capsys.readouterr().out


def test_nothing_is_left_of_a_folder_that_cannot_be_filled(judgements, tmp_path, capsys):
    (tmp_path / "sheet").mkdir()
    (tmp_path / "sheet" / "heds-form.json").mkdir()  # the last of the three cannot be written
    assert run(["datasheet", str(judgements), "-o", str(tmp_path / "sheet")]) == 2
    assert [path.name for path in (tmp_path / "sheet").iterdir()] == ["heds-form.json"]
    assert "AJ022" in capsys.readouterr().err


def test_a_folder_in_the_place_of_a_file_is_refused(judgements, tmp_path, capsys):
    (tmp_path / "taken").write_text("x")
    assert run(["datasheet", str(judgements), "-o", str(tmp_path / "taken")]) == 2
    assert "AJ022" in capsys.readouterr().err


def test_a_contradiction_ends_with_one_and_the_sheet_is_written(judgements, tmp_path, capsys):
    answers = tmp_path / "answers.toml"
    answers.write_text('[answers]\n"3.2.1" = 19\n"3.2.3" = "by email"\n')
    assert run(["datasheet", str(judgements), "--answers", str(answers), "-o", str(tmp_path / "sheet")]) == 1
    held = json.loads((tmp_path / "sheet" / "datasheet.json").read_text())
    assert held["answers"]["3.2.1"]["text"] == "20"  # the preset has 20 annotators
    assert held["answers"]["3.2.3"]["text"] == "by email"
    assert "the answer is '19', but the data says '20'" in " ".join(capsys.readouterr().out.split())


def test_a_new_file_of_answers_asks_for_what_is_missing_and_never_replaces_one(judgements, tmp_path, capsys):
    new = tmp_path / "answers.toml"
    assert run(["datasheet", str(judgements), "--new", str(new)]) == 0
    text = new.read_text()
    assert '# "3.2.3" = ""' in text
    assert '"3.2.1"' not in text
    assert run(["datasheet", str(judgements), "--answers", str(new)]) == 0
    assert run(["datasheet", str(judgements), "--new", str(new)]) == 2
    assert new.read_text() == text
    assert "AJ067" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[answers", "AJ067 answers.toml"),
        ('[answers]\n"7.1" = "x"', "there is no question '7.1'"),
        ('[answers]\n"3.2.1" = "twenty"', "is 'twenty'"),
        ("\x00\x01", "answers.toml"),
    ],
)
def test_a_broken_file_of_answers_is_refused_in_four_parts(text, words, judgements, tmp_path, capsys):
    answers = tmp_path / "answers.toml"
    answers.write_text(text)
    assert run(["datasheet", str(judgements), "--answers", str(answers)]) == 2
    said = capsys.readouterr()
    assert words in said.err
    assert "expected:" in said.err
    assert "to do:" in said.err
    assert said.out == ""


def test_forms_exclude_each_other(judgements, tmp_path, capsys):
    for options in (["--json", "--markdown"], ["--json", "-o", "x"], ["--new", "a.toml", "--out", "x"]):
        assert run(["datasheet", str(judgements), *options]) == 2
        assert "AJ040" in capsys.readouterr().err


def test_a_method_for_ratings_is_refused(judgements, capsys):
    assert run(["datasheet", str(judgements), "--method", "mfas"]) == 2
    assert "--method belongs to comparisons" in capsys.readouterr().err


def test_markdown_and_the_file_of_the_form_are_printed(judgements, capsys):
    assert run(["datasheet", str(judgements), "--markdown"]) == 0
    assert capsys.readouterr().out.startswith("# Human evaluation datasheet (HEDS 3.0)")
    assert run(["datasheet", str(judgements), "--heds"]) == 0
    assert json.loads(capsys.readouterr().out)["heds-criteria-criterion"]["control"] == {"criterion": True}
