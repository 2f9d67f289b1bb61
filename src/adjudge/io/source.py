"""One file on its way in: found, decompressed, and known to be readable text before any reader sees it."""

from __future__ import annotations

import difflib
import gzip
import zlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from adjudge.core.errors import InputError, Problem

PARQUET_MAGIC = b"PAR1"
_GZIP_MAGIC = b"\x1f\x8b"
_UTF8_BOM = b"\xef\xbb\xbf"
#: Text of one judgement file rarely exceeds some kilobytes a line; a longer line is a file of another kind.
MAX_LINE = 1 << 20
_SAMPLE_LINES = 200


@dataclass(frozen=True)
class Source:
    """The content of a file.

    Args:
        path: where it is.
        data: decompressed bytes without byte order mark; UTF-8 text unless `is_parquet`.
        scale: the scale of its scores, if the user named one.
    """

    path: Path
    data: bytes
    scale: str | None = None

    @property
    def name(self) -> str:
        """The file's name, for messages and as the name of its collection."""
        return self.path.name

    @property
    def is_parquet(self) -> bool:
        """Whether the content is a Parquet file."""
        return self.data.startswith(PARQUET_MAGIC)

    @property
    def is_json(self) -> bool:
        """Whether the content starts like a JSON list or object."""
        return self.data.lstrip()[:1] in (b"[", b"{")

    @cached_property
    def sample(self) -> list[str]:
        """The first lines that are not blank, without line ends."""
        start = self.data[: _SAMPLE_LINES * 2048].decode("utf-8", errors="ignore")
        lines = [line.rstrip("\r") for line in start.split("\n")]
        if len(self.data) > _SAMPLE_LINES * 2048:
            lines = lines[:-1]  # cut in the middle
        return [line for line in lines if line.strip()][:_SAMPLE_LINES]

    @property
    def first_line(self) -> str:
        """The first line that is not blank."""
        return self.sample[0] if self.sample else ""

    def lines(self) -> list[tuple[int, str]]:
        """All lines that are not blank with their numbers, without line ends."""
        text = self.data.decode()
        numbered = ((number, line.rstrip("\r")) for number, line in enumerate(text.split("\n"), 1))
        return [(number, line) for number, line in numbered if line.strip()]

    def require_short_lines(self) -> None:
        """Refuse a line that is too long to be one of a judgement file (AJ006)."""
        ends = np.flatnonzero(np.frombuffer(self.data, np.uint8) == ord("\n"))
        lengths = np.diff(ends, prepend=-1, append=len(self.data)) - 1
        long = np.flatnonzero(lengths > MAX_LINE)
        if len(long):
            raise InputError(
                Problem(
                    "AJ006",
                    f"{self.name}, line {long[0] + 1} has {lengths[long[0]]:,} bytes",
                    f"lines of at most {MAX_LINE:,} bytes",
                    f"{len(long):,} of {len(lengths):,} lines",
                    "check that this is a file of judgements, with one judgement to a line",
                )
            )


def open_source(path: str | Path) -> Source:
    """Read a file into memory, decompress it, and refuse what is not text.

    Args:
        path: a text file, plain or gzip, or a Parquet file.

    Raises:
        InputError: AJ001 to AJ005.
    """
    path = Path(path)
    data = _decompress(path, _read(path))
    if data.startswith(PARQUET_MAGIC):
        return Source(path, data)
    data = data.removeprefix(_UTF8_BOM)
    if not data.strip():
        raise InputError(
            Problem(
                "AJ004",
                f"{path.name} is empty",
                "a file of judgements",
                f"{len(data):,} bytes",
                "check that the file was written completely",
            )
        )
    _require_text(path, data)
    return Source(path, data)


def _read(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise InputError(
                Problem(
                    "AJ002",
                    f"{path} is a directory",
                    "a file",
                    "1 path",
                    f"name the files in it, for example {path}/*.csv",
                )
            )
        if not path.exists():
            raise InputError(_missing(path))
        if not path.is_file():
            raise InputError(Problem("AJ002", f"{path} is not a regular file", "a file", "1 path", "copy it to a file"))
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(
            Problem("AJ003", f"{path}: {reason}", "a file that can be read", "1 file", "check name and permissions")
        ) from None


def _missing(path: Path) -> Problem:
    try:
        names = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
    except OSError:
        names = []
    near = difflib.get_close_matches(path.name, names, 1)
    todo = f"did you mean {path.parent / near[0]}?" if near else "check the name and the folder"
    return Problem("AJ001", f"{path} does not exist", "an existing file", "1 path", todo)


def _decompress(path: Path, data: bytes) -> bytes:
    if not data.startswith(_GZIP_MAGIC):
        return data
    try:
        return gzip.decompress(data)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        reason = "ends too early" if isinstance(error, EOFError) else "is damaged"
        raise InputError(
            Problem(
                "AJ003",
                f"{path.name}: the gzip stream {reason} ({error})",
                "a complete gzip file",
                f"{len(data):,} bytes read",
                "fetch or copy the file again",
            )
        ) from None


def _require_text(path: Path, data: bytes) -> None:
    """Refuse archives, NUL bytes and other encodings, naming the first place and counting the lines."""
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise InputError(
            _not_text(path, "is a zip archive or an office file", "1 file", "unpack it, or save the sheet as CSV UTF-8")
        )
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(
            _not_text(path, "is UTF-16 text", "1 file", f"convert it: iconv -f UTF-16 -t UTF-8 {path.name} > new.csv")
        )
    if b"\x00" in data:
        line = data[: data.index(b"\x00")].count(b"\n") + 1
        todo = "remove them, or check that the file is text"
        raise InputError(
            _not_text(path, f"has a NUL byte in line {line}", f"{data.count(bytes(1)):,} NUL bytes", todo)
        )
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        bad = sum(1 for text in data.split(b"\n") if not _is_utf8(text))
        todo = f"convert it, for example: iconv -f ISO-8859-1 -t UTF-8 {path.name} > new.csv"
        what = f"has a byte that is not UTF-8 in line {line} (0x{data[error.start]:02x})"
        raise InputError(_not_text(path, what, f"{bad:,} lines", todo)) from None


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _not_text(path: Path, what: str, count: str, todo: str) -> Problem:
    return Problem("AJ005", f"{path.name} {what}", "UTF-8 text", count, todo)
