"""Local search for a cheap order of a tournament: an upper bound, quickly and without a promise."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.linear_ordering.tournament import tolerance, violated_weight

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

#: How many times a part of the best order is shuffled before the search gives up.
RESTARTS = 100


def local_search(arcs: Floats, rng: np.random.Generator, *, goal: float = 0.0, deadline: float = np.inf) -> Indices:
    """A cheap order: climb from the order by total margin, then shuffle a stretch of the best order and climb again.

    Args:
        arcs: the tournament.
        rng: source of the shuffles.
        goal: a cost that no order can beat; the search ends when it is reached.
        deadline: when to stop, on the clock of `time.monotonic`.

    Returns:
        The cheapest order found. It depends on nothing but arcs, rng and goal unless the deadline cuts in.
    """
    margins = arcs - arcs.T
    best = climb(arcs, np.argsort(-margins.sum(axis=1), kind="stable"), deadline=deadline)
    cost = violated_weight(arcs, best)
    for _ in range(RESTARTS):
        if cost <= goal or time.monotonic() > deadline:
            break
        found = climb(arcs, _shuffled(best, rng), deadline=deadline)
        found_cost = violated_weight(arcs, found)
        if found_cost <= cost:  # an equal cost is taken too: it moves the search along plateaus
            best, cost = found, found_cost
    return best


def _shuffled(order: Indices, rng: np.random.Generator) -> Indices:
    """The order with one stretch of at most half its length in random order."""
    length = int(rng.integers(2, max(3, len(order) // 2 + 1)))
    start = int(rng.integers(0, max(1, len(order) - length + 1)))
    changed = order.copy()
    changed[start : start + length] = rng.permutation(changed[start : start + length])
    return changed


def climb(arcs: Floats, order: Indices, *, deadline: float = np.inf) -> Indices:
    """Move one system at a time to another place, always the move that saves most, until none saves anything."""
    margins = arcs - arcs.T
    least = tolerance(arcs)  # savings below rounding error could go on for ever
    order = np.array(order, dtype=np.int64)
    while len(order) > 1 and time.monotonic() <= deadline:
        change = move_costs(margins[np.ix_(order, order)])
        place, target = divmod(int(change.argmin()), len(order))
        if change[place, target] >= -least:
            break
        moved = order[place]
        order = np.insert(np.delete(order, place), target, moved)
    return order


def move_costs(margins: Floats) -> Floats:
    """What it costs to take the system at one place out and put it in at another, for all places at once.

    Definition: with m[p, r] the margin of the p-th over the r-th system, to move p down to q > p puts the systems
    p+1..q before it and costs the sum of m[p, r] over them; to move it up to q < p costs the sum of -m[p, r] over
    q..p-1. Both are differences of running sums along the rows.

    Args:
        margins: antisymmetric, in the present order.

    Returns:
        Matrix [from, to]; negative is a saving.
    """
    up_to = np.cumsum(margins, axis=1)
    own = np.diagonal(up_to)[:, None]
    before = up_to - margins
    return np.triu(up_to - own) + np.tril(before - own, -1)
