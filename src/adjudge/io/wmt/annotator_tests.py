"""What WMT released about annotators beside the judgements: tests of quality control, and who they are."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import polars as pl

from adjudge.core.columns import ANNOTATOR, LINE, SESSION, Column
from adjudge.core.tables import AnyTable
from adjudge.io.delimited import has_header, read_rows, read_words
from adjudge.io.formats import Format, is_number, supplement
from adjudge.io.source import Source
from adjudge.io.wmt import catalogue

_HEADER: Final = ["worker", "p", "t", "n_pairs"]
_TESTS: Final = (
    replace(ANNOTATOR, nullable=False),
    Column("p", "number", "p-value of the test; missing if all scores are equal"),
    Column("t", "number", "statistic of the test"),
    Column("n_pairs", "integer", "number of pairs of a degraded item and its original", nullable=False),
)
_NAMES: Final = [column.name for column in _TESTS]
#: One annotator in the print-out of R: name, p, the letter t, its value, number of pairs.
_PRINTED: Final = tuple(
    map(
        re.compile,
        (r'\[1\] "(?P<value>[^"]*)"', r"\[1\] (?P<value>\S+)", "t", r"(?P<value>\S+)", r"\[1\] (?P<value>\S+)"),
    )
)
_GROUPS_HEADER: Final = ["account", "annotated_by_group", "annotator_crowd_type"]
_GROUPS: Final = (
    replace(SESSION, nullable=False),
    Column("group", "text", "who organised the annotation"),
    Column("crowd", "text", "what kind of people annotated"),
)


def _has_header(source: Source) -> bool:
    return source.first_line.split() == _HEADER


def _is_tests(source: Source) -> bool:
    rows = [line.split() for line in source.sample]
    fits = sum(
        len(row) == len(_HEADER) and not is_number(row[0]) and all(map(is_number, row[1:])) and row[3].isdigit()
        for row in rows
    )
    return _has_header(source) or 2 * fits > len(rows) or _is_printed(source)


def _is_printed(source: Source) -> bool:
    first = [line.strip() for line in source.sample[: len(_PRINTED)]]
    return len(first) == len(_PRINTED) and all(form.fullmatch(line) for form, line in zip(_PRINTED, first, strict=True))


def _read_tests(source: Source) -> tuple[AnyTable, ...]:
    """With the header, without it, or as R prints it."""
    if source.first_line.startswith("[1]"):
        rows = _read_printed(source)
    else:
        rows = read_words(source, _HEADER, header=_has_header(source))
        rows.columns = [*_NAMES, LINE]
    # R writes NaN where there is nothing to test, and quotes a number that it was told to print as text.
    told = [pl.col(name).str.strip_chars('"') for name in ("p", "t")]
    rows = rows.with_columns(pl.when(~value.is_in(["NaN", "NA"])).then(value) for value in told)
    return (supplement("annotator-tests", _TESTS, rows, source),)


def _read_printed(source: Source) -> pl.DataFrame:
    size = len(_PRINTED)
    lines = source.lines()
    matches = [(number, _PRINTED[i % size].fullmatch(line.strip())) for i, (number, line) in enumerate(lines)]
    wrong = [number for number, match in matches if match is None]
    if wrong or len(lines) % size:
        source.report_lines(catalogue.UNEVEN_TESTS, wrong[:1] or [lines[-1][0]], total=len(lines))
        matches = []
    values = [match["value"] for i, (_, match) in enumerate(matches) if match and i % size != 2]
    columns = {name: values[i :: len(_NAMES)] for i, name in enumerate(_NAMES)}
    schema = dict.fromkeys(_NAMES, pl.String) | {LINE: pl.Int64}
    return pl.DataFrame({**columns, LINE: [number for number, _ in matches[::size]]}, schema=schema)


def _read_groups(source: Source) -> tuple[AnyTable, ...]:
    rows = read_rows(source, _GROUPS_HEADER)
    rows.columns = [*(column.name for column in _GROUPS), LINE]
    return (supplement("annotator-groups", _GROUPS, rows, source),)


FORMATS = (
    Format(
        "annotator-tests",
        "quality control tests of annotators: ad-trk-stats, with or without its header, and as R prints it",
        gives=("annotator-tests",),
        detect=_is_tests,
        read=_read_tests,
        author="organisers of WMT16 to WMT22",
        tried=(
            "wmt-conference/wmt21-news-systems: humaneval/newstest2021-toen/ad-trk-stats.csv and .txt",
            "wmt-conference/wmt22-news-systems: humaneval/DA/newstest2022-toen/ad-trk-stats.csv and .txt",
        ),
    ),
    Format(
        "annotator-groups",
        "which people are behind the accounts: Types_of_crowds_for_annotators (WMT21)",
        gives=("annotator-groups",),
        detect=lambda source: has_header(source, _GROUPS_HEADER),
        read=_read_groups,
        author="organisers of WMT21",
        tried=(
            "wmt-conference/wmt21-news-systems: humaneval/newstest2021-EX_and_XY/Types_of_crowds_for_annotators.csv",
        ),
    ),
)
