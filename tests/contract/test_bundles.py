"""A bundle of any released file gives the same digits when it is run again, and names what somebody changed in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.io.bundles.packing import file_entry
from adjudge.papers.figures import Figure
from tests.builders import campaign

DataFile = Callable[[str], Path]
MAIN = "from adjudge.cli.main import main; main()"
#: Files and options of `adjudge bundle`, and results that must be in the bundle.
RELEASED = {
    "ratings by two recipes": (
        ["iku-wmt20/Hansard-A.csv.gz"],
        "--recipe wmt-da --recipe recommended",
        {"ranking-wmt-da", "ranking-recommended", "check"},
    ),
    "two files": (["iku-wmt20/Hansard-A.csv.gz", "iku-wmt20/Hansard-B.csv.gz"], "--recipe wmt-da", {"ranking-wmt-da"}),
    "comparisons": (["wmt15-fin-eng/collapsed.wmt15.fin-eng.csv.gz"], "--method mfas", {"ranking-mfas"}),
    "marked errors": (["mqm-ted-ende/mqm_ted_ende.tsv.gz"], "--weights mqm --recipe wmt24-esa", {"ranking-wmt24-esa"}),
    "a map of accounts": (
        ["wmt22-calibration/calibrationHITs.csv.gz", "wmt22-calibration/calibrationHITs.mapping.csv"],
        "--pair eng-ces --keep-kinds calibration",
        {"ranking-recommended"},
    ),
    "means and deviations": (
        ["wmt22-toen-mturk/ad-csen-good-stnd-redup.csv.gz", "wmt22-toen-mturk/ad-csen-trk-mean-sd.txt"],
        "--recipe wmt-da",
        {"ranking-wmt-da"},
    ),
    "every language": (
        ["wmt21-facebook-wikipedia/ad-latest.csv.gz"],
        "--by language --recipe wmt-da",
        {"ranking-wmt-da"},
    ),
    "Appraise with spans": (
        ["wmt24-esa-wave3/esa_generalMT2024_wave3.csv.gz"],
        "--by language",
        {"ranking-recommended"},
    ),
}


def unpacked(bundle: Path, folder: Path) -> Path:
    with zipfile.ZipFile(bundle) as archive:
        archive.extractall(folder)
    return folder


def differing(path: Path) -> list[Figure]:
    """The figures of a bundle that are not equal; there are others."""
    rows = adjudge.reproduce(path).rows
    assert any(row.status == "equal" for row in rows)
    return [row for row in rows if row.status != "equal"]


def signed(folder: Path) -> None:
    """Make the manifest fit what is in the folder, as a careful forger would."""
    place = folder / "manifest.json"
    data = json.loads(place.read_text(encoding="utf-8"))
    data["files"] = [vars(file_entry(folder, one["path"], one["role"])) for one in data["files"]]
    place.write_text(json.dumps(data), encoding="utf-8")


@pytest.mark.parametrize("name", RELEASED)
def test_released_data_gives_the_same_digits_again(
    name: str, data_file: DataFile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files, options, results = RELEASED[name]
    paths = [data_file(file) for file in files]
    bundle = tmp_path / "bundle.zip"
    assert run(["bundle", *map(str, paths), "-o", str(bundle), *options.split()]) == 0, capsys.readouterr().err
    assert run(["reproduce", str(bundle), "--json"]) == 0, capsys.readouterr().out
    folder = unpacked(bundle, tmp_path / "unpacked")
    for path in paths:
        assert (folder / "data" / path.name).read_bytes() == path.read_bytes()
    assert {f"{one}.json" for one in results} <= {path.name for path in (folder / "results").iterdir()}
    assert any((folder / "recipes").rglob("*.toml")) or "--method" in options


def test_a_ranking_in_a_bundle_is_the_one_that_rank_gives(data_file: DataFile, tmp_path: Path) -> None:
    path = data_file("iku-wmt20/Hansard-A.csv.gz")
    adjudge.bundle(path, tmp_path / "b.zip", recipes=["wmt-da"], seed=3)
    folder = unpacked(tmp_path / "b.zip", tmp_path / "unpacked")
    expected = adjudge.rank(adjudge.read(path), "wmt-da", seed=3)
    held = adjudge.RankingResult.from_dict(json.loads((folder / "results/ranking-wmt-da.json").read_bytes()))
    assert held.to_dict() == json.loads(json.dumps(expected.to_dict()))
    checked = json.loads((folder / "results/check.json").read_bytes())
    assert checked == json.loads(json.dumps(adjudge.check(adjudge.read(path), seed=3).to_dict()))
    table = pl.read_csv(folder / "tables/ranking.csv")
    assert table["system"].to_list() == expected.order()
    assert table["score"].to_list() == [system.score for system in expected.systems]
    assert adjudge.load_recipe(folder / "recipes/wmt-da.toml") == adjudge.load_recipe("wmt-da")


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small bundle, by recipe and by the rule."""
    folder = tmp_path_factory.mktemp("bundle")
    adjudge.write(campaign([0, 4, 9, 15], documents=14), folder / "judgements.csv")
    out = folder / "bundle.zip"
    adjudge.bundle(folder / "judgements.csv", out, recipes=["wmt-da", "recommended"])
    return out


def test_the_same_files_and_options_give_the_same_bytes_in_every_process(bundle: Path, tmp_path: Path) -> None:
    source = bundle.parent / "judgements.csv"
    for seed, threads in (("0", "1"), ("1", "3"), ("4711", "2")):
        out = tmp_path / f"{seed}.zip"
        command = [sys.executable, "-c", MAIN, "bundle", str(source), "-o", str(out)]
        command += ["--recipe", "wmt-da", "--recipe", "recommended"]
        environment = os.environ | {"PYTHONHASHSEED": seed, "POLARS_MAX_THREADS": threads}
        subprocess.run(command, env=environment, check=True, capture_output=True)
        assert out.read_bytes() == bundle.read_bytes()


def test_an_unpacked_folder_is_as_good_as_the_file(bundle: Path, tmp_path: Path) -> None:
    folder = unpacked(bundle, tmp_path / "unpacked")
    assert differing(folder) == []
    assert adjudge.reproduce(folder).rows == adjudge.reproduce(bundle).rows


def test_nothing_in_a_bundle_tells_where_and_when_it_was_written(bundle: Path) -> None:
    with zipfile.ZipFile(bundle) as archive:
        names = archive.namelist()
        assert names == sorted(names)
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        for name in names:
            assert str(bundle.parent).encode() not in archive.read(name)
            assert b"/tmp" not in archive.read(name)


def changed_score(folder: Path) -> None:
    place = folder / "data/judgements.csv"
    lines = place.read_text().splitlines(keepends=True)
    *others, score = lines[1].rstrip("\n").split(",")
    place.write_text("".join([lines[0], ",".join([*others, str(float(score) - 1)]) + "\n", *lines[2:]]))


def changed_digit(folder: Path) -> None:
    place = folder / "results/ranking-wmt-da.json"
    data = json.loads(place.read_bytes())
    score = data["systems"][0]["score"]
    data["systems"][0]["score"] = score + abs(score) * 2**-52  # the last bit
    assert data["systems"][0]["score"] != score
    place.write_text(json.dumps(data, indent=1) + "\n")


def changed_sentence(folder: Path) -> None:
    place = folder / "results/ranking-recommended.json"
    data = json.loads(place.read_bytes())
    data["findings"][0]["text"] += " All systems differ."
    place.write_text(json.dumps(data, indent=1) + "\n")


def dropped_finding(folder: Path) -> None:
    place = folder / "results/ranking-recommended.json"
    data = json.loads(place.read_bytes())
    del data["findings"][0]
    place.write_text(json.dumps(data, indent=1) + "\n")


def swapped_systems(folder: Path) -> None:
    place = folder / "results/ranking-wmt-da.json"
    data = json.loads(place.read_bytes())
    data["systems"][:2] = data["systems"][1::-1]
    place.write_text(json.dumps(data, indent=1) + "\n")


def changed_table(folder: Path) -> None:
    place = folder / "tables/ranking.csv"
    place.write_text(place.read_text().replace("system-3", "system-9", 1))


def changed_recipe(folder: Path) -> None:
    place = folder / "recipes/wmt-da.toml"
    text = place.read_text()
    assert "level = 0.05" in text
    place.write_text(text.replace("level = 0.05", "level = 0.01"))


def changed_pick(folder: Path) -> None:
    place = folder / "recipes/recommended.toml"
    place.write_text(place.read_text().replace('rule = "strict"', 'rule = "wins"'))


def no_json(folder: Path) -> None:
    (folder / "results/check.json").write_text("{")


#: A change, the file that it is in, and figures that must be named even if the checksums are made to fit.
CHANGES: dict[Callable[[Path], None], tuple[str, str, str]] = {
    changed_score: ("data/judgements.csv", "results/ranking-wmt-da.json", "systems, system-0, raw"),
    changed_digit: ("results/ranking-wmt-da.json", "results/ranking-wmt-da.json", "systems, system-3, score"),
    changed_sentence: ("results/ranking-recommended.json", "results/ranking-recommended.json", "text"),
    dropped_finding: ("results/ranking-recommended.json", "results/ranking-recommended.json", "text"),
    swapped_systems: ("results/ranking-wmt-da.json", "results/ranking-wmt-da.json", "systems, system-3, position"),
    changed_table: ("tables/ranking.csv", "tables/ranking.csv", "content"),
    changed_recipe: ("recipes/wmt-da.toml", "results/ranking-wmt-da.json", "settings, recipe, test, level"),
    changed_pick: ("recipes/recommended.toml", "recipes/recommended.toml", "content"),
    no_json: ("results/check.json", "results/check.json", "all figures"),
}


@pytest.mark.parametrize("forged", [False, True], ids=["plain", "with new checksums"])
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_change_is_named(change: Callable[[Path], None], forged: bool, bundle: Path, tmp_path: Path) -> None:
    folder = unpacked(bundle, tmp_path / "unpacked")
    change(folder)
    if forged:
        signed(folder)
    file, table, figure = CHANGES[change]
    rows = differing(folder)
    assert {row.status for row in rows} == {"different"}
    assert [row.figure for row in rows if row.table == "files"] == ([] if forged else [file])
    assert any(row.table == table and row.figure.endswith(figure) for row in rows)
    assert run(["reproduce", str(folder)]) == 1


def test_one_changed_digit_is_one_figure_with_both_values_in_full(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = unpacked(bundle, tmp_path / "unpacked")
    score = json.loads((folder / "results/ranking-wmt-da.json").read_bytes())["systems"][0]["score"]
    changed_digit(folder)
    signed(folder)
    [row] = differing(folder)
    assert row.published != row.computed == score
    run(["reproduce", str(folder)])
    text = capsys.readouterr().out
    assert repr(row.published) in text
    assert repr(row.computed) in text


def test_missing_and_extra_files_are_named(bundle: Path, tmp_path: Path) -> None:
    folder = unpacked(bundle, tmp_path / "unpacked")
    (folder / "results/check.json").unlink()
    (folder / "results/better.json").write_text("{}")
    (folder / "README.md").unlink()
    rows = {row.figure: row for row in differing(folder) if row.table == "files"}
    assert set(rows) == {"README.md", "results/check.json", "results/better.json"}
    assert rows["results/check.json"].computed is None
    assert rows["results/better.json"].published is None
    (folder / "data/judgements.csv").unlink()
    rows_ = adjudge.reproduce(folder).rows
    assert {row.status for row in rows_ if row.table.startswith("results/")} == {"absent"}
    assert any(row.reason and "data/judgements.csv is missing" in row.reason for row in rows_)


def test_a_listed_file_that_nothing_gives_is_named(bundle: Path, tmp_path: Path) -> None:
    folder = unpacked(bundle, tmp_path / "unpacked")
    (folder / "results/better.json").write_text("{}")
    place = folder / "manifest.json"
    data = json.loads(place.read_bytes())
    data["files"].append(vars(file_entry(folder, "results/better.json", "result")))
    place.write_text(json.dumps(data))
    [row] = differing(folder)
    assert (row.table, row.status) == ("results/better.json", "different")


def test_other_versions_are_named_where_a_digit_differs_and_excuse_nothing(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = unpacked(bundle, tmp_path / "unpacked")
    place = folder / "manifest.json"
    data = json.loads(place.read_bytes())
    data["versions"]["numpy"] = "1.0"
    place.write_text(json.dumps(data))
    result = adjudge.reproduce(folder)
    assert result.unexplained == 0
    [finding] = result.findings
    assert finding.code == "AJ586"
    assert "numpy 1.0 in the bundle" in finding.text
    changed_digit(folder)
    signed(folder)
    [row] = differing(folder)
    assert row.status == "different"
    assert row.reason is not None
    assert "numpy 1.0 in the bundle" in row.reason
    assert run(["reproduce", str(folder)]) == 1
    assert "AJ586" in capsys.readouterr().out


def test_a_signature_of_another_version_is_explained_and_no_other(bundle: Path, tmp_path: Path) -> None:
    folder = unpacked(bundle, tmp_path / "unpacked")
    place = folder / "results/ranking-wmt-da.json"
    data = json.loads(place.read_bytes())
    given = data["signature"]
    for signature, status in (
        (given.replace("|v:", "|v:9."), "explained"),
        (given.replace("seed:0", "seed:1"), "different"),
    ):
        place.write_text(json.dumps(data | {"signature": signature}))
        signed(folder)
        [row] = differing(folder)
        assert (row.figure, row.status) == ("signature", status)


def test_json_and_csv_have_the_shape_of_papers(bundle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce", str(bundle), "--json"]) == 0
    data: Mapping[str, Any] = json.loads(capsys.readouterr().out)
    assert list(data) == ["paper", "figures", "equal", "explained", "unexplained", "rows"]
    assert data["paper"] == "bundle.zip"
    assert data["figures"] == data["equal"] == len(data["rows"]) > 500
    assert run(["reproduce", str(bundle), "--csv", "--all"]) == 0
    assert len(pl.read_csv(capsys.readouterr().out.encode(), infer_schema=False)) == data["figures"]
    assert run(["reproduce", str(bundle)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("bundle.zip: ")


def test_a_bundle_needs_no_folder_of_data(bundle: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setenv("ADJUDGE_DATA", "no-such-folder")
    assert run(["reproduce", str(bundle)]) == 0
    assert run(["reproduce", str(bundle), "--data", "."]) == 2
    assert "leave --data out" in capsys.readouterr().err
