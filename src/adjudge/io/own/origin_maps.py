"""Where texts come from: a small table that gives documents or segments the language they were first written in."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import polars as pl

from adjudge.core.errors import InputError
from adjudge.io.catalogue import NOT_A_MAP_OF_ORIGINS
from adjudge.io.delimited import read_header, read_rows
from adjudge.io.source import open_source

#: What a row of the map is about.
KEYS: Final = ("document", "segment")
ORIGIN: Final = "origin"
#: Other names of the column with the language.
_SYNONYMS: Final = {"direction": ORIGIN, "origlang": ORIGIN, "orig_lang": ORIGIN, "original_language": ORIGIN}


def read_origins(path: str | Path) -> pl.DataFrame:
    """Read a delimited file with a column `document` or `segment` (or both) and a column `origin`.

    Args:
        path: CSV, TSV or the like with a header, plain or gzip.

    Returns:
        These columns as text, in the order of the file.

    Raises:
        InputError: AJ065 if the columns are not there, AJ001 to AJ011 if the file cannot be read.
    """
    source = open_source(path)
    for separator in (",", "\t", ";"):
        found = [] if source.is_parquet else [name.strip().lower() for name in read_header(source, separator)]
        names = [_SYNONYMS.get(name, name) for name in found]
        keys = [name for name in KEYS if name in names]
        if keys and names.count(ORIGIN) == 1 and len(set(names)) == len(names):
            frame = read_rows(source, read_header(source, separator), separator=separator).rename(
                dict(zip(read_header(source, separator), names, strict=True))
            )
            if source.problems:
                raise InputError(*source.problems)
            return frame.select(pl.col(*keys, ORIGIN).str.strip_chars())
    begin = "binary data" if source.is_parquet else source.first_line
    raise NOT_A_MAP_OF_ORIGINS(source=source.name, begin=begin)
