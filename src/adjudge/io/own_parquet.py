"""Adjudge Parquet: our column names and types; the file to give to other data tools."""

from __future__ import annotations

import io

import polars as pl

from adjudge.core.errors import InputError, Problem
from adjudge.core.tables import AnyTable, Table
from adjudge.io.formats import Format, checked
from adjudge.io.own_csv import unknown_columns
from adjudge.io.own_tables import present_columns, table_of
from adjudge.io.source import Source


def _read(source: Source) -> tuple[AnyTable, ...]:
    try:
        frame = pl.read_parquet(io.BytesIO(source.data))
    except (pl.exceptions.PolarsError, OSError) as error:
        reason = str(error).split("\n", 1)[0]
        raise InputError(
            Problem(
                "AJ003",
                f"{source.name} cannot be read as Parquet ({reason})",
                "a complete Parquet file",
                f"{len(source.data):,} bytes",
                "fetch or write the file again",
            )
        ) from None
    table = table_of(frame.columns)
    if table is None:
        raise InputError(unknown_columns(source, frame.columns))
    return (checked(table, frame, source),)


def write_parquet(table: Table) -> bytes:
    """The table as a Parquet file."""
    buffer = io.BytesIO()
    present_columns(table).write_parquet(buffer)
    return buffer.getvalue()


FORMATS = (
    Format(
        "parquet",
        "Adjudge Parquet: our column names and types",
        ("ratings", "comparisons", "pair counts", "spans", "metric scores", "texts", "batches"),
        lambda source: source.is_parquet,
        _read,
    ),
)
