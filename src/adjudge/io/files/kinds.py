"""Contents that are no table of judgements, recognised by their first bytes, and what to do with each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from adjudge.core.catalogue import ErrorEntry
from adjudge.core.errors import AdjudgeError
from adjudge.io.files import catalogue

_ZIP: Final = b"PK\x03\x04"
_SHEET: Final = b"application/vnd.oasis.opendocument.spreadsheet"


@dataclass(frozen=True)
class Kind:
    """A kind of content that is refused.

    Args:
        kind: what it is, in words.
        test: whether a content is of this kind, by its first bytes.
        entry: the error.
        words: further words of the error.
    """

    kind: str
    test: Callable[[bytes], bool]
    entry: ErrorEntry
    words: tuple[tuple[str, str], ...] = ()

    def error(self, source: str) -> AdjudgeError:
        """The error about a file of this name."""
        return self.entry(source=source, kind=self.kind, **dict(self.words))


def _starts(*marks: bytes) -> Callable[[bytes], bool]:
    return lambda head: head.startswith(marks)


def _is_page(head: bytes) -> bool:
    return head[:1024].lstrip().lower().startswith((b"<!doctype html", b"<html", b"<head", b"<body"))


def _packs(folder: bytes) -> Callable[[bytes], bool]:
    """Whether a zip archive holds a folder of that name at the top."""
    # The directory of a zip file is at its end; the local headers, each before its file, are there at once.
    header = re.compile(re.escape(_ZIP) + rb".{26}" + re.escape(folder), re.DOTALL)
    return lambda head: head.startswith(_ZIP) and header.search(head) is not None


#: The first one that fits is meant.
KINDS: Final = (
    Kind(
        "a spreadsheet of OpenDocument (.ods)",
        lambda h: h.startswith(_ZIP) and _SHEET in h[:200],
        catalogue.SPREADSHEET,
    ),
    Kind("a spreadsheet of Excel (.xlsx)", _packs(b"xl/"), catalogue.SPREADSHEET),
    Kind("a document of Word (.docx)", _packs(b"word/"), catalogue.OFFICE_DOCUMENT),
    Kind("a document of an office program", _packs(b"[Content_Types].xml"), catalogue.OFFICE_DOCUMENT),
    Kind(
        "a spreadsheet or document of old office programs (.xls)", _starts(b"\xd0\xcf\x11\xe0"), catalogue.SPREADSHEET
    ),
    Kind(
        "a zip archive", _starts(_ZIP, b"PK\x05\x06"), catalogue.ARCHIVE, (("tool", "unzip"), ("office", "spreadsheet"))
    ),
    Kind("a tar archive", lambda h: h[257:262] == b"ustar", catalogue.ARCHIVE, (("tool", "tar -xf"),)),
    Kind("a 7z archive", _starts(b"7z\xbc\xaf\x27\x1c"), catalogue.ARCHIVE, (("tool", "7z x"),)),
    Kind("compressed by bzip2", _starts(b"BZh"), catalogue.PACKED, (("tool", "bunzip2 -k"),)),
    Kind("compressed by xz", _starts(b"\xfd7zXZ\x00"), catalogue.PACKED, (("tool", "unxz -k"),)),
    Kind("compressed by Zstandard", _starts(b"\x28\xb5\x2f\xfd"), catalogue.PACKED, (("tool", "unzstd"),)),
    Kind(
        "a PDF document",
        _starts(b"%PDF-"),
        catalogue.ANOTHER_KIND,
        (("todo", "look for the data that the document was made of"),),
    ),
    Kind(
        "a database of SQLite",
        _starts(b"SQLite format 3\x00"),
        catalogue.ANOTHER_KIND,
        (("todo", "write the table as CSV: sqlite3 -header -csv FILE 'select * from TABLE' > ratings.csv"),),
    ),
    Kind(
        "an Arrow or Feather file",
        _starts(b"ARROW1", b"FEA1"),
        catalogue.ANOTHER_KIND,
        (("todo", "give its frame to Python: adjudge.rank(polars.read_ipc(FILE)), or write it as Parquet"),),
    ),
    Kind(
        "a pickle of Python",
        _starts(b"\x80\x02", b"\x80\x03", b"\x80\x04\x95", b"\x80\x05\x95"),
        catalogue.ANOTHER_KIND,
        (("todo", "write its table as CSV or Parquet; a pickle can run code when it is read"),),
    ),
    Kind(
        "a pointer of Git LFS, not the data",
        _starts(b"version https://git-lfs.github.com/spec/"),
        catalogue.NOT_THE_DATA,
        (("todo", "fetch the data in its repository: git lfs pull"),),
    ),
    Kind(
        "a web page, not the data",
        _is_page,
        catalogue.NOT_THE_DATA,
        (("todo", "fetch the file again by its direct address (on GitHub the one behind 'Raw'), or log in first"),),
    ),
)


def require_table(source: str, head: bytes) -> None:
    """Refuse a content that is recognised as something else than a table (AJ005, AJ052)."""
    for kind in KINDS:
        if kind.test(head):
            raise kind.error(source)
