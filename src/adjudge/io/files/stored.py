"""A file on disk that is read piece by piece: plain or gzip, its beginning at once, the rest when it is asked for."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property
from io import FileIO
from pathlib import Path
from typing import Final

from adjudge.core.checking.near import nearest
from adjudge.core.errors import AdjudgeError
from adjudge.io import catalogue
from adjudge.io.files.catalogue import GROWING
from adjudge.io.files.memory import WHOLE, require_room

PARQUET_MAGIC: Final = b"PAR1"
_GZIP_MAGIC: Final = b"\x1f\x8b"
_UTF8_BOM: Final = b"\xef\xbb\xbf"
#: A file up to this size is held as a whole from the start.
HEAD: Final = 1 << 22
#: How much is read at a time: what fits into the caches is fastest. A mapped file would count as memory in use.
PIECE: Final = 1 << 23
#: Judgements shrink to a tenth in gzip, those of a single sentence to a fiftieth; the format allows for a thousandth.
MOST_GROWTH: Final = 200
SMALL: Final = 1 << 26


@dataclass(frozen=True)
class Stored:
    """A file that is larger than its head.

    Args:
        path: where it is.
        head: its first bytes, unpacked and without byte order mark.
        packed: whether it is compressed by gzip.
        size: bytes on disk.
    """

    path: Path
    head: bytes
    packed: bool
    size: int

    def pieces(self) -> Iterator[bytes]:
        """The content piece by piece, unpacked and without byte order mark.

        Raises:
            InputError: AJ003 if it cannot be read or unpacked, AJ051 if it grows beyond measure.
        """
        first = True
        for piece in _pieces(self.path, self.size, packed=self.packed):
            yield piece.removeprefix(_UTF8_BOM) if first else piece
            first = False

    @cached_property
    def data(self) -> bytes:
        """All of it.

        Raises:
            InputError: AJ050 if it does not fit into memory, and what `pieces` raises.
        """
        require_room(self.path.name, self.size, times=WHOLE)
        held: list[bytes] = []
        size = 0
        for piece in self.pieces():
            size += len(piece)
            if self.packed:
                require_room(self.path.name, size, times=WHOLE)
            held.append(piece)
        return b"".join(held)


def open_stored(path: Path) -> bytes | Stored:
    """The content of a small file, and a large one to be read piece by piece.

    Raises:
        InputError: AJ001 to AJ003.
    """
    require_file(path)
    try:
        with path.open("rb") as file:
            packed = file.read(2) == _GZIP_MAGIC
        size = path.stat().st_size
    except (OSError, ValueError) as error:
        raise not_readable(path, error) from None
    head = bytearray()
    pieces = _pieces(path, size, packed=packed, first=HEAD + 1)
    for piece in pieces:
        head += piece
        if len(head) > HEAD:
            pieces.close()
            return Stored(path, bytes(head[:HEAD]).removeprefix(_UTF8_BOM), packed, size)
    return bytes(head).removeprefix(_UTF8_BOM)


def require_file(path: Path) -> None:
    """Refuse what is no regular file (AJ001 to AJ003)."""
    try:
        if path.is_dir():
            raise catalogue.DIRECTORY(path=path)
        if not path.exists():
            raise _missing(path)
        if not path.is_file():
            raise catalogue.NOT_REGULAR(path=path)
    except (OSError, ValueError) as error:
        raise not_readable(path, error) from None


def not_readable(path: Path, error: Exception) -> AdjudgeError:
    """The error that a file cannot be read, for the reason that the system gives (AJ003)."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return catalogue.NOT_READABLE(path=path, reason=reason)


def _missing(path: Path) -> AdjudgeError:
    if path.is_symlink():
        return catalogue.BROKEN_LINK(path=path, target=path.readlink())
    try:
        names = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
    except OSError:
        names = []
    near = nearest(path.name, names, 0.75)
    return catalogue.NO_FILE(path=path, near=path.parent / near if near else None)


def _pieces(path: Path, size: int, *, packed: bool, first: int | None = None) -> Generator[bytes]:
    """The content of a file; the first piece may be smaller."""
    seen = 0
    try:
        with _opened(path, packed=packed) as file:
            while piece := file.read(PIECE if seen or not first else first):
                seen += len(piece)
                if packed and seen > max(SMALL, MOST_GROWTH * size):
                    raise GROWING(source=path.name, packed=size, size=seen, most=MOST_GROWTH, small=SMALL / 1e6)
                yield piece
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        reason = "ends too early" if isinstance(error, EOFError) else f"is damaged ({error})"
        raise catalogue.BAD_GZIP(source=path.name, reason=reason, size=size) from None
    except (OSError, ValueError) as error:
        raise not_readable(path, error) from None


def _opened(path: Path, *, packed: bool) -> gzip.GzipFile | FileIO:
    return gzip.open(path, "rb") if packed else path.open("rb", buffering=0)
