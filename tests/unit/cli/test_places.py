"""Files that cannot be written, and names that nothing has, are refused before anything is computed."""

from __future__ import annotations

import os

import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.core.errors import InputError
from adjudge.io.all_or_nothing import require_folder
from adjudge.io.writing import require_place
from tests.builders import campaign


@pytest.fixture
def judgements(tmp_path):
    path = tmp_path / "judgements.csv"
    adjudge.write(campaign([0, 9]), path)
    return path


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["report", "{file}", "-o", "{folder}/absent/report.html"], "its folder does not exist"),
        (["report", "{file}", "-o", "{folder}"], "it is a folder"),
        (["report", "{file}", "--figures", "{file}"], "it is a file"),
        (["report", "{file}", "--tables", "{file}/tables"], "judgements.csv is a file"),
        (["rank", "{file}", "--html", "{folder}/absent/ranking.html"], "its folder does not exist"),
        (["compare", "{file}", "{file}", "--html", "{folder}/absent/changes.html"], "its folder does not exist"),
        (["bundle", "{file}", "-o", "{folder}/absent/evaluation.zip"], "its folder does not exist"),
        (["datasheet", "{file}", "--agreement", "-o", "{file}"], "it is a file"),
        (["datasheet", "{file}", "--agreement", "--new", "{folder}/absent/answers.toml"], "its folder does not exist"),
    ],
)
def test_a_place_that_cannot_be_written_is_refused_before_the_work(
    options, reason, judgements, tmp_path, capsys, monkeypatch
):
    def never(*_args, **_options):
        pytest.fail("the judgements were read")

    monkeypatch.setattr("adjudge.cli.options.reading.Files.read_kinds", never)
    monkeypatch.setattr("adjudge.cli.options.reading.Files.read", never, raising=False)
    assert run([one.format(file=judgements, folder=tmp_path) for one in options]) == 2
    said = capsys.readouterr().err
    assert "AJ022" in said
    assert reason in said
    assert "expected:" in said
    assert "to do:" in said


def test_places_that_can_be_written_are_left_as_they_are(tmp_path, judgements):
    assert require_place(tmp_path / "new.html") == (tmp_path / "new.html").resolve()
    with pytest.raises(InputError, match="AJ022"):  # judgements may be somebody's, and a page would take their place
        require_place(judgements)
    require_folder(tmp_path / "a" / "b")
    assert not (tmp_path / "a").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folders_without_permission_are_refused(tmp_path):
    tmp_path.chmod(0o500)
    for require, place in ((require_place, tmp_path / "page.html"), (require_folder, tmp_path / "figures")):
        with pytest.raises(InputError, match="nothing may be written"):
            require(place)


def test_an_unknown_paper_is_named_before_data_is_asked_for(capsys, monkeypatch):
    monkeypatch.delenv("ADJUDGE_DATA", raising=False)
    assert run(["reproduce", "minnow"]) == 2
    assert "no paper 'minnow'" in capsys.readouterr().err
