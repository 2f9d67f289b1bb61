"""Lines between systems, and ranges of ranks, from who beats whom."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudge.core.recipes import ClusterRule

Beats = NDArray[np.bool_]


def cluster_numbers(beats: Beats, rule: ClusterRule) -> list[int]:
    """The cluster of each system, from 1.

    Definition: `stated` draws a line below a system that beats every lower one (Knowles 2021, footnote 4);
    `wins` draws it where the number of systems beaten, also higher ones, equals the number of systems below.
    They differ when a lower system beats a higher one. `wins` reproduces all cluster files that WMT released.

    Args:
        beats: rank order by rank order; `beats[i, j]` if system i is significantly better than system j.
        rule: which of the two.
    """
    k = len(beats)
    numbers, current = [], 1
    for i in range(k):
        numbers.append(current)
        below = k - 1 - i
        line = beats[i].sum() == below if rule == "wins" else beats[i, i + 1 :].all()
        current += bool(line)
    return numbers


def rank_ranges(beats: Beats) -> list[tuple[int, int]]:
    """Best and worst rank of each system: 1 + systems that beat it, and K - systems it beats."""
    better, worse = beats.sum(axis=0), beats.sum(axis=1)
    return [(1 + int(b), len(beats) - int(w)) for b, w in zip(better, worse, strict=True)]
