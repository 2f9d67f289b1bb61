"""What our own formats share: the names of the columns show which table it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import polars as pl

from adjudge.core.catalogue import quoted
from adjudge.core.checking.frames import renamed
from adjudge.core.checking.outcomes import unmistakable_outcomes
from adjudge.core.columns import LINE
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import AnyTable, Batches, Comparisons, MetricScores, PairCounts, Ratings, Spans, Table, Texts
from adjudge.io import catalogue
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
    return len(set(table.names()) & names)


def own_table(frame: pl.DataFrame, source: Source) -> AnyTable:
    """Check the rows of a file with our column names, or with others that the user matched with ours.

    Args:
        frame: the rows, with the line numbers if the file has lines.
        source: the file.

    Raises:
        AdjudgeError: AJ007, AJ010, AJ040, or what is wrong with the rows.
    """
    if source.columns:
        ours = {name for table in TABLES for name in table.names()}
        frame = renamed(frame, source.columns, known=ours, owner="any table", source=source.name)
    table = table_of(name.strip().lower() for name in frame.columns)
    if table is None:
        raise unknown_columns(source, [name for name in frame.columns if name != LINE])
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


def unknown_columns(source: Source, names: list[str]) -> AdjudgeError:
    """The error that a header holds none of our column names."""
    return catalogue.UNKNOWN_COLUMNS(source=source.name, columns=", ".join(names)[:120])


def require_distinct(names: Iterable[str], source: Source) -> None:
    """Refuse a header with the same name twice, or with the name that readers use for line numbers (AJ010)."""
    seen = list(names)
    twice = [name for name in dict.fromkeys(seen) if seen.count(name) > 1]
    if twice:
        raise catalogue.COLUMN_TWICE(source=source.name, names=twice, shown=", ".join(map(quoted, twice)))
    if LINE in seen:
        raise catalogue.RESERVED_COLUMN(source=source.name, name=LINE)


def to_write(table: Table) -> pl.DataFrame:
    """The frame without columns that hold nothing; reading gives the expected ones back as unknown.

    Raises:
        InputError: AJ022 if the names of systems would make the texts look like another table.
    """
    optional = {column.name for column in table.columns if column.presence != "required"}
    empty = [name for name in table.frame.columns if name in optional and table.frame[name].is_null().all()]
    frame = table.frame.drop(empty)
    if isinstance(table, Comparisons):
        frame = unmistakable_outcomes(frame)
    read_back = table_of(name.strip().lower() for name in frame.columns)
    if read_back is not type(table) or _our_names(read_back, frame.columns):
        raise catalogue.AMBIGUOUS_COLUMNS(columns=", ".join(frame.columns)[:120], owner=table.noun)
    return frame
