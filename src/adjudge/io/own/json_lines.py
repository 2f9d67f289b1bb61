"""Adjudge JSON Lines: one object to a line, keys are our column names, absent keys are missing values."""

from __future__ import annotations

import json
from typing import Any

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.tables import AnyTable, Table
from adjudge.io import catalogue
from adjudge.io.formats import Format
from adjudge.io.own.tables import NOUNS, own_table, require_distinct, to_write, translated
from adjudge.io.source import Source


def _detect(source: Source) -> bool:
    return source.start.lstrip()[:1] == "{"


def _read(source: Source) -> tuple[AnyTable, ...]:
    rows = [(number, flat_object(line)) for number, line in source.lines()]
    good = [(number, row) for number, row in rows if row is not None]
    if len(good) < len(rows):
        wrong = [number for number, row in rows if row is None]
        source.report_lines(catalogue.BAD_JSON_LINE, wrong, total=len(rows))
    if not good:
        return ()
    names = list(dict.fromkeys(name for _, row in good for name in row))
    require_distinct(names, source)
    columns = {name: _column([row.get(name) for _, row in good]) for name in names}
    frame = pl.DataFrame({**columns, LINE: pl.Series([number for number, _ in good], dtype=pl.Int64)})
    table, frame = translated(frame, source)
    return (own_table(table, frame, source, names),)


def flat_object(line: str) -> dict[str, Any] | None:
    """The object of a line; None if it is none, is nested, has a key twice, or holds half of a surrogate pair."""
    try:
        pairs = json.loads(line, object_pairs_hook=tuple)
        if not isinstance(pairs, tuple) or any(isinstance(value, list | tuple) for _, value in pairs):
            return None
        row = dict(pairs)
        if "\\u" in line:
            json.dumps(row, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return row if len(row) == len(pairs) else None


def _column(values: list[Any]) -> pl.Series:
    """Numbers stay numbers; a column that mixes numbers and text becomes text, for the checks to judge."""
    types = {type(value) for value in values} - {type(None)}
    if types == {int} and all(value is None or abs(value) < 2**63 for value in values):
        return pl.Series(values, dtype=pl.Int64)
    if types and types <= {int, float}:
        # By way of text: a whole number beyond all floats becomes infinite, which the checks refuse.
        return pl.Series([None if value is None else float(str(value)) for value in values], dtype=pl.Float64)
    return pl.Series([None if value is None else str(value) for value in values], dtype=pl.String)


def write_jsonl(table: Table) -> bytes:
    """The table as JSON Lines; missing values are left out, but the first line names every column."""
    first, *others = to_write(table).iter_rows(named=True)
    objects = [first, *({k: v for k, v in row.items() if v is not None} for row in others)]
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in objects).encode()


FORMATS = (
    Format(
        "jsonl",
        "Adjudge JSON Lines: one object to a line, keys are our column names",
        gives=NOUNS,
        detect=_detect,
        read=_read,
        author="Adjudge; anybody who writes a table with our columns",
        last=True,  # any JSON object will do; the other formats know exactly what they want
    ),
)
