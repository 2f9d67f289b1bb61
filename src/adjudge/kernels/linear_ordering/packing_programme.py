"""The heaviest packing of cycles, by a linear programme to which cycles are added as they are needed."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.linear_ordering.tournament import has_whole_weights

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
Cycle = tuple[int, ...]


def best_packing(arcs: Floats, cycles: list[Cycle], *, time_limit: float) -> list[tuple[Cycle, float]]:
    """A heavy packing of cycles.

    Definition: maximise the sum of y[C] over cycles C, such that for every arc the y of the cycles through it sum to
    no more than its weight. The prices p of the arcs tell which cycle would help: one with a sum of p below 1, found
    as a shortest path. When there is none, the fractions are optimal. Whole weights are then sought among the cycles
    at hand; they may add up to less than the fractions do.

    Args:
        arcs: the tournament.
        cycles: the cycles to begin with; at least one.
        time_limit: seconds; after that the cycles found so far must do.

    Returns:
        Pairs (cycle, weight). Feasible for whole arcs; for others scaled down to be so.
    """
    deadline = time.monotonic() + time_limit
    known = [_turned(cycle) for cycle in cycles]
    while True:
        fractions, prices = _fractions(arcs, known)
        found = sorted(_cheap_cycles(arcs, prices) - set(known)) if time.monotonic() < deadline else []
        if not found:
            break
        known += found
    if has_whole_weights(arcs):
        fractions = _whole(arcs, known, fractions, max(0.1, deadline - time.monotonic()))
    return [(cycle, float(weight)) for cycle, weight in zip(known, fractions, strict=True) if weight > 0]


def _turned(cycle: Cycle) -> Cycle:
    """The same cycle, from its smallest system on."""
    start = cycle.index(min(cycle))
    return cycle[start:] + cycle[:start]


def _through(arcs: Floats, cycles: list[Cycle]) -> tuple[NDArray[np.float64], Floats]:
    """Which cycle (column) goes through which arc (row), and the weights of these arcs."""
    from scipy import sparse

    column = np.repeat(np.arange(len(cycles)), [len(cycle) for cycle in cycles])
    winner = np.concatenate([np.array(cycle) for cycle in cycles])
    loser = np.concatenate([np.roll(cycle, -1) for cycle in cycles])
    row = np.cumsum(arcs.ravel() > 0)[winner * len(arcs) + loser] - 1
    shape = (int((arcs > 0).sum()), len(cycles))
    return sparse.csr_array((np.ones(len(row)), (row, column)), shape=shape), arcs[arcs > 0]


def _fractions(arcs: Floats, cycles: list[Cycle]) -> tuple[Floats, Floats]:
    """The best fractional packing of these cycles, never over the weights, and the prices of the arcs."""
    from scipy.optimize import linprog

    through, weights = _through(arcs, cycles)
    solved = linprog(-np.ones(len(cycles)), A_ub=through, b_ub=weights, method="highs")
    used = through @ solved.x
    prices = np.zeros_like(arcs)
    prices[arcs > 0] = np.maximum(-solved.ineqlin.marginals, 0.0)
    return solved.x / max(1.0, float((used / weights).max())), prices


def _whole(arcs: Floats, cycles: list[Cycle], fractions: Floats, time_limit: float) -> Floats:
    """The best packing of these cycles in whole numbers; the fractions rounded down if none is found in time."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    through, weights = _through(arcs, cycles)
    solved = milp(
        -np.ones(len(cycles)),
        integrality=np.ones(len(cycles)),
        bounds=Bounds(0, np.inf),
        constraints=LinearConstraint(through, -np.inf, weights),
        options={"time_limit": time_limit},
    )
    rounded = np.floor(fractions + 1e-6) if solved.x is None else np.round(solved.x)
    # Rounding may have gone over a weight by the tolerance of the solver: then round down.
    return rounded if (through @ rounded <= weights).all() else np.floor(fractions)


def _cheap_cycles(arcs: Floats, prices: Floats) -> set[Cycle]:
    """For every arc the cheapest cycle through it, if its prices add up to less than 1."""
    cost, onward = _shortest_paths(np.where(arcs > 0, prices, np.inf))
    winners, losers = np.nonzero(arcs > 0)
    cheap = prices[winners, losers] + cost[losers, winners] < 1 - 1e-7
    return {
        _turned(_path(onward, int(loser), int(winner)))
        for winner, loser in zip(winners[cheap], losers[cheap], strict=True)
    }


def _shortest_paths(lengths: Floats) -> tuple[Floats, Indices]:
    """Lengths of the shortest paths between all systems, and the next system on each (Floyd and Warshall)."""
    # A small charge for each step prefers paths of few systems; it also keeps paths free of loops.
    cost = lengths + 1e-9
    onward = np.broadcast_to(np.arange(len(cost)), cost.shape).copy()
    for middle in range(len(cost)):
        detour = cost[:, middle, None] + cost[None, middle, :]
        shorter = detour < cost
        cost = np.where(shorter, detour, cost)
        onward = np.where(shorter, onward[:, middle, None], onward)
    return cost, onward


def _path(onward: Indices, start: int, end: int) -> Cycle:
    path = [start]
    while path[-1] != end:
        path.append(int(onward[path[-1], end]))
    return tuple(path)
