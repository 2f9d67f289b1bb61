"""Frames as users have them: of any library, with their own column names, with a scale that only the user knows."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl

from adjudge.core.catalogue import quoted
from adjudge.core.checking.near import nearest
from adjudge.core.columns import LINE
from adjudge.core.errors import UsageError
from adjudge.core.problems import NO_SUCH_COLUMN, NOT_A_COLUMN, NOT_A_MAP
from adjudge.core.scale import parse_scale


def to_polars(frame: Any) -> pl.DataFrame:  # noqa: ANN401 - any frame narwhals knows
    """The same rows as a polars frame."""
    if isinstance(frame, pl.DataFrame):
        return frame
    if isinstance(frame, pl.LazyFrame):
        return frame.collect()
    import narwhals as nw  # only for frames of other libraries

    known = nw.from_native(frame)  # raises a TypeError that callers explain
    if isinstance(known, nw.LazyFrame):  # a relation of duckdb, a table of ibis, ...
        known = known.collect()
    if not isinstance(known, nw.DataFrame):
        raise TypeError(type(frame).__name__)
    try:
        polars: pl.DataFrame = known.to_polars()
    except Exception:  # noqa: BLE001 - what a library says of a column that mixes numbers and texts
        return pl.DataFrame({name: [_as_text(value) for value in known[name].to_list()] for name in known.columns})
    return polars


def _as_text(value: object) -> str | None:
    """A value of a column of mixed types; the checks say which of them are wrong."""
    return None if value is None or value != value else str(value)  # noqa: PLR0124 - not a number is not itself


def require_columns(columns: object) -> None:
    """Refuse what is no map from our names to those of the data (AJ040)."""
    if columns is None:
        return
    if not isinstance(columns, Mapping):
        raise NOT_A_MAP(value=columns, type=type(columns).__name__)
    for name in (*columns, *columns.values()):
        if not isinstance(name, str):
            raise NOT_A_MAP(value=name, type=type(name).__name__)


def renamed(
    frame: pl.DataFrame, columns: Mapping[str, str], *, known: Iterable[str], owner: str, source: str | None = None
) -> pl.DataFrame:
    """The frame with our column names.

    Names may be exchanged, and one column may serve as several. A column that had one of our names and is not named
    in `columns` under that name gives way.

    Args:
        frame: the rows.
        columns: our name -> name in the frame, case and blanks aside if need be, such as `{"score": "rating"}`.
        known: our names.
        owner: what has these names, such as `ratings`, for messages.
        source: name of the file, for messages.

    Raises:
        UsageError: AJ040 if a name is not one of ours, or not in the frame.
    """
    present = [name for name in frame.columns if name != LINE]
    found = {theirs: match_name(theirs, present) for theirs in columns.values()}
    ours = sorted(known)
    absent = [theirs for theirs, name in found.items() if name is None]
    strange = [name for name in columns if name not in ours]
    problems = []
    if absent:
        near = difflib.get_close_matches(_folded(absent[0]), [_folded(name) for name in present], 1, 0.75)
        problems.append(
            NO_SUCH_COLUMN.problem(
                source=source or "the data",
                names=absent,
                shown=_quoted(absent),
                found=present or ["none"],
                near=next((name for name in present if near and _folded(name) == near[0]), None),
            )
        )
    if strange:
        problems.append(
            NOT_A_COLUMN.problem(
                names=strange,
                shown=_quoted(strange),
                owner=owner,
                known=", ".join(ours),
                near=nearest(strange[0], ours, 0.75),
            )
        )
    if problems:
        raise UsageError(*problems)
    taken = {*columns, *found.values()}
    kept = [name for name in frame.columns if name not in taken]
    return frame.select(*kept, *(pl.col(str(found[theirs])).alias(name) for name, theirs in columns.items()))


def match_name(theirs: str, present: Sequence[str]) -> str | None:
    """The column that is meant: the one of this name, or the only one but for case and blanks."""
    if theirs in present:
        return theirs
    for plain in (str.strip, _folded):
        same = [name for name in present if plain(name) == plain(theirs)]
        if len(same) == 1:
            return same[0]
    return None


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()


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
