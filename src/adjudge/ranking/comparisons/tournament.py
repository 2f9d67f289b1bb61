"""The majorities behind an order: what it contradicts, cycles, and the exact order that contradicts least."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.linear_ordering import tournament as graph
from adjudge.kernels.linear_ordering.mfas import solve_mfas
from adjudge.kernels.linear_ordering.optimal_orders import count_optimal_orders
from adjudge.kernels.linear_ordering.packing import check_packing, cycle_packing
from adjudge.ranking.comparisons.result import ArcWeights, Optimum, Packing, Tournament, Violation
from adjudge.ranking.comparisons.tally import Tally

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
#: The part of the time limit that the search may take; the rest is for the certificate and for counting.
SEARCH_SHARE: Final = 0.8


def majority_arcs(ranked: Tally, weights: ArcWeights) -> Floats:
    """Weights of the arcs from the system preferred more often to the other; ties of the two give none."""
    return graph.net_wins(ranked.wins) if weights == "net" else graph.normalised_net_wins(ranked.wins, ranked.ties)


def majorities(ranked: Tally, weights: ArcWeights) -> dict[tuple[str, str], float]:
    """The same by names: winner, loser, weight."""
    arcs = majority_arcs(ranked, weights)
    return {(ranked.systems[a], ranked.systems[b]): float(arcs[a, b]) for a, b in zip(*np.nonzero(arcs), strict=True)}


def describe_tournament(ranked: Tally, order: Sequence[int], weights: ArcWeights) -> Tournament:
    """The majorities, and what an order of the systems contradicts.

    Args:
        ranked: counts without the reference.
        order: codes of the systems, best first.
        weights: of the arcs.
    """
    arcs, names = majority_arcs(ranked, weights), ranked.systems
    place = np.argsort(order)
    groups = [group for group in graph.strong_components(arcs) if len(group) > 1]
    winner = graph.condorcet_winner(arcs)
    cycles = [graph.shortest_cycle(arcs, group) for group in groups]
    return Tournament(
        weights,
        float(graph.violated_weight(arcs, np.asarray(order))),
        float(arcs.sum()),
        tuple(
            Violation(names[a], names[b], float(arcs[a, b]))
            for a, b in sorted(graph.violations(arcs, np.asarray(order)).tolist(), key=lambda ab: tuple(place[ab]))
        ),
        not groups,
        tuple(tuple(names[i] for i in sorted(group, key=lambda i: place[i])) for group in groups),
        tuple(tuple(names[i] for i in cycle) for cycle in cycles),
        None if winner is None else names[winner],
        int((np.triu(ranked.meetings == 0, 1)).sum()),
    )


def least_contradicted_order(
    ranked: Tally,
    weights: ArcWeights,
    *,
    time_limit: float,
    seed: int,
    progress: Callable[[float], None] | None = None,
) -> tuple[Ints, Optimum]:
    """The order of minimum violated weight, with all that is needed to check it.

    Args:
        ranked: counts without the reference.
        weights: of the arcs.
        time_limit: in seconds, for everything; the best order found by then is returned with a bound.
        seed: of the local search that gives the first order.
        progress: told the share of the time that has passed.

    Returns:
        Codes of the systems, best first, and what is known about the order.
    """
    arcs, names, start = majority_arcs(ranked, weights), ranked.systems, time.monotonic()

    def report(_cost: float, _bound: float) -> None:
        if progress is not None:
            progress(min(1.0, (time.monotonic() - start) / time_limit))

    def share_of_rest(parts: int) -> float:
        return max(0.0, start + time_limit - time.monotonic()) / parts

    found = solve_mfas(arcs, time_limit=SEARCH_SHARE * time_limit, seed=seed, progress=report)
    order = np.asarray(found.order)
    packing = cycle_packing(arcs, time_limit=share_of_rest(3))
    counted = count_optimal_orders(arcs, time_limit=share_of_rest(2)) if found.proven else None
    return order, Optimum(
        float(found.bound),
        found.proven,
        time_limit,
        counted,
        None,
        tuple(Packing(tuple(names[i] for i in cycle), float(weight)) for cycle, weight in packing),
        float(check_packing(arcs, packing)),
    )
