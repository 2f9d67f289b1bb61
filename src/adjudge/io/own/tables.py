"""What our own formats share: the names of the columns show which table it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import polars as pl

from adjudge.core.catalogue import quoted
from adjudge.core.checking.checks import Written
from adjudge.core.checking.frames import match_name, renamed
from adjudge.core.checking.outcomes import unmistakable_outcomes
from adjudge.core.checking.synonyms import candidates, suggestions, written_mapping
from adjudge.core.columns import LINE
from adjudge.core.errors import AdjudgeError
from adjudge.core.tables import Batches, Comparisons, MetricScores, PairCounts, Ratings, Spans, Table, Texts
from adjudge.io import catalogue
from adjudge.io.delimited import split_line
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


def is_complete(names: Iterable[str]) -> bool:
    """Whether the names hold all required columns of a table."""
    present = set(names)
    return any({c.name for c in table.columns if c.presence == "required"} <= present for table in TABLES)


def needed_columns(names: Sequence[str], source: Source) -> list[str]:
    """Those columns of a file that its table has, and those that may be meant by one that is missing.

    Args:
        names: the header.
        source: the file, with the names that the user gave.

    Raises:
        AdjudgeError: AJ007 if the names are those of no table, AJ040 if a column that the user named is not there.
    """
    renamed_names = _renamed(pl.DataFrame(schema=dict.fromkeys(names, pl.String)), source).columns
    table = _table_of(renamed_names, names, source)
    if table is Texts:
        return list(names)  # any other column is the output of a system
    known = set(table.names())
    theirs = {match_name(name, names) for name in (source.columns or {}).values()}
    absent = known - {name.strip().lower() for name in renamed_names}
    meant = {name for column in absent for name in candidates(column, names)}
    return [name for name in names if name.strip().lower() in known or name in theirs or name in meant]


def with_blank_columns(frame: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    """All columns of a file, those that were not read by their names only, for the messages that list them.

    Built of the columns as they are: a query over them would copy what was read in blocks.
    """
    blank = pl.Series([None], dtype=pl.Null).new_from_index(0, frame.height)
    return pl.DataFrame([frame[name] if name in frame.columns else blank.alias(name) for name in names])


def translated(frame: pl.DataFrame, source: Source) -> tuple[type[Table], pl.DataFrame]:
    """The table that the rows of a file are, and the rows under our names.

    Args:
        frame: the rows, with the line numbers if the file has lines.
        source: the file, with the names that the user gave.

    Raises:
        AdjudgeError: AJ007, AJ040.
    """
    names = [name for name in frame.columns if name != LINE]
    given, frame = frame, _renamed(frame, source)
    table = _table_of(frame.columns, names, source, given)
    ours = _our_names(table, frame.columns)
    frame = frame.clone()  # no copy of the rows, which `rename` would make
    frame.columns = [ours.get(name, name) for name in frame.columns]
    return table, frame


def own_table(table: type[Table], frame: pl.DataFrame, source: Source, names: Sequence[str]) -> Table:
    """Check the rows of a file of ours.

    Args:
        table: what they are.
        frame: the rows under our names.
        source: the file.
        names: the columns as they are written in the file.

    Raises:
        AdjudgeError: what is wrong with the rows.
    """
    written = Written(tuple(name for name in names if name != LINE), source.columns or {})
    return checked(table, frame, source, written=written)


def _renamed(frame: pl.DataFrame, source: Source) -> pl.DataFrame:
    if not source.columns:
        return frame
    ours = {name for table in TABLES for name in table.names()}
    return renamed(frame, source.columns, known=ours, owner="any table", source=source.name)


def _table_of(
    names: Sequence[str], written: Sequence[str], source: Source, frame: pl.DataFrame | None = None
) -> type[Table]:
    table = table_of(name.strip().lower() for name in names)
    if table is None:
        raise unknown_columns(source, written, None if frame is None else frame.drop(LINE, strict=False))
    return table


def _our_names(table: type[Table], names: list[str]) -> dict[str, str]:
    """' Score' is 'score', unless that is there too; in texts other names are systems, which keep what they have."""
    known = {column.name for column in table.columns if table is not Texts or column.presence != "optional"}
    ours: dict[str, str] = {}
    for name in names:
        plain = name.strip().lower()
        if plain in known and plain not in names and plain not in ours.values():
            ours[name] = plain
    return ours


def unknown_columns(source: Source, names: Sequence[str], frame: pl.DataFrame | None = None) -> AdjudgeError:
    """The error that a header holds none of our column names, with the complete line to type if it is clear.

    Args:
        source: the file.
        names: its columns.
        frame: some of its rows, if they were read.
    """
    shown = ", ".join(names)[:120]
    rows = frame if frame is not None else sample_rows(source, names)
    for table in (Ratings, Comparisons):
        wanted = [column for column in table.columns if column.presence != "optional"]
        meant = suggestions(wanted, rows) if rows is not None else {}
        meant = {**(source.columns or {}), **meant}
        required = {column.name for column in table.columns if column.presence == "required"}
        if required <= set(meant):
            return catalogue.CLEAR_COLUMNS(source=source.name, columns=shown, line=written_mapping(meant))
    return catalogue.UNKNOWN_COLUMNS(source=source.name, columns=shown)


def sample_rows(source: Source, names: Sequence[str]) -> pl.DataFrame | None:
    """The first rows of delimited text as text; None if they are not rows of these columns."""
    if source.is_parquet or source.is_json or len(set(names)) < len(names):
        return None
    for separator in (",", ";", "\t"):
        rows = [split_line(line, separator) for line in source.sample]
        if rows and rows[0] == list(names):
            even = [row for row in rows[1:] if len(row) == len(names)]
            return pl.DataFrame(even, schema=dict.fromkeys(names, pl.String), orient="row")
    return None


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
