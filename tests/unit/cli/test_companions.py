"""Texts and scores of metrics beside the judgements: every command takes those of the language pair that was judged."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

import adjudge
from adjudge.cli.main import run
from adjudge.cli.options.companions import read_metrics, read_texts
from adjudge.core.tables import MetricScores, Ratings, Texts
from tests.builders import campaign

LANGUAGES = {"source_lang": pl.lit("eng"), "target_lang": pl.lit("deu")}
OTHERS = {"source_lang": pl.lit("ces"), "target_lang": pl.lit("ukr")}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Judgements of one pair; texts and scores of two, with the same names of documents and segments."""
    folder = tmp_path_factory.mktemp("companions")
    table = campaign([0, 5, 10])
    adjudge.write(table.with_frame(table.frame.with_columns(**LANGUAGES)), folder / "judgements.csv")
    adjudge.write(table, folder / "unnamed.csv")
    places = table.frame.select("document", "segment").unique().sort(pl.all())
    texts = places.with_columns(source=pl.col("document") + pl.col("segment"), reference=pl.lit("the cat sat"))
    texts = texts.with_columns(pl.lit("the cat sat"[: 5 + i]).alias(f"system-{i}") for i in range(3))
    turned = texts.with_columns(pl.lit("the cat sat"[: 9 - i]).alias(f"system-{i}") for i in range(3))
    both = pl.concat([turned.with_columns(**OTHERS), texts.with_columns(**LANGUAGES)])
    adjudge.write(Texts.check(both), folder / "texts.csv")
    outputs = table.frame.select("system", "document", "segment").unique().sort(pl.all())
    scores = outputs.with_columns(metric=pl.lit("m"), score=pl.Series([float(i % 17) for i in range(outputs.height)]))
    both = pl.concat([scores.with_columns(score=-pl.col("score"), **OTHERS), scores.with_columns(**LANGUAGES)])
    adjudge.write(MetricScores.check(both), folder / "scores.csv")
    return folder


def judged(files: Path, name: str = "judgements.csv") -> Ratings:
    table = adjudge.read(files / name)
    assert isinstance(table, Ratings)
    return table


def test_only_the_language_pair_of_the_judgements_is_kept(files: Path) -> None:
    texts, scores = read_texts(files / "texts.csv", judged(files)), read_metrics((files / "scores.csv",), judged(files))
    assert texts is not None
    assert scores is not None
    assert texts.frame["target_lang"].unique().to_list() == ["deu"]
    assert scores.frame["target_lang"].unique().to_list() == ["deu"]
    assert scores.frame["score"].min() == 0


def test_nothing_is_read_without_a_file(files: Path) -> None:
    assert read_texts(None, judged(files)) is None
    assert read_metrics((), judged(files)) is None


def test_several_language_pairs_are_refused_if_the_judgements_name_none(files: Path) -> None:
    with pytest.raises(adjudge.InputError, match="AJ018"):
        read_texts(files / "texts.csv", judged(files, "unnamed.csv"))
    with pytest.raises(adjudge.InputError, match="AJ018"):
        read_metrics((files / "scores.csv",), judged(files, "unnamed.csv"))


def test_judgements_of_several_pairs_keep_all_texts(files: Path) -> None:
    table = judged(files)
    both = table.with_frame(pl.concat([table.frame, table.frame.with_columns(**OTHERS)]))
    texts = read_texts(files / "texts.csv", both)
    assert texts is not None
    assert texts.frame["target_lang"].n_unique() == 2


@pytest.mark.parametrize("option", ["--texts", "--metrics"])
def test_pseudo_annotation_ranks_by_the_pair_that_was_judged(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    name = {"--texts": "texts.csv", "--metrics": "scores.csv"}[option]
    alone = tmp_path / name
    frame = pl.read_csv(files / name, infer_schema=False).filter(pl.col("target_lang") == "deu")
    frame.write_csv(alone)
    printed = []
    for path in (files / name, alone):
        call = ["pseudo-annotation", str(files / "judgements.csv"), option, str(path), "--recipe", "wmt-da", "--json"]
        assert run(call) == 0, capsys.readouterr().err
        printed.append(json.loads(capsys.readouterr().out))
    assert printed[0] == printed[1]


@pytest.mark.parametrize("command", ["check", "documents", "pseudo-annotation"])
def test_another_kind_of_file_is_refused_by_every_command(
    files: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    path = str(files / "judgements.csv")
    assert run([command, path, "--texts", path]) == 2
    assert "AJ020" in capsys.readouterr().err
