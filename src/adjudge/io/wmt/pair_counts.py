"""Pairwise counts: `system1 system2 wins1 ties wins2`, separated by blanks, both orders of a pair or one.

A first line with these five words is allowed.
"""

from __future__ import annotations

from typing import Final

from adjudge.core.tables import AnyTable, PairCounts
from adjudge.io.delimited import read_words
from adjudge.io.formats import Format, checked, is_number
from adjudge.io.source import Source

_HEADER: Final = ["system1", "system2", "wins1", "ties", "wins2"]
_NAMES: Final = ["system_a", "system_b", "wins_a", "ties", "wins_b"]


def _detect(source: Source) -> bool:
    rows = [line.split() for line in source.sample]
    if source.first_line.split() == _HEADER:
        return True
    return _is_count(source.first_line.split()) and 2 * sum(map(_is_count, rows)) > len(rows)


def _is_count(row: list[str]) -> bool:
    """Two names and three numbers; whether the numbers are possible is for the checks to say."""
    return len(row) == len(_NAMES) and [is_number(word) for word in row] == [False, False, True, True, True]


def _read(source: Source) -> tuple[AnyTable, ...]:
    header = source.first_line.split() == _HEADER
    rows = read_words(source, _HEADER, header=header).rename(dict(zip(_HEADER, _NAMES, strict=True)))
    return (checked(PairCounts, rows, source),)


FORMATS = (
    Format(
        "pair-counts",
        "pairwise counts: system1 system2 wins1 ties wins2",
        gives=("pair counts",),
        detect=_detect,
        read=_read,
        author="Lopez 2012; anybody who counts wins",
        tried=("alopez/wmt-ranking: data/pairwise/wmt12.*",),
    ),
)
