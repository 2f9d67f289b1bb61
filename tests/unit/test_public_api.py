"""The names at the top: what is there, what it costs to import, and what a type checker knows about it."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import assert_type

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import adjudge
from adjudge import (
    AdjudgeError,
    Claims,
    ComparisonRankingResult,
    Comparisons,
    ComparisonSettings,
    PairCounts,
    RankingResult,
    RatingRankingResult,
    Ratings,
    Recipe,
    Spans,
)

PUBLIC: list[str] = vars(adjudge)["__all__"]  # made when it runs, so type checkers do not see it
SCORES = pl.DataFrame(
    {
        "system": ["a", "a", "b", "b"],
        "segment": ["1", "2", "1", "2"],
        "document": ["d", "e", "d", "e"],
        "annotator": ["anna"] * 4,
        "session": ["task"] * 4,
        "score": [90.0, 80, 40, 30],
    }
)
STARS = SCORES.select("system", "segment", "document", stars=pl.Series([5, 4, 2, 1]))
VOTES = pl.DataFrame(
    {"system_a": ["x", "y", "x"] * 2, "system_b": ["y", "z", "z"] * 2, "outcome": ["a", "a", "tie", "tie", "b", "a"]}
)
MARKS = pl.DataFrame(
    {"system": ["a", "a", "b", "b"], "segment": ["1", "2", "1", "2"], "severity": ["minor", "minor", "major", "major"]}
)
COUNTS = pl.DataFrame({"system_a": ["x"], "system_b": ["y"], "wins_a": [6], "ties": [1], "wins_b": [3]})


def test_the_names_for_type_checkers_are_the_names_that_are_imported():
    tree = ast.parse(Path(inspect.getfile(adjudge)).read_text(encoding="utf-8"))
    [block] = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    static = {}
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        for name in node.names:
            assert name.name == name.asname  # the form that exports a name to type checkers
            static[name.name] = node.module
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name[0] != "_"}
    assert {*static, *defined, "__version__"} == set(PUBLIC)
    for public, module in static.items():
        value = getattr(adjudge, public)
        if callable(value):  # an object such as the weights of MQM says where its class is made
            assert value.__module__ == module, public  # where it is made, not where it is imported


def test_no_package_hides_a_public_name():
    modules = {module.name for module in pkgutil.iter_modules(adjudge.__path__)}
    assert not modules & set(PUBLIC)


def test_importing_the_package_loads_nothing_heavy():
    script = "import sys, adjudge; print(*({'numpy', 'polars', 'scipy', 'rich'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_all_names_can_be_listed_and_imported():
    assert dir(adjudge) == sorted(PUBLIC)
    found: dict[str, object] = {}
    exec("from adjudge import *", found)
    assert set(PUBLIC) <= set(found)
    assert found["rank"] is adjudge.rank
    with pytest.raises(AttributeError, match="no attribute 'rnak'"):
        _ = adjudge.rnak  # type: ignore[attr-defined]


def test_the_lists_name_what_functions_take():
    ratings, comparisons = Ratings.check(SCORES), Comparisons.check(VOTES)
    assert next(iter(adjudge.recipes())) == next(iter(adjudge.methods())) == "recommended"
    for name in adjudge.recipes():
        if name not in {"recommended", "knowles-lo-2022-news", "mixed-model"}:  # these need more data
            assert adjudge.rank(ratings, name).settings["recipe"]["name"] == name
    for name in ("mfas", "bojar", "expected-wins"):
        assert name in adjudge.methods()
        assert adjudge.rank(comparisons, method=name).method == name
    assert {"csv", "parquet", "appraise"} <= set(adjudge.formats())
    assert "knowles-lo-2022" in adjudge.reproducible_papers()
    for name in adjudge.presets():
        assert adjudge.simulate(name).truth.systems.height > 1
    for titles in (adjudge.recipes(), adjudge.methods(), adjudge.formats(), adjudge.presets()):
        assert all(title for title in titles.values())


def test_a_type_checker_knows_what_comes_back(tmp_path):
    """Checked by mypy as well, which reads this file."""
    path = tmp_path / "votes.csv"
    adjudge.write(Comparisons.check(VOTES), path)
    votes = adjudge.read(path)
    exact = adjudge.rank(votes, method="mfas")
    assert_type(exact, ComparisonRankingResult)
    assert exact.tournament.cost == 0
    assert_type(adjudge.rank(Comparisons.check(VOTES)), ComparisonRankingResult)
    assert_type(adjudge.rank(PairCounts.check(COUNTS)), ComparisonRankingResult)
    assert_type(adjudge.rank(Ratings.check(SCORES)), RatingRankingResult)
    assert_type(adjudge.rank(Ratings.check(SCORES), "wmt-da"), RatingRankingResult)
    assert_type(adjudge.rank(Spans.check(MARKS), recipe="wmt24-esa"), RatingRankingResult)
    assert_type(adjudge.rank(SCORES, recipe="wmt-da"), RatingRankingResult)
    assert_type(adjudge.rank(SCORES, Recipe("mine")), RatingRankingResult)
    assert_type(adjudge.rank(SCORES), RankingResult)
    assert_type(adjudge.rank(VOTES), RankingResult)


def test_what_a_type_checker_knows_is_true():
    assert isinstance(adjudge.rank(VOTES, method="mfas"), ComparisonRankingResult)
    assert isinstance(adjudge.rank(VOTES), ComparisonRankingResult)
    assert isinstance(adjudge.rank(PairCounts.check(COUNTS)), ComparisonRankingResult)
    assert isinstance(adjudge.rank(COUNTS), ComparisonRankingResult)
    assert isinstance(adjudge.rank(SCORES), RatingRankingResult)
    assert isinstance(adjudge.rank(SCORES, "wmt-da"), RatingRankingResult)
    assert isinstance(adjudge.rank(MARKS, "wmt24-esa"), RatingRankingResult)
    assert isinstance(adjudge.rank(Spans.check(MARKS), "wmt24-esa"), RatingRankingResult)


def test_frames_of_all_libraries_are_ranked_alike():
    expected = adjudge.rank(Ratings.check(SCORES), "wmt-da").to_dict()
    columns = SCORES.to_dict(as_series=False)
    for frame in (SCORES, SCORES.lazy(), pd.DataFrame(columns), pa.table(columns)):
        assert adjudge.rank(frame, "wmt-da").to_dict() == expected


def test_columns_and_scale_of_a_frame():
    result = adjudge.rank(STARS, "wmt24-esa", columns={"score": "stars"}, scale="1..5")
    assert [(s.system, s.raw) for s in result.systems] == [("a", 4.5), ("b", 1.5)]
    with pytest.raises(AdjudgeError, match=r"outside the scale 2\.\.5"):
        adjudge.rank(STARS, "wmt24-esa", columns={"score": "stars"}, scale="2..5")
    renamed = VOTES.rename({"system_a": "model_a", "system_b": "model_b"})
    names = {"system_a": "model_a", "system_b": "model_b"}
    assert adjudge.rank(renamed, method="mfas", columns=names).order() == ["x", "y", "z"]


@pytest.mark.parametrize(
    ("table", "given", "words"),
    [
        (SCORES, {"method": "mfas"}, "`method=` belongs to comparisons, but the table holds ratings"),
        (SCORES, {"method": "recommended"}, "`method=` belongs to comparisons"),
        (SCORES, {"settings": ComparisonSettings(unit="document", arcs="normalised")}, "`unit=` and `arcs=` belong to"),
        (SCORES, {"settings": ComparisonSettings()}, "`settings=` belongs to comparisons"),
        (SCORES, {"weights": adjudge.MQM}, "`weights=` belongs to marked errors, but the table holds ratings"),
        (VOTES, {"recipe": "wmt-da"}, "`recipe=` belongs to ratings, but the table holds comparisons"),
        (VOTES, {"recipe": "recommended"}, "`recipe=` belongs to ratings"),
        (VOTES, {"hide": ["x"]}, "`hide=` belongs to ratings"),
        (VOTES, {"claims": Claims(margin=1.0, merge=True)}, "`margin=` and `merge=` belong to ratings"),
        (VOTES, {"claims": Claims()}, "`claims=` belongs to ratings"),
        (VOTES, {"scale": "1..5"}, "`scale=` belongs to ratings"),
        (VOTES, {"weights": adjudge.MQM}, "`weights=` belongs to marked errors, but the table holds comparisons"),
        (COUNTS, {"recipe": "wmt-da"}, "but the table holds pair counts"),
        (MARKS, {"method": "mfas"}, "but the table holds spans"),
        (MARKS, {"scale": "1..5"}, "`scale=` belongs to ratings, but the table holds spans"),
    ],
)
def test_what_does_not_belong_to_the_table_is_refused(table, given, words):
    with pytest.raises(adjudge.UsageError) as caught:
        adjudge.rank(table, **given)
    [problem] = caught.value.problems
    assert problem.code == "AJ040"
    assert words in problem.what


@pytest.mark.parametrize(
    ("table", "given", "words"),
    [
        (Ratings.check(SCORES), {"columns": {"score": "x"}}, "`columns=` was given with a table of ratings"),
        (Ratings.check(SCORES), {"columns": {"score": "x"}, "scale": "1..5"}, "`columns=` and `scale=` were given"),
        (Comparisons.check(VOTES), {"scale": "1..5"}, "`scale=` was given with a table of comparisons"),
    ],
)
def test_columns_and_scale_of_a_checked_table_are_refused(table, given, words):
    with pytest.raises(adjudge.UsageError, match=words):
        adjudge.rank(table, **given)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("judgements.csv", r"read the file first: `adjudge.rank\(adjudge.read\('judgements.csv'\)\)`"),
        (Path("judgements.csv"), "is a path"),
        ([1, 2], "the first argument is of the type 'list'"),
        (adjudge.Texts.check(pl.DataFrame({"segment": ["1"], "source": ["a"]})), "the table holds texts"),
    ],
)
def test_what_is_no_judgements_is_refused(table, words):
    with pytest.raises(adjudge.InputError, match=words):
        adjudge.rank(table)
