"""Lines between systems, and ranges of ranks, from who beats whom."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from adjudge.core.recipes import ClusterRule

Beats = NDArray[np.bool_]


def lines_below(beats: Beats, rule: ClusterRule) -> list[bool]:
    """Whether a line stands below each system; the last has none.

    Definition: `stated` draws a line below a system that beats every lower one (Knowles 2021, footnote 4);
    `wins` where the number of systems beaten, also higher ones, equals the number of systems below; `strict`
    where every system above beats every system below. `stated` and `wins` differ when a lower system beats a
    higher one. `wins` reproduces all cluster files that WMT released.

    Args:
        beats: rank order by rank order; `beats[i, j]` if system i is significantly better than system j.
        rule: which of the three.
    """
    k = len(beats)
    lines = []
    for i in range(k - 1):
        if rule == "wins":
            lines.append(bool(beats[i].sum() == k - 1 - i))
        elif rule == "stated":
            lines.append(bool(beats[i, i + 1 :].all()))
        else:
            lines.append(bool(beats[: i + 1, i + 1 :].all()))
    return [*lines, False]


def cluster_numbers(beats: Beats, rule: ClusterRule, hidden: Sequence[int] = ()) -> list[int]:
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
