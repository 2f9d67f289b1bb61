"""A checksum of what a table holds: names, types, values and order, whatever bytes a file has for them.

A Parquet file has no checksum that readers verify: a single wrong bit can change a score without any error. Ours carry
one in their metadata, and are refused if it does not fit. It is found in the bytes of the file as well as by the
library, so that damage to the directory of the file cannot hide it.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final

import numpy as np
import polars as pl

#: The name of the checksum in the metadata of the file.
KEY: Final = "adjudge.content"
_FORM: Final = "blake2b-1:"
_WRITTEN: Final = re.compile(rb"blake2b-1:([0-9a-f]{64})")
#: Rows that are hashed at a time, so that a column of long texts is not held twice.
_ROWS: Final = 1 << 18


def content_checksum(frame: pl.DataFrame) -> str:
    """The checksum of the values of a frame, as it stands in the metadata."""
    digest = hashlib.blake2b(digest_size=32)
    for name, dtype in frame.schema.items():
        digest.update(f"{len(name.encode())}:{name}:{dtype}:{frame.height};".encode())
    for rows in frame.iter_slices(_ROWS):
        for column in rows.iter_columns():
            _add(digest, column)
    return _FORM + digest.hexdigest()


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


def written_checksums(data: bytes) -> set[str]:
    """The checksums that stand in the bytes of a file, beginning from its end; normally one or none."""
    return {_FORM + found.decode() for found in _WRITTEN.findall(data[-(1 << 16) :])}


def is_ours(data: bytes) -> bool:
    """Whether the directory of a file names our checksum, even if it is damaged."""
    end = data[-(1 << 16) :]
    return KEY.encode() in end or _FORM.encode() in end
