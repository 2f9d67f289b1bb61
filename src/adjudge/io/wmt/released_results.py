"""Results that WMT released beside the judgements: averages, p-values, clusters. They serve as published figures."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import polars as pl

from adjudge.core.columns import LINE, SEGMENT, SOURCE_LANG, SYSTEM, TARGET_LANG, Column
from adjudge.core.tables import AnyTable, Supplement
from adjudge.io import catalogue
from adjudge.io.delimited import read_words
from adjudge.io.formats import Format, is_number, supplement
from adjudge.io.source import Source


def _number(name: str, meaning: str) -> Column:
    return Column(name, "number", meaning, nullable=False)


def _count(name: str, meaning: str) -> Column:
    return Column(name, "integer", meaning, nullable=False)


_ORGANISERS: Final = "organisers of WMT16 to WMT22"
_TRIED: Final = (
    "wmt-conference/wmt21-news-systems: humaneval/newstest2021-toen",
    "wmt-conference/wmt22-news-systems: humaneval/DA/newstest2022-toen",
)
_RAW = _number("raw", "average of the raw scores")
_Z = _number("z", "average of the standardised scores")
_N = _count("n", "number of segments, or of judgements in a file of segments")
_JUDGEMENTS = _count("judgements", "number of judgements")
#: Header of a release -> kind, one line for lists, our columns in its order.
_WITH_HEADER: Final[dict[str, tuple[str, str, tuple[Column, ...]]]] = {
    "SYS SID RAW.SCR Z.SCR N": (
        "segment-means",
        "segment averages of a WMT release: ad-seg-scores",
        (SYSTEM, SEGMENT, _RAW, _Z, _N),
    ),
    "RAW.SCR Z.SCR N SYS N.ALL": (
        "system-means",
        "system averages of a WMT release: ad-sys-scores",
        (_RAW, _Z, _N, SYSTEM, _JUDGEMENTS),
    ),
    "SRC TRG WINS TOTAL CLUSTER_START CLUSTER_END END_OF_CLUSTER SYSTEM": (
        "clusters",
        "clusters of a WMT release: clusters.csv",
        (
            SOURCE_LANG,
            TARGET_LANG,
            _count("wins", "number of systems that are significantly worse"),
            _count("total", "number of systems"),
            _count("cluster_start", "best rank of the cluster"),
            _count("cluster_end", "worst rank of the cluster"),
            Column("line_below", "text", "whether the cluster ends here", nullable=False, choices=("True", "False")),
            SYSTEM,
        ),
    ),
}
_RANKING_COLUMNS: Final = (_RAW, _Z, _N, _JUDGEMENTS, SYSTEM, Column("name", "text", "name of the system in print"))
_TRUESKILL: Final = re.compile(r"(?P<system>\S+) (?P<score>\S+) \((?P<low>\S+), (?P<high>\S+)\)")
_TRUESKILL_COLUMNS: Final = (
    SYSTEM,
    _number("score", "mean of the skill over all runs"),
    _count("rank_low", "best rank"),
    _count("rank_high", "worst rank"),
    _count("cluster", "number of the cluster, counted from 1"),
)
_CELL: Final = re.compile(r"(?P<number>-?[\d.]+(?:e-?\d+)?)(?P<stars>\**)|-")


def _with_header(header: str) -> Format:
    """A format of blank-separated rows below a known header."""
    kind, title, columns = _WITH_HEADER[header]

    def read(source: Source) -> tuple[AnyTable, ...]:
        rows = read_words(source, header.split())
        rows.columns = [*(column.name for column in columns), LINE]
        table = supplement(kind, columns, rows, source)
        if kind != "clusters":
            return (table,)
        return (Supplement(kind, table.frame.with_columns(pl.col("line_below") == "True")),)

    return Format(
        kind,
        title,
        gives=(kind,),
        detect=lambda source: source.first_line.split() == header.split(),
        read=read,
        author=_ORGANISERS,
        tried=_TRIED,
    )


def _is_system_ranking(source: Source) -> bool:
    rows = [line.split() for line in source.sample]
    fits = [len(row) in (5, 6) and all(map(is_number, row[:4])) and not is_number(row[4]) for row in rows]
    return 2 * sum(fits) > len(rows)


def _read_system_ranking(source: Source) -> tuple[AnyTable, ...]:
    columns = _RANKING_COLUMNS[: len(source.first_line.split())]
    rows = read_words(source, [column.name for column in columns], header=False)
    return (supplement("system-ranking", columns, rows, source),)


def _matrix(source: Source) -> list[list[str]] | None:
    """The rows of a square matrix with names above and before it, or None."""
    rows = [line.split() for line in source.sample]
    if len(rows) < 3 or [row[0] for row in rows[1:]] != rows[0]:
        return None
    square = all(len(row) == len(rows[0]) + 1 for row in rows[1:])
    return rows if square and all(_CELL.fullmatch(cell) for row in rows[1:] for cell in row[1:]) else None


def _is_matrix(*, starred: bool) -> Callable[[Source], bool]:
    def detect(source: Source) -> bool:
        rows = _matrix(source)
        return rows is not None and (rows[1][1] == "-") == starred

    return detect


def _cells(source: Source) -> list[tuple[str, str, str | None, int]]:
    """Row, column, number and stars of every cell."""
    rows = _matrix(source)
    if rows is None:
        raise catalogue.NOT_A_MATRIX(source=source.name, n=len(source.sample))
    cells = [(row[0], name, cell) for row in rows[1:] for name, cell in zip(rows[0], row[1:], strict=True)]
    matches = [(a, b, _CELL.fullmatch(cell)) for a, b, cell in cells]
    return [(a, b, match["number"], len(match["stars"] or "")) for a, b, match in matches if match]


def _read_p_values(source: Source) -> tuple[AnyTable, ...]:
    """One-sided p-values, row better than column; .12 stands for "not significant" and for "not tested"."""
    frame = pl.DataFrame([cell[:3] for cell in _cells(source)], schema=["system_a", "system_b", "p"], orient="row")
    columns = (*_PAIR, _number("p", "one-sided p-value"))
    return (supplement("pairwise-p", columns, frame, source),)


def _read_differences(source: Source) -> tuple[AnyTable, ...]:
    names = ["system_a", "system_b", "difference", "stars"]
    frame = pl.DataFrame(_cells(source), schema=names, orient="row", infer_schema_length=None)
    columns = (*_PAIR, Column("difference", "number", "difference of z"), _count("stars", "1 for 0.05, 2 for 0.01, 3"))
    return (supplement("pairwise-differences", columns, frame, source),)


_PAIR: Final = (
    Column("system_a", "text", "the system of the row", nullable=False),
    Column("system_b", "text", "the system of the column", nullable=False),
)


def _is_line(text: str) -> bool:
    return set(text.strip()) == {"+"}


def _is_trueskill(source: Source) -> bool:
    places = [line for line in source.sample if not _is_line(line)]
    return 2 * sum(map(bool, map(_TRUESKILL.fullmatch, places))) > len(places)


def _read_trueskill(source: Source) -> tuple[AnyTable, ...]:
    cluster, rows, wrong = 1, [], []
    for number, line in source.lines():
        match = _TRUESKILL.fullmatch(line)
        if match:
            rows.append({**match.groupdict(), "cluster": cluster, LINE: number})
        elif _is_line(line):
            cluster += 1
        else:
            wrong.append(number)
    if wrong:
        source.report_lines(catalogue.NOT_A_PLACE, wrong, total=len(rows) + len(wrong))
    if not rows:
        return ()
    frame = pl.DataFrame(rows, infer_schema_length=None).rename({"low": "rank_low", "high": "rank_high"})
    return (supplement("trueskill-ranking", _TRUESKILL_COLUMNS, frame, source),)


FORMATS = (
    *map(_with_header, _WITH_HEADER),
    Format(
        "system-ranking",
        "ranked system averages of a WMT release: ad-sys-ranking",
        gives=("system-ranking",),
        detect=_is_system_ranking,
        read=_read_system_ranking,
        author=_ORGANISERS,
        tried=_TRIED,
    ),
    Format(
        "pairwise-p",
        "matrix of one-sided p-values of a WMT release: adwilcox",
        gives=("pairwise-p",),
        detect=_is_matrix(starred=False),
        read=_read_p_values,
        author=_ORGANISERS,
        tried=_TRIED,
    ),
    Format(
        "pairwise-differences",
        "matrix of z differences with stars of a WMT release: ad-DA-diff",
        gives=("pairwise-differences",),
        detect=_is_matrix(starred=True),
        read=_read_differences,
        author=_ORGANISERS,
        tried=_TRIED,
    ),
    Format(
        "trueskill-ranking",
        "TrueSkill ranking as printed by WMT: results.*.txt",
        gives=("trueskill-ranking",),
        detect=_is_trueskill,
        read=_read_trueskill,
        author="organisers of WMT14 to WMT16, with wmt-trueskill",
        tried=("mjpost/wmt15: results/wmt15.*.txt",),
    ),
)
