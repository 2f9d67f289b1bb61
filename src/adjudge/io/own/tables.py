"""What our own formats share: the table is told by the names of its columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.columns import LINE
from adjudge.core.errors import InputError, Problem, UsageError
from adjudge.core.tables import AnyTable, Batches, Comparisons, MetricScores, PairCounts, Ratings, Spans, Table, Texts
from adjudge.io.formats import checked
from adjudge.io.source import Source

#: Where two tables know equally many names of a file, the first one is meant: what most people have.
TABLES: Final[tuple[type[Table], ...]] = (Ratings, Comparisons, PairCounts, Spans, MetricScores, Texts, Batches)
NOUNS: Final = tuple(table.noun for table in TABLES)


def table_of(names: Iterable[str]) -> type[Table] | None:
    """The table that most of the names are columns of, preferably one whose required columns are all there.

    Returns:
        None if fewer than two names are columns of any table.
    """
    present = set(names)

    def fit(table: type[Table]) -> tuple[bool, int]:
        required = {column.name for column in table.columns if column.presence == "required"}
        return required <= present, _known(table, present)

    best = max(TABLES, key=fit)
    return best if _known(best, present) > 1 else None


def _known(table: type[Table], names: set[str]) -> int:
    return len({column.name for column in table.columns} & names)


def own_table(frame: pl.DataFrame, source: Source) -> AnyTable:
    """Check the rows of a file in our own column names, or in names that the user translated.

    Args:
        frame: the rows, with the line numbers if the file has lines.
        source: the file.

    Raises:
        AdjudgeError: AJ007, AJ010, AJ040, or what is wrong with the rows.
    """
    if source.columns:
        frame = _translated(frame, source.columns, source)
    table = table_of(name.strip().lower() for name in frame.columns)
    if table is None:
        raise InputError(unknown_columns(source, [name for name in frame.columns if name != LINE]))
    return checked(table, frame.rename(_our_names(table, frame.columns)), source)


def _our_names(table: type[Table], names: list[str]) -> dict[str, str]:
    """' Score' is 'score', unless that is there too; in texts other names are systems, which keep what they have."""
    known = {column.name for column in table.columns if table is not Texts or column.presence != "optional"}
    ours: dict[str, str] = {}
    for name in names:
        plain = name.strip().lower()
        if plain in known and plain not in names and plain not in ours.values():
            ours[name] = plain
    return ours


def _translated(frame: pl.DataFrame, columns: Mapping[str, str], source: Source) -> pl.DataFrame:
    """The frame with our names, as told by `--column OURS=THEIRS`."""
    found = {name.strip(): name for name in frame.columns if name != LINE}
    absent = [theirs for theirs in columns.values() if theirs not in found]
    every = {column.name for table in TABLES for column in table.columns}
    unknown = [ours for ours in columns if ours not in every]
    if absent or unknown:
        what = (
            f"{source.name} has no column '{absent[0]}'; columns found: {', '.join(found)}"
            if absent
            else f"'{unknown[0]}' is not a column of any table; the columns are {', '.join(sorted(every))}"
        )
        raise UsageError(
            Problem(
                "AJ040",
                what,
                "--column OURS=THEIRS with our name first, then a name from the file",
                counted(len(absent) + len(unknown), "name"),
                "correct the names",
            )
        )
    renamed = {*columns, *(found[theirs] for theirs in columns.values())}
    kept = [name for name in frame.columns if name not in renamed]
    return frame.select(*kept, *(pl.col(found[theirs]).alias(ours) for ours, theirs in columns.items()))


def unknown_columns(source: Source, names: list[str]) -> Problem:
    """The problem that a header holds none of our column names."""
    return Problem(
        "AJ007",
        f"{source.name}: the columns {', '.join(names)[:120]} are not those of a known format",
        "a known release, or the columns system, segment and score (ratings) or system_a, system_b and outcome "
        "(comparisons)",
        counted(len(names), "column"),
        "rename the columns, or say which is which: --column score=NAME --column system=NAME --column segment=NAME; or "
        "--column system_a=NAME --column system_b=NAME --column outcome=NAME",
    )


def require_distinct(names: Iterable[str], source: Source) -> None:
    """Refuse a header with the same name twice, or with the name that readers use for line numbers (AJ010)."""
    seen = list(names)
    twice = [name for name in dict.fromkeys(seen) if seen.count(name) > 1]
    reserved = [LINE] if LINE in seen else []
    if twice or reserved:
        what = f"column '{twice[0]}' occurs more than once" if twice else f"the name '{LINE}' is reserved"
        raise InputError(
            Problem(
                "AJ010",
                f"{source.name}, line 1: {what}",
                f"every column once, and none called {LINE}",
                counted(len(twice) + len(reserved), "name"),
                "rename or remove these columns",
            )
        )


def to_write(table: Table) -> pl.DataFrame:
    """The frame without columns that hold nothing; reading gives the expected ones back as unknown.

    Raises:
        InputError: AJ022 if the names of systems would make the texts look like another table.
    """
    optional = {column.name for column in table.columns if column.presence != "required"}
    empty = [name for name in table.frame.columns if name in optional and table.frame[name].is_null().all()]
    frame = table.frame.drop(empty)
    read_back = table_of(name.strip().lower() for name in frame.columns)
    if read_back is not type(table) or _our_names(read_back, frame.columns):
        names = ", ".join(frame.columns)[:120]
        raise InputError(
            Problem(
                "AJ022",
                f"the columns {names} would be read back as something else than {table.noun} of these systems",
                "systems that are not called like a column",
                "1 table",
                "rename the systems",
            )
        )
    return frame
