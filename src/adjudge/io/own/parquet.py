"""Adjudge Parquet: our column names and types, with a checksum; the file to give to other data tools.

Files of other programs have no checksum that could be verified; they are read as they are.
"""

from __future__ import annotations

import io

import polars as pl

from adjudge.core.tables import AnyTable, Table
from adjudge.io import catalogue
from adjudge.io.files.catalogue import CHANGED_PARQUET, LOST_CHECKSUM
from adjudge.io.files.quiet import quiet_failure
from adjudge.io.formats import Format
from adjudge.io.own.checksum import KEY, content_checksum, is_ours, written_checksums
from adjudge.io.own.tables import NOUNS, needed_columns, own_table, require_distinct, to_write, translated
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
    """The columns of the file, and the rows of those that are needed; of a file of ours all, for the checksum."""
    data = source.data
    if is_ours(data):
        frame = pl.read_parquet(io.BytesIO(data))
        _verify(source, frame)
        require_distinct(frame.columns, source)
        return frame.columns, frame
    names = list(pl.read_parquet_schema(io.BytesIO(data)))
    require_distinct(names, source)
    keep = needed_columns(names, source)
    frame = pl.read_parquet(io.BytesIO(data), columns=keep)
    blank = [pl.lit(None).alias(name) for name in names if name not in keep]
    return names, frame.with_columns(blank).select(names)


def _verify(source: Source, frame: pl.DataFrame) -> None:
    """Refuse values that are not those of the checksum (AJ054)."""
    written = written_checksums(source.data)
    if len(written) != 1:
        raise LOST_CHECKSUM(source=source.name, size=len(source.data), key=KEY)
    if written != {content_checksum(frame)}:
        raise CHANGED_PARQUET(source=source.name, size=len(source.data), key=KEY)


def write_parquet(table: Table) -> bytes:
    """The table as a Parquet file with its checksum in the metadata."""
    buffer = io.BytesIO()
    frame = to_write(table)
    frame.write_parquet(buffer, metadata={KEY: content_checksum(frame)})
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
