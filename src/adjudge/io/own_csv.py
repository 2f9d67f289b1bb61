"""Adjudge CSV: a header line with our column names, commas, quotes where needed, UTF-8."""

from __future__ import annotations

import polars as pl

from adjudge.core.errors import InputError, Problem
from adjudge.core.tables import AnyTable, Table
from adjudge.io.delimited import read_header, read_rows, split_line
from adjudge.io.formats import Format, checked
from adjudge.io.own_tables import present_columns, table_of
from adjudge.io.source import Source

_OTHER_SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "bars"}


def _detect(source: Source) -> bool:
    return not source.is_json and table_of(_lower(read_header(source))) is not None


def _lower(names: list[str]) -> list[str]:
    return [name.lower() for name in names]


def _read(source: Source) -> tuple[AnyTable, ...]:
    rows = read_rows(source)
    table = table_of(_lower(rows.columns))
    if table is None:
        raise InputError(unknown_columns(source, read_header(source)))
    known = {column.name for column in table.columns}
    # 'Score' is 'score'; names of systems in a file of texts keep their case.
    rows = rows.rename({n: n.lower() for n in rows.columns if n.lower() in known and n.lower() not in rows.columns})
    return (checked(table, rows, source),)


def unknown_columns(source: Source, names: list[str]) -> Problem:
    """The problem that a header holds none of our column names."""
    return Problem(
        "AJ007",
        f"{source.name}: the columns {', '.join(names)[:120]} are not those of a known format",
        "a known release, or a CSV file whose header holds at least system, segment and score",
        f"{len(names)} columns",
        "rename the columns, or say which is which: --column score=NAME --column system=NAME --column segment=NAME",
    )


def wrong_separator(source: Source) -> Problem | None:
    """The problem that our columns are separated by something else than commas, if that is the case."""
    for separator, noun in _OTHER_SEPARATORS.items():
        names = split_line(source.first_line, separator)
        if len(names) > 1 and table_of(name.strip().lower() for name in names) is not None:
            return Problem(
                "AJ008",
                f"{source.name}, line 1: the columns are separated by {noun}",
                "commas",
                f"{len(names)} columns",
                "save the file as CSV with commas (in a spreadsheet: UTF-8, field separator ',')",
            )
    return None


def write_csv(table: Table) -> bytes:
    """The table as CSV text; columns without any value are left out.

    Raises:
        InputError: AJ022 if a text holds a NUL character, which CSV cannot carry.
    """
    frame = present_columns(table)
    texts = [name for name, dtype in frame.schema.items() if dtype == pl.String]
    nul = [name for name in texts if frame[name].str.contains("\x00", literal=True).any()]
    if nul:
        raise InputError(
            Problem(
                "AJ022",
                f"column {nul[0]} holds a NUL character",
                "text that CSV can carry",
                f"{len(nul)} columns",
                "write .jsonl or .parquet instead",
            )
        )
    # Quote every text once one holds a carriage return: the writer does not see it as a line end, readers do.
    odd = any(frame[name].str.contains("\r", literal=True).any() for name in texts)
    return frame.write_csv(quote_style="non_numeric" if odd else "necessary").encode()


FORMATS = (
    Format(
        "csv",
        "Adjudge CSV: our column names in the header",
        ("ratings", "comparisons", "pair counts", "spans", "metric scores", "texts", "batches"),
        _detect,
        _read,
    ),
)
