"""A command that fails leaves nothing behind: no half-written file, no temporary file, no empty folder."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from adjudge.cli.main import run
from adjudge.io import writing

ROWS = "system,document,segment,annotator,score\n" + "".join(
    f"{system},d{n % 6},{n},p{n % 3},{50 + 3 * i + n % 7}\n" for n in range(24) for i, system in enumerate("ABC")
)
OLD_PAGE = '<!doctype html><meta name="generator" content="Adjudge 0.0.1">old'
COMMANDS = {
    "bundle": ["bundle", "ratings.csv", "-o", "out.zip", "--recipe", "wmt-da"],
    "convert": ["convert", "ratings.csv", "out.csv"],
    "page": ["rank", "ratings.csv", "--html", "page.html"],
    "simulate": ["simulate", "out.csv", "--preset", "balanced", "--ratings", "200"],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "ratings.csv").write_text(ROWS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def no_space(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(
    "failure", [no_space, MemoryError, KeyboardInterrupt, RecursionError], ids=lambda f: f.__name__
)
def test_a_failure_while_writing_leaves_nothing(
    name: str, failure: object, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        if failure is no_space:
            no_space()
        raise failure  # type: ignore[misc]

    monkeypatch.setattr(Path, "replace", fail)
    code = run(COMMANDS[name])
    said = capsys.readouterr()
    assert code == (130 if failure is KeyboardInterrupt else 2)
    assert "Traceback" not in said.err
    assert [path.name for path in folder.iterdir()] == ["ratings.csv"]


def test_truth_and_ratings_are_written_together_or_not_at_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = writing.write_bytes

    def second_fails(data: bytes, path: Path) -> None:
        if path.name.endswith(".truth.json"):
            no_space()
        kept(data, path)

    monkeypatch.setattr(writing, "write_bytes", second_fails)
    assert run(COMMANDS["simulate"]) == 2
    assert capsys.readouterr().out == ""
    assert [path.name for path in folder.iterdir()] == ["ratings.csv"]


@pytest.mark.parametrize("new", ["one", "one/two"])
def test_a_demo_that_fails_leaves_no_folder(
    new: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["demo", "--out", new, "--preset", "nonsense"]) == 2
    capsys.readouterr()
    assert [path.name for path in folder.iterdir()] == ["ratings.csv"]


def test_a_demo_that_fails_keeps_a_folder_that_was_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine").mkdir()
    assert run(["demo", "--out", "mine", "--preset", "nonsense"]) == 2
    capsys.readouterr()
    assert (folder / "mine").is_dir()


def test_an_existing_page_survives_a_failure(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "page.html").write_text(OLD_PAGE)
    monkeypatch.setattr(Path, "replace", no_space)
    assert run(COMMANDS["page"]) == 2
    assert "AJ022 page.html cannot be written: No space left on device" in capsys.readouterr().err
    assert (folder / "page.html").read_text() == OLD_PAGE


@pytest.mark.parametrize(
    "line",
    [
        "rank loop.csv",
        "rank ratings.csv loop.csv",
        "rank ratings.csv --html loop.csv",
        "rank ratings.csv --recipe loop.toml",
        "convert ratings.csv loop.csv",
        "simulate loop.csv",
        "demo --out loop.csv",
        "reproduce mqm-ted --data loop.csv",
    ],
)
def test_links_that_lead_back_to_themselves_are_refused(
    line: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("loop.csv", "loop.toml"):
        (folder / name).symlink_to(name)
    assert run(line.split()) == 2
    assert capsys.readouterr().err.startswith(("AJ001", "AJ022", "AJ004"))
    assert (folder / "loop.csv").is_symlink()
    assert sorted(path.name for path in folder.iterdir()) == ["loop.csv", "loop.toml", "ratings.csv"]
