"""`adjudge plan --compare` at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudge.cli.main import run

_COMPARE = "plan example/campaign.toml --compare --campaigns 1 --design blocks --workers 1"


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert run(["plan", "--new", "example"]) == 0
    return tmp_path


def test_a_page_figures_and_json_hold_the_same_comparison(example, capsys) -> None:
    capsys.readouterr()
    assert run(f"{_COMPARE} --hours 0.4 --json --html page.html --figures figures".split()) == 0
    [row] = json.loads(capsys.readouterr().out)["rows"]
    assert (row["design"], row["budget"]) == ("blocks", 0.4)
    drawn = (example / "figures" / "frontier-1.svg").read_text(encoding="utf-8")
    said = f"tau {row['kendall']:.3f}".replace("-", "\N{MINUS SIGN}")
    assert said in drawn
    assert said in (example / "page.html").read_text(encoding="utf-8")


def test_options_of_a_comparison_need_it(example, capsys) -> None:
    assert run(["plan", "example/campaign.toml", "--figures", "figures"]) != 0
    assert "--figures" in capsys.readouterr().err
    assert not (example / "figures").exists()


def test_figures_that_cannot_be_written_are_refused_before_the_work(example, capsys) -> None:
    (example / "figures").write_text("a file", encoding="utf-8")
    assert run(f"{_COMPARE} --campaigns 100000 --figures figures".split()) != 0
    assert "AJ022" in capsys.readouterr().err
