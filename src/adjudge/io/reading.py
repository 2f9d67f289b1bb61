"""Reading: `read_file` gives the tables of one file, `read` one table of one or several files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike
from pathlib import Path

import polars as pl

from adjudge.core.checking.frames import require_columns
from adjudge.core.errors import AdjudgeError, InputError
from adjudge.core.language_pairs import choose_language_pair
from adjudge.core.problems import NO_SCALE
from adjudge.core.scale import parse_scale
from adjudge.core.selecting.catalogue import NO_ROWS_TO_CHOOSE
from adjudge.core.selecting.conditions import Where, parse_where
from adjudge.core.selecting.selection import select
from adjudge.core.tables import AnyTable, Supplement, Table
from adjudge.io.catalogue import NO_SUCH_TABLE, NOT_READABLE, NOT_RENAMED
from adjudge.io.detecting import choose_folder_format, choose_format, not_this_format
from adjudge.io.files.catalogue import LIST_OF_PATHS, NOT_A_PATH
from adjudge.io.folders import Folder, FolderFormat, is_folder
from adjudge.io.formats import Format
from adjudge.io.source import Source, open_source
from adjudge.io.together.companions import read_together
from adjudge.io.together.joining import Reading, by_kind, join, require_distinct_files


def read_file(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    scale: str | None = None,
    columns: Mapping[str, str] | None = None,
    pair: str | None = None,
) -> Reading:
    """Read everything one file holds, or a folder of a known layout.

    Args:
        path: the file, plain or gzip, or the folder.
        format: name of the format, if detection should not decide.
        scale: the scale of the scores if the file does not say, such as `1..5`.
        columns: for a file of our own formats with other names: our name -> name in the file, such as
            `{"score": "rating"}`.
        pair: the language pair to take from a folder, which is read one pair at a time; files are read whole.

    Raises:
        AdjudgeError: what is wrong with the file, every problem counted.
    """
    _require_arguments([path], scale, columns)
    if is_folder(path):
        return _read_folder(Folder(Path(path), pair), format, scale, columns)
    source = replace(open_source(path), scale=scale, columns=columns)
    form = choose_format(source, format)
    tables = _tables(source, form, lambda: form.read(source))
    if scale is not None:
        _require_scale(tables, scale)
    return Reading(source.path, form.name, tables, source.answerable)


def _read_folder(folder: Folder, name: str | None, scale: str | None, columns: Mapping[str, str] | None) -> Reading:
    """Everything that a folder of a known layout holds."""
    try:
        form = choose_folder_format(folder, name)
        if columns:
            raise NOT_RENAMED(source=folder.name, format=form.name, own="csv")
        tables = _tables(folder, form, lambda: form.read(folder))
    except OSError as error:  # a sub-folder that may not be looked into
        raise NOT_READABLE(path=error.filename or folder.path, reason=error.strerror or str(error)) from None
    if scale is not None:
        _require_scale(tables, scale)
    return Reading(folder.path, form.name, tables)


def _tables(
    source: Source | Folder, form: Format | FolderFormat, read_all: Callable[[], tuple[AnyTable, ...]]
) -> tuple[AnyTable, ...]:
    """What the reader makes of the content.

    Raises:
        InputError: the problems of single lines, and what else is wrong.
    """
    try:
        tables = read_all()
    except AdjudgeError as error:
        raise InputError(*source.problems, *error.problems) from None
    except (pl.exceptions.PolarsError, ValueError, KeyError, IndexError, TypeError) as error:
        # A forced or mistaken format: the reader met something it has no words for.
        reason = str(error).split("\n", 1)[0] or type(error).__name__
        raise InputError(*source.problems, *not_this_format(source, form, reason).problems) from error
    if source.problems:
        raise InputError(*source.problems)
    if not tables:
        raise not_this_format(source, form, "nothing was found")
    return tables


def _require_scale(tables: tuple[AnyTable, ...], scale: str) -> None:
    """Refuse a scale for judgements that have none; a supplement may stand beside ratings that do."""
    judged = [table for table in tables if isinstance(table, Table)]
    if judged and not any("scale" in table.names() for table in judged):
        raise NO_SCALE(scale=scale, owner=judged[0].noun)


def read(
    *paths: str | Path,
    format: str | None = None,  # noqa: A002
    pair: str | None = None,
    scale: str | None = None,
    columns: Mapping[str, str] | None = None,
    table: str | None = None,
    where: Where | None = None,
) -> AnyTable:
    """Read one file, or several files of one kind as one table.

    Files of means and standard deviations, and maps from accounts to annotators, are applied to the ratings they
    are given with. With several files of judgements each becomes a collection named after its file.

    Args:
        *paths: files, plain or gzip, or folders of a known layout.
        format: name of the format, if detection should not decide.
        pair: the language pair to keep, such as `eng-iku`; None keeps everything.
        scale: the scale of the scores if the file does not say, such as `1..5`; default `0..100`.
        columns: for a file of our own formats with other names: our name -> name in the file.
        table: which table to take of files that hold several, such as `spans`; default the main one.
        where: the rows to keep, such as `"domain=news"`, `{"domain": "news"}` or a list of conditions, all of which
            must hold; None keeps everything.

    Returns:
        The table.

    Raises:
        AdjudgeError: what is wrong, every problem counted.

    Example:
        >>> import adjudge
        >>> ratings = adjudge.read("Hansard-A.csv.gz", "Hansard-B.csv.gz")  # doctest: +SKIP
    """
    readings = _readings(paths, format=format, pair=pair, scale=scale, columns=columns, table=table, where=where)
    joined = join(readings)
    if scale is not None:
        _require_scale((joined,), scale)
    return _rows(joined, paths, pair=pair, where=where)


def read_kinds(
    *paths: str | Path,
    format: str | None = None,  # noqa: A002
    pair: str | None = None,
    scale: str | None = None,
    columns: Mapping[str, str] | None = None,
    table: str | None = None,
    where: Where | None = None,
) -> tuple[AnyTable, ...]:
    """Read files of several kinds, such as ratings and comparisons of the same systems, as one table of each kind.

    Args:
        *paths: as for `read`.
        format: likewise.
        pair: likewise.
        scale: likewise; for the tables that have one.
        columns: likewise.
        table: likewise.
        where: likewise; for all tables.

    Returns:
        The tables in the order of the files; one if all files are of one kind.

    Raises:
        AdjudgeError: what is wrong, every problem counted.
    """
    readings = _readings(paths, format=format, pair=pair, scale=scale, columns=columns, table=table, where=where)
    tables = tuple(join(of_kind) for of_kind in by_kind(readings))
    if scale is not None:
        _require_scale(tables, scale)
    return tuple(_rows(one, paths, pair=pair, where=where) for one in tables)


def _readings(
    paths: Sequence[str | Path],
    *,
    format: str | None,  # noqa: A002
    pair: str | None,
    scale: str | None,
    columns: Mapping[str, str] | None,
    table: str | None,
    where: Where | None,
) -> list[Reading]:
    """What each file holds."""
    _require_arguments(paths, scale, columns)
    require_distinct_files(paths)
    parse_where(where)  # before anything is read
    read_one = partial(read_file, format=format, scale=scale, columns=columns, pair=pair)
    return [_chosen(reading, table) for reading in read_together(paths, read_one, maps=format is None)]


def _rows(joined: AnyTable, paths: Sequence[str | Path], *, pair: str | None, where: Where | None) -> AnyTable:
    """The rows asked for."""
    if not isinstance(joined, Table):
        if parse_where(where):
            raise NO_ROWS_TO_CHOOSE(held=joined.noun)
        return joined
    source = ", ".join(Path(path).name for path in paths)
    chosen = select(joined, where, source=source)
    return chosen if pair is None else choose_language_pair(chosen, pair, source=source)


def _require_arguments(paths: Sequence[object], scale: str | None, columns: object) -> None:
    """Refuse arguments of another type than is needed, and a scale that is none (AJ040)."""
    for path in paths:
        if isinstance(path, Iterable) and not isinstance(path, str | bytes | PathLike):
            raise LIST_OF_PATHS(type=type(path).__name__)
        if not isinstance(path, str | PathLike):
            raise NOT_A_PATH(value=path, type=type(path).__name__)
    require_columns(columns)
    if scale is not None:
        parse_scale(scale)


def _chosen(reading: Reading, noun: str | None) -> Reading:
    """The reading with the table asked for only; supplements go along whatever is asked for."""
    if noun is None or isinstance(reading.tables[0], Supplement):
        return reading
    tables = tuple(table for table in reading.tables if table.noun == noun)
    if not tables:
        held = ", ".join(table.noun for table in reading.tables)
        raise NO_SUCH_TABLE(source=reading.path.name, held=held, asked=noun, first=reading.tables[0].noun)
    return replace(reading, tables=tables)
