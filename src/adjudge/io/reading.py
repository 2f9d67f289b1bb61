"""Reading: which format a content is, one file to its tables, several files to one table."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

import polars as pl

from adjudge.core.errors import AdjudgeError, InputError, Problem, UsageError
from adjudge.core.language_pairs import choose_pair
from adjudge.core.scale import parse_scale
from adjudge.core.tables import AnyTable, Ratings, Supplement, Table
from adjudge.io import human_parity, mqm, preferences
from adjudge.io.appraise import batches, results
from adjudge.io.delimited import read_header
from adjudge.io.formats import Format, build_all
from adjudge.io.own import csv_files, json_lines, parquet
from adjudge.io.own.tables import unknown_columns
from adjudge.io.source import Source, open_source
from adjudge.io.wmt import direct_assessment, id_maps, pair_counts, relative_rankings, released_results

#: Our own CSV comes last: it accepts any header with some of our names, the others know exactly what they want.
FORMATS: Final[dict[str, Format]] = {
    form.name: form
    for module in (
        parquet,
        json_lines,
        batches,
        results,
        direct_assessment,
        relative_rankings,
        mqm,
        human_parity,
        preferences,
        id_maps,
        released_results,
        pair_counts,
        csv_files,
    )
    for form in module.FORMATS
}


@dataclass(frozen=True)
class Reading:
    """What a file holds.

    Args:
        path: the file.
        format: name of its format.
        tables: the tables in it, the main one first.
    """

    path: Path
    format: str
    tables: tuple[AnyTable, ...]


def detect(source: Source) -> Format:
    """The format of a content.

    Raises:
        InputError: AJ006, AJ007 or AJ008 if it fits none.
    """
    if source.is_parquet:
        return FORMATS["parquet"]
    for form in FORMATS.values():
        if form.detect(source):
            return form
    source.require_short_lines()
    raise InputError(csv_files.wrong_separator(source) or _unknown(source))


def _unknown(source: Source) -> Problem:
    names = read_header(source)
    if len(names) > 1 and not source.is_json:
        return unknown_columns(source, names)
    kind = "is JSON of an unknown kind" if source.is_json else "fits no known format"
    return Problem(
        "AJ007",
        f"{source.name} {kind}; it begins: {source.first_line[:80]!r}",
        "a known release (`adjudge convert --formats` lists them), or CSV with the columns system, segment and score "
        "(ratings) or system_a, system_b and outcome (comparisons)",
        "1 file",
        "name the format with --format, or convert the file to CSV",
    )


def read_file(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002 - the word of the command line
    scale: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> Reading:
    """Read everything one file holds.

    Args:
        path: the file, plain or gzip.
        format: name of the format, if detection should not decide.
        scale: the scale of the scores if the file does not say, such as `1..5`.
        columns: for CSV with other names: our name -> name in the file, such as `{"score": "rating"}`.

    Raises:
        AdjudgeError: what is wrong with the file, every problem counted.
    """
    source = replace(open_source(path), scale=scale, columns=columns)
    form = _format_of(source, format)
    if source.is_parquet != (form.name == "parquet"):
        raise InputError(_not_that(source, form, "it is Parquet" if source.is_parquet else "it is not Parquet"))
    try:
        tables = form.read(source)
    except AdjudgeError as error:
        # "No rows" is no news when all of them are reported.
        others = [problem for problem in error.problems if problem.code != "AJ017" or not source.problems]
        raise InputError(*source.problems, *others) from None
    except (pl.exceptions.PolarsError, ValueError, KeyError, IndexError, TypeError) as error:
        # A forced or mistaken format: the reader met something it has no words for.
        reason = str(error).split("\n", 1)[0] or type(error).__name__
        raise InputError(*source.problems, _not_that(source, form, reason)) from error
    if source.problems or not tables:
        raise InputError(*(source.problems or [_not_that(source, form, "nothing was found")]))
    return Reading(source.path, form.name, tables)


def _format_of(source: Source, name: str | None) -> Format:
    """The format asked for, else the one detected; only our own formats have columns that can be named otherwise."""
    if not source.columns:
        return _named(name) if name else detect(source)
    own = "parquet" if source.is_parquet else "jsonl" if source.is_json else "csv"
    if name not in (None, own):
        what = f"columns of {source.name} cannot be renamed in the format {name}"
        raise UsageError(Problem("AJ040", what, f"--column with the format {own}", "1 file", "leave --format out"))
    return FORMATS[own]


def _not_that(source: Source, form: Format, reason: str) -> Problem:
    return Problem(
        "AJ007",
        f"{source.name} cannot be read as {form.name} ({reason})",
        form.title,
        "1 file",
        "leave --format out, or name another format",
    )


def _named(name: str) -> Format:
    if name in FORMATS:
        return FORMATS[name]
    near = difflib.get_close_matches(name, FORMATS, 1)
    raise UsageError(
        Problem(
            "AJ040",
            f"there is no format '{name}'",
            f"one of {', '.join(FORMATS)}",
            "1 format",
            f"did you mean '{near[0]}'?" if near else "leave --format out to have it detected",
        )
    )


def read(
    *paths: str | Path,
    format: str | None = None,  # noqa: A002
    pair: str | None = None,
    scale: str | None = None,
    columns: Mapping[str, str] | None = None,
    table: str | None = None,
) -> AnyTable:
    """Read one file, or several files of one kind as one table.

    Files of means and standard deviations, and maps from accounts to annotators, are applied to the ratings they
    are given with. With several files of judgements each becomes a collection named after its file.

    Args:
        *paths: files, plain or gzip.
        format: name of the format, if detection should not decide.
        pair: the language pair to keep, such as `eng-iku`; None keeps everything.
        scale: the scale of the scores if the file does not say, such as `1..5`; default `0..100`.
        columns: for CSV with other names: our name -> name in the file.
        table: which table to take of files that hold several, such as `spans`; default the main one.

    Returns:
        The table.

    Raises:
        AdjudgeError: what is wrong, every problem counted.

    Example:
        >>> import adjudge
        >>> ratings = adjudge.read("Hansard-A.csv.gz", "Hansard-B.csv.gz")  # doctest: +SKIP
    """
    _require_distinct_files(paths)
    if scale is not None:
        parse_scale(scale)
    readings = build_all(*(partial(read_file, path, format=format, scale=scale, columns=columns) for path in paths))
    joined = _joined([_chosen(reading, table) for reading in readings], [reading.path for reading in readings])
    return choose_pair(joined, pair) if pair is not None and isinstance(joined, Table) else joined


def _require_distinct_files(paths: Sequence[str | Path]) -> None:
    names = [Path(path).resolve() for path in paths]
    twice = [path for path in names if names.count(path) > 1]
    if twice or not paths:
        raise UsageError(
            Problem(
                "AJ023",
                f"{twice[0].name} is given more than once" if twice else "no file is given",
                "each file once",
                f"{len(paths)} files",
                "name each file once",
            )
        )


def _chosen(reading: Reading, noun: str | None) -> AnyTable:
    """The table asked for; supplements go along whatever is asked for."""
    if noun is None or isinstance(reading.tables[0], Supplement):
        return reading.tables[0]
    for table in reading.tables:
        if table.noun == noun:
            return table
    held = ", ".join(table.noun for table in reading.tables)
    raise InputError(
        Problem(
            "AJ020",
            f"{reading.path.name} holds {held}, no {noun}",
            f"a file with {noun}",
            "1 file",
            f"ask for {reading.tables[0].noun}",
        )
    )


def _joined(tables: list[AnyTable], paths: list[Path]) -> AnyTable:
    supplements = [table for table in tables if isinstance(table, Supplement)]
    judged = [(table, path) for table, path in zip(tables, paths, strict=True) if isinstance(table, Table)]
    if not judged:
        if len(tables) == 1:
            return tables[0]
        raise InputError(_unlike(tables, paths))
    if len({type(table) for table, _ in judged}) > 1:
        raise InputError(_unlike([table for table, _ in judged], [path for _, path in judged]))
    table = _concat(judged) if len(judged) > 1 else judged[0][0]
    return _completed(table, supplements) if supplements else table


def _concat(judged: list[tuple[Table, Path]]) -> Table:
    """Several files as one table, each a collection of its own unless its rows name theirs."""
    kind = type(judged[0][0])
    frames = [table.frame for table, _ in judged]
    if any(column.name == "collection" for column in kind.columns):
        names = _collection_names([path for _, path in judged])
        frames = [_collected(frame, name) for frame, name in zip(frames, names, strict=True)]
    frame = pl.concat(frames, how="diagonal")
    defaulted = [column for column in kind.columns if column.default and column.name in frame.columns]
    frame = frame.with_columns(pl.col(column.name).fill_null(column.default) for column in defaulted)
    findings = {finding.text: finding for table, _ in judged for finding in table.findings}
    source = ", ".join(path.name for _, path in judged)
    return kind(kind.check(frame, source=source).frame, tuple(findings.values()))


def _collected(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    named = pl.col("collection") if "collection" in frame.columns else pl.lit(None, dtype=pl.String)
    return frame.with_columns(collection=pl.coalesce(named, pl.lit(name)))


def _collection_names(paths: Sequence[Path]) -> list[str]:
    """The names of files without their ending; with their folder, or all of the path, where that is not enough."""
    stems = [Path(path.name.removesuffix(".gz")).stem for path in paths]
    for names in (stems, [f"{path.parent.name}/{stem}" for path, stem in zip(paths, stems, strict=True)]):
        if len(set(names)) == len(names):
            return names
    return [str(path) for path in paths]


def _unlike(tables: Sequence[AnyTable], paths: Sequence[Path]) -> Problem:
    held = "; ".join(f"{path.name}: {table.noun}" for table, path in zip(tables, paths, strict=True))
    return Problem(
        "AJ023",
        f"the files hold different things ({held})",
        "files of one kind, with at most their means and maps beside them",
        f"{len(tables)} files",
        "give the files of one kind together",
    )


def _completed(table: Table, supplements: list[Supplement]) -> Table:
    """Apply moments and maps to the ratings they came with; anything else given along is a mistake."""
    for supplement in supplements:
        if supplement.kind not in {direct_assessment.MOMENTS, id_maps.ACCOUNTS} or not isinstance(table, Ratings):
            raise InputError(
                Problem(
                    "AJ023",
                    f"a file of {supplement.kind} cannot be joined with {table.noun}",
                    "ratings with a file of means and sds, or with a map from accounts to annotators",
                    "1 file",
                    "leave that file out",
                )
            )
    moments = [s.frame for s in supplements if s.kind == direct_assessment.MOMENTS]
    maps = [s.frame for s in supplements if s.kind == id_maps.ACCOUNTS]
    if moments and isinstance(table, Ratings):
        table = direct_assessment.restore_raw(table, pl.concat(moments))
    if maps and isinstance(table, Ratings):
        table = id_maps.name_annotators(table, pl.concat(maps))
    return table
