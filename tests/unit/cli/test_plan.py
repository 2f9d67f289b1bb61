"""`adjudge plan`: what it prints and writes, and what it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from adjudge.cli.main import run
from adjudge.core.findings import SEVERITIES


@pytest.fixture
def campaign(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert run(["plan", "--new", str(tmp_path / "try")]) == 0
    capsys.readouterr()
    return tmp_path / "try" / "campaign.toml"


def test_the_example_works_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", "--new", str(tmp_path / "try")]) == 0
    command = capsys.readouterr().out.splitlines()[-1].removeprefix("Next: adjudge ").split()
    assert run(command) == 0
    out = capsys.readouterr().out
    assert "connected" in out
    assert f"written to {tmp_path / 'try' / 'plan'}" in out
    names = {path.name for path in (tmp_path / "try" / "plan").iterdir()}
    expected = {
        "campaign.toml",
        "items.csv",
        "texts.csv",
        "altered.csv",
        "certificate.json",
        "certificate.html",
        "inputs",
    }
    assert names == expected | {"context.csv"}


def test_json_is_the_certificate_and_nothing_else(campaign: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = campaign.parent / "plan"
    assert run(["plan", str(campaign), "--out", str(out), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads((out / "certificate.json").read_text(encoding="utf-8"))
    # The shape that other programs rely on.
    assert {"signature", "sessions", "annotators", "systems", "documents", "judgements", "connected"} <= set(printed)
    assert (printed["systems"], printed["documents"], printed["annotators"]) == (5, 8, 3)
    assert printed["judgements"] == 5 * 24
    assert {"rule", "ok", "value", "limit"} <= set(printed["rules"][0])


def test_without_a_folder_nothing_is_written(campaign: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(campaign.parent.rglob("*"))
    assert run(["plan", str(campaign)]) == 0
    assert "written to" not in capsys.readouterr().out
    assert sorted(campaign.parent.rglob("*")) == before


def test_a_folder_that_holds_anything_is_never_touched(campaign: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", str(campaign), "--out", str(campaign.parent)]) == 2
    assert "the folder is not empty" in capsys.readouterr().err
    assert run(["plan", "--new", str(campaign.parent)]) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "no campaign file is given"),
        (["x.toml", "--new", "y"], "--new is given with a campaign file"),
        (["--new", "y", "--json"], "--new is given with --json"),
        (["--new", "y", "--html", "z.html"], "--new is given with --html"),
        (["--new", "y", "--out", "z", "--appraise", "a"], "--new is given with --out, --appraise"),
        (["--new", "y", "--pearmut", "p", "--mturk", "m"], "--new is given with --pearmut, --mturk"),
        (["--new", "y", "--compare", "--hours", "4"], "--new is given with --compare, --hours"),
        (["--new", "y", "--set", "a=1"], "--new is given with --set"),
        (["x.toml", "--out", "y", "--appraise", "y"], "is named for two results"),
        (["no-such.toml"], "no-such.toml does not exist"),
        (["x.toml", "--pearmut"], "expected: adjudge plan [OPTIONS] CAMPAIGN.toml"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["plan", *arguments]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("option", "name"), [("--designs", "wmt24-esa"), ("--protocols", "pairwise")])
def test_lists(option: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["plan", option]) == 0
    assert name in capsys.readouterr().out


def test_findings_are_printed_by_severity(campaign: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the example, notes on the calibration set are found before warnings about its size."""
    assert run(["plan", str(campaign), "--json"]) == 0
    found = [finding["severity"] for finding in json.loads(capsys.readouterr().out)["findings"]]
    assert run(["plan", str(campaign)]) == 0
    lines = (line.split() for line in capsys.readouterr().out.splitlines())
    printed = [words[0] for words in lines if len(words) > 1 and re.fullmatch(r"AJ\d{3}", words[1])]
    assert printed == sorted(found, key=SEVERITIES.index) != found
