"""A lower bound that can be checked by hand: edge-disjoint cycles of wins.

Every order violates at least one arc of every cycle. If cycles are given weights such that no arc is used beyond its
own weight, then every order costs at least the sum of these weights.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from adjudge.kernels.linear_ordering.packing_programme import best_packing
from adjudge.kernels.linear_ordering.tournament import (
    checked_arcs,
    has_whole_weights,
    shortest_cycle,
    strong_components,
    tolerance,
)

Floats = NDArray[np.float64]
Cycle = tuple[int, ...]
Packing = list[tuple[Cycle, float]]


def cycle_packing(arcs: ArrayLike, *, time_limit: float = 10.0) -> Packing:
    """Cycles with weights (whole ones for whole arcs) whose sum no order can undercut.

    The greedy packing is the start; a programme over cycles then looks for a heavier one. The sum need not reach the
    cost of the best order: it does where whole cycles can be packed as tightly as fractions of cycles.

    Args:
        arcs: the tournament.
        time_limit: seconds; whatever was found by then is returned.

    Returns:
        Pairs (cycle, weight), heaviest first; each system of a cycle wins against the next, the last against the first.
    """
    start = time.monotonic()
    weights = checked_arcs(arcs)
    kept = greedy_packing(weights, deadline=start + time_limit)
    rest = time_limit - (time.monotonic() - start)
    # One round of the programme on a hundred uniform systems takes five times as long as the greedy packing.
    if kept and rest > 10 * (time_limit - rest):
        better = best_packing(weights, [cycle for cycle, _ in kept], time_limit=rest)
        kept = max(kept, better, key=_total)
    return sorted(kept, key=lambda entry: (-entry[1], entry[0]))


def check_packing(arcs: ArrayLike, packing: Iterable[tuple[Sequence[int], float]]) -> float:
    """The bound that a packing proves, from nothing but the arcs.

    Whole weights are added up as Python integers, so the result is exact; others may be over by 1e-9 of the total
    weight on any arc.

    Raises:
        ValueError: if a cycle has fewer than three systems, one twice, an arc that does not exist, or a weight that is
            not positive, or if the cycles together use an arc beyond its weight.
    """
    weights = checked_arcs(arcs)
    number = int if has_whole_weights(weights) else float
    slack = tolerance(weights)
    used: dict[tuple[int, int], float] = {}
    total: float = number(0)
    for cycle, weight in packing:
        if len(cycle) < 3 or len(set(cycle)) != len(cycle):
            raise ValueError(f"{tuple(cycle)} is not a cycle: it needs three systems or more, each once")
        if weight <= 0 or number(weight) != weight:
            raise ValueError(f"the cycle {tuple(cycle)} has the weight {weight:g}; a whole positive one is needed")
        total += number(weight)
        for arc in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
            used[arc] = used.get(arc, number(0)) + number(weight)
            if used[arc] > weights[arc] + slack:
                raise ValueError(f"the arc {arc} has the weight {weights[arc]:g}, but {used[arc]:g} of it is used")
    return total


def greedy_packing(arcs: Floats, *, deadline: float = math.inf) -> Packing:
    """Take a shortest cycle, use it up, and go on until no cycle is left: first triangles, then longer ones.

    Args:
        arcs: the tournament.
        deadline: on the monotonic clock; what was packed by then is a bound as well.
    """
    rest = arcs.copy()
    packing = []
    for triangle in _triangles(rest):
        packing.append(triangle)
        if time.monotonic() > deadline:
            return packing
    components = [list(map(int, component)) for component in strong_components(rest) if len(component) > 2]
    while components and time.monotonic() < deadline:
        component = components.pop()
        cycle = shortest_cycle(rest, component)
        packing.append((cycle, _use_up(rest, cycle)))
        inner = strong_components(rest[np.ix_(component, component)])
        components += [[component[i] for i in part] for part in inner if len(part) > 2]
    return packing


def _triangles(rest: Floats) -> Iterable[tuple[Cycle, float]]:
    """Use up triangles arc by arc, each time the one with the widest two further arcs."""
    for a, b in np.argwhere(rest > 0):
        while rest[a, b] > 0:
            width = np.minimum(rest[b], rest[:, a])
            c = int(width.argmax())
            if width[c] <= 0:
                break
            cycle = (int(a), int(b), c)
            yield cycle, _use_up(rest, cycle)


def _use_up(rest: Floats, cycle: Cycle) -> float:
    """Take the weight of the lightest arc of a cycle from all its arcs."""
    winners, losers = np.array(cycle), np.roll(cycle, -1)
    weight = float(rest[winners, losers].min())
    rest[winners, losers] -= weight
    return weight


def _total(packing: Packing) -> float:
    return sum(weight for _, weight in packing)
