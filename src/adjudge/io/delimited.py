"""Delimited text to a frame of text columns, with the line number of every row.

Nothing is guessed or repaired: a quote out of place or a row with too few or too many fields is an error with its line.
The structure is checked on the bytes first; the fast parser then sees only what any parser would read alike.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from adjudge.core.columns import LINE
from adjudge.io import catalogue
from adjudge.io.source import Source

_Ints = npt.NDArray[np.int64]
_NEWLINE, _RETURN, _QUOTE = b'\n\r"'


@dataclass(frozen=True)
class _Records:
    """Where the records are: offsets of first byte and line end, number of the line, number of fields."""

    begin: _Ints
    end: _Ints
    line: _Ints
    fields: _Ints

    def __getitem__(self, rows: slice | npt.NDArray[np.bool_]) -> _Records:
        return _Records(self.begin[rows], self.end[rows], self.line[rows], self.fields[rows])


def split_line(line: str, separator: str = ",") -> list[str]:
    """The fields of one line; an unreadable line is one field."""
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return [line]


def read_header(source: Source, separator: str = ",", *, quoted: bool = True) -> list[str]:
    """The fields of the first record as they are; an unreadable one is one field."""
    if not quoted:
        return source.first_line.split(separator)
    try:
        return next(csv.reader(io.StringIO(source.start, newline=""), delimiter=separator), [])
    except csv.Error:
        return [source.first_line]


def has_header(source: Source, names: Sequence[str], separator: str = ",", *, quoted: bool = True) -> bool:
    """Whether the first record holds these names, blanks around them aside."""
    found = read_header(source, separator, quoted=quoted)
    return [name.strip() for name in found] == [name.strip() for name in names]


def read_rows(
    source: Source, names: Sequence[str], *, separator: str = ",", header: bool = True, quoted: bool = True
) -> pl.DataFrame:
    """All rows as text.

    Args:
        source: the file. Rows with another number of fields are reported to it and left out.
        names: names of the columns.
        separator: one character.
        header: whether the first line must hold the names.
        quoted: whether `"` quotes a field.

    Returns:
        One text column per name, and the line numbers as column `_line`.

    Raises:
        InputError: AJ006, AJ007, AJ011.
    """
    source.require_short_lines()
    if header and not has_header(source, names, separator, quoted=quoted):
        raise catalogue.WRONG_HEADER(source=source.name, begin=source.first_line, names=", ".join(names))
    records = _without_blank_lines(source.data, _find_records(source, ord(separator), quoted=quoted))
    even = records.fields == len(names)
    if not even.all():
        wrong = records[~even]
        report_uneven(source, wrong.line.tolist(), int(wrong.fields[0]), names, total=len(even))
    rows = records[even]
    frame = _parse(source.data, rows, len(names), separator, quoted=quoted)
    frame.columns = list(names)
    return frame.with_columns(pl.Series(LINE, rows.line, dtype=pl.Int64)).slice(1 if header else 0)


def _find_records(source: Source, separator: int, *, quoted: bool) -> _Records:
    """Split at line ends and separators that are not inside quotes."""
    data = np.frombuffer(source.data, np.uint8)
    separators = np.flatnonzero(data == separator)
    ends = source.newlines if data[-1] == _NEWLINE else np.append(source.newlines, len(data))
    lines = np.arange(1, len(ends) + 1)
    if quoted and b'"' in source.data:
        quotes = np.flatnonzero(data == _QUOTE)
        _require_paired(source, data, quotes, separator)
        outside = np.searchsorted(quotes, ends) % 2 == 0
        lines = np.append(1, lines[outside][:-1] + 1)  # a record starts behind the end of the one before
        ends = ends[outside]
        separators = separators[np.searchsorted(quotes, separators) % 2 == 0]
    begins = np.append(0, ends[:-1] + 1)
    fields = np.diff(np.searchsorted(separators, ends), prepend=0) + 1
    return _Records(begins, ends, lines, fields)


def _require_paired(source: Source, data: npt.NDArray[np.uint8], quotes: _Ints, separator: int) -> None:
    """Quotes open at the start of a field and close at its end; between them they are doubled."""
    opening, closing = quotes[::2], quotes[1::2]
    before = np.where(opening > 0, data[opening - 1], _NEWLINE)
    after = np.where(closing + 1 < len(data), data[(closing + 1) % len(data)], _NEWLINE)
    wrong = np.concatenate(
        [
            opening[~np.isin(before, [separator, _NEWLINE, _QUOTE])],
            closing[~np.isin(after, [separator, _NEWLINE, _RETURN, _QUOTE])],
        ]
    )
    unclosed = len(quotes) % 2 == 1
    if not (len(wrong) or unclosed):
        return
    place = int(wrong.min()) if len(wrong) else int(quotes[-1])
    line = source.data.count(b"\n", 0, place) + 1
    entry = catalogue.STRAY_QUOTE if len(wrong) else catalogue.UNCLOSED_QUOTE
    raise entry(source=source.name, line=line, n=len(wrong) + unclosed)


def _without_blank_lines(data: bytes, records: _Records) -> _Records:
    single = np.flatnonzero(records.fields == 1)
    blank = [i for i in single if not data[records.begin[i] : records.end[i]].strip()]
    kept = np.ones(len(records.line), dtype=bool)
    kept[blank] = False
    return records[kept]


def _parse(data: bytes, rows: _Records, width: int, separator: str, *, quoted: bool) -> pl.DataFrame:
    """The fields of records that all have the same width."""
    schema = {str(i): pl.String() for i in range(width)}
    if not len(rows.line):
        return pl.DataFrame(schema=schema)
    gaps = rows.begin[0] > 0 or rows.end[-1] < len(data) - 1 or (rows.begin[1:] > rows.end[:-1] + 1).any()
    return pl.read_csv(
        b"\n".join(data[begin:end] for begin, end in zip(rows.begin, rows.end, strict=True)) if gaps else data,
        has_header=False,
        separator=separator,
        quote_char='"' if quoted else None,
        schema=schema,
        empty_string_is_null=False,
    )


def read_words(source: Source, names: Sequence[str], *, header: bool = True) -> pl.DataFrame:
    """Rows split at any white space, because some releases mix tabs and blanks.

    Args:
        source: the file. Rows with another number of words are reported to it and left out.
        names: names of the columns.
        header: whether the first line must hold the names.

    Returns:
        One text column per name, and the line numbers as column `_line`.

    Raises:
        InputError: AJ006, AJ007.
    """
    if header and source.first_line.split() != list(names):
        raise catalogue.WRONG_HEADER(source=source.name, begin=source.first_line, names=", ".join(names))
    rows = [(line, text.split()) for line, text in source.lines()]
    wrong = [(line, len(words)) for line, words in rows if len(words) != len(names)]
    if wrong:
        report_uneven(source, [line for line, _ in wrong], wrong[0][1], names, total=len(rows))
        rows = [(line, words) for line, words in rows if len(words) == len(names)]
    rows = rows[1:] if header else rows
    columns = {name: [words[i] for _, words in rows] for i, name in enumerate(names)}
    frame = pl.DataFrame(columns, schema=dict.fromkeys(names, pl.String))
    return frame.with_columns(pl.Series(LINE, [line for line, _ in rows], dtype=pl.Int64))


def report_uneven(source: Source, lines: list[int], fields: int, names: Sequence[str], *, total: int) -> None:
    """Note rows whose number of fields is not that of the columns (AJ009)."""
    source.report_lines(catalogue.UNEVEN_LINES, lines, total=total, fields=fields, n=len(names), names=", ".join(names))
