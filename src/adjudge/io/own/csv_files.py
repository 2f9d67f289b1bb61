"""Adjudge CSV: a header line with our column names, commas, quotes where needed, UTF-8.

Only the columns that a table has are held. Tabs and semicolons are read where the header leaves no doubt.
"""

from __future__ import annotations

import polars as pl

from adjudge.core.catalogue import quoted
from adjudge.core.columns import LINE
from adjudge.core.tables import AnyTable, Table
from adjudge.io import catalogue
from adjudge.io.delimited import read_header, read_rows
from adjudge.io.files.catalogue import READ_SEPARATOR
from adjudge.io.formats import Format
from adjudge.io.own.separators import NOUNS as NAMES_OF_SEPARATORS
from adjudge.io.own.separators import find_separator, likely_separator, with_decimal_points
from adjudge.io.own.tables import (
    NOUNS,
    needed_columns,
    own_table,
    require_distinct,
    to_write,
    translated,
    with_blank_columns,
)
from adjudge.io.source import Source


def _detect(source: Source) -> bool:
    return not source.is_json and find_separator(source) is not None


def _read(source: Source) -> tuple[AnyTable, ...]:
    separator = find_separator(source) or likely_separator(source)
    names = read_header(source, separator)
    require_distinct(names, source)
    keep = needed_columns(names, source)
    frame = with_blank_columns(read_rows(source, names, separator=separator, keep=keep), [*names, LINE])
    table, frame = translated(frame, source)
    if separator == ",":
        return (own_table(table, frame, source, names),)
    frame, findings = with_decimal_points(frame, table, source)
    note = READ_SEPARATOR(source=source.name, separator=NAMES_OF_SEPARATORS[separator])
    return (own_table(table, frame, source, names).with_findings(note, *findings),)


def write_csv(table: Table) -> bytes:
    """The table as CSV text; columns without any value are left out.

    Raises:
        InputError: AJ022 if a text holds a NUL character, which CSV cannot carry.
    """
    frame = to_write(table)
    texts = [name for name, dtype in frame.schema.items() if dtype == pl.String]
    nul = [name for name in texts if "\x00" in name or frame[name].str.contains("\x00", literal=True).any()]
    if nul:
        raise catalogue.NUL_IN_CSV(names=nul, shown=", ".join(map(quoted, nul)))
    return frame.write_csv().encode()


FORMATS = (
    Format(
        "csv",
        "Adjudge CSV: our column names in the header",
        gives=NOUNS,
        detect=_detect,
        read=_read,
        last=True,  # any header with two of our names will do; the other formats know exactly what they want
    ),
)
