"""Lines between systems, and ranges of ranks, from who beats whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.registry import Registry
from adjudge.ranking.catalogue import NO_SUCH_RULE

Beats = NDArray[np.bool_]


@dataclass(frozen=True)
class DrawingRule:
    """Where lines are drawn.

    Args:
        name: as in recipes and signatures.
        title: for captions.
        below: whether a line stands below the system at a place; `beats` is rank order by rank order.
    """

    name: str
    title: str
    below: Callable[[Beats, int], bool]


def _wins(beats: Beats, place: int) -> bool:
    return bool(beats[place].sum() == len(beats) - 1 - place)


def _stated(beats: Beats, place: int) -> bool:
    return bool(beats[place, place + 1 :].all())


def _undisputed(beats: Beats, place: int) -> bool:
    return _stated(beats, place) and not beats[place + 1 :, : place + 1].any()


def _strict(beats: Beats, place: int) -> bool:
    return bool(beats[: place + 1, place + 1 :].all())


LINE_RULES: Final = Registry(
    NO_SUCH_RULE,
    (
        DrawingRule(
            "wins",
            "a line is drawn below a system that is significantly better than as many systems, wherever they rank, as "
            "are ranked below it (the rule behind the official WMT results)",
            _wins,
        ),
        DrawingRule(
            "stated",
            "a line is drawn below a system that is significantly better than every lower-ranked system",
            _stated,
        ),
        DrawingRule(
            "undisputed",
            "a line is drawn below a system that is significantly better than every lower-ranked system, unless a "
            "system below the line is significantly better than one above it",
            _undisputed,
        ),
        DrawingRule(
            "strict",
            "a line is drawn where every system above it is significantly better than every system below it",
            _strict,
        ),
        DrawingRule(  # here a system beats another if its range ends before the other range begins
            "ranges",
            "a line is drawn below a system whose range of ranks ends before those of all lower-ranked systems begin, "
            "where a range covers 95% of the random runs. Such lines show what other seeds would give, not what other "
            "judgements would",
            _stated,
        ),
    ),
)


def lines_below(beats: Beats, rule: str) -> list[bool]:
    """Whether a line stands below each system; the last has none.

    Definition: `stated` draws a line below a system that beats every lower one (Knowles 2021, footnote 4);
    `wins` where the number of systems beaten, also higher ones, equals the number of systems below; `undisputed`
    where `stated` does and no system below the line beats one above it; `strict` where every system above beats
    every system below. `stated` and `wins` differ when a lower system beats a
    higher one. `wins` reproduces all cluster files that WMT released.

    Args:
        beats: rank order by rank order; `beats[i, j]` if system i is significantly better than system j.
        rule: a name from `LINE_RULES`.

    Raises:
        RecipeError: AJ031 if there is no such rule.
    """
    below = LINE_RULES.find(rule).below
    return [place < len(beats) - 1 and below(beats, place) for place in range(len(beats))]


def cluster_numbers(beats: Beats, rule: str, hidden: Sequence[int] = ()) -> list[int]:
    """The cluster of each system, from 1.

    Args:
        beats: rank order by rank order.
        rule: see `lines_below`.
        hidden: places of systems that take no part in drawing lines (human translations); they stand in the
            cluster of the next system above them that does, or in the first.
    """
    shown = [i for i in range(len(beats)) if i not in set(hidden)]
    lines = dict(zip(shown, lines_below(beats[np.ix_(shown, shown)], rule), strict=True))
    numbers, current, pending = [], 1, False
    for i in range(len(beats)):
        if i in lines:
            current += pending
            pending = lines[i]
        numbers.append(current)
    return numbers


def rank_ranges(beats: Beats) -> list[tuple[int, int]]:
    """Best and worst rank of each system: 1 + systems that beat it, and K - systems it beats."""
    better, worse = beats.sum(axis=0), beats.sum(axis=1)
    return [(1 + int(b), len(beats) - int(w)) for b, w in zip(better, worse, strict=True)]
