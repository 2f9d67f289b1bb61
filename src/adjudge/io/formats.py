"""What a format is: a name, a test on the content, and a reader; and what readers share.

A format is one module with its `FORMATS`, and one line in `adjudge.io.registry`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import polars as pl

from adjudge.core.checking.checks import Written
from adjudge.core.columns import Column
from adjudge.core.errors import AdjudgeError, InputError, Problem
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Supplement, Table
from adjudge.io import catalogue
from adjudge.io.source import Source

AnyOf = TypeVar("AnyOf", bound=Table)
Built = TypeVar("Built")


@dataclass(frozen=True)
class Format:
    """A file format.

    Args:
        name: as `format=` and `--format` take it.
        title: one line for lists and documentation.
        gives: the tables it holds, the main one first.
        detect: whether a content is of this format; looks at the content only, never at the name.
        read: content to tables, the main one first.
        author: who writes such files, for the table of formats.
        tried: public files that it was tried on by hand, beyond those that tests read; empty if there are none.
        last: whether it is tried after all others, because it accepts more than its own files.
        takes_columns: whether its reader uses `columns=`; our own formats always do.
    """

    name: str
    title: str
    gives: tuple[str, ...]
    detect: Callable[[Source], bool]
    read: Callable[[Source], tuple[AnyTable, ...]]
    author: str = ""
    tried: tuple[str, ...] = ()
    last: bool = False
    takes_columns: bool = False


def checked(table: type[AnyOf], frame: pl.DataFrame, source: Source, *, written: Written | None = None) -> AnyOf:
    """Check the rows of a file; those that do not name their scale take the one that the user named."""
    _require_rows(frame, source)
    scale = source.scale if "scale" in table.names() else None
    return table.check(frame, source=source.name, scale=scale, written=written)


def supplement(kind: str, columns: Sequence[Column], frame: pl.DataFrame, source: Source) -> Supplement:
    """Check the rows of a file that holds no judgements."""
    _require_rows(frame, source)
    return Supplement.check(kind, columns, frame, source=source.name)


def _require_rows(frame: pl.DataFrame, source: Source) -> None:
    """Stop if every line was reported as wrong: "no rows" would add nothing.

    Raises:
        InputError: without a problem; those of the lines are in the source.
    """
    if frame.is_empty() and source.problems:
        raise InputError


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
    return catalogue.UNUSED_COLUMNS(columns=list(columns), source=source.name)
