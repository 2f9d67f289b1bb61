"""Which of our tables a set of column names is: the own formats are told by their columns."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from adjudge.core.tables import Batches, Comparisons, MetricScores, PairCounts, Ratings, Spans, Table, Texts

#: From the most particular to the most general: a file of spans also has a system and a segment.
TABLES: tuple[type[Table], ...] = (Comparisons, PairCounts, MetricScores, Spans, Batches, Ratings, Texts)


def table_of(names: Iterable[str]) -> type[Table] | None:
    """The table whose required columns are all there; else the one that most of its known columns point to.

    Returns:
        None if fewer than two names are known columns of any table.
    """
    present = set(names)
    for table in TABLES:
        if {column.name for column in table.columns if column.presence == "required"} <= present:
            return table
    known = {table: len({column.name for column in table.columns} & present) for table in TABLES}
    # Ties go to ratings: what most people have.
    best = max(TABLES, key=lambda table: (known[table], table is Ratings))
    return best if known[best] >= 2 else None  # noqa: PLR2004


def present_columns(table: Table) -> pl.DataFrame:
    """The frame without columns that hold nothing; reading gives the expected ones back as unknown."""
    optional = {column.name for column in table.columns if column.presence != "required"}
    empty = [
        name
        for name in table.frame.columns
        if name in optional and table.frame[name].null_count() == table.frame.height
    ]
    return table.frame.drop(empty)
