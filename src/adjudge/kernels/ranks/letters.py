"""Compact letters: systems that share a letter are not separated."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

MOST_GROUPS: Final = 60


def compact_letters(different: NDArray[np.bool_], most: int = MOST_GROUPS) -> list[str]:
    """Letters for systems in rank order (compact letter display, Piepho 2004).

    Two systems share a letter if and only if they do not differ. Letters show differences that are not transitive,
    which lines hide. There is one letter for every largest group of systems of which no two differ. Systems are added
    one at a time: a new one joins what is left of every group without the systems it differs from.

    Checked against: insert and absorb as in the paper, and all subsets of the systems (tests/laws).

    Args:
        different: symmetric matrix; whether two systems differ significantly.
        most: how many groups to give letters to. Their number can double with every system, and nobody reads hundreds.

    Returns:
        One string per system, `a` for the first group; beyond 26 groups the alphabet is numbered (`a2`, ...). Empty
        strings if there are too many groups.
    """
    groups = _largest_groups(different, most)
    if groups is None:
        return [""] * len(different)
    letters = [_letter(n) for n in range(len(groups))]
    return ["".join(letters[n] for n, group in enumerate(groups) if group >> i & 1) for i in range(len(different))]


def _largest_groups(different: NDArray[np.bool_], most: int) -> list[int] | None:
    """The groups that no further system can join, by their systems in rank order; None if there are too many.

    A group is a whole number with bit i set if system i is in it. Every largest group of the first systems is part of
    its own one of all, so groups that are too many on the way are too many at the end.
    """
    groups = [0]
    for i, row in enumerate(different):
        open_to = sum(1 << int(j) for j in np.flatnonzero(~row[:i]))
        joined = _largest({group & open_to for group in groups})
        groups = [group for group in groups if group & ~open_to] + [group | 1 << i for group in joined]
        if len(groups) > most:
            return None
    return sorted(groups, key=lambda group: [i for i in range(len(different)) if group >> i & 1])


def _largest(groups: set[int]) -> list[int]:
    """The groups that are not part of another."""
    kept: list[int] = []
    for group in sorted(groups, key=int.bit_count, reverse=True):
        if not any(group & ~other == 0 for other in kept):
            kept.append(group)
    return kept


def _letter(n: int) -> str:
    return chr(ord("a") + n % 26) + (str(n // 26 + 1) if n >= 26 else "")
