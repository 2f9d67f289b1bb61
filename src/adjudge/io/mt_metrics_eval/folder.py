"""A whole test set of mt-metrics-eval: scores, ratings and texts of one language pair."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.problems import NO_SCORE
from adjudge.core.tables import AnyTable, MetricScores, Spans, Table
from adjudge.io.folders import Folder, FolderFormat
from adjudge.io.formats import build_all
from adjudge.io.mt_metrics_eval.catalogue import (
    MISSING_FILE,
    RATED_TWICE,
    UNEVEN_DOCUMENTS,
    UNEVEN_FILES,
    UNEVEN_SCORES,
    UNKNOWN_DOCUMENTS,
)
from adjudge.io.mt_metrics_eval.layout import DOCUMENTS, TestSet, choose_test_set, is_test_set
from adjudge.io.mt_metrics_eval.names import languages, read_label
from adjudge.io.mt_metrics_eval.parts import read_part
from adjudge.io.mt_metrics_eval.ratings import read_ratings
from adjudge.io.mt_metrics_eval.scores import read_domain_scores, read_scores
from adjudge.io.mt_metrics_eval.texts import read_documents, read_texts
from adjudge.io.source import Source

AnyOf = TypeVar("AnyOf", bound=Table)

_JUDGEMENT = ["annotator", "system", "segment"]


def _read(folder: Folder) -> tuple[AnyTable, ...]:
    files = choose_test_set(folder.path, folder.pair)
    documents = read_part(files.documents, read_documents) if files.documents else None
    if documents is not None and files.source is not None:
        _require_as_many(documents, files)
    scores, spans, texts = build_all(
        partial(_scores, files, documents), partial(_spans, files, documents), lambda: read_texts(files, documents)
    )
    tables = [table for table in (scores, spans, texts) if table is not None]
    if documents is None and tables:
        unknown = UNKNOWN_DOCUMENTS(column="document", _source=folder.name, _pair=files.pair)
        tables[0] = tables[0].with_findings(unknown)
    return tuple(tables)


def _require_as_many(documents: pl.DataFrame, files: TestSet) -> None:
    """Documents and sources must have the same number of lines; the texts check the rest."""
    assert files.source is not None and files.documents is not None  # noqa: S101, PT018 - asked by the caller
    lines = read_part(files.source, _count_lines)
    if lines != documents.height:
        raise UNEVEN_FILES(source=files.documents.name, n=documents.height, other=files.source.name, m=lines)


def _count_lines(source: Source) -> int:
    return source.data.count(b"\n") + (not source.data.endswith(b"\n"))


def _scores(files: TestSet, documents: pl.DataFrame | None) -> MetricScores | None:
    """All scores, human ones first."""
    tables = build_all(*(partial(_score_file, path, files, documents) for path in files.scores))
    return _joined(MetricScores, tables, files)


def _score_file(path: Path, files: TestSet, documents: pl.DataFrame | None) -> Table:
    level = read_label(path.name).level
    table = read_part(path, read_domain_scores if level == "domain" else read_scores)[0]
    assert isinstance(table, MetricScores)  # noqa: S101 - what these readers give
    frame = table.frame
    if level == "seg" and documents is not None:
        frame = _placed(frame, documents, path, files)
    elif level == "doc":
        frame = _named(frame, documents, path, files)
    return table.with_frame(frame)


def _placed(frame: pl.DataFrame, documents: pl.DataFrame, path: Path, files: TestSet) -> pl.DataFrame:
    """Segments with their document and domain."""
    lines = frame["segment"].n_unique()
    if lines != documents.height:
        raise UNEVEN_SCORES(source=path.name, n=lines, other=f"{files.pair}.docs", m=documents.height)
    known = [name for name in ("domain", "document") if name in frame.columns]
    return frame.drop(known).join(documents, on="segment", how="left", maintain_order="left")


def _named(frame: pl.DataFrame, documents: pl.DataFrame | None, path: Path, files: TestSet) -> pl.DataFrame:
    """Numbers of documents as their names."""
    if documents is None:
        file = f"{DOCUMENTS}/{files.pair}.docs"
        raise MISSING_FILE(folder=files.path.name, file=file, why=f"the names of the documents in {path.name}")
    names = documents["document"].unique(maintain_order=True)
    lines = frame["document"].n_unique()
    if lines != len(names):
        raise UNEVEN_DOCUMENTS(source=path.name, n=lines, other=f"{files.pair}.docs", m=len(names))
    numbers = pl.Series([str(number) for number in range(1, len(names) + 1)])
    return frame.with_columns(document=pl.col("document").replace_strict(numbers, names))


def _spans(files: TestSet, documents: pl.DataFrame | None) -> Spans | None:
    """All ratings; one that a file repeats from another counts once."""
    tables = build_all(*(partial(_rating_file, path, files, documents) for path in files.ratings))
    return _joined(Spans, tables, files)


def _rating_file(path: Path, files: TestSet, documents: pl.DataFrame | None) -> Table:
    table = read_part(path, read_ratings)[0]
    assert isinstance(table, Spans)  # noqa: S101 - what this reader gives
    if documents is None:
        return table
    lines = int(table.frame["segment"].cast(pl.Int64).max() or 0)  # type: ignore[arg-type]
    if lines > documents.height:
        raise UNEVEN_SCORES(source=path.name, n=lines, other=f"{files.pair}.docs", m=documents.height)
    known = [name for name in ("document",) if name in table.frame.columns]
    named = documents.select("segment", "document")
    return table.with_frame(table.frame.drop(known).join(named, on="segment", how="left", maintain_order="left"))


def _joined(kind: type[AnyOf], tables: Sequence[Table], files: TestSet) -> AnyOf | None:
    """The tables of several files as one, with the languages of the pair; None if there are none."""
    if not tables:
        return None
    source_lang, target_lang = languages(files.pair)
    codes = {"source_lang": source_lang, "target_lang": target_lang}
    frames = [table.frame for table in tables]
    if kind is Spans:
        frames, repeated = _without_repeats(frames)
    else:
        repeated = 0
    frame = pl.concat(frames, how="diagonal")
    frame = frame.with_columns(pl.lit(code, dtype=pl.String).alias(name) for name, code in codes.items() if code)
    findings = {finding.text: finding for table in tables for finding in _of_rows(table)}
    notes = [RATED_TWICE(ratings=repeated, _source=files.path.name)] if repeated else []
    missing = frame["score"].null_count() if "score" in frame.columns else 0
    notes += [NO_SCORE(missing=missing, rows=frame.height)] if missing else []
    return kind.check(frame, source=files.path.name).with_findings(*findings.values(), *notes)


def _of_rows(table: Table) -> list[Finding]:
    """Findings of one file, without those on missing columns and scores, which are asked of the joined table."""
    return [finding for finding in table.findings if finding.code not in (UNKNOWN_DOCUMENTS.code, NO_SCORE.code)]


def _without_repeats(frames: Sequence[pl.DataFrame]) -> tuple[list[pl.DataFrame], int]:
    """Frames without ratings that an earlier one has of the same rater, and how many those were."""
    kept: list[pl.DataFrame] = []
    repeated = 0
    for frame in frames:
        known = pl.concat([frame.clear().select(_JUDGEMENT), *(other.select(_JUDGEMENT) for other in kept)])
        named = frame.filter(pl.col("annotator").is_not_null())
        again = named.join(known, on=_JUDGEMENT, how="semi").select(_JUDGEMENT).unique()
        repeated += again.height
        kept.append(frame.join(again, on=_JUDGEMENT, how="anti", nulls_equal=True, maintain_order="left"))
    return kept, repeated


FORMAT = FolderFormat(
    "mtme",
    "folder of a test set for mt-metrics-eval: scores, ratings and texts of one language pair",
    gives=("metric scores", "spans", "texts"),
    detect=is_test_set,
    read=_read,
    files=lambda folder: choose_test_set(folder.path, folder.pair).files,
    author="mt-metrics-eval (WMT metrics tasks)",
    tried=("florethsong/mtme-zh-mwe: raw_wmt22 (WMT22, zh-en)",),
)
