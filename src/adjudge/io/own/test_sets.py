"""The segments of a test set, and sentences one to a line: what audits take beside judgements."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import polars as pl

from adjudge.core.errors import InputError
from adjudge.core.problems import WRONG_TABLE
from adjudge.io.delimited import read_header, read_rows
from adjudge.io.reading import read
from adjudge.io.source import open_source

_NEEDED: Final = ("document", "segment")


def read_segments(path: str | Path) -> pl.DataFrame:
    """The segments of a test set: a delimited file with the columns `document` and `segment`, or a released map.

    Args:
        path: CSV or TSV with a header, texts, or the map of a release such as `segment_id_mapping.tsv`.

    Returns:
        The rows, with at least these two columns.

    Raises:
        AdjudgeError: AJ020 if there are no such columns; what is wrong with the file.
    """
    source = open_source(path)
    for separator in () if source.is_parquet else (",", "\t", ";"):
        names = read_header(source, separator)
        known = [name.strip().lower() for name in names]
        if set(_NEEDED) <= set(known) and "score" not in known:
            frame = read_rows(source, names, separator=separator).rename(dict(zip(names, known, strict=True)))
            if source.problems:
                raise InputError(*source.problems)
            kept = [*_NEEDED, *(["domain"] if "domain" in known else [])]
            return frame.select(pl.col(kept).str.strip_chars())
    found = read(path)
    if not set(_NEEDED) <= set(found.frame.columns):
        raise WRONG_TABLE(
            source=source.name, held=found.noun, needed="columns 'document' and 'segment', one row per segment"
        )
    return found.frame


def read_lines(path: str | Path) -> list[str]:
    """The lines of a text file, plain or gzip.

    Raises:
        InputError: AJ001 to AJ005 if it is no text.
    """
    source = open_source(path)
    return source.data.decode().splitlines()
