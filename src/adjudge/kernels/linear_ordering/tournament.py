"""The tournament of a set of systems: who wins against whom, by how much, and where the wins go round in cycles.

A tournament is a matrix of arcs over the systems: `arcs[a, b]` is the weight with which `a` wins against `b`. Of the
two directions of a pair at most one is above zero; both are zero if the two are even or were never compared.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


def net_wins(wins: ArrayLike) -> Floats:
    """The tournament of Lopez 2012, section 5: arcs[a, b] = max(0, w[a, b] - w[b, a]); ties are left out.

    Args:
        wins: systems x systems; how often the row was preferred to the column.
    """
    counts = np.asarray(wins, dtype=np.float64)
    return np.maximum(counts - counts.T, 0.0)


def normalised_net_wins(wins: ArrayLike, ties: ArrayLike) -> Floats:
    """Net wins as a share of judgements: 2 (w[a, b] - w[b, a]) / (w[a, b] + t[a, b] + w[b, a]) if that is positive.

    A pair that was judged often weighs no more than one that was judged rarely. The best orders of these weights need
    not be the best ones of the plain net wins, so a ranking must say which it used. The released program of Lopez 2012
    has this weight as its second choice, with this factor 2.

    Args:
        wins: systems x systems; how often the row was preferred to the column.
        ties: how often the two were held to be equal; symmetric.

    Returns:
        The arcs; 0 for pairs that were never compared.
    """
    counts = np.asarray(wins, dtype=np.float64)
    judged = counts + counts.T + np.asarray(ties, dtype=np.float64)
    return np.divide(2 * net_wins(counts), judged, out=np.zeros_like(counts), where=judged > 0)


def checked_arcs(arcs: ArrayLike) -> Floats:
    """The arcs as floats.

    Raises:
        ValueError: if they are not a tournament: not square, negative, not finite, or a pair with arcs both ways.
    """
    weights = np.array(arcs, dtype=np.float64)
    if weights.ndim != 2 or weights.shape[0] != weights.shape[1]:
        raise ValueError(f"a tournament is a square matrix, systems x systems, not one of shape {weights.shape}")
    if not np.isfinite(weights).all() or (weights < 0).any():
        raise ValueError("the weights of a tournament are finite and not negative")
    if ((weights > 0) & (weights.T > 0)).any():
        raise ValueError("of two systems only one can be the winner: use net_wins to get a tournament")
    return weights


def tolerance(arcs: Floats) -> float:
    """The difference below which two costs are equal: 0 for whole weights, else 1e-9 of the total weight.

    Sums of whole numbers are exact in float64 up to 2^53. Sums of shares that are equal on paper differ in the last
    digits.
    """
    return 0.0 if has_whole_weights(arcs) else 1e-9 * float(arcs.sum())


def has_whole_weights(arcs: Floats) -> bool:
    """Whether all weights are whole numbers, so that every cost is one too."""
    return bool((arcs == np.round(arcs)).all())


def violated_weight(arcs: Floats, order: Sequence[int] | Indices) -> float:
    """The cost of an order: the weight of all arcs whose winner stands after its loser.

    Args:
        arcs: the tournament.
        order: the systems, best first.
    """
    places = np.asarray(order, dtype=np.int64)
    return float(np.tril(arcs[np.ix_(places, places)], -1).sum())


def violations(arcs: Floats, order: Sequence[int] | Indices) -> Indices:
    """The arcs that an order violates, as rows (winner, loser), by the place of the winner and then of the loser."""
    places = np.asarray(order, dtype=np.int64)
    after, before = np.nonzero(np.tril(arcs[np.ix_(places, places)], -1) > 0)
    return np.stack([places[after], places[before]], axis=1)


def strong_components(arcs: Floats) -> list[Indices]:
    """Groups of systems that win against one another in a cycle, in an order in which no arc points back.

    Two systems are in one component if a chain of wins leads from each to the other. Between components all arcs
    point one way, so the cheapest order of the whole is the cheapest order of each, one after the other. Where
    several components could come next, the one with the smallest index does.

    Returns:
        The indices of each component, ascending.
    """
    reach = reaches(arcs)
    mutual = reach & reach.T
    members = [np.flatnonzero(row) for i, row in enumerate(mutual) if row.argmax() == i]
    ordered: list[Indices] = []
    while members:
        # The members are listed by smallest index; the first that no other one leads to is next.
        free = next(i for i, own in enumerate(members) if not _entered(reach, members, own))
        ordered.append(members.pop(free))
    return ordered


def reaches(arcs: Floats) -> NDArray[np.bool_]:
    """Whether a chain of arcs leads from row to column; every system reaches itself. By repeated squaring."""
    reach = (arcs > 0) | np.eye(len(arcs), dtype=bool)
    while True:
        # A product of floats is fast, and its counts stay far below 2^53.
        wider = (reach.astype(np.float64) @ reach.astype(np.float64)) > 0
        if (wider == reach).all():
            return reach
        reach = wider


def _entered(reach: NDArray[np.bool_], members: list[Indices], own: Indices) -> bool:
    return any(bool(reach[other[0], own[0]]) for other in members if other is not own)


def is_acyclic(arcs: Floats) -> bool:
    """Whether some order violates no arc at all."""
    return all(len(component) == 1 for component in strong_components(arcs))


def shortest_cycle(arcs: Floats, component: Sequence[int] | Indices) -> tuple[int, ...]:
    """One cycle with as few systems as possible: each wins against the next, and the last against the first.

    Args:
        arcs: the tournament.
        component: the systems to look at, such as a strong component.

    Returns:
        The systems of the cycle, the first one found in the order of `component`; empty if there is none.
    """
    members = np.asarray(component, dtype=np.int64)
    losers = [np.flatnonzero(row).tolist() for row in arcs[np.ix_(members, members)] > 0]
    best: tuple[int, ...] = ()
    for start in range(len(members)):
        cycle = _cycle_through(losers, start)
        if cycle and (not best or len(cycle) < len(best)):
            best = cycle
        if len(best) == 3:  # none is shorter
            break
    return tuple(members[list(best)].tolist())


def _cycle_through(losers: list[list[int]], start: int) -> tuple[int, ...]:
    """The shortest cycle through one system, by breadth-first search; empty if there is none."""
    came_from = {start: start}
    queue = [start]
    for winner in queue:
        for loser in losers[winner]:
            if loser == start:
                path = [winner]
                while path[-1] != start:
                    path.append(came_from[path[-1]])
                return tuple(reversed(path))
            if loser not in came_from:
                came_from[loser] = winner
                queue.append(loser)
    return ()


def condorcet_winner(arcs: Floats) -> int | None:
    """The system that wins against every other one, if there is one; a lone system does."""
    winners = np.flatnonzero((arcs > 0).sum(axis=1) == len(arcs) - 1)
    return int(winners[0]) if len(winners) else None
