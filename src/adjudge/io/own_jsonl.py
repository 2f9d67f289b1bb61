"""Adjudge JSON Lines: one object to a line, keys are our column names, absent keys are missing values."""

from __future__ import annotations

import json

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.errors import InputError, Problem
from adjudge.core.tables import AnyTable, Table
from adjudge.io.formats import Format, checked
from adjudge.io.own_csv import unknown_columns
from adjudge.io.own_tables import present_columns, table_of
from adjudge.io.source import Source


def _detect(source: Source) -> bool:
    return source.data.lstrip()[:1] == b"{" and b'"' in source.data[:200]


def _read(source: Source) -> tuple[AnyTable, ...]:
    source.require_short_lines()
    rows, wrong = [], []
    for number, line in source.lines():
        try:
            row = json.loads(line)
            if not isinstance(row, dict) or any(isinstance(value, list | dict) for value in row.values()):
                raise TypeError
            rows.append({**row, LINE: number})
        except (ValueError, TypeError, RecursionError):
            wrong.append(number)
    if wrong:
        raise InputError(
            Problem(
                "AJ011",
                f"{source.name}, line {wrong[0]} is not one flat JSON object",
                'one object of plain values to a line, such as {"system": "A", "segment": "1", "score": 80}',
                f"{len(wrong):,} of {len(wrong) + len(rows):,} lines",
                "correct these lines",
            )
        )
    names = list(dict.fromkeys(name for row in rows for name in row))
    table = table_of(names)
    if table is None:
        raise InputError(unknown_columns(source, [name for name in names if name != LINE]))
    columns = {name: _column([row.get(name) for row in rows]) for name in names}
    return (checked(table, pl.DataFrame(columns), source),)


def _column(values: list[object]) -> pl.Series:
    """Numbers stay numbers; a column that mixes numbers and text becomes text, for the checks to judge."""
    present = [value for value in values if value is not None]
    if all(isinstance(value, int) and not isinstance(value, bool) for value in present) and present:
        try:
            return pl.Series(values, dtype=pl.Int64)
        except (pl.exceptions.PolarsError, OverflowError):
            pass
    elif all(isinstance(value, int | float) and not isinstance(value, bool) for value in present) and present:
        return pl.Series([None if value is None else float(str(value)) for value in values], dtype=pl.Float64)
    return pl.Series([None if value is None else str(value) for value in values], dtype=pl.String)


def write_jsonl(table: Table) -> bytes:
    """The table as JSON Lines; missing values are left out of their object."""
    rows = present_columns(table).iter_rows(named=True)
    lines = (json.dumps({k: v for k, v in row.items() if v is not None}, ensure_ascii=False) for row in rows)
    return ("\n".join(lines) + "\n").encode()


FORMATS = (
    Format(
        "jsonl",
        "Adjudge JSON Lines: one object to a line, keys are our column names",
        ("ratings", "comparisons", "pair counts", "spans", "metric scores", "texts", "batches"),
        _detect,
        _read,
    ),
)
