"""Adjudge CSV: a header line with our column names, commas, quotes where needed, UTF-8.

Only the columns that a table has are held. Tabs and semicolons are read where the header leaves no doubt.
"""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from adjudge.core.catalogue import FindingEntry, quoted
from adjudge.core.columns import LINE
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import AnyTable, Table
from adjudge.io import catalogue
from adjudge.io.delimited import has_header, read_header, read_rows
from adjudge.io.files.catalogue import READ_SEPARATOR, READ_UNQUOTED
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
    frame, note = _rows(source, names, separator, keep)
    table, frame = translated(with_blank_columns(frame, [*names, LINE]), source)
    if separator == ",":
        return (own_table(table, frame, source, names),)
    frame, findings = with_decimal_points(frame, table, source)
    told = note(source=source.name, separator=NAMES_OF_SEPARATORS[separator])
    return (own_table(table, frame, source, names).with_findings(told, *findings),)


def _rows(source: Source, names: list[str], separator: str, keep: list[str]) -> tuple[pl.DataFrame, FindingEntry]:
    """The rows, and what is to be told if the separator is no comma.

    Between tabs many programs write texts as they are. Where quotes are out of place as marks and every row has its
    fields without them, they are part of the texts.
    """
    try:
        return read_rows(source, names, separator=separator, keep=keep), READ_SEPARATOR
    except AdjudgeError as error:
        if separator != "\t" or [problem.code for problem in error.problems] != [catalogue.STRAY_QUOTE.code]:
            raise
        plain = replace(source, problems=[])
        if not has_header(plain, names, separator, quoted=False):
            raise
        frame = read_rows(plain, names, separator=separator, quoted=False, keep=keep)
        if plain.problems:
            raise
        return frame, READ_UNQUOTED


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
        author="Adjudge; anybody who writes a table with our columns",
        last=True,  # any header with two of our names will do; the other formats know exactly what they want
    ),
)
