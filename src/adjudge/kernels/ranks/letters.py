"""Compact letters: systems that share a letter are not separated."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

MOST_GROUPS: Final = 60


def compact_letters(different: NDArray[np.bool_], most: int = MOST_GROUPS) -> list[str]:
    """Letters for systems in rank order, by insert and absorb (Piepho 2004).

    Two systems share a letter if and only if they do not differ. Letters show ties that are not transitive, which
    lines hide.

    Args:
        different: symmetric matrix; whether two systems differ significantly.
        most: groups that may arise on the way. Their number can double with every system, and nobody reads hundreds.

    Returns:
        One string per system, `a` for the first group; beyond 26 groups the alphabet is numbered (`a2`, ...). Empty
        strings if there are too many groups.
    """
    k = len(different)
    groups: list[frozenset[int]] = [frozenset(range(k))]
    for i in range(k):
        for j in range(i + 1, k):
            if different[i, j]:
                groups = _absorbed(_split(groups, i, j))
                if len(groups) > most:
                    return [""] * k
    groups.sort(key=sorted)
    return ["".join(_letter(n) for n, group in enumerate(groups) if i in group) for i in range(k)]


def _split(groups: list[frozenset[int]], i: int, j: int) -> list[frozenset[int]]:
    """Every group that holds both becomes two, each without one of them."""
    parts = []
    for group in groups:
        parts += [group - {i}, group - {j}] if {i, j} <= group else [group]
    return parts


def _absorbed(groups: list[frozenset[int]]) -> list[frozenset[int]]:
    """Groups that are part of another say nothing new."""
    distinct = list(dict.fromkeys(groups))
    return [group for group in distinct if not any(group < other for other in distinct)]


def _letter(n: int) -> str:
    return chr(ord("a") + n % 26) + (str(n // 26 + 1) if n >= 26 else "")
