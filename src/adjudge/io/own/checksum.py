"""Checksums of our Parquet files: one of the bytes, and one of what they hold.

A Parquet file has no checksum that readers verify: a single wrong bit can change a score without any error, or end the
process. Ours carry two in their metadata. The one of the bytes is verified before the library sees them. A file that
another program wrote again with our metadata has other bytes; there the one of the content decides, which covers names,
types, values and order, whatever bytes a file has for them.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final

import numpy as np
import polars as pl

#: The name of the checksums in the metadata of the file.
KEY: Final = "adjudge.checksum"
_FORM: Final = "blake2b-content:{content};blake2b-file:{file}"
_UNKNOWN: Final = "0" * 64
_CONTENT: Final = re.compile(rb"blake2b-content:([0-9a-f]{64})")
_FILE: Final = re.compile(rb"blake2b-file:([0-9a-f]{64})")
_MARKS: Final = (KEY.encode(), b"blake2b-content:", b"blake2b-file:")
#: What the library that we write with leaves at the end of a file.
_WRITER: Final = b"Polars"
#: The metadata stand behind everything else; only the name of the writer and the number of bytes follow.
_END: Final = 1 << 16
#: Rows that are hashed at a time, so that a column of long texts is not held twice.
_ROWS: Final = 1 << 18


def checksums(frame: pl.DataFrame) -> dict[str, str]:
    """The metadata to write with a frame; `signed` completes them."""
    return {KEY: _FORM.format(content=content_checksum(frame), file=_UNKNOWN)}


def signed(data: bytes) -> bytes:
    """A file that was written with `checksums`, with the checksum of its bytes filled in."""
    (found,) = _FILE.finditer(data, max(len(data) - _END, 0))
    return data[: found.start(1)] + _digest(data).encode() + data[found.end(1) :]


def is_ours(data: bytes) -> bool:
    """Whether a file has our checksums, even if they are damaged."""
    return any(mark in data[-_END:] for mark in _MARKS)


def is_intact(data: bytes) -> bool:
    """Whether the bytes of a file are those that we wrote."""
    found = list(_FILE.finditer(data, max(len(data) - _END, 0)))
    if len(found) != 1:
        return False
    plain = data[: found[0].start(1)] + _UNKNOWN.encode() + data[found[0].end(1) :]
    return _digest(plain).encode() == found[0][1]


def is_written_again(data: bytes) -> bool:
    """Whether another program wrote the file, with our metadata in it."""
    return _WRITER not in data[-_END:]


def is_content(data: bytes, frame: pl.DataFrame) -> bool:
    """Whether the values are those of the checksum."""
    return _CONTENT.findall(data[-_END:]) == [content_checksum(frame).encode()]


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=32).hexdigest()


def content_checksum(frame: pl.DataFrame) -> str:
    """The checksum of names, types, values and order of a frame."""
    digest = hashlib.blake2b(digest_size=32)
    for name, dtype in frame.schema.items():
        digest.update(f"{len(name.encode())}:{name}:{dtype}:{frame.height};".encode())
    for rows in frame.iter_slices(_ROWS):
        for column in rows.iter_columns():
            _add(digest, column)
    return digest.hexdigest()


def _add(digest: hashlib.blake2b, column: pl.Series) -> None:
    """Which values are missing, then the values; of text the lengths go first, so that no two columns look alike."""
    digest.update(np.packbits(column.is_null().to_numpy()).tobytes())
    if column.dtype == pl.String:
        text = column.fill_null("")
        digest.update(text.str.len_bytes().to_numpy().astype("<u4").tobytes())
        digest.update(text.str.join("").item().encode())
    elif column.dtype.is_numeric():
        values = column.fill_null(0).to_numpy()
        digest.update(values.astype(values.dtype.newbyteorder("<")).tobytes())
    else:
        digest.update(repr(column.to_list()).encode())
