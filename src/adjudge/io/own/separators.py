"""What separates the columns of our CSV, told by its header; and numbers with decimal commas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from adjudge.core.checking.checks import listed_places
from adjudge.core.checking.frames import match_name
from adjudge.core.columns import LINE
from adjudge.core.errors import AdjudgeError
from adjudge.core.findings import Finding
from adjudge.core.tables import Table
from adjudge.io.catalogue import WRONG_SEPARATOR
from adjudge.io.delimited import read_header
from adjudge.io.files.catalogue import DECIMAL_COMMAS, UNCLEAR_COMMAS, UNCLEAR_SEPARATOR
from adjudge.io.own.tables import is_complete, table_of
from adjudge.io.source import Source

NOUNS: Final = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
#: Those that are read; texts that hold a bar are too frequent.
_READ: Final = (",", ";", "\t")
_DECIMAL: Final = r"^[+-]?\d+,\d+$"
#: 1,234 is 1.234 in one country and 1234 in another.
_UNCLEAR: Final = r"^[+-]?[1-9]\d{0,2},\d{3}$"


def find_separator(source: Source) -> str | None:
    """What separates our columns, or those that the user named; None if the header does not say.

    Raises:
        InputError: AJ008 if two separators would do.
    """
    fitting = [separator for separator in _READ if _fits(source, separator)]
    if len(fitting) > 1:
        first, second = (NOUNS[separator] for separator in fitting[:2])
        raise UNCLEAR_SEPARATOR(source=source.name, first=first, second=second)
    return fitting[0] if fitting else None


def _fits(source: Source, separator: str) -> bool:
    names = read_header(source, separator)
    if source.columns:
        return all(match_name(theirs, names) for theirs in source.columns.values())
    if separator == ",":
        return _table(names) is not None
    return is_complete(_lowered(names))


def likely_separator(source: Source) -> str:
    """The separator that gives the most columns that we know, for messages about the others; a comma if none does."""
    if source.columns:
        theirs = source.columns.values()
        known = {s: sum(match_name(name, read_header(source, s)) is not None for name in theirs) for s in _READ}
        return max(_READ, key=lambda separator: (known[separator], len(read_header(source, separator))))
    return next((separator for separator in _READ if _table(read_header(source, separator))), ",")


def _table(names: Sequence[str]) -> type[Table] | None:
    return table_of(_lowered(names))


def _lowered(names: Sequence[str]) -> list[str]:
    return [name.strip().lower() for name in names]


def wrong_separator(source: Source) -> AdjudgeError | None:
    """The error that our columns are separated by something that is not read, if that is the case."""
    for separator, noun in NOUNS.items():
        names = read_header(source, separator)
        if separator not in _READ and _table(names):
            return WRONG_SEPARATOR(source=source.name, separator=noun, n=len(names))
    return None


def with_decimal_points(
    frame: pl.DataFrame, table: type[Table], source: Source
) -> tuple[pl.DataFrame, tuple[Finding, ...]]:
    """Numbers with decimal commas are understood, and a finding counts them; unclear ones are reported (AJ053).

    Args:
        frame: rows of text under our names.
        table: what they are.
        source: the file.
    """
    findings = []
    for column in table.columns:
        if column.type != "number" or column.name not in frame.columns or frame[column.name].dtype != pl.String:
            continue
        text = frame[column.name].str.strip_chars()
        marked = text.str.contains(",", literal=True).fill_null(value=False)
        # A point beside the comma, or in another value of the column, leaves both without a clear meaning: they are
        # no numbers then, and the check of the types says so.
        if not marked.any() or text.str.contains(".", literal=True).any():
            continue
        if not text.filter(marked).str.contains(_DECIMAL).all():
            continue
        points = text.str.replace(",", ".", literal=True)
        if text.filter(marked).str.contains(_UNCLEAR).all():
            _report_unclear(source, frame, column.name, text, marked)
            points = points.set(marked, None)
        else:
            found = {"_example": text.filter(marked)[0], "_meaning": points.filter(marked)[0]}
            findings.append(DECIMAL_COMMAS(source=source.name, column=column.name, values=int(marked.sum()), **found))
        frame = frame.with_columns(points.alias(column.name))
    return frame, tuple(findings)


def _report_unclear(source: Source, frame: pl.DataFrame, column: str, text: pl.Series, marked: pl.Series) -> None:
    value = text.filter(marked)[0]
    lines = frame[LINE].filter(marked)
    source.report(
        UNCLEAR_COMMAS.problem(
            source=source.name,
            line=lines[0],
            column=column,
            value=value,
            decimal=value.replace(",", "."),
            thousands=value.replace(",", ""),
            wrong=len(lines),
            total=frame.height,
            places=listed_places("line", lines.head(9)),
        )
    )
