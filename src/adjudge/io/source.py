"""One file on its way in: found, decompressed, and known to be readable text before any reader sees it."""

from __future__ import annotations

import difflib
import gzip
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from adjudge.core.catalogue import ErrorEntry
from adjudge.core.checking.checks import listed_places
from adjudge.core.errors import AdjudgeError, Problem
from adjudge.core.findings import Finding
from adjudge.io import catalogue

_PARQUET_MAGIC = b"PAR1"
_GZIP_MAGIC = b"\x1f\x8b"
_UTF8_BOM = b"\xef\xbb\xbf"
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
        data: decompressed bytes without byte order mark; UTF-8 text unless `is_parquet`.
        scale: the scale of its scores.
        columns: our names of its columns -> their names in the file.
        problems: what is wrong with single lines. A reader reports them and goes on with the other lines, so that
            all problems of a file are reported at once; `read_file` raises them.
        answerable: findings that a further file would settle, by the kind of that file.
    """

    path: Path
    data: bytes
    scale: str | None = None
    columns: Mapping[str, str] | None = None
    problems: list[Problem] = field(default_factory=list)
    answerable: dict[str, Finding] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The file's name, for messages."""
        return self.path.name

    @property
    def is_parquet(self) -> bool:
        """Whether the content is a Parquet file."""
        return self.data.startswith(_PARQUET_MAGIC)

    @property
    def is_json(self) -> bool:
        """Whether the content starts like a JSON list or object."""
        return self.start[:1] in ("[", "{")

    @cached_property
    def start(self) -> str:
        """The first lines as text, from the first one that is not blank; cut at the end of a line."""
        start = self.data[:_SAMPLE_BYTES].decode("utf-8", errors="ignore")
        if len(self.data) > _SAMPLE_BYTES:
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

    @cached_property
    def newlines(self) -> npt.NDArray[np.int64]:
        """Offsets of all line ends."""
        return np.flatnonzero(np.frombuffer(self.data, np.uint8) == ord("\n"))

    def lines(self) -> list[tuple[int, str]]:
        """All lines that are not blank with their numbers, without line ends."""
        self.require_short_lines()
        numbered = enumerate(self.data.decode().split("\n"), 1)
        return [(number, line.rstrip("\r")) for number, line in numbered if line.strip()]

    def require_short_lines(self) -> None:
        """Refuse a line that is too long to be one of a judgement file (AJ006)."""
        lengths = np.diff(self.newlines, prepend=-1, append=len(self.data)) - 1
        long = np.flatnonzero(lengths > MAX_LINE)
        if len(long):
            raise catalogue.LONG_LINE(
                source=self.name, line=long[0] + 1, size=lengths[long[0]], most=MAX_LINE, n=len(long)
            )

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
    """Read a file into memory, decompress it, and refuse what is not text.

    Args:
        path: a text file, plain or gzip, or a Parquet file.

    Raises:
        InputError: AJ001 to AJ005.
    """
    path = Path(path)
    data = _decompress(path, _read(path))
    if data.startswith(_PARQUET_MAGIC):
        return Source(path, data)
    data = data.removeprefix(_UTF8_BOM)
    _require_text(path, data)
    if b"\r" in data and b"\n" not in data:
        data = data.replace(b"\r", b"\n")  # line ends of old
    return Source(path, data)


def _read(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise catalogue.DIRECTORY(path=path)
        if not path.exists():
            raise _missing(path)
        if not path.is_file():
            raise catalogue.NOT_REGULAR(path=path)
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise catalogue.NOT_READABLE(path=path, reason=reason) from None


def _missing(path: Path) -> AdjudgeError:
    if path.is_symlink():
        return catalogue.BROKEN_LINK(path=path, target=path.readlink())
    try:
        names = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
    except OSError:
        names = []
    near = difflib.get_close_matches(path.name, names, 1)
    return catalogue.NO_FILE(path=path, near=path.parent / near[0] if near else None)


def _decompress(path: Path, data: bytes) -> bytes:
    if not data.startswith(_GZIP_MAGIC):
        return data
    try:
        return gzip.decompress(data)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        reason = "ends too early" if isinstance(error, EOFError) else f"is damaged ({error})"
        raise catalogue.BAD_GZIP(source=path.name, reason=reason, size=len(data)) from None


def _require_text(path: Path, data: bytes) -> None:
    """Refuse nothing, archives, NUL bytes and other encodings, naming the first place and counting the lines."""
    if not data:
        raise catalogue.EMPTY_FILE(source=path.name)
    if data.isspace():
        raise catalogue.BLANK_FILE(source=path.name)
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise catalogue.NOT_TEXT(source=path.name)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise catalogue.UTF_16(source=path.name)
    if b"\x00" in data:
        raise catalogue.NUL_BYTES(source=path.name, line=_line_at(data, data.index(0)), n=data.count(0))
    try:
        data.decode()
    except UnicodeDecodeError as error:
        wrong = sum(1 for line in data.split(b"\n") if not _is_utf8(line))
        line = _line_at(data, error.start)
        raise catalogue.NOT_UTF_8(source=path.name, line=line, byte=data[error.start], n=wrong) from None


def _line_at(data: bytes, place: int) -> int:
    return data.count(b"\n", 0, place) + 1


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
