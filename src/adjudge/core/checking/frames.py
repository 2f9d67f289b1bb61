"""Frames as users have them: of any library, with their own column names, with a scale that only the user knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from adjudge.core.catalogue import quoted
from adjudge.core.columns import LINE
from adjudge.core.errors import UsageError
from adjudge.core.problems import NO_SUCH_COLUMN, NOT_A_COLUMN
from adjudge.core.scale import parse_scale


def to_polars(frame: Any) -> pl.DataFrame:  # noqa: ANN401 - any frame narwhals knows
    """The same rows as a polars frame."""
    if isinstance(frame, pl.DataFrame):
        return frame
    if isinstance(frame, pl.LazyFrame):
        return frame.collect()
    import narwhals as nw  # only for frames of other libraries

    polars: pl.DataFrame = nw.from_native(frame, eager_only=True).to_polars()
    return polars


def renamed(
    frame: pl.DataFrame, columns: Mapping[str, str], *, known: Iterable[str], owner: str, source: str | None = None
) -> pl.DataFrame:
    """The frame with our column names.

    Names may be exchanged, and one column may serve as several. A column that had one of our names and is not named
    in `columns` under that name gives way.

    Args:
        frame: the rows.
        columns: our name -> name in the frame, blanks around it aside, such as `{"score": "rating"}`.
        known: our names.
        owner: what has these names, such as `ratings`, for messages.
        source: name of the file, for messages.

    Raises:
        UsageError: AJ040 if a name is not one of ours, or not in the frame.
    """
    found = {name.strip(): name for name in frame.columns if name != LINE}
    ours = sorted(known)
    absent = [theirs for theirs in columns.values() if theirs not in found]
    strange = [name for name in columns if name not in ours]
    problems = []
    if absent:
        problems.append(
            NO_SUCH_COLUMN.problem(
                source=source or "the data", names=absent, shown=_quoted(absent), found=", ".join(found)
            )
        )
    if strange:
        problems.append(NOT_A_COLUMN.problem(names=strange, shown=_quoted(strange), owner=owner, known=", ".join(ours)))
    if problems:
        raise UsageError(*problems)
    taken = {*columns, *(found[theirs] for theirs in columns.values())}
    kept = [name for name in frame.columns if name not in taken]
    return frame.select(*kept, *(pl.col(found[theirs]).alias(name) for name, theirs in columns.items()))


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(map(quoted, names))


def with_scale(frame: pl.DataFrame, scale: str) -> pl.DataFrame:
    """The frame with a scale in every row: rows that name one keep it.

    Args:
        frame: the rows.
        scale: the written form, such as `1..5`.

    Raises:
        UsageError: AJ040 if it is not a scale.
    """
    parse_scale(scale)
    named = pl.col("scale").cast(pl.String) if "scale" in frame.columns else pl.lit("")
    return frame.with_columns(scale=pl.when(named != "").then(named).otherwise(pl.lit(scale)))
