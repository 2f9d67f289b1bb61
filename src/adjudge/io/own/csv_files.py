"""Adjudge CSV: a header line with our column names, commas, quotes where needed, UTF-8."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.catalogue import quoted
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import AnyTable, Table
from adjudge.io import catalogue
from adjudge.io.delimited import read_header, read_rows
from adjudge.io.formats import Format
from adjudge.io.own.tables import NOUNS, own_table, require_distinct, table_of, to_write
from adjudge.io.source import Source

_OTHER_SEPARATORS: Final = {";": "semicolons", "\t": "tabs", "|": "bars"}


def _detect(source: Source) -> bool:
    return not source.is_json and _is_ours(read_header(source))


def _is_ours(names: list[str]) -> bool:
    return table_of(name.strip().lower() for name in names) is not None


def _read(source: Source) -> tuple[AnyTable, ...]:
    names = read_header(source)
    require_distinct(names, source)
    return (own_table(read_rows(source, names), source),)


def wrong_separator(source: Source) -> AdjudgeError | None:
    """The error that our columns are separated by something else than commas, if that is the case."""
    for separator, noun in _OTHER_SEPARATORS.items():
        names = read_header(source, separator)
        if _is_ours(names):
            return catalogue.WRONG_SEPARATOR(source=source.name, separator=noun, n=len(names))
    return None


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
