"""Pairwise counts: `system1 system2 wins1 ties wins2`, separated by blanks, both orders of a pair or one."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.checks import Checked, check_types
from adjudge.core.columns import LINE
from adjudge.core.errors import InputError, Problem, TableError
from adjudge.core.tables import AnyTable, PairCounts
from adjudge.io.delimited import read_words
from adjudge.io.formats import Format, words_frame
from adjudge.io.source import Source

_NAMES: Final = ["system_a", "system_b", "wins_a", "ties", "wins_b"]


def _detect(source: Source) -> bool:
    rows = [line.split() for line in source.sample]
    if not rows or not _is_count(rows[0]):
        return False
    return 2 * sum(map(_is_count, rows)) > len(rows)


def _is_count(row: list[str]) -> bool:
    """Two names and three numbers; whether the numbers make sense is for the checks to say."""
    return len(row) == len(_NAMES) and [_is_number(word) for word in row] == [False, False, True, True, True]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _read(source: Source) -> tuple[AnyTable, ...]:
    rows = words_frame(source, read_words(source), _NAMES)
    state = Checked(rows, PairCounts.noun, source.name)
    check_types(state, PairCounts.columns)
    if state.problems:
        raise TableError(*state.problems)
    swap = pl.col("system_a") > pl.col("system_b")
    ordered = state.frame.select(
        system_a=pl.min_horizontal("system_a", "system_b"),
        system_b=pl.max_horizontal("system_a", "system_b"),
        wins_a=pl.when(swap).then("wins_b").otherwise("wins_a"),
        ties=pl.col("ties"),
        wins_b=pl.when(swap).then("wins_a").otherwise("wins_b"),
        **{LINE: pl.col(LINE)},
    )
    _require_mirrored(source, ordered)
    return (PairCounts.check(ordered.unique(_NAMES[:2], keep="first", maintain_order=True), source=source.name),)


def _require_mirrored(source: Source, ordered: pl.DataFrame) -> None:
    """Both lines of a pair must tell the same."""
    different = (
        ordered.group_by(_NAMES[:2], maintain_order=True)
        .agg(pl.struct(_NAMES[2:]).n_unique().alias("versions"), pl.col(LINE))
        .filter(pl.col("versions") > 1)
    )
    if different.height:
        first = different.row(0, named=True)
        lines = ", ".join(str(line) for line in first[LINE])
        raise InputError(
            Problem(
                "AJ021",
                f"{source.name}, lines {lines}: the counts of {first['system_a']} and {first['system_b']} differ",
                "the same counts, mirrored, in both orders of a pair",
                f"{different.height:,} pairs of systems",
                "correct the counts, or keep one line for each pair",
            )
        )


FORMATS = (
    Format("pair-counts", "pairwise counts: system1 system2 wins1 ties wins2", ("pair counts",), _detect, _read),
)
