from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from adjudge.cli import demo
from adjudge.cli.demo import SEED, command
from adjudge.core.errors import UsageError


@pytest.fixture(scope="module", autouse=True)
def _two_campaigns():
    """Two campaigns instead of twenty, which take ten seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo, "CAMPAIGNS", 2)
        yield


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("demo") / "new" / "folder"
    result = CliRunner().invoke(command, ["--out", str(out)], catch_exceptions=False)
    return out, result


def test_three_files_are_written_and_nothing_else(run):
    out, result = run

    assert result.exit_code == 0
    assert sorted(path.name for path in out.iterdir()) == ["ratings.csv", "ratings.truth.json", "report.html"]


def test_the_truth_on_disk_is_the_truth_on_the_screen(run):
    out, result = run
    systems = json.loads((out / "ratings.truth.json").read_text())["systems"]
    order = [s["system"] for s in sorted(systems, key=lambda s: s["rank"])]
    table = [
        line.split() for line in result.stdout.splitlines() if line[:1] == " " != line[1:2] and line.split()[0] in order
    ]

    assert [row[:2] for row in table] == [[name, str(i)] for i, name in enumerate(order, 1)]


def test_ratings_read_back_give_the_ranking_of_the_page(run):
    import adjudge

    out, _ = run
    result = adjudge.rank(adjudge.read(out / "ratings.csv"), "recommended", seed=SEED)
    page = (out / "report.html").read_text()
    rows = page.split('id="ranking-1"')[1].split("<tbody>")[1].split("</tbody>")[0]

    names = [row.split("</th>")[0] for row in rows.split('<th scope="row">')[1:]]
    assert names == [s.system for s in result.systems]


def test_it_says_where_the_report_is_and_what_to_try(run):
    out, result = run

    assert f"The report:  {out / 'report.html'}" in result.stdout
    for line in (" rank FILE", " report FILE -o report.html", " convert FILE out.parquet"):
        assert f"{line}\n" in result.stdout
    assert result.stdout.rstrip().endswith("report.html")


def test_beside_one_campaign_stands_what_each_recipe_did_in_several(run):
    out, result = run
    page = (out / "report.html").read_text()

    assert f"In 2 campaigns of this kind (seeds {SEED} to {SEED + 1}):" in result.stdout
    assert f"In 2 campaigns of this kind (seeds {SEED} to {SEED + 1})." in page
    for name in ("wmt-da", "recommended"):
        (row,) = re.findall(rf"^ {name} +([\d.]+) of 66 +(\d+) +\d of 2 +([\d.]+)$", result.stdout, re.MULTILINE)
        assert f">{row[0]} of 66</td>" in page
        assert f">{row[2]}</td>" in page
    assert "  false: differences called that are not there" in result.stdout


def test_the_same_seed_gives_the_same_bytes(run, tmp_path):
    out, _ = run
    CliRunner().invoke(command, ["--out", str(tmp_path)], catch_exceptions=False)

    for path in out.iterdir():
        assert path.read_bytes() == (tmp_path / path.name).read_bytes()


def test_a_file_in_the_way_is_an_error_in_four_parts(tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(UsageError) as caught:
        command.main(["--out", str(tmp_path / "taken")], standalone_mode=False)

    (problem,) = caught.value.problems
    assert problem.code == "AJ022"
    assert "taken" in problem.what
    assert "--out" in problem.todo
