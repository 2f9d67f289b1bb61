"""Adjudge Parquet: our column names and types; the file to give to other data tools."""

from __future__ import annotations

import io

import polars as pl

from adjudge.core.tables import AnyTable, Table
from adjudge.io import catalogue
from adjudge.io.formats import Format
from adjudge.io.own.tables import NOUNS, own_table, require_distinct, to_write
from adjudge.io.source import Source


def _read(source: Source) -> tuple[AnyTable, ...]:
    try:
        frame = pl.read_parquet(io.BytesIO(source.data))
    # A damaged file can make the library panic, which Python sees as an exception outside the usual family.
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError) as error:
        reason = str(error).split("\n", 1)[0]
        raise catalogue.BAD_PARQUET(source=source.name, reason=reason, size=len(source.data)) from None
    require_distinct(frame.columns, source)
    return (own_table(frame, source),)


def write_parquet(table: Table) -> bytes:
    """The table as a Parquet file."""
    buffer = io.BytesIO()
    to_write(table).write_parquet(buffer)
    return buffer.getvalue()


FORMATS = (
    Format(
        "parquet",
        "Adjudge Parquet: our column names and types",
        gives=NOUNS,
        detect=lambda source: source.is_parquet,
        read=_read,
    ),
)
