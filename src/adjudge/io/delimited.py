"""Delimited text to a frame of text columns, with the line number of every row.

Nothing is guessed or repaired: a quote out of place or a row with too few or too many fields is an error with its line.
The structure is checked on the bytes first; the fast parser then sees only what any parser would read alike.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Sequence

import polars as pl

from adjudge.core.columns import LINE
from adjudge.io import catalogue
from adjudge.io.files.memory import KEPT, require_room
from adjudge.io.records import Records, no_records, record_blocks
from adjudge.io.source import Source

#: Short texts are held in place, long ones beside it.
_BYTES_OF_A_VALUE = 16


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
    source: Source,
    names: Sequence[str],
    *,
    separator: str = ",",
    header: bool = True,
    quoted: bool = True,
    keep: Collection[str] | None = None,
) -> pl.DataFrame:
    """All rows as text, read in blocks.

    Args:
        source: the file. Rows with another number of fields are reported to it and left out.
        names: names of the columns.
        separator: one character.
        header: whether the first line must hold the names.
        quoted: whether `"` quotes a field.
        keep: the columns to hold; the others are only checked. All if None.

    Returns:
        One text column per name that is kept, and the line numbers as column `_line`.

    Raises:
        InputError: AJ006, AJ007, AJ011, AJ050.
    """
    if header and not has_header(source, names, separator, quoted=quoted):
        source.require_readable()
        raise catalogue.WRONG_HEADER(source=source.name, begin=source.first_line, names=", ".join(names))
    kept = [i for i, name in enumerate(names) if keep is None or name in keep]
    frames: list[pl.DataFrame] = []
    wrong: list[Records] = []
    total = 0
    for block, records in record_blocks(source, ord(separator), quoted=quoted):
        total += len(records.line)
        even = records.fields == len(names)
        if not even.all():
            wrong.append(records[~even])
        rows = records[even]
        frames.append(_parse(block, rows, len(names), kept, separator, quoted=quoted))
        _require_room(source, frames, len(block))
    if wrong:
        lines = [line for records in wrong for line in records.line.tolist()]
        report_uneven(source, lines, int(wrong[0].fields[0]), names, total=total)
    frame = _joined(frames) if frames else _parse(b"", no_records(), len(names), kept, separator, quoted=quoted)
    frame.columns = [*(names[i] for i in kept), LINE]
    return frame.slice(1 if header else 0)


def _joined(frames: list[pl.DataFrame]) -> pl.DataFrame:
    """One frame of many, which it uses up: column by column, so that no more than one column is held twice."""
    parts = [[frame[name] for frame in frames] for name in frames[0].columns]
    frames.clear()
    joined = []
    while parts:
        joined.append(pl.concat(parts.pop(0), rechunk=True))
    return pl.DataFrame(joined)


def _require_room(source: Source, frames: list[pl.DataFrame], block: int) -> None:
    """Refuse a file whose columns will not fit (AJ050): by its first block, and by what is held so far."""
    held = sum(int(frame.estimated_size()) + frame.height * frame.width * _BYTES_OF_A_VALUE for frame in frames)
    if len(frames) == 1 and source.size is not None:
        held = int(held * source.size / block)
    require_room(source.name, held, times=KEPT)


def _parse(
    data: bytes, rows: Records, width: int, kept: Sequence[int], separator: str, *, quoted: bool
) -> pl.DataFrame:
    """The fields of records that all have the same width, as columns named by their places, and the line numbers."""
    schema = {str(i): pl.String() for i in range(width)}
    lines = pl.Series(LINE, rows.line, dtype=pl.Int64)
    if not len(rows.line) or not kept:
        return pl.DataFrame([*(pl.Series(str(i), [], dtype=pl.String) for i in kept), lines])
    gaps = rows.begin[0] > 0 or rows.end[-1] < len(data) - 1 or (rows.begin[1:] > rows.end[:-1] + 1).any()
    return pl.read_csv(
        b"\n".join(data[begin:end] for begin, end in zip(rows.begin, rows.end, strict=True)) if gaps else data,
        has_header=False,
        separator=separator,
        quote_char='"' if quoted else None,
        schema=schema,
        columns=list(kept),
        empty_string_is_null=False,
    ).with_columns(lines)


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
    source.report_lines(catalogue.UNEVEN_LINES, lines, total=total, fields=fields, n=len(names), names=names)
