"""`adjudge composition`, `documents` and `pseudo-annotation`: text, JSON, CSV, pages and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.cli.spelling import spelled_result
from tests.builders import campaign
from tests.unit.reporting.page_elements import Page


@pytest.fixture
def files(tmp_path: Path) -> Path:
    table = campaign([0, 5, 10])
    frame = table.frame.filter((pl.col("document") != "document-0") | (pl.col("system") != "system-0"))
    adjudge.write(table.with_frame(frame), tmp_path / "judgements.csv")
    outputs = table.frame.select("system", "document", "segment").unique().sort(pl.all())
    scores = outputs.with_columns(metric=pl.lit("m"), score=pl.Series([float(i % 17) for i in range(outputs.height)]))
    adjudge.write(adjudge.MetricScores.check(scores), tmp_path / "scores.csv")
    places = table.frame.select("document", "segment").unique().sort(pl.all())
    places.write_csv(tmp_path / "map.csv")
    texts = places.with_columns(source=pl.col("document") + pl.col("segment"), reference=pl.lit("the cat sat"))
    texts = texts.with_columns(pl.lit("the cat sat"[: 5 + i]).alias(f"system-{i}") for i in range(3))
    adjudge.write(adjudge.Texts.check(texts), tmp_path / "texts.csv")
    (tmp_path / "train.txt").write_text("document-10\nsomething else\n", encoding="utf-8")
    return tmp_path


def out(capsys, *arguments):
    assert run(list(map(str, arguments))) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def calls(files):
    return {
        "composition": ["composition", files / "judgements.csv"],
        "documents": ["documents", files / "judgements.csv", "--segments", files / "map.csv"],
        "pseudo-annotation": ["pseudo-annotation", files / "judgements.csv", "--metrics", files / "scores.csv"],
    }


OUTLINES = {
    "composition": [
        *("  section part-1", "    table", "    table"),
        *("  section part-2", "    figure", "      table heat", "    table"),
        *("  section part-3", "    figure", "      table heat", "    table"),
        *("  section part-4", "    table"),
        *("  section part-5", "    table"),
    ],
    "pseudo-annotation": [
        *("  section part-1", "    table"),
        *("  section part-2", "    figure", "      svg orders-1-title", "      details", "        table"),
    ],
}


@pytest.mark.parametrize("name", OUTLINES)
def test_the_outline_of_a_page(name, files, capsys):
    page = files / "page.html"
    out(capsys, *calls(files)[name], "--html", page)
    ends = ["  section findings", "  section reproduce", "footer", "script"]
    outline = Page(page.read_text(encoding="utf-8")).outline
    assert [line for line in outline if "nav" not in line] == ["header", "main", *OUTLINES[name], *ends]


@pytest.mark.parametrize("name", ["composition", "documents", "pseudo-annotation"])
def test_every_form(name, files, capsys):
    call = calls(files)[name]
    text = out(capsys, *call)
    assert "signature " in text
    data = json.loads(out(capsys, *call, "--json"))
    assert data["schema"] == f"adjudge.{name}/1"
    rows = out(capsys, *call, "--csv").splitlines()
    assert rows[0].split(",")[0] in {"system", "metric"}
    page = files / "page.html"
    assert f"page written to {page}" in out(capsys, *call, "--html", page)
    held = Page(page.read_text(encoding="utf-8"))
    assert held.all("svg") or held.heat
    assert held.loaded == []
    assert f"adjudge {name}" in held.text  # how to get it again


def test_commands_print_what_python_returns(files, capsys):
    table, scores = adjudge.read(files / "judgements.csv"), adjudge.read(files / "scores.csv")
    assert isinstance(table, adjudge.Ratings)
    assert isinstance(scores, adjudge.MetricScores)
    places = pl.read_csv(files / "map.csv", infer_schema=False)
    results: dict[str, adjudge.Result] = {
        "composition": adjudge.composition(table),
        "documents": adjudge.documents(table, segments=places),
        "pseudo-annotation": adjudge.pseudo_annotation(table, scores),
    }
    for name, result in results.items():
        printed = json.loads(out(capsys, *calls(files)[name], "--json"))
        assert printed == json.loads(json.dumps(spelled_result(result).to_dict()))


def test_documents_with_map_texts_and_training(files, capsys):
    data = json.loads(
        out(
            capsys,
            *calls(files)["documents"],
            "--texts",
            files / "texts.csv",
            "--training",
            files / "train.txt",
            "--json",
        )
    )
    assert data["settings"]["segments"] is True
    assert (data["total"], data["of_all_systems"], data["all_documents"]) == (48, 11, 12)
    # document-1, segment 0 is the only source that is a line of the training data.
    assert (data["repetition"]["lines"], data["repetition"]["seen"]) == (2, 1)


def test_chrf_of_texts(files, capsys):
    pytest.importorskip("sacrebleu")
    arguments = ["pseudo-annotation", files / "judgements.csv", "--texts", files / "texts.csv", "--recipe", "wmt24-esa"]
    data = json.loads(out(capsys, *arguments, "--json"))
    assert [(one["metric"], one["recipe"]) for one in data["rankings"]] == [("chrF", "wmt24-esa")]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["pseudo-annotation", "judgements.csv"], "AJ063"),
        (["pseudo-annotation", "judgements.csv", "--metrics", "scores.csv", "--texts", "texts.csv"], "AJ063"),
        (["pseudo-annotation", "judgements.csv", "--metrics", "texts.csv"], "AJ020"),
        (["pseudo-annotation", "judgements.csv", "--texts", "scores.csv"], "AJ0"),
        (["pseudo-annotation", "judgements.csv", "--metrics", "scores.csv", "--recipe", "no"], "AJ030"),
        (["documents", "judgements.csv", "--training", "train.txt"], "AJ063"),
        (["documents", "judgements.csv", "--segments", "train.txt"], "AJ0"),
        (["documents", "judgements.csv", "--segments", "absent.csv"], "AJ001"),
        (["documents", "scores.csv"], "AJ020"),
        (["composition", "judgements.csv", "--human", "nobody"], "AJ063"),
        (["composition", "judgements.csv", "--unit", "batch"], "AJ040"),
    ],
)
def test_mistakes_are_taught(arguments, code, files, capsys, monkeypatch):
    monkeypatch.chdir(files)
    assert run(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(code)
    assert "to do:" in shown.err
