"""What a format is: a name, a test on the content, and a reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.errors import InputError, Problem
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Ratings, Table
from adjudge.io.source import Source


AnyOf = TypeVar("AnyOf", bound=Table)


@dataclass(frozen=True)
class Format:
    """A file format.

    Args:
        name: what `--format` takes.
        title: one line for lists and documentation.
        gives: the tables it holds, the main one first.
        detect: whether a content is of this format; looks at the content only, never at the name.
        read: content to tables, the main one first.
    """

    name: str
    title: str
    gives: tuple[str, ...]
    detect: Callable[[Source], bool]
    read: Callable[[Source], tuple[AnyTable, ...]]


def words_frame(
    source: Source, rows: list[tuple[int, list[str]]], names: list[str], *, separated: str = "blanks"
) -> pl.DataFrame:
    """Rows of words as a frame of text columns with line numbers; uneven rows are an error (AJ009)."""
    wrong = [(line, len(words)) for line, words in rows if len(words) != len(names)]
    if wrong:
        line, fields = wrong[0]
        raise InputError(
            Problem(
                "AJ009",
                f"{source.name}, line {line} has {fields} fields",
                f"{len(names)} fields separated by {separated}: {', '.join(names)}",
                f"{len(wrong):,} of {len(rows):,} lines",
                "check these lines",
            )
        )
    columns: dict[str, list[str] | list[int]] = {
        name: [words[i] for _, words in rows] for i, name in enumerate(names)
    }
    columns[LINE] = [line for line, _ in rows]
    return pl.DataFrame(columns, schema={**dict.fromkeys(names, pl.String), LINE: pl.Int64})


def checked(table: type[AnyOf], frame: pl.DataFrame, source: Source) -> AnyOf:
    """Check the rows of a file; ratings take the scale that the user named."""
    if source.scale is not None and table is Ratings:
        frame = frame.with_columns(scale=pl.lit(source.scale))
    return table.check(frame, source=source.name)


def unused(source: Source, *columns: str) -> Finding:
    """A note that columns of a foreign file have no place in our table."""
    return Finding(
        "AJ101",
        "note",
        f"{source.name}: left out {', '.join(columns)}, which have no place in our tables.",
        {"columns": list(columns), "source": source.name},
    )


def na(name: str) -> pl.Expr:
    """A text column in which `NA` and empty text mean missing."""
    return pl.when(pl.col(name).is_in(["NA", ""])).then(None).otherwise(pl.col(name))
