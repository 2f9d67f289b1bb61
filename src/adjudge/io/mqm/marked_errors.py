"""MQM annotations, one line per marked error, in every layout of their releases (Freitag et al. 2021 and later)."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Spans
from adjudge.io import catalogue as io_catalogue
from adjudge.io.formats import Format, build_all, checked, unused
from adjudge.io.mqm import catalogue
from adjudge.io.mqm.attention_tests import is_test, tests_finding, tests_table
from adjudge.io.mqm.layouts import CLASSIC, MAROT, Layout, find_layout, find_referenced
from adjudge.io.mqm.marks import mark_columns
from adjudge.io.mqm.metadata import add_metadata, metadata_findings
from adjudge.io.mqm.quoting import read_texts
from adjudge.io.mqm.segments import name_segments
from adjudge.io.mqm.texts import different_texts, read_outputs
from adjudge.io.source import Source

_REPOSITORY: Final = "google/wmt-mqm-human-evaluation"
#: Columns of a layout that spans have under the same name.
_KEPT: Final = ("annotator", "system", "document", "segment", "severity", "category", "source_lang", "target_lang")


def _read(source: Source, layout: Layout | None) -> tuple[AnyTable, ...]:
    if layout is None:  # the format was forced: say what a header has to be
        layout = CLASSIC[0]
    rows, notes = _rows(source, layout)
    tests, annotated = rows.filter(is_test()), rows.filter(~is_test())
    metadata_only = pl.all_horizontal(pl.col("annotator", "category", "severity").is_null())
    notes += _left_out(source, tests, annotated.filter(metadata_only).height)
    tables: tuple[AnyTable, ...] = build_all(
        lambda: _spans(source, annotated.filter(~metadata_only), notes),
        lambda: read_outputs(source, annotated),
    )
    return (*tables, tests_table(source, tests)) if tests.height else tables


def _rows(source: Source, layout: Layout) -> tuple[pl.DataFrame, list[Finding]]:
    """Rows under our names, with severities in lower case and what is empty as missing."""
    read = read_texts(source, layout.names)
    rows = read.frame.rename({name: ours for name, ours in layout.columns.items() if ours and ours != name})
    rows, segment_notes, spare = name_segments(source, rows, layout)
    left = [*spare, *(name for name, ours in layout.columns.items() if ours is None)]
    if "metadata" in rows.columns:
        rows, fields = add_metadata(source, rows, layout.names[-1])
        left += fields
    rows = rows.with_columns(
        # Tools write "No-error", "no_error" and "no-error".
        severity=_filled("severity").str.strip_chars().str.to_lowercase().str.replace_all("[ _]", "-"),
        annotator=_filled("annotator"),
        category=_filled("category"),
    )
    return rows, [unused(source, *left), *read.findings, *segment_notes]


def _filled(name: str) -> pl.Expr:
    return pl.when(pl.col(name).str.strip_chars() != "").then(pl.col(name))


def _left_out(source: Source, tests: pl.DataFrame, unrated: int) -> list[Finding]:
    notes = [tests_finding(source, tests)] if tests.height else []
    return [*notes, catalogue.ROWS_WITHOUT_RATING(rows=unrated, _source=source.name)] if unrated else notes


def _spans(source: Source, judged: pl.DataFrame, notes: list[Finding]) -> Spans:
    marks = mark_columns(judged["target"])
    held = [name for name in (*_KEPT, "comment") if name in judged.columns]
    frame = judged.select(*held, LINE).hstack(marks.select("start", "end"))
    marked = judged.hstack(marks.select("count", "unclosed", "marked"))
    if "marked_text" in marked.columns:
        notes = [*notes, *metadata_findings(source, marked)]
    return checked(Spans, frame, source).with_findings(*notes, *_mark_findings(source, marked))


def _mark_findings(source: Source, marked: pl.DataFrame) -> list[Finding]:
    """Marks that are not one closed mark in the output, and outputs that annotators saw or wrote differently."""
    in_source = (pl.col("count") == 0) & pl.col("source").str.contains("<v>", literal=True)
    unclosed, several, elsewhere = marked.select(
        unclosed=pl.col("unclosed").sum(), several=(pl.col("count") > 1).sum(), elsewhere=in_source.sum()
    ).row(0)
    notes = []
    if unclosed:
        notes.append(io_catalogue.UNCLOSED_MARKS(marks=unclosed, _source=source.name))
    if several:
        notes.append(catalogue.SEVERAL_MARKS(errors=several, _source=source.name))
    if elsewhere:
        notes.append(catalogue.MARKED_IN_SOURCE(errors=elsewhere, _source=source.name))
    if marked.height and not (marked["severity"] == "no-error").any():
        notes.append(catalogue.ONLY_ERRORS(_source=source.name))
    outputs, rows = different_texts(marked)
    if outputs:
        notes.append(catalogue.DIFFERENT_TEXTS(segments=outputs, rows=rows, _source=source.name))
    return notes


FORMATS = (
    Format(
        "mqm",
        "MQM annotations, one line per error",
        gives=("spans", "texts"),
        detect=lambda source: find_layout(source, CLASSIC) is not None,
        read=lambda source: _read(source, find_layout(source, CLASSIC)),
        author=_REPOSITORY,
        tried=("mqm_ted_zhen.tsv", "mqm_newstest2020_ende.source-errors.tsv"),
    ),
    Format(
        "marot",
        "MQM annotations of Anthea and Marot, with metadata and tests of attention",
        gives=("spans", "texts", "attention-tests"),
        detect=lambda source: find_layout(source, MAROT) is not None,
        read=lambda source: _read(source, find_layout(source, MAROT) or MAROT[-2]),
        author="Anthea and Marot (google-research)",
        tried=(
            "sxs_mqm_generalMT2023_ende.3ratingsPerSegment.tsv",
            "sxs_mqm_generalMT2023_zhen.3ratingsPerSegment.tsv",
        ),
    ),
    Format(
        "mqm-with-reference",
        "MQM annotations with languages and references, 12 columns",
        gives=("spans", "texts"),
        detect=lambda source: find_referenced(source) is not None,
        read=lambda source: _read(source, find_referenced(source)),
        author=f"{_REPOSITORY} (WMT22 English-Chinese)",
    ),
)
