"""`adjudge context` and `adjudge origin` as a user meets them."""

from __future__ import annotations

import csv
import io
import json

import polars as pl
import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from tests.unit.reporting.page_elements import Page

SMALL = {"systems.count": "4", "texts.documents": "24", "sessions.count": "30", "annotators.count": "12"}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("audits")
    table = adjudge.simulate(with_settings(preset("wmt20"), SMALL), seed=4).table
    adjudge.write(table, folder / "judgements.csv")
    documents = table.frame["document"].unique().sort()
    origins = [("de", "en")[i % 2] for i in range(len(documents))]
    pl.DataFrame({"document": documents, "origin": origins}).write_csv(folder / "origins.tsv", separator="\t")
    counted = table.frame.filter(pl.col("kind") == "system")
    scores = counted.group_by("system", "document", "segment").agg(pl.col("score").mean()).sort("document", "segment")
    scores.with_columns(metric=pl.lit("echo")).write_csv(folder / "metric.csv")
    return folder


def printed(capsys, *arguments):
    assert run([str(argument) for argument in arguments]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_context_as_text_names_groups_covariates_and_findings(files, capsys):
    text = printed(capsys, "context", files / "judgements.csv")
    for words in ("n before", "By annotator:", "What the effect depends on:", "adjacent", "signature context:", "AJ56"):
        assert words in text
    groups = json.loads(printed(capsys, "context", files / "judgements.csv", "--json"))["groups"]
    tests = [group for group in groups if group["by"] == "annotator" and group["p_robust"] is not None]
    assert f"not corrected for their number: of {len(tests)} tests about {len(tests) / 20:.1f} would be" in text
    assert "pairs of one session" in text


def test_context_as_json_has_the_agreed_shape(files, capsys):
    data = json.loads(printed(capsys, "context", files / "judgements.csv", "--json"))
    assert data["groups"][0]["name"] == "all"
    for group in data["groups"]:
        assert {"name", "before", "after", "p", "p_robust"} <= set(group)
        assert {"n", "mean"} <= set(group["before"])
        assert {"n", "mean"} <= set(group["after"])


def test_context_as_csv_has_one_row_per_group(files, capsys):
    data = json.loads(printed(capsys, "context", files / "judgements.csv", "--json"))
    rows = list(csv.DictReader(io.StringIO(printed(capsys, "context", files / "judgements.csv", "--csv"))))
    assert [row["name"] for row in rows] == [group["name"] for group in data["groups"]]
    assert [int(row["after_n"]) for row in rows] == [group["after"]["n"] for group in data["groups"]]


def test_context_by_copies_rests_on_more_units(files, capsys):
    units = [
        json.loads(printed(capsys, "context", files / "judgements.csv", "--unit", unit, "--json"))["groups"][0]["units"]
        for unit in ("annotator", "session", "copy")
    ]
    assert units == sorted(set(units))


@pytest.mark.parametrize(
    "arguments",
    [("context", "judgements.csv"), ("origin", "judgements.csv", "--origin", "origins.tsv", "--source", "de")],
)
def test_a_page_holds_charts_tables_and_loads_nothing(files, tmp_path, capsys, monkeypatch, arguments):
    monkeypatch.chdir(files)
    printed(capsys, *arguments, "--html", tmp_path / "page.html")
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    page = Page(html)
    assert page.all("svg")
    assert page.all("table")
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert page.loaded == []
    assert f"adjudge {arguments[0]}" in page.words


def test_origin_as_text_and_json(files, capsys):
    call = ("origin", files / "judgements.csv", "--origin", files / "origins.tsv", "--source", "de")
    text = printed(capsys, *call, "--recipe", "wmt-da", "--metrics", files / "metric.csv")
    for words in ("Forward:", "Reverse:", "Both together:", "Reverse - forward, by echo:", "Kendall", "AJ573", "AJ574"):
        assert words in text
    data = json.loads(printed(capsys, *call, "--recipe", "wmt-da", "--json"))
    assert {"forward", "reverse", "both", "agreement", "differences"} <= set(data)
    assert {"pearson", "spearman", "kendall"} <= set(data["agreement"])
    assert {row["system"] for row in data["differences"]} == {row["system"] for row in data["forward"]}
    for row in data["both"]:
        assert {"system", "rank", "cluster", "raw", "z", "score", "n", "judgements"} <= set(row)


def test_the_seed_moves_intervals_and_nothing_else(files, capsys):
    call = ("origin", files / "judgements.csv", "--origin", files / "origins.tsv", "--source", "de")
    first, again, other = (
        json.loads(printed(capsys, *call, "--recipe", "wmt-da", "--seed", seed, "--json")) for seed in (1, 1, 2)
    )
    assert first == again
    assert first["forward"] == other["forward"]
    assert first["agreement"]["intervals"] != other["agreement"]["intervals"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("origin", "judgements.csv"), "--origin"),
        (("origin", "judgements.csv", "--origin", "origins.tsv"), "--source"),
        (("origin", "judgements.csv", "--origin", "absent.csv"), "absent.csv"),
        (("origin", "judgements.csv", "--origin", "origins.tsv", "--metrics", "judgements.csv"), "metric scores"),
        (("context", "judgements.csv", "--unit", "person"), "--unit"),
        (("context", "judgements.csv", "--where", "kind=system"), "AJ064"),
    ],
)
def test_mistakes_are_explained(files, capsys, monkeypatch, arguments, words):
    monkeypatch.chdir(files)
    assert run(arguments) == 2
    assert words in capsys.readouterr().err
