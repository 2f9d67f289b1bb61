"""What cannot be written is refused before the work: no file is read for it."""

from __future__ import annotations

import os

import pytest

from adjudge.cli.main import run
from adjudge.core.errors import InputError
from adjudge.io.writing import require_writable, require_writable_folder


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ratings.csv").write_text("annotator,system,segment,score\nann,a,1,90\nann,b,1,10\n")
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    "typed",
    [
        "report ratings.csv -o nowhere/page.html",
        "report ratings.csv -o folder",
        "report ratings.csv -o page.html --figures file/figures",
        "report ratings.csv -o page.html --tables file",
        "compare ratings.csv ratings.csv --html nowhere/page.html",
        "rank ratings.csv --html folder",
        "stability ratings.csv --html nowhere/page.html",
        "bundle ratings.csv -o nowhere/evaluation.zip",
        "datasheet ratings.csv --agreement -o file",
        "datasheet ratings.csv --agreement --new nowhere/answers.toml",
    ],
)
def test_a_place_that_cannot_be_written_is_refused_before_anything_is_read(typed, folder, monkeypatch, capsys):
    monkeypatch.setattr("adjudge.cli.options.reading.Files.read", _fail)
    monkeypatch.setattr("adjudge.cli.options.reading.Files.read_kinds", _fail)
    assert run(typed.split()) == 2
    said = capsys.readouterr().err
    assert "AJ022" in said
    assert "expected:" in said
    assert "to do:" in said
    assert not (folder / "page.html").exists()


def _fail(*_: object, **__: object) -> None:
    pytest.fail("the judgements were read")


def test_places_that_can_be_written_are_left_as_they_are(folder):
    for place in (folder / "new.html", folder / "file"):
        assert require_writable(place) == place.resolve()
    require_writable_folder(folder / "a" / "b")
    assert not (folder / "a").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_folders_without_permission_are_refused(folder):
    (folder / "folder").chmod(0o500)
    with pytest.raises(InputError, match="nothing may be written"):
        require_writable(folder / "folder" / "page.html")
    with pytest.raises(InputError, match="nothing may be written"):
        require_writable_folder(folder / "folder" / "figures")
