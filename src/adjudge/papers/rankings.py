"""Printed rankings: averages, order and lines of a table beside those of a computed ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from adjudge.papers.figures import Figure, Tolerance, Value, compare
from adjudge.ranking.result import RankedSystem, RankingResult

#: Raw averages are printed with one decimal, standardised ones with three.
RAW: Final = Tolerance(digits=1)
Z: Final = Tolerance(digits=3)


@dataclass(frozen=True)
class PrintedSystem:
    """One line of a printed ranking.

    Args:
        system: its name in the data, without the running number.
        raw: average of raw scores, one decimal.
        z: average of z-scores, three decimals.
        line: whether a line is printed below it.
    """

    system: str
    raw: float
    z: float
    line: bool = False


def short_name(system: str) -> str:
    """`SRPOL.383` to `SRPOL`: the releases number the systems, the papers do not."""
    name, dot, number = system.rpartition(".")
    return name if dot and number.isdigit() else system


def ranking_figures(table: str, printed: Sequence[PrintedSystem], result: RankingResult) -> list[Figure]:
    """Raw average and z of every system, then their order and the lines between them."""
    ours = {short_name(system.system): system for system in result.systems}
    averages = [
        compare(table, f"{name} of {row.system}", getattr(row, name), _of(ours.get(row.system), name), tolerance)
        for row in printed
        for name, tolerance in (("raw", RAW), ("z", Z))
    ]
    return [*averages, *order_figures(table, printed, result)]


def order_figures(table: str, printed: Sequence[PrintedSystem], result: RankingResult) -> list[Figure]:
    """The place of every system, and a line or none below each but the last."""
    places = [*map(short_name, result.order()), *[None] * len(printed)]
    below = lines(result)
    return [
        *(compare(table, f"place {i + 1}", row.system, places[i]) for i, row in enumerate(printed)),
        *(compare(table, f"line below {row.system}", row.line, row.system in below) for row in printed[:-1]),
    ]


def _of(system: RankedSystem | None, name: str) -> Value:
    value: Value = None if system is None else getattr(system, name)
    return value


def lines(result: RankingResult) -> list[str]:
    """Short names of the systems that a line stands below, in rank order."""
    return [
        short_name(upper.system)
        for upper, lower in zip(result.systems, result.systems[1:], strict=False)
        if upper.cluster != lower.cluster
    ]


def weakest_p(result: RankingResult, system: str) -> float:
    """The largest p-value of a system against all lower ones: a line needs it below the level."""
    return max(pair.p for pair in result.pairs if short_name(pair.a) == system)
