"""Delimited text to a frame of text columns, with the line number of every row.

Nothing is guessed or repaired: a row with too few or too many fields is an error with its line.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.errors import InputError, Problem
from adjudge.io.source import Source

_EXAMPLES = 3


def split_line(line: str, separator: str = ",") -> list[str]:
    """The fields of one line; an unreadable line is one field."""
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return [line]


def read_header(source: Source, separator: str = ",") -> list[str]:
    """Names in the first line, without blanks around them."""
    return [name.strip() for name in split_line(source.first_line, separator)]


def read_rows(source: Source, *, separator: str = ",", header: bool = True, quoted: bool = True) -> pl.DataFrame:
    """All rows as text; missing fields are errors, empty fields are empty text.

    Args:
        source: the file.
        separator: one character.
        header: whether the first line holds the names; otherwise they are `0`, `1`, ...
        quoted: whether `"` quotes a field.

    Returns:
        One text column per field, and the line numbers as column `_line`.

    Raises:
        InputError: AJ006, AJ009, AJ010, AJ011.
    """
    source.require_short_lines()
    first = source.first_line
    names = split_line(first, separator) if quoted else first.split(separator)
    try:
        frame = pl.read_csv(
            source.data,
            has_header=False,
            separator=separator,
            quote_char='"' if quoted else None,
            schema={str(i): pl.String() for i in range(len(names))},
            empty_string_is_null=False,
        )
    except (pl.exceptions.PolarsError, ValueError) as error:
        raise InputError(*_uneven(source, separator, len(names), quoted=quoted), *_unreadable(source, error)) from None
    frame = frame.with_columns(_line_numbers(source, frame.height, separator, quoted=quoted))
    short = frame.select(pl.col(str(len(names) - 1)).is_null())[:, 0]
    if short.any():
        blank = frame.select((pl.col("0").is_null() | (pl.col("0") == "")) & pl.lit(short))[:, 0]
        frame = frame.filter(~(blank & short))
        if (short & ~blank).any():
            raise InputError(*_uneven(source, separator, len(names), quoted=quoted))
    if not header:
        return frame
    _require_distinct([name.strip() for name in names], source)
    return frame.slice(1).rename({str(i): name.strip() for i, name in enumerate(names)})


def _line_numbers(source: Source, rows: int, separator: str, *, quoted: bool) -> pl.Series:
    lines = source.data.count(b"\n") + (not source.data.endswith(b"\n"))
    if rows == lines or not quoted:
        return pl.int_range(1, rows + 1, eager=True).alias(LINE)
    starts = [start for start, _ in _records(source, separator)]
    if len(starts) != rows:  # the two parsers disagree: better no line numbers than wrong ones
        return pl.int_range(1, rows + 1, eager=True).alias(LINE)
    return pl.Series(LINE, starts, dtype=pl.Int64)


def _records(source: Source, separator: str, *, quoted: bool = True) -> Iterator[tuple[int, list[str]]]:
    """Records with the line they start at, by the slow but talkative parser of the standard library."""
    quoting = csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE
    csv.field_size_limit(1 << 30)
    reader = csv.reader(io.StringIO(source.data.decode(), newline=""), delimiter=separator, quoting=quoting)
    start = 1
    for record in reader:
        yield start, record
        start = reader.line_num + 1


def _uneven(source: Source, separator: str, width: int, *, quoted: bool) -> list[Problem]:
    """Rows whose number of fields differs from the first line's."""
    try:
        records = [(line, r) for line, r in _records(source, separator, quoted=quoted) if r]
    except csv.Error:
        return []
    wrong = [(line, len(record)) for line, record in records if len(record) != width]
    if not wrong:
        return []
    line, fields = wrong[0]
    shown = ", ".join(str(n) for n, _ in wrong[:_EXAMPLES]) + (", ..." if len(wrong) > _EXAMPLES else "")
    problem = Problem(
        "AJ009",
        f"{source.name}, line {line} has {fields} fields",
        f"{width} fields, as in the first line",
        f"{len(wrong):,} of {len(records):,} lines (line {shown})",
        "check quoting and separators there; a text with a comma needs quotes",
    )
    return [problem]


def _unreadable(source: Source, error: Exception) -> list[Problem]:
    """The parser's own words, when the fields were not the reason it gave up."""
    reason = str(error).split("\n", 1)[0]
    if "more fields" in reason:
        return []
    opened = next((line for line, text in enumerate(source.data.split(b"\n"), 1) if text.count(b'"') % 2), 1)
    problem = Problem(
        "AJ011",
        f"{source.name}, line {opened}: a quote is opened and not closed",
        "quotes in pairs, and a quote inside a quoted text doubled",
        "1 place or more",
        "correct the quotes there",
    )
    return [problem]


def _require_distinct(names: list[str], source: Source) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(
            Problem(
                "AJ010",
                f"{source.name}, line 1: column '{twice[0]}' occurs more than once",
                "every column once",
                f"{len(twice)} names",
                "rename or remove the copies",
            )
        )


def read_words(source: Source) -> list[tuple[int, list[str]]]:
    """Lines split at any white space, with their numbers: some releases mix tabs and blanks."""
    source.require_short_lines()
    return [(number, line.split()) for number, line in source.lines()]
