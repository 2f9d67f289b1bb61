"""MQM annotations (one line per marked error) and averaged MQM segment scores, as released with Freitag et al. 2021."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, MetricScores, Spans, Texts
from adjudge.io.delimited import read_rows, read_words
from adjudge.io.formats import Format, unused, words_frame
from adjudge.io.source import Source

_HEADER: Final = "system doc doc_id seg_id rater source target category severity comment".split()
_SCORES_HEADER: Final = ["system", "mqm_avg_score", "seg_id"]


def _read(source: Source) -> tuple[AnyTable, ...]:
    # Quote characters are text here: some stand alone inside a field.
    rows = read_rows(source, separator="\t", quoted=False)
    before = pl.col("target").str.split_exact("<v>", 1).struct[0]
    marked = pl.col("target").str.extract(r"(?s)<v>(.*?)</v>", 1)
    frame = rows.select(
        annotator=pl.col("rater"),
        system=pl.col("system"),
        document=pl.col("doc"),
        segment=pl.col("seg_id"),
        start=pl.when(marked.is_not_null()).then(before.str.len_chars()),
        end=pl.when(marked.is_not_null()).then(before.str.len_chars() + marked.str.len_chars()),
        severity=pl.col("severity").str.to_lowercase(),
        category=pl.col("category"),
        comment=pl.col("comment"),
        **{LINE: pl.col(LINE)},
    )
    spans = Spans.check(frame, source=source.name).with_findings(unused(source, "doc_id"))
    return (spans, _texts(source, rows))


def _texts(source: Source, rows: pl.DataFrame) -> Texts:
    plain = rows.select(
        "system",
        document=pl.col("doc"),
        segment=pl.col("seg_id"),
        source=pl.col("source").str.replace_all("</?v>", ""),
        output=pl.col("target").str.replace_all("</?v>", ""),
    ).unique(["system", "document", "segment"], keep="first", maintain_order=True)
    wide = plain.pivot("system", index=["document", "segment"], values="output", maintain_order=True)
    sources = plain.unique(["document", "segment"], keep="first", maintain_order=True)
    table = sources.select("document", "segment", "source").join(wide, on=["document", "segment"], maintain_order="left")
    return Texts.check(table, source=source.name)


def _read_scores(source: Source) -> tuple[AnyTable, ...]:
    rows = words_frame(source, read_words(source)[1:], _SCORES_HEADER)
    missing = pl.col("mqm_avg_score") == "None"
    frame = rows.select(
        metric=pl.lit("mqm"),
        system=pl.col("system"),
        segment=pl.col("seg_id"),
        score=pl.when(~missing).then(pl.col("mqm_avg_score")),
        **{LINE: pl.col(LINE)},
    )
    n = int(rows.select(missing.sum()).item())
    note = Finding("AJ107", "note", f"{n:,} of {rows.height:,} segments were not rated.", {"missing": n})
    return (MetricScores.check(frame, source=source.name).with_findings(note),)


FORMATS = (
    Format(
        "mqm",
        "MQM annotations, one line per error",
        ("spans", "texts"),
        lambda source: source.first_line.split("\t") == _HEADER,
        _read,
    ),
    Format(
        "mqm-scores",
        "MQM segment scores averaged over annotators",
        ("metric scores",),
        lambda source: source.first_line.split() == _SCORES_HEADER,
        _read_scores,
    ),
)
