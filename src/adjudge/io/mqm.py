"""MQM annotations (one line per marked error) and averaged MQM segment scores, as released with Freitag et al. 2021."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.tables import AnyTable, MetricScores, Spans, Texts
from adjudge.io import catalogue
from adjudge.io.delimited import has_header, read_rows, read_words
from adjudge.io.formats import Format, build_all, checked, unused
from adjudge.io.source import Source

_HEADER: Final = ["system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity", "comment"]
_SCORES_HEADER: Final = ["system", "mqm_avg_score", "seg_id"]


def _read(source: Source) -> tuple[AnyTable, ...]:
    # Quote characters are text here: some stand alone inside a field.
    rows = read_rows(source, _HEADER, separator="\t", quoted=False)
    return build_all(lambda: _spans(source, rows), lambda: _texts(source, rows))


def _spans(source: Source, rows: pl.DataFrame) -> AnyTable:
    before = pl.col("target").str.split_exact("<v>", 1).struct[0].str.len_chars()
    marked = pl.col("target").str.extract(r"(?s)<v>(.*?)(?:</v>|$)", 1).str.len_chars()
    frame = rows.select(
        annotator=pl.col("rater"),
        system=pl.col("system"),
        document=pl.col("doc"),
        segment=pl.col("seg_id"),
        start=pl.when(marked.is_not_null()).then(before),
        end=before + marked,
        severity=pl.col("severity").str.to_lowercase(),
        category=pl.col("category"),
        comment=pl.col("comment"),
        **{LINE: pl.col(LINE)},
    )
    opened = pl.col("target").str.count_matches("<v>", literal=True)
    unclosed = rows.filter(opened > pl.col("target").str.count_matches("</v>", literal=True)).height
    notes = [unused(source, "doc_id")]
    if unclosed:
        notes.append(catalogue.UNCLOSED_MARKS(marks=unclosed, _source=source.name))
    return checked(Spans, frame, source).with_findings(*notes)


def _texts(source: Source, rows: pl.DataFrame) -> AnyTable:
    plain = rows.select(
        "system",
        document=pl.col("doc"),
        segment=pl.col("seg_id"),
        source=pl.col("source").str.replace_all("</?v>", ""),
        output=pl.col("target").str.replace_all("</?v>", ""),
    ).unique(["system", "document", "segment"], keep="first", maintain_order=True)
    key = ["document", "segment"]
    outputs = plain.pivot("system", index=key, values="output", maintain_order=True)
    sources = plain.unique(key, keep="first", maintain_order=True).select(*key, "source")
    table = sources.join(outputs, on=key, maintain_order="left")
    return checked(Texts, table, source)


def _read_scores(source: Source) -> tuple[AnyTable, ...]:
    rows = read_words(source, _SCORES_HEADER)
    missing = pl.col("mqm_avg_score") == "None"
    frame = rows.select(
        metric=pl.lit("mqm"),
        system=pl.col("system"),
        segment=pl.col("seg_id"),
        score=pl.when(~missing).then(pl.col("mqm_avg_score")),
        **{LINE: pl.col(LINE)},
    )
    n = int(rows.select(missing.sum()).item())
    notes = [catalogue.UNRATED_SEGMENTS(missing=n, _rows=rows.height)] if n else []
    return (checked(MetricScores, frame, source).with_findings(*notes),)


FORMATS = (
    Format(
        "mqm",
        "MQM annotations, one line per error",
        gives=("spans", "texts"),
        detect=lambda source: has_header(source, _HEADER, "\t", quoted=False),
        read=_read,
    ),
    Format(
        "mqm-scores",
        "MQM segment scores averaged over annotators",
        gives=("metric scores",),
        detect=lambda source: source.first_line.split() == _SCORES_HEADER,
        read=_read_scores,
    ),
)
