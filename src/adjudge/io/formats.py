"""What a format is: a name, a test on the content, and a reader; and what readers share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import polars as pl

from adjudge.core.errors import AdjudgeError, InputError, Problem
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Ratings, Table
from adjudge.io.source import Source

AnyOf = TypeVar("AnyOf", bound=Table)
Built = TypeVar("Built")


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


def checked(table: type[AnyOf], frame: pl.DataFrame, source: Source) -> AnyOf:
    """Check the rows of a file; ratings that do not name their scale take the one that the user named."""
    if source.scale is not None and table is Ratings:
        named = pl.col("scale").cast(pl.String) if "scale" in frame.columns else pl.lit("")
        frame = frame.with_columns(scale=pl.when(named != "").then(named).otherwise(pl.lit(source.scale)))
    return table.check(frame, source=source.name)


def build_all(*builders: Callable[[], Built]) -> tuple[Built, ...]:
    """Run all builders, then raise every problem that any of them found.

    Raises:
        InputError: the problems of all builders, each once.
    """
    built: list[Built] = []
    problems: list[Problem] = []
    for build in builders:
        try:
            built.append(build())
        except AdjudgeError as error:
            problems += error.problems
    if problems:
        raise InputError(*dict.fromkeys(problems))
    return tuple(built)


def is_number(text: str) -> bool:
    """Whether a word is a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def na(name: str) -> pl.Expr:
    """A text column in which `NA` and empty text mean missing."""
    return pl.when(~pl.col(name).is_in(["NA", ""])).then(pl.col(name))


def unused(source: Source, *columns: str) -> Finding:
    """A note that columns of a foreign file have no place in our table."""
    verb = "which has" if len(columns) == 1 else "which have"
    return Finding(
        "AJ101",
        "note",
        f"{source.name}: left out {', '.join(columns)}, {verb} no place in our tables.",
        {"columns": list(columns), "source": source.name},
    )
