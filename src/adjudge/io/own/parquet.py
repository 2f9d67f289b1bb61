"""Adjudge Parquet: our column names and types, with a checksum; the file to give to other data tools.

Files of other programs have no checksum that could be verified; they are read as they are, after a trial.
"""

from __future__ import annotations

import io

import polars as pl

from adjudge.core.tables import AnyTable, Table
from adjudge.io import catalogue
from adjudge.io.files.catalogue import CHANGED_PARQUET
from adjudge.io.files.quiet import quiet_failure
from adjudge.io.files.stored import PARQUET_MAGIC
from adjudge.io.formats import Format
from adjudge.io.own.checksum import KEY, checksums, is_content, is_intact, is_ours, is_written_again, signed
from adjudge.io.own.tables import (
    NOUNS,
    needed_columns,
    own_table,
    require_distinct,
    to_write,
    translated,
    with_blank_columns,
)
from adjudge.io.own.trial import ends_a_process
from adjudge.io.source import Source


def _read(source: Source) -> tuple[AnyTable, ...]:
    try:
        with quiet_failure():
            names, frame = _frame(source)
    # A damaged file can make the library panic, which Python sees as an exception outside the usual family.
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError) as error:
        reason = str(error).split("\n", 1)[0]
        raise catalogue.BAD_PARQUET(source=source.name, reason=reason, size=len(source.data)) from None
    table, frame = translated(frame, source)
    return (own_table(table, frame, source, names),)


def _frame(source: Source) -> tuple[list[str], pl.DataFrame]:
    """The columns of the file, and the rows of those that are needed."""
    data = source.data
    ours = is_ours(data)
    if ours and not is_intact(data) and not is_written_again(data):
        raise CHANGED_PARQUET(source=source.name, size=len(data), key=KEY)
    if not data.endswith(PARQUET_MAGIC):
        raise catalogue.BAD_PARQUET(source=source.name, reason="its end is missing", size=len(data))
    names = list(pl.read_parquet_schema(io.BytesIO(data)))
    require_distinct(names, source)
    keep = needed_columns(names, source)
    if ours and is_intact(data):
        return names, pl.read_parquet(io.BytesIO(data))
    if ends_a_process(data, [] if ours else keep):
        reason = "its content is damaged: the library that reads it fails"
        raise catalogue.BAD_PARQUET(source=source.name, reason=reason, size=len(data))
    if not ours:
        return names, with_blank_columns(pl.read_parquet(io.BytesIO(data), columns=keep), names)
    frame = pl.read_parquet(io.BytesIO(data))
    if not is_content(data, frame):
        raise CHANGED_PARQUET(source=source.name, size=len(data), key=KEY)
    return names, frame


def write_parquet(table: Table) -> bytes:
    """The table as a Parquet file with its checksums in the metadata."""
    buffer = io.BytesIO()
    frame = to_write(table)
    frame.write_parquet(buffer, metadata=checksums(frame))
    return signed(buffer.getvalue())


FORMATS = (
    Format(
        "parquet",
        "Adjudge Parquet: our column names and types",
        gives=NOUNS,
        detect=lambda source: source.is_parquet,
        read=_read,
        author="Adjudge; anybody who writes a table with our columns",
    ),
)
