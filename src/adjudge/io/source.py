"""One file on its way in: found, unpacked, and known to be readable text before any reader relies on it.

A small file is held and checked as a whole from the start. A large one shows its head to detection; a reader then takes
its blocks one after the other, or asks for all of it, and the text is checked on the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from adjudge.core.catalogue import ErrorEntry
from adjudge.core.checking.checks import listed_places
from adjudge.core.errors import Problem
from adjudge.core.findings import Finding
from adjudge.io import catalogue
from adjudge.io.files import stored
from adjudge.io.files.kinds import require_table
from adjudge.io.files.stored import PARQUET_MAGIC, Stored, open_stored

#: Text of one judgement rarely exceeds some kilobytes a line; a longer line is a file of another kind.
MAX_LINE = 1 << 20
_SAMPLE_LINES = 200
_SAMPLE_BYTES = _SAMPLE_LINES * 2048
_BLANK_LINES = re.compile(r"(?:[^\S\n]*\n)+")


@dataclass(frozen=True)
class Source:
    """The content of a file, and what the user said about it.

    Args:
        path: where it is.
        content: unpacked bytes without byte order mark, UTF-8 text unless `is_parquet`; or a large file to be read.
        scale: the scale of its scores.
        columns: our names of its columns -> their names in the file.
        problems: what is wrong with single lines. A reader reports them and goes on with the other lines, so that
            all problems of a file are reported at once; `read_file` raises them.
        answerable: findings that a further file would settle, by the kind of that file.
    """

    path: Path
    content: bytes | Stored
    scale: str | None = None
    columns: Mapping[str, str] | None = None
    problems: list[Problem] = field(default_factory=list)
    answerable: dict[str, Finding] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The file's name, for messages."""
        return self.path.name

    @property
    def head(self) -> bytes:
        """The first bytes: all that detection may look at, because it is there without reading a large file."""
        return self.content if isinstance(self.content, bytes) else self.content.head

    @cached_property
    def data(self) -> bytes:
        """All bytes, checked to be text unless `is_parquet`; readers that can do with blocks need less memory.

        Raises:
            InputError: AJ005 if it is not text, AJ050 if it does not fit into memory.
        """
        if isinstance(self.content, bytes):
            return self.content
        return self.content.data if self.is_parquet else _text(self.name, self.content.data)

    @property
    def size(self) -> int | None:
        """Number of bytes; None if only unpacking would tell."""
        if isinstance(self.content, bytes):
            return len(self.content)
        return None if self.content.packed else self.content.size

    @property
    def is_parquet(self) -> bool:
        """Whether the content is a Parquet file."""
        return self.head.startswith(PARQUET_MAGIC)

    @property
    def is_json(self) -> bool:
        """Whether the content starts like a JSON list or object."""
        return self.start[:1] in ("[", "{")

    @cached_property
    def start(self) -> str:
        """The first lines as text, from the first one that is not blank; cut at the end of a line."""
        start = self.head[:_SAMPLE_BYTES].decode("utf-8", errors="ignore")
        if len(self.head) > _SAMPLE_BYTES:
            start = start[: start.rfind("\n") + 1]
        blank = _BLANK_LINES.match(start)
        return start[blank.end() :] if blank else start

    @cached_property
    def sample(self) -> list[str]:
        """The first lines that are not blank, without line ends."""
        lines = (line.rstrip("\r") for line in self.start.split("\n"))
        return [line for line in lines if line.strip()][:_SAMPLE_LINES]

    @property
    def first_line(self) -> str:
        """The first line that is not blank."""
        return self.sample[0] if self.sample else ""

    def lines(self) -> list[tuple[int, str]]:
        """All lines that are not blank with their numbers, without line ends."""
        self.require_short_lines()
        numbered = enumerate(self.data.decode().split("\n"), 1)
        return [(number, line.rstrip("\r")) for number, line in numbered if line.strip()]

    def blocks(self) -> Iterator[bytes]:
        """All bytes in blocks of whole lines, checked to be text.

        Raises:
            InputError: AJ005 if it is not text, AJ006 if a line is too long.
        """
        rest = b""
        for piece in self._pieces():
            cut = piece.rfind(b"\n") + 1
            if not cut:
                rest += piece
                if len(rest) > MAX_LINE:
                    self.require_readable()
                continue
            yield self._checked(rest + piece[:cut])
            rest = piece[cut:]
        if rest:
            yield self._checked(rest)

    def _pieces(self) -> Iterator[bytes]:
        content = self.content
        if isinstance(content, Stored) and not (b"\r" in content.head and b"\n" not in content.head):
            return content.pieces()
        data = self.data  # with line ends of old, all of it must be seen to know
        return (data[at : at + stored.PIECE] for at in range(0, len(data), stored.PIECE))

    def _checked(self, block: bytes) -> bytes:
        if isinstance(self.content, Stored) and (b"\x00" in block or not _is_utf8(block)):
            self.require_readable()
        return block

    def require_readable(self) -> None:
        """Refuse what is not text, or a line too long, with places and counts of the whole file (AJ005, AJ006)."""
        if isinstance(self.content, Stored):
            _require_no_nul(self.name, self._pieces())
        self.require_short_lines()
        if isinstance(self.content, Stored):
            _require_utf8(self.name, self._pieces())

    def require_short_lines(self) -> None:
        """Refuse a line that is too long to be one of a judgement file (AJ006)."""
        numbers: list[int] = []
        first, line, open_bytes = 0, 1, 0
        for piece in self._pieces():
            ends = np.flatnonzero(np.frombuffer(piece, np.uint8) == ord("\n"))
            lengths = np.diff(ends, prepend=-1, append=len(piece)) - 1
            lengths[0] += open_bytes
            open_bytes = int(lengths[-1])
            for i in np.flatnonzero(lengths[:-1] > MAX_LINE):
                first = first or int(lengths[i])
                numbers.append(line + int(i))
            line += len(ends)
        if open_bytes > MAX_LINE:
            first = first or open_bytes
            numbers.append(line)
        if numbers:
            raise catalogue.LONG_LINE(source=self.name, line=numbers[0], size=first, most=MAX_LINE, n=len(numbers))

    def report(self, *problems: Problem) -> None:
        """Note problems that do not keep a reader from going on."""
        self.problems.extend(problems)

    def report_lines(self, entry: ErrorEntry, wrong: list[int], *, total: int, **values: Any) -> None:  # noqa: ANN401
        """Note a problem of single lines: its place is the first of them, its count is all of them.

        Args:
            entry: the error; its sentence names `{source}` and `{line}`.
            wrong: the numbers of the lines.
            total: how many lines there are.
            **values: the other values of the sentence.
        """
        places = listed_places("line", wrong[:9])
        self.report(
            entry.problem(source=self.name, line=wrong[0], wrong=len(wrong), total=total, places=places, **values)
        )

    def settled_by(self, kind: str, finding: Finding) -> Finding:
        """Note that a further file of this kind would settle the finding."""
        self.answerable[kind] = finding
        return finding


def open_source(path: str | Path) -> Source:
    """Open a file, unpack it, and refuse what is not text; the rest of a large file is checked when it is read.

    Args:
        path: a text file, plain or gzip, or a Parquet file.

    Raises:
        InputError: AJ001 to AJ005, AJ051, AJ052.
    """
    path = Path(path)
    content = open_stored(path)
    head = content if isinstance(content, bytes) else content.head
    if head.startswith(PARQUET_MAGIC):
        return Source(path, content)
    require_table(path.name, head)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise catalogue.UTF_16(source=path.name, new=_new_name(path.name))
    source = Source(path, _text(path.name, content) if isinstance(content, bytes) else content)
    return replace(source, content=source.data) if head.isspace() else source


def _text(name: str, data: bytes) -> bytes:
    """Refuse nothing, NUL bytes and other encodings, naming the first place and counting the lines (AJ004, AJ005)."""
    if not data:
        raise catalogue.EMPTY_FILE(source=name)
    if data.isspace():
        raise catalogue.BLANK_FILE(source=name)
    if b"\x00" in data:
        _require_no_nul(name, iter([data]))
    if not _is_utf8(data):
        _require_utf8(name, iter([data]))
    return data.replace(b"\r", b"\n") if b"\r" in data and b"\n" not in data else data  # line ends of old


def _require_no_nul(name: str, pieces: Iterator[bytes]) -> None:
    line, first, count = 1, 0, 0
    for piece in pieces:
        nul = piece.find(0)
        if nul >= 0:
            first = first or line + piece.count(b"\n", 0, nul)
            count += piece.count(0)
        line += piece.count(b"\n")
    if count:
        raise catalogue.NUL_BYTES(source=name, line=first, n=count)


def _require_utf8(name: str, pieces: Iterator[bytes]) -> None:
    number, wrong, first, byte = 0, 0, 0, 0
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            number += 1
            if not _is_utf8(line):
                wrong += 1
                first, byte = (first, byte) if first else (number, _wrong_byte(line))
    if not _is_utf8(rest):
        wrong += 1
        first, byte = (first, byte) if first else (number + 1, _wrong_byte(rest))
    if wrong:
        raise catalogue.NOT_UTF_8(source=name, new=_new_name(name), line=first, byte=byte, n=wrong)


def _new_name(name: str) -> str:
    """The name of a converted file, for messages: with the same ending, which says what it is."""
    path = Path(name.removesuffix(".gz"))
    return f"{path.stem}-utf8{path.suffix}"


def _wrong_byte(line: bytes) -> int:
    try:
        line.decode()
    except UnicodeDecodeError as error:
        return line[error.start]
    return 0


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
