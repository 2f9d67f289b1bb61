"""Judgements of WMT07, WMT08 and WMT09: several kinds of tasks in one file, up to five systems to a line.

The columns are described on the pages of results of these workshops. Rankings of sentences (RANK) become comparisons,
scores of adequacy and fluency (NIST, WMT07) ratings. Constituents and edited sentences are other tasks with other
units; they are counted and left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.findings import Finding
from adjudge.core.tables import AnyTable, Comparisons, Ratings, Table
from adjudge.io import catalogue as io_catalogue
from adjudge.io.delimited import read_header, report_uneven, split_line
from adjudge.io.formats import Format, build_all, checked, unused
from adjudge.io.source import Source
from adjudge.io.wmt import catalogue

_PLACES: Final = range(5)
_SCORES: Final = tuple(name for i in _PLACES for name in (f"SYSTEM_{i}", f"SCORE_{i}_A", f"SCORE_{i}_B"))
_HEADER: Final = ("TASK", "TYPE", "ITEM_ID", "ANNOTATOR_ID", "TIME", *_SCORES)
_HEADER_2009: Final = (
    *("JUDGEMENT_ID", "TASK", "TYPE", "ITEM_ID", "ANNOTATOR_ID", "ANNOTATOR_TYPE_COUNT", "TIME"),
    *(*_SCORES, "EXTRA"),
)
_TASK: Final = re.compile(r"WMT\d\d (?P<source>[^-]+)-(?P<target>\S+) (?P<domain>.+)")
_RANK: Final = re.compile("[1-5]")
_BLANK: Final = ("", "-")
_FIVE_POINTS: Final = "1..5"
_CRITERIA: Final = {"A": "adequacy", "B": "fluency"}
_TYPES: Final = ("RANK", "NIST", "CONSTITUENT", "CONSTITUENT_ACCEPT", "EDIT", "EDIT_ACCEPT")

_Row = dict[str, str]
#: A line with its systems and their scores.
_Scored = tuple[int, _Row, list[tuple[str, str]]]


def _separator(source: Source) -> str | None:
    """The separator of the file, if its header is one of those of these years."""
    for separator, header in ((",", _HEADER), ("\t", _HEADER_2009), (",", _HEADER_2009), ("\t", _HEADER)):
        if tuple(name.strip() for name in read_header(source, separator, quoted=False)) == header:
            return separator
    return None


def _read(source: Source) -> tuple[AnyTable, ...]:
    rows = _lines(source)
    ranked = [(line, row) for line, row in rows if row["TYPE"] == "RANK"]
    rated = [(line, row) for line, row in rows if row["TYPE"] == "NIST"]
    builders: list[Callable[[], Table]] = []
    if ranked or not rated:
        builders.append(lambda: _comparisons(source, ranked))
    if rated:
        builders.append(lambda: _ratings(source, rated))
    notes = _notes(source, rows)
    return tuple(table.with_findings(*notes) for table in build_all(*builders))


def _lines(source: Source) -> list[tuple[int, _Row]]:
    """The rows by the names of their columns; lines end after their last system."""
    separator = _separator(source)
    if separator is None:
        names = ", ".join(_HEADER)
        raise io_catalogue.WRONG_HEADER(source=source.name, begin=source.first_line, names=names)
    (_, first), *others = source.lines()
    header = [name.strip() for name in first.split(separator)]
    fixed = header.index("SYSTEM_0")
    rows, wrong, other = [], [], []
    for line, text in others:
        # Only WMT09 has texts, and those hold quotes as they are.
        fields = split_line(text) if separator == "," else text.split(separator)
        if not fixed < len(fields) <= len(header):
            wrong.append((line, len(fields)))
        else:
            row = dict(zip(header, fields + [""] * (len(header) - len(fields)), strict=True))
            rows.append((line, row))
            if row["TYPE"] not in _TYPES or not _TASK.fullmatch(row["TASK"]):
                other.append(line)
    if wrong:
        report_uneven(source, [line for line, _ in wrong], wrong[0][1], header, total=len(others))
    if other:
        known = ", ".join(_TYPES)
        source.report_lines(catalogue.NO_TASK, other, total=len(others), known=known)
    return [(line, row) for line, row in rows if line not in set(other)]


def _scored(source: Source, rows: list[tuple[int, _Row]], column: str) -> list[_Scored]:
    """The rows with their systems and scores; scores other than 1 to 5 are reported."""
    found, wrong, values = [], [], []
    for line, row in rows:
        given = [(row[f"SYSTEM_{i}"], row[f"SCORE_{i}_{column}"].strip()) for i in _PLACES if row[f"SYSTEM_{i}"]]
        bad = [score for _, score in given if score not in _BLANK and not _RANK.fullmatch(score)]
        if bad:
            wrong.append(line)
            values.append(bad[0])
        found.append((line, row, [pair for pair in given if pair[1] not in _BLANK]))
    if wrong:
        source.report_lines(catalogue.NO_RANK, wrong, total=len(rows), value=values[0])
    return found


def _comparisons(source: Source, rows: list[tuple[int, _Row]]) -> Table:
    scored = _scored(source, rows, "A")
    columns = ("annotator", "segment", "ranking", "system_a", "system_b", "outcome", *_PLACE)
    schema = dict.fromkeys(columns, pl.String) | {LINE: pl.Int64}
    frame = pl.DataFrame(list(_pairs(scored)), schema=schema, orient="row")
    table = checked(Comparisons, frame.with_columns(document=pl.lit(None, dtype=pl.String)), source)
    empty = sum(len(given) < 2 for _, _, given in scored)
    notes = [io_catalogue.EMPTY_RANKINGS(empty=empty, rankings=len(scored))] if empty else []
    return table.with_findings(*notes)


_PLACE: Final = ("source_lang", "target_lang", "domain")


def _place(row: _Row) -> tuple[str, str, str]:
    task = _TASK.fullmatch(row["TASK"])
    return (task["source"], task["target"], task["domain"]) if task else ("", "", "")


def _pairs(scored: list[_Scored]) -> Iterator[tuple[str | int, ...]]:
    for line, row, given in scored:
        for (a, rank_a), (b, rank_b) in combinations(given, 2):
            outcome = "tie" if rank_a == rank_b else "a" if rank_a < rank_b else "b"
            yield row["ANNOTATOR_ID"], row["ITEM_ID"], str(line), a, b, outcome, *_place(row), line


def _ratings(source: Source, rows: list[tuple[int, _Row]]) -> Table:
    columns = ("annotator", "showing", "segment", "system", "score", "criterion", *_PLACE)
    schema = dict.fromkeys(columns, pl.String) | {LINE: pl.Int64}
    told = [
        (row["ANNOTATOR_ID"], str(line), row["ITEM_ID"], system, score, criterion, *_place(row), line)
        for column, criterion in _CRITERIA.items()
        for line, row, given in _scored(source, rows, column)
        for system, score in given
    ]
    nothing = pl.lit(None, dtype=pl.String)
    frame = pl.DataFrame(told, schema=schema, orient="row").sort(LINE, maintain_order=True)
    frame = frame.with_columns(session=nothing, document=nothing, kind=pl.lit("system"), scale=pl.lit(_FIVE_POINTS))
    return checked(Ratings, frame, source)


def _notes(source: Source, rows: list[tuple[int, _Row]]) -> list[Finding]:
    others = Counter(row["TYPE"] for _, row in rows if row["TYPE"] not in ("RANK", "NIST"))
    notes = [unused(source, "TIME")]
    if others:
        types = [f"{n:,} {name}" for name, n in sorted(others.items())]
        notes.append(catalogue.OTHER_TASKS(rows=others.total(), _types=types, _source=source.name))
    return notes


FORMATS = (
    Format(
        "wmt-judgements",
        "WMT judgements of 2007 to 2009: rankings of sentences; scores of adequacy and fluency as ratings",
        gives=("comparisons", "ratings"),
        detect=lambda source: _separator(source) is not None,
        read=_read,
        author="organisers of WMT07 to WMT09",
        tried=(
            "alopez/wmt-ranking: raw_data/wmt07/judgements",
            "alopez/wmt-ranking: raw_data/wmt08/wmt08-human-judgments.csv",
            "alopez/wmt-ranking: raw_data/wmt09/wmt09-human-judgments.csv",
        ),
    ),
)
