"""The walk-through works: each example is one file, and with its one line in a registry users get it."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import polars as pl
import pytest

import adjudge
from adjudge.auditing.checks.registry import CHECKS
from adjudge.cli.main import run
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.registry import Registry
from adjudge.io.registry import FORMATS
from adjudge.ranking.comparisons.registry import METHODS
from tests.builders import campaign

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "extend.md"


@pytest.fixture
def example(tmp_path: Path, request: pytest.FixtureRequest) -> ModuleType:
    """The Python block below the heading that the test names, as a module of one file."""
    section = PAGE.read_text(encoding="utf-8").split(f"## {request.param}\n", 1)[1].split("\n## ", 1)[0]
    (code,) = re.findall(r"```python\n(.*?)```", section, flags=re.DOTALL)
    path = tmp_path / "example.py"
    path.write_text(code, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("example", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Registers things for the time of one test."""

    def register(registry: Registry[Any], item: Any) -> None:
        monkeypatch.setattr(registry, "_items", dict(registry.items()))
        registry.add(item)

    return register


@pytest.mark.parametrize("example", ["Add a method"], indirect=True)
def test_a_method(example: ModuleType, registered: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    registered(METHODS, example.METHOD)
    votes = pl.DataFrame({"system_a": ["x", "y", "x"], "system_b": ["y", "z", "z"], "outcome": ["a", "a", "tie"]})
    result = adjudge.rank(votes, method="copeland")
    # x beats y and is even with z: 1.5; y beats z: 1; z is even with x: 0.5.
    assert [(s.system, s.score) for s in result.systems] == [("x", 1.5), ("y", 1.0), ("z", 0.5)]
    votes.write_csv(tmp_path / "votes.csv")
    assert run(["rank", str(tmp_path / "votes.csv"), "--method", "copeland"]) == 0
    assert "copeland" in capsys.readouterr().out
    assert run(["rank", "--methods"]) == 0
    assert "number of opponents beaten by a majority" in capsys.readouterr().out
    with pytest.raises(adjudge.UsageError, match="runs"):
        adjudge.rank(votes, method="copeland", settings=adjudge.ComparisonSettings(runs=10))


@pytest.mark.parametrize("example", ["Add a format"], indirect=True)
def test_a_format(example: ModuleType, registered: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    registered(FORMATS, example.FORMATS[0])
    path = tmp_path / "stars.txt"
    path.write_text("rater,model,sentence,stars\nann,A,1,5\nann,B,1,2\nann,A,2,4\nann,B,2,1\n", encoding="utf-8")
    assert adjudge.rank(adjudge.read(path)).order() == ["A", "B"]
    assert run(["convert", "--formats"]) == 0
    assert "star ratings exported by Starboard" in capsys.readouterr().out
    path.write_text("rater,model,sentence,stars\nann,A,1,5\nann,B,1,six\n", encoding="utf-8")
    with pytest.raises(adjudge.AdjudgeError, match="line 3, column score: 'six'"):
        adjudge.read(path)


@pytest.mark.parametrize("example", ["Add a recipe"], indirect=True)
def test_a_recipe(example: ModuleType, registered: Any, capsys: pytest.CaptureFixture[str]) -> None:
    registered(RECIPES, example.RECIPE)
    result = adjudge.rank(campaign([-20, 0, 20]), "raw-sign")
    assert str(result.signature).startswith("recipe:raw-sign|z:none|")
    assert (result.test.name, result.line_rule) == ("sign", "strict")
    assert run(["rank", "--recipes"]) == 0
    assert "two-sided sign test on segments" in capsys.readouterr().out


@pytest.mark.parametrize("example", ["Add a check"], indirect=True)
def test_a_check(example: ModuleType, registered: Any) -> None:
    registered(CHECKS, example.CHECKS[0])
    rows = {"session": ["1", "1", "2"], "system": ["a", "b", "a"], "segment": ["1", "1", "2"], "score": [1, 2, 3]}
    found = adjudge.check(pl.DataFrame(rows)).findings
    assert [f.text for f in found if f.code == "AJ499"] == ["1 session holds one judgement: 2."]
