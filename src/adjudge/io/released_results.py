"""Results that WMT released beside the judgements: averages, p-values, clusters. They serve as published figures."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import polars as pl

from adjudge.core.columns import LINE
from adjudge.core.errors import InputError, Problem
from adjudge.core.tables import AnyTable, Supplement
from adjudge.io.delimited import read_words
from adjudge.io.formats import Format, words_frame
from adjudge.io.source import Source

_SEGMENT_MEANS: Final = ["SYS", "SID", "RAW.SCR", "Z.SCR", "N"]
_SYSTEM_MEANS: Final = ["RAW.SCR", "Z.SCR", "N", "SYS", "N.ALL"]
_CLUSTERS: Final = ["SRC", "TRG", "WINS", "TOTAL", "CLUSTER_START", "CLUSTER_END", "END_OF_CLUSTER", "SYSTEM"]
_ANNOTATOR_TESTS: Final = ["worker", "p", "t", "n_pairs"]
#: Our names for the columns of the release.
_WORDS: Final = {
    "SYS": "system",
    "SYSTEM": "system",
    "SID": "segment",
    "RAW.SCR": "raw",
    "Z.SCR": "z",
    "N": "n",
    "N.ALL": "judgements",
    "SRC": "source_lang",
    "TRG": "target_lang",
    "END_OF_CLUSTER": "line_below",
    "worker": "annotator",
}
_TEXT_COLUMNS: Final = {"system", "segment", "name", "source_lang", "target_lang", "annotator", "line_below"}
_TRUESKILL = re.compile(r"(?P<system>\S+) (?P<score>-?[\d.]+) \((?P<low>[\d.]+), (?P<high>[\d.]+)\)")
_CELL = re.compile(r"(-?[\d.]+(?:e-?\d+)?)(\**)|-")


def _with_header(kind: str, header: list[str]) -> Format:
    """A format of blank-separated rows below a known header."""

    def read(source: Source) -> tuple[AnyTable, ...]:
        rows = words_frame(source, read_words(source)[1:], header)
        return (_typed(kind, rows, source),)

    titles = {
        "segment-means": "segment averages of a WMT release: ad-seg-scores",
        "system-means": "system averages of a WMT release: ad-sys-scores",
        "clusters": "clusters of a WMT release: clusters.csv",
        "annotator-tests": "quality control tests of annotators: ad-trk-stats",
    }
    return Format(kind, titles[kind], (kind,), lambda source: source.first_line.split() == header, read)


def _typed(kind: str, rows: pl.DataFrame, source: Source) -> Supplement:
    """Our names and number types; a cell that is no number is an error with its line."""
    frame = rows.rename({name: _WORDS.get(name, name.lower()) for name in rows.columns if name != LINE})
    numbers = [name for name in frame.columns if name not in _TEXT_COLUMNS | {LINE}]
    typed = frame.with_columns(pl.col(numbers).cast(pl.Float64, strict=False))
    for name in numbers:
        wrong = typed[name].is_null()
        if wrong.any():
            raise InputError(
                Problem(
                    "AJ012",
                    f"{source.name}, line {frame[LINE].filter(wrong)[0]}, column {name}: "
                    f"{frame[name].filter(wrong)[0]!r} is not a number",
                    "a number",
                    f"{wrong.sum():,} of {frame.height:,} lines",
                    "check that the file is as released",
                )
            )
    counts = [name for name in numbers if name in {"n", "judgements", "wins", "total", "cluster_start", "cluster_end"}]
    typed = typed.with_columns(pl.col(counts).cast(pl.Int64)).drop(LINE)
    if "line_below" in typed.columns:
        typed = typed.with_columns(pl.col("line_below") == "True")
    return Supplement(kind, typed)


def _is_system_ranking(source: Source) -> bool:
    rows = [line.split() for line in source.sample]
    return bool(rows) and all(len(row) in (5, 6) and all(map(_is_number, row[:4])) for row in rows)


def _read_system_ranking(source: Source) -> tuple[AnyTable, ...]:
    words = read_words(source)
    names = ["raw", "z", "n", "judgements", "system", "name"][: len(words[0][1])]
    return (_typed("system-ranking", words_frame(source, words, names), source),)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _matrix_cells(source: Source) -> list[list[str]] | None:
    """The rows of a square matrix with names above and before it, or None."""
    rows = [line.split() for line in source.sample]
    if len(rows) < 3 or [row[0] for row in rows[1:]] != rows[0]:  # noqa: PLR2004
        return None
    square = all(len(row) == len(rows[0]) + 1 for row in rows[1:])
    return rows if square and all(_CELL.fullmatch(cell) for row in rows[1:] for cell in row[1:]) else None


def _is_matrix(*, starred: bool) -> Callable[[Source], bool]:
    def detect(source: Source) -> bool:
        rows = _matrix_cells(source)
        return rows is not None and (rows[1][1] == "-") == starred

    return detect


def _read_p_values(source: Source) -> tuple[AnyTable, ...]:
    """One-sided p-values, row better than column; .12 stands for "not significant" and for "not tested"."""
    rows = _matrix_cells(source) or []
    cells = [(row[0], name, float(cell)) for row in rows[1:] for name, cell in zip(rows[0], row[1:], strict=True)]
    return (Supplement("pairwise-p", pl.DataFrame(cells, schema=["system_a", "system_b", "p"], orient="row")),)


def _read_differences(source: Source) -> tuple[AnyTable, ...]:
    rows = _matrix_cells(source) or []
    cells = []
    for row in rows[1:]:
        for name, cell in zip(rows[0], row[1:], strict=True):
            match = _CELL.fullmatch(cell)
            number = float(match[1]) if match and match[1] else None
            cells.append((row[0], name, number, len(match[2]) if match and match[2] else 0))
    schema = {"system_a": pl.String, "system_b": pl.String, "difference": pl.Float64, "stars": pl.Int64}
    return (Supplement("pairwise-differences", pl.DataFrame(cells, schema=schema, orient="row")),)


def _is_trueskill(source: Source) -> bool:
    lines = source.sample
    return any(map(_TRUESKILL.fullmatch, lines)) and all(_TRUESKILL.fullmatch(x) or set(x) == {"+"} for x in lines)


def _read_trueskill(source: Source) -> tuple[AnyTable, ...]:
    cluster, rows = 1, []
    for _, line in source.lines():
        match = _TRUESKILL.fullmatch(line)
        if match is None:
            cluster += 1
            continue
        low, high = int(float(match["low"])), int(float(match["high"]))
        rows.append((match["system"], float(match["score"]), low, high, cluster))
    names = ["system", "score", "rank_low", "rank_high", "cluster"]
    return (Supplement("trueskill-ranking", pl.DataFrame(rows, schema=names, orient="row")),)


FORMATS = (
    _with_header("segment-means", _SEGMENT_MEANS),
    _with_header("system-means", _SYSTEM_MEANS),
    _with_header("clusters", _CLUSTERS),
    _with_header("annotator-tests", _ANNOTATOR_TESTS),
    Format(
        "system-ranking",
        "ranked system averages of a WMT release: ad-sys-ranking",
        ("system-ranking",),
        _is_system_ranking,
        _read_system_ranking,
    ),
    Format(
        "pairwise-p",
        "matrix of one-sided p-values of a WMT release: adwilcox",
        ("pairwise-p",),
        _is_matrix(starred=False),
        _read_p_values,
    ),
    Format(
        "pairwise-differences",
        "matrix of z differences with stars of a WMT release: ad-DA-diff",
        ("pairwise-differences",),
        _is_matrix(starred=True),
        _read_differences,
    ),
    Format(
        "trueskill-ranking",
        "TrueSkill ranking as printed by WMT: results.*.txt",
        ("trueskill-ranking",),
        _is_trueskill,
        _read_trueskill,
    ),
)
