"""Where the records of delimited text are: split at line ends and separators outside of quotes, block by block.

The structure is checked on the bytes: a quote out of place is an error with its line. A block holds whole records; a
record that is open at the end of a block goes to the next one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudge.core.errors import AdjudgeError
from adjudge.io import catalogue
from adjudge.io.files.catalogue import LONG_RECORD
from adjudge.io.source import MAX_LINE, Source

_Ints = npt.NDArray[np.int64]
_Bytes = npt.NDArray[np.uint8]
_NEWLINE, _RETURN, _QUOTE = b'\n\r"'
#: An open quote must not make all the rest of a large file one record.
MAX_RECORD: Final = 1 << 26


@dataclass(frozen=True)
class Records:
    """Where records are: offsets of first byte and line end, number of the line, number of fields."""

    begin: _Ints
    end: _Ints
    line: _Ints
    fields: _Ints

    def __getitem__(self, rows: slice | npt.NDArray[np.bool_]) -> Records:
        return Records(self.begin[rows], self.end[rows], self.line[rows], self.fields[rows])


def no_records() -> Records:
    """None at all."""
    none = np.zeros(0, np.int64)
    return Records(none, none, none, none)


def record_blocks(source: Source, separator: int, *, quoted: bool) -> Iterator[tuple[bytes, Records]]:
    """Blocks of the file with the records in them, blank lines aside.

    Args:
        source: the file.
        separator: one byte.
        quoted: whether `"` quotes a field.

    Raises:
        InputError: AJ005 if it is not text, AJ006 if a line or a record is too long, AJ011 if a quote is out of place.
    """
    line, rest = 1, b""
    for new in source.blocks():
        block = rest + new if rest else new
        data = np.frombuffer(block, np.uint8)
        newlines = np.flatnonzero(data == _NEWLINE)
        if (np.diff(newlines, prepend=-1, append=len(data)) - 1 > MAX_LINE).any():
            source.require_readable()
        quotes = np.flatnonzero(data == _QUOTE) if quoted and b'"' in block else newlines[:0]
        if _misplaced(data, quotes, separator).any():
            raise _quote_error(source, separator)
        ends = newlines if data[-1] == _NEWLINE else np.append(newlines, len(data))
        records = _find(data, ends, quotes, separator, line)
        whole = int(records.end[-1]) + 1 if len(records.line) else 0
        rest = block[whole:]
        if len(rest) > MAX_RECORD:
            raise _quote_error(source, separator, line + block.count(b"\n", 0, whole))
        if len(records.line):
            yield block[:whole] if rest else block, _without_blank_lines(block, records)
        line += block.count(b"\n", 0, whole)
    if rest:
        raise _quote_error(source, separator)


def _find(data: _Bytes, ends: _Ints, quotes: _Ints, separator: int, line: int) -> Records:
    """The records that end in a block."""
    separators = np.flatnonzero(data == separator)
    lines = np.arange(line, line + len(ends))
    if len(quotes):
        outside = np.searchsorted(quotes, ends) % 2 == 0
        lines = np.append(line, lines[outside] + 1)[:-1]  # a record starts behind the end of the one before
        ends = ends[outside]
        separators = separators[np.searchsorted(quotes, separators) % 2 == 0]
    begins = np.append(0, ends + 1)[:-1]
    fields = np.diff(np.searchsorted(separators, ends), prepend=0) + 1
    return Records(begins, ends, lines, fields)


def _misplaced(data: _Bytes, quotes: _Ints, separator: int, first: int = 0) -> npt.NDArray[np.bool_]:
    """Which quotes are out of place: they open at the start of a field, close at its end, and are doubled in between.

    Args:
        data: a block that starts at the start of a line.
        quotes: their offsets.
        separator: one byte.
        first: 1 if a quote is open at the start of the block.
    """
    opens = np.arange(first, first + len(quotes)) % 2 == 0
    before = np.where(quotes > 0, data[quotes - 1], _NEWLINE)
    after = np.where(quotes + 1 < len(data), data[(quotes + 1) % len(data)], _NEWLINE)
    good_start = (before == separator) | (before == _NEWLINE) | (before == _QUOTE)
    good_end = (after == separator) | (after == _NEWLINE) | (after == _RETURN) | (after == _QUOTE)
    wrong: npt.NDArray[np.bool_] = np.where(opens, ~good_start, ~good_end)
    return wrong


def _quote_error(source: Source, separator: int, open_line: int | None = None) -> AdjudgeError:
    """What is wrong with the quotes: the first place, and how many there are in all of the file.

    Args:
        source: the file.
        separator: one byte.
        open_line: where a record begins that is too long, in case that all quotes are right.
    """
    source.require_readable()
    line, seen, wrong, first, last = 1, 0, 0, 0, 0
    for block in source.blocks():
        data = np.frombuffer(block, np.uint8)
        quotes = np.flatnonzero(data == _QUOTE)
        misplaced = quotes[_misplaced(data, quotes, separator, seen % 2)]
        if len(misplaced):
            first = first or line + block.count(b"\n", 0, int(misplaced[0]))
            wrong += len(misplaced)
        if len(quotes):
            last = line + block.count(b"\n", 0, int(quotes[-1]))
        seen += len(quotes)
        line += block.count(b"\n")
    if open_line is not None and not (wrong or seen % 2):
        return LONG_RECORD(source=source.name, line=open_line, most=MAX_RECORD)
    entry = catalogue.STRAY_QUOTE if wrong else catalogue.UNCLOSED_QUOTE
    return entry(source=source.name, line=first or last, n=wrong + seen % 2)


def _without_blank_lines(data: bytes, records: Records) -> Records:
    single = np.flatnonzero(records.fields == 1)
    blank = [i for i in single if not data[records.begin[i] : records.end[i]].strip()]
    kept = np.ones(len(records.line), dtype=bool)
    kept[blank] = False
    return records[kept]
