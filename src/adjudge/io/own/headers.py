"""The names of the columns of a table, whether or not we know them."""

from __future__ import annotations

import io

import polars as pl

from adjudge.io.delimited import read_header
from adjudge.io.files.quiet import quiet_failure
from adjudge.io.own.json_lines import flat_object
from adjudge.io.source import Source


def column_names(source: Source) -> list[str]:
    """The names of the columns of Parquet, of the first lines of JSON Lines, or of delimited text.

    Args:
        source: the file.

    Returns:
        Nothing if it is no table, or cannot be read.
    """
    if source.is_parquet:
        try:
            with quiet_failure():
                return list(pl.read_parquet_schema(io.BytesIO(source.data)))
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError):
            return []
    if source.is_json:
        objects = [flat_object(line) or {} for line in source.sample]
        return list(dict.fromkeys(name for one in objects for name in one))
    names = max((read_header(source, separator) for separator in ",;\t"), key=len)
    return names if len(names) > 1 else []
