"""Comparisons as counts: all that the models of paired comparison need to know of independent judgements."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.integer]


class Outcomes(NamedTuple):
    """How often the first system of a pair won, lost and tied; arrays of one shape."""

    won: Floats
    lost: Floats
    tied: Floats


class Pairs(NamedTuple):
    """The pairs that were compared at least once, first < second, and what came out."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    outcomes: Outcomes


def count_outcomes(
    first: Ints, second: Ints, outcome: Ints, n: int, weights: Floats | None = None
) -> tuple[Floats, Floats]:
    """Count the comparisons of every pair of systems.

    Args:
        first: code of one system, 0 to n - 1.
        second: code of the other.
        outcome: 1 if the first was preferred, -1 if the second, 0 for a tie.
        n: number of systems.
        weights: of each comparison; 1 if left out.

    Returns:
        Wins, where `[a, b]` counts how often a was preferred to b, and ties, which are symmetric.
    """
    cell = (outcome.astype(np.intp) + 1) * n
    cell += first
    cell *= n
    cell += second
    lost, tied, won = np.bincount(cell, weights, 3 * n * n).reshape(3, n, n).astype(np.float64)
    return won + lost.T, tied + tied.T


def pairs_met(wins: Floats, ties: Floats) -> Pairs:
    """The pairs with at least one comparison, from matrices of counts; the diagonal is ignored."""
    first, second = np.nonzero(np.triu(wins + wins.T + ties, 1))
    return Pairs(first, second, Outcomes(wins[first, second], wins[second, first], ties[first, second]))


def to_matrices(pairs: Pairs, n: int) -> tuple[Floats, Floats]:
    """Wins and ties of n systems; the way back from `pairs_met`."""
    wins, ties = np.zeros((n, n)), np.zeros((n, n))
    wins[pairs.first, pairs.second], wins[pairs.second, pairs.first] = pairs.outcomes.won, pairs.outcomes.lost
    ties[pairs.first, pairs.second] = ties[pairs.second, pairs.first] = pairs.outcomes.tied
    return wins, ties


def count_outcomes_plain(first: Ints, second: Ints, outcome: Ints, n: int) -> tuple[Floats, Floats]:
    """The same as `count_outcomes`, one comparison after the other. For tests."""
    wins, ties = np.zeros((n, n)), np.zeros((n, n))
    for a, b, result in zip(first, second, outcome, strict=True):
        if result == 0:
            ties[a, b] += 1
            ties[b, a] += 1
        elif result > 0:
            wins[a, b] += 1
        else:
            wins[b, a] += 1
    return wins, ties
