"""Tests of attention ("hands on the wheel"): rows that say whether an annotator found an error put in on purpose.

Marot gives them the severity `HOTW-test` and the category `Found` or `Missed`. They say nothing about a system, so they
become a table of their own and never meet the annotations.
"""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.columns import LINE, Column
from adjudge.core.findings import Finding
from adjudge.core.tables import Supplement
from adjudge.io.formats import supplement
from adjudge.io.mqm.catalogue import TEST_ROWS
from adjudge.io.source import Source

KIND: Final = "attention-tests"
_SEVERITY: Final = "hotw"
_COLUMNS: Final = (
    Column("annotator", "text", "who was tested"),
    Column("system", "text", "the system whose output was shown with an error put in"),
    Column("document", "text", "its document"),
    Column("segment", "text", "its segment"),
    Column("result", "text", "whether the error was `found` or `missed`"),
    Column("injected", "text", "the error that was put in, as the tool showed it"),
    Column("injection", "text", "how it was made, such as words-flipped"),
)


def is_test() -> pl.Expr:
    """Whether a row is a test: `HOTW-test`, and spellings that name the result, such as `HOTW-test-found`."""
    return pl.col("severity").str.starts_with(_SEVERITY).fill_null(value=False)


def tests_table(source: Source, rows: pl.DataFrame) -> Supplement:
    """The tests of attention as a table."""
    held = [name for name in ("injected", "injection") if name in rows.columns]
    frame = rows.select(
        "annotator", "system", "document", "segment", *held, result=_result(), **{LINE: pl.col(LINE)}
    ).with_columns(pl.lit(None, dtype=pl.String).alias(name) for name in ("injected", "injection") if name not in held)
    return supplement(KIND, _COLUMNS, frame, source)


def tests_finding(source: Source, rows: pl.DataFrame) -> Finding:
    """How many tests there are, and how many were passed."""
    results = rows.select(_result()).to_series()
    found, missed = (int((results == word).sum()) for word in ("found", "missed"))
    return TEST_ROWS(tests=rows.height, found=found, missed=missed, _source=source.name)


def _result() -> pl.Expr:
    """`found` or `missed`, from the category or the end of the severity; else the category as it is."""
    category = pl.col("category").fill_null("").str.to_lowercase()
    both = pl.concat_str(pl.col("severity"), category, separator=" ")
    return (
        pl.when(both.str.contains("missed", literal=True))
        .then(pl.lit("missed"))
        .when(both.str.contains("found", literal=True))
        .then(pl.lit("found"))
        .otherwise(category)
        .alias("result")
    )
