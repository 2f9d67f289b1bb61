"""The minimum feedback arc set by best-first search over sets of ranked systems: plain, slow, without dependencies."""

from __future__ import annotations

import heapq

from numpy.typing import ArrayLike

from adjudge.kernels.linear_ordering.tournament import checked_arcs


def dijkstra_mfas(arcs: ArrayLike) -> tuple[list[int], float]:
    """An order of minimum cost, by Algorithm 1 of Lopez 2012. For tests, and for reading.

    A state is the set R of systems that are ranked already, best first. To append system v costs the weight of all
    arcs that lead to v from systems not yet ranked: cost(R + v) = cost(R) + sum over u outside R + v of arcs[u, v].
    Dijkstra's algorithm takes the cheapest set first; the first time the set of all systems is taken, its cost is
    the minimum. Up to 2^n sets may be visited, which is fine up to about 20 systems.

    Checked against: all orders of up to 7 systems (tests/laws), published costs of 25 tasks (tests/published).

    Args:
        arcs: the tournament; `arcs[a, b]` is the weight with which a wins against b.

    Returns:
        The order, best first, and its cost.
    """
    weights: list[list[float]] = checked_arcs(arcs).tolist()
    systems = range(len(weights))
    everything = frozenset(systems)
    agenda: list[tuple[float, int, tuple[int, ...]]] = [(0.0, 0, ())]
    pushed = 0  # breaks ties, so that the heap never compares orders and the result is the same in every run
    done: set[frozenset[int]] = set()
    while True:
        cost, _, order = heapq.heappop(agenda)
        ranked = frozenset(order)
        if ranked == everything:
            return list(order), cost
        if ranked in done:
            continue
        done.add(ranked)
        for v in everything - ranked:
            step = sum(weights[u][v] for u in everything - ranked if u != v)
            pushed += 1
            heapq.heappush(agenda, (cost + step, pushed, (*order, v)))
