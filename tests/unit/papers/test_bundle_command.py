"""`adjudge bundle` as a user meets it: names of files, options, findings, and what is refused."""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.core.recipes.files import recipe_to_toml
from adjudge.papers.bundles.comparing import compare_results
from tests.builders import campaign

VOTES = "system_a,system_b,outcome,segment\n" + "".join(
    f"{a},{b},{'a' if (n * 7 + len(a)) % 3 else 'b'},{n}\n" for n in range(30) for a, b in ("xy", "yz", "xz")
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    adjudge.write(campaign([0, 5, 12], documents=8, length=2), tmp_path / "ratings.csv")
    (tmp_path / "votes.csv").write_text(VOTES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def held(bundle: Path | str) -> dict[str, bytes]:
    with zipfile.ZipFile(bundle) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def manifest(bundle: Path | str) -> Any:
    return json.loads(held(bundle)["manifest.json"])


def is_reproduced(bundle: Path | str) -> bool:
    return adjudge.reproduce(bundle).unexplained == 0


def test_what_was_written_is_listed_with_its_checksum(here, capsys):
    assert run(["bundle", "ratings.csv", "-o", "b.zip", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["sha256"] == hashlib.sha256(Path("b.zip").read_bytes()).hexdigest()
    assert {entry["path"] for entry in data["files"]} == set(held("b.zip")) - {"manifest.json"}
    for entry in data["files"]:
        content = held("b.zip")[entry["path"]]
        assert (entry["sha256"], entry["bytes"]) == (hashlib.sha256(content).hexdigest(), len(content))
    assert run(["bundle", "ratings.csv", "-o", "b.zip"]) == 0
    text = capsys.readouterr().out
    assert data["sha256"] in text
    assert "3 annotators and 8 sessions" in text  # as the campaign was built


def test_all_options_come_back(here):
    (here / "mine.toml").write_text(recipe_to_toml(adjudge.Recipe("mine")))
    options = "--recipe mine.toml --recipe wmt-da --where annotator!=annotator-2 --seed 5 --hide system-0 --level 0.1"
    options += " --correction fdr --margin 2 --post-edited system-1 --merge --keep-kinds system --scale 0..100"
    assert run(["bundle", "ratings.csv", "-o", "b.zip", *options.split()]) == 0
    reading, analyses = manifest("b.zip")["reading"], manifest("b.zip")["analyses"]
    assert reading["where"] == ["annotator!=annotator-2"]
    assert reading["scale"] == "0..100"
    assert [one.get("recipe") for one in analyses] == ["recipes/mine.toml", "recipes/wmt-da.toml", None]
    for one in analyses[:2]:
        assert one["claims"] == {"margin": 2, "post_edited": ["system-1"], "merge": True}
        assert (one["seed"], one["hide"], one["level"], one["correction"]) == (5, ["system-0"], 0.1, "fdr")
        assert one["keep_kinds"] == ["system"]
    settings = json.loads(held("b.zip")["results/ranking-mine.json"])["settings"]
    assert settings["recipe"]["test"]["level"] == 0.1
    assert settings["recipe"]["clusters"]["hide"] == ["system-0"]
    assert settings["margin"] == 2
    assert is_reproduced("b.zip")


def test_methods_get_the_settings_that_they_take(here):
    options = "--method mfas --method trueskill --runs 5 --time-limit 30 --unit segment"
    assert run(["bundle", "votes.csv", "-o", "b.zip", *options.split()]) == 0
    mfas, trueskill, check = manifest("b.zip")["analyses"]
    assert mfas["settings"] == {"unit": "segment", "time_limit": 30.0}
    assert trueskill["settings"] == {"unit": "segment", "runs": 5}
    assert check == {"analysis": "check", "result": "results/check.json", "seed": 0}
    assert is_reproduced("b.zip")


def test_recipes_of_one_name_are_told_apart(here):
    for number, level in enumerate((0.05, 0.01)):
        recipe = adjudge.Recipe("Mine", test=adjudge.Test(level=level))
        (here / f"{number}.toml").write_text(recipe_to_toml(recipe).replace("Mine", ["Mine", "mine"][number]))
    out = adjudge.bundle("ratings.csv", "b.zip", recipes=["0.toml", "1.toml", "0.toml", "recommended"])
    paths = [entry.path for entry in out.files if entry.role == "recipe"]
    assert paths == ["recipes/Mine.toml", "recipes/mine-2.toml", "recipes/recommended.toml"]
    assert is_reproduced("b.zip")


def test_a_recipe_called_like_the_rule_does_not_take_its_place(here):
    mine = adjudge.Recipe("recommended", test=adjudge.Test(level=0.01))
    adjudge.bundle("ratings.csv", "b.zip", recipes=[mine, "recommended"])
    levels = {name: b"level = 0.01" in held("b.zip")[name] for name in held("b.zip") if name.startswith("recipes/")}
    assert levels == {"recipes/recommended-2.toml": True, "recipes/recommended.toml": False}
    assert is_reproduced("b.zip")


def test_files_of_one_name_are_told_apart(here):
    frame = pl.read_csv("ratings.csv", infer_schema=False)
    for name, part in (("a", frame.head(20)), ("b", frame.tail(-20))):
        (here / name).mkdir()
        part.write_csv(here / name / "Ratings.csv".lower() if name == "a" else here / name / "Ratings.csv")
    out = adjudge.bundle(["a/ratings.csv", "b/Ratings.csv"], "b.zip", recipes="wmt-da")
    assert [entry.path for entry in out.files if entry.role == "data"] == ["data/1/ratings.csv", "data/2/Ratings.csv"]
    assert [finding.code for finding in out.findings].count("AJ585") == 2
    assert is_reproduced("b.zip")


@pytest.mark.parametrize(
    "name", ["<b>&.csv", "häß 😀.csv", "a:b|c?.csv", "new\nline.csv", "con.csv", "x\\y.csv", "\udcff.csv"]
)
def test_names_of_files_are_safe_inside(name, here):
    shutil.copy("ratings.csv", here / name)
    out = adjudge.bundle(here / name, "b.zip", recipes="wmt-da")
    [path] = [entry.path for entry in out.files if entry.role == "data"]
    assert path.count("/") == 1
    assert not set(path) & set('\\:*?"<>|\n\udcff')
    assert (path == f"data/{name}") == (name == "häß 😀.csv")
    assert [f.code for f in out.findings] == (["AJ584"] if name == "häß 😀.csv" else ["AJ585", "AJ584"])
    assert held("b.zip")[path] == Path("ratings.csv").read_bytes()
    assert is_reproduced("b.zip")


def test_names_of_systems_that_mean_something_elsewhere(here):
    text = Path("ratings.csv").read_text()
    for old, new in {"system-0": "=cmd(), x", "system-1": "<script>\\textbf{}", "system-2": "é😀 over b"}.items():
        text = text.replace(old, f'"{new}"')
    Path("ratings.csv").write_text(text)
    adjudge.bundle("ratings.csv", "b.zip")
    table = pl.read_csv(held("b.zip")["tables/ranking.csv"])
    assert set(table["system"]) == {"'=cmd(), x", "<script>\\textbf{}", "é😀 over b"}
    assert is_reproduced("b.zip")


def test_groups_are_ranked_one_by_one(here):
    frame = pl.read_csv("ratings.csv", infer_schema=False)
    domain = pl.when(pl.col("document").is_in(["document-1", "document-2"])).then(pl.lit("a/b")).otherwise(pl.lit("x"))
    frame.with_columns(domain=domain).write_csv("domains.csv")
    adjudge.bundle("domains.csv", "b.zip", by="domain")
    groups = json.loads(held("b.zip")["results/ranking-recommended.json"])["groups"]
    assert set(groups) == {"a/b", "x"}
    table = pl.read_csv(held("b.zip")["tables/ranking.csv"])
    assert set(table["domain"]) == {"a/b", "x"}
    assert is_reproduced("b.zip")


def test_a_folder_of_a_known_layout_is_taken_along(here):
    marks = pl.DataFrame(
        {
            "system": ["a", "a", "b", "b"] * 2,
            "segment": ["1", "2"] * 4,
            "annotator": ["r1"] * 4 + ["r2"] * 4,
            "severity": ["minor", "no-error", "major", "minor", "minor", "major", "major", "minor"],
            "source_lang": ["en"] * 8,
            "target_lang": ["de"] * 8,
        }
    )
    adjudge.write(adjudge.Spans.check(marks), here / "set.mtme")
    (here / "set.mtme/notes.txt").write_text("not read, and nobody's business")
    out = adjudge.bundle("set.mtme", "b.zip", pair="en-de", table="spans", recipes="wmt24-esa")
    paths = [entry.path for entry in out.files if entry.role == "data"]
    assert paths
    assert all(path.startswith("data/set.mtme/") for path in paths)
    assert "data/set.mtme/notes.txt" not in paths
    assert is_reproduced("b.zip")


def test_weights_are_taken_along_also_if_none_are_named(here):
    marks = {
        "system": ["a", "a", "b", "b"],
        "segment": ["1", "2"] * 2,
        "severity": ["minor", "minor", "major", "major"],
    }
    pl.DataFrame(marks).write_csv("marks.csv")
    out = adjudge.bundle("marks.csv", "b.zip", recipes="wmt24-esa")
    assert [entry.path for entry in out.files if entry.role == "weights"] == ["recipes/weights/mqm.toml"]
    (here / "own.toml").write_text(
        'name = "a/b"\n[[weight]]\nseverity = "minor"\nweight = 2\n[[weight]]\nseverity = "major"\nweight = 7\n'
    )
    assert run(["bundle", "marks.csv", "-o", "own.zip", "--recipe", "wmt24-esa", "--weights", "own.toml"]) == 0
    assert "recipes/weights/a_b.toml" in held("own.zip")
    systems = json.loads(held("own.zip")["results/ranking-wmt24-esa.json"])["systems"]
    assert {one["system"]: one["raw"] for one in systems} == {"a": -2, "b": -7}
    assert is_reproduced("own.zip")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ("ratings.csv -o b.tar", "AJ040", "--out b.zip"),
        ("ratings.csv", "AJ040", "missing option '-o' / '--out'"),
        ("no-such.csv -o b.zip", "AJ001", "does not exist"),
        (". -o b.zip", "AJ002", "is a directory"),
        ("ratings.csv ratings.csv -o b.zip", "AJ023", "more than once"),
        ("ratings.csv -o nowhere/b.zip", "AJ022", "its folder does not exist"),
        ("ratings.csv -o b.zip --recipe no-such", "AJ030", "no-such"),
        ("ratings.csv -o b.zip --method mfas", "AJ040", "--method belongs to comparisons"),
        ("votes.csv -o b.zip --recipe wmt-da", "AJ040", "--recipe belongs to ratings"),
        ("votes.csv -o b.zip --method mfas --runs 5", "AJ040", "--runs"),
        ("ratings.csv -o b.zip --bootstrap 20", "AJ040", "--bootstrap belongs to comparisons"),
        ("ratings.csv -o b.zip --where domain=news", "AJ055", "domain"),
        ("ratings.csv -o b.zip --by domain", "AJ055", "domain"),
    ],
)
def test_mistakes_are_explained_and_nothing_is_written(arguments, code, words, here, capsys):
    assert run(["bundle", *arguments.split()]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(code)
    assert words in said.err
    assert not list(here.glob("*.zip"))


def test_the_data_is_never_overwritten(here, capsys):
    shutil.copy("ratings.csv", "ratings.zip")
    assert run(["bundle", "ratings.zip", "-o", "ratings.zip"]) == 2
    assert "would be read and overwritten" in capsys.readouterr().err
    assert Path("ratings.zip").read_bytes() == Path("ratings.csv").read_bytes()


@pytest.mark.parametrize(
    ("published", "computed", "same"),
    [
        (0.1 + 0.2, 0.3, False),
        (0.0, -0.0, False),
        (float("nan"), float("nan"), True),
        (float("inf"), float("inf"), True),
        (1, 1.0, False),
        (True, 1, False),
        (None, None, True),
        (None, 0, False),
        ("a", "a", True),
        ([], {}, False),
        ([], None, False),
        ([1, 2], [1, 2], True),
        ([1, 2], [2, 1], False),
        ([{"system": "a"}, {"system": "b"}], [{"system": "b"}, {"system": "a"}], False),
        ([{"code": "AJ1"}, {"code": "AJ1"}], [{"code": "AJ1"}], False),
    ],
)
def test_values_are_equal_to_the_last_bit_or_different(published, computed, same):
    rows = list(compare_results("t", {"value": published}, {"value": computed}, None))
    assert rows
    assert ({row.status for row in rows} == {"equal"}) == same


def test_a_value_on_one_side_only_is_not_a_missing_value():
    [_, row] = compare_results("t", {"n": 1, "p": None}, {"n": 1}, None)
    assert (row.figure, row.status, row.published, row.computed) == ("p", "different", None, None)
    [_, row] = compare_results("t", {"n": 1}, {"n": 1, "p": None}, "a possible reason: other versions")
    assert row.status == "different"
    assert row.reason is not None
    assert row.reason.endswith("other versions")


def test_a_result_that_is_nested_without_end_is_different():
    deep: object = 1
    for _ in range(800):
        deep = [deep]
    assert {row.status for row in compare_results("t", {"p": deep}, {"p": 1}, None)} == {"different"}
