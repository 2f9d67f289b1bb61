"""How many orders of minimum cost a tournament has, and at which places of an order others would do as well."""

from __future__ import annotations

import math
import time

import numpy as np
from numpy.typing import ArrayLike, NDArray

from adjudge.kernels.linear_ordering.local_search import local_search
from adjudge.kernels.linear_ordering.relaxation import best_prices
from adjudge.kernels.linear_ordering.subsets import MOST_SETS, Guide, SearchGaveUpError, cheapest_orders
from adjudge.kernels.linear_ordering.tournament import (
    checked_arcs,
    reaches,
    strong_components,
    tolerance,
    violated_weight,
)

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


def count_optimal_orders(arcs: ArrayLike, *, most: int = MOST_SETS, time_limit: float = 60.0) -> int | None:
    """The number of orders of minimum cost.

    Systems that no arc joins to the others can stand anywhere, so orders of separate groups are interleaved in every
    way: n! / (n1! n2! ...) times the product of their counts. Systems that must all stand before all the others are
    counted on their own, and the counts multiply. What can be divided in neither way is counted by the recursion over
    subsets (`mfas_subsets`), which is exact; Python integers hold counts of any size.

    Checked against: counting over all orders (tests/laws), an independent count for 25 tasks (tests/published).

    Args:
        arcs: the tournament.
        most: how many sets of one size the recursion may keep.
        time_limit: seconds.

    Returns:
        The count; None if the recursion would have to keep too many sets or take too long.
    """
    try:
        return _count(checked_arcs(arcs), most, time.monotonic() + time_limit)
    except SearchGaveUpError:
        return None


def _count(arcs: Floats, most: int, deadline: float) -> int:
    if len(arcs) < 2:
        return 1
    groups = separate_groups(arcs)
    blocks = forced_blocks(arcs) if len(groups) == 1 else []
    if len(groups) == len(blocks) == 1:
        return _count_undivided(arcs, most, deadline)
    parts = groups if len(groups) > 1 else blocks
    product = math.prod(_count(arcs[np.ix_(part, part)], most, deadline) for part in parts)
    if len(groups) == 1:
        return product
    return product * math.factorial(len(arcs)) // math.prod(math.factorial(len(part)) for part in parts)


def _count_undivided(arcs: Floats, most: int, deadline: float) -> int:
    guide = Guide.of(arcs, best_prices(arcs, deadline=deadline))
    tie = tolerance(arcs)
    order = np.concatenate([_good_order(arcs, component) for component in strong_components(arcs)])
    budget = violated_weight(arcs, order) - guide.bound + tie
    found = cheapest_orders(guide, budget, tie=tie, most=most, deadline=deadline)
    if found is None:
        raise AssertionError("the order that set the budget is within it")
    return found.count


def _good_order(arcs: Floats, component: Indices) -> Indices:
    """An order for the budget of the recursion; if it is not the best, the recursion only takes longer."""
    return component[local_search(arcs[np.ix_(component, component)], np.random.default_rng(0))]


def separate_groups(arcs: Floats) -> list[Indices]:
    """Groups of systems that no arc joins, whichever way it points."""
    joined = reaches(arcs + arcs.T)
    return [np.flatnonzero(row) for i, row in enumerate(joined) if row.argmax() == i]


def forced_blocks(arcs: Floats) -> list[Indices]:
    """The finest division into blocks such that every order of minimum cost has all of one block before the next.

    A best order violates no arc between strong components, because orders exist that violate none and are best inside
    each. So a stands before b if such arcs lead from a to b. Chains that pass through the inside of a component prove
    nothing: a best order may violate an arc there.
    """
    label = np.zeros(len(arcs), dtype=np.int64)
    for i, component in enumerate(strong_components(arcs)):
        label[component] = i
    before = reaches(np.where(label[:, None] != label[None, :], arcs, 0.0))
    # A system of a later block has more systems forced before it than any of an earlier one.
    order = np.argsort(before.sum(axis=0), kind="stable")
    cuts = [i for i in range(1, len(order)) if before[np.ix_(order[:i], order[i:])].all()]
    return [np.sort(block) for block in np.split(order, cuts)]


def arbitrary_positions(
    arcs: ArrayLike, order: ArrayLike, cost: float, *, most: int = MOST_SETS, time_limit: float = 60.0
) -> list[int] | None:
    """Positions i such that another order of minimum cost has the i-th and the next system the other way round.

    Args:
        arcs: the tournament.
        order: an order of minimum cost, best first.
        cost: its cost.
        most: how many sets of one size the search may keep.
        time_limit: seconds.

    Returns:
        The positions, counted from 0; None if some position could not be decided.

    Raises:
        ValueError: if the order has another cost, or if a cheaper one turns up.
    """
    weights, places = checked_arcs(arcs), np.asarray(order, dtype=np.int64)
    if abs(violated_weight(weights, places) - cost) > tolerance(weights):
        raise ValueError(f"the order costs {violated_weight(weights, places):g}, not {cost:g}")
    try:
        return _Reversals(weights, cost, most, time.monotonic() + time_limit).of(places)
    except SearchGaveUpError:
        return None


class _Reversals:
    """Whether two neighbours can change places in some order of a given cost; the prices are computed once."""

    def __init__(self, arcs: Floats, cost: float, most: int, deadline: float) -> None:
        self._arcs, self._most, self._deadline = arcs, most, deadline
        self._guide = Guide.of(arcs, best_prices(arcs, deadline=deadline))
        self._tie = tolerance(arcs)
        self._excess = cost - self._guide.bound

    def of(self, order: Indices) -> list[int]:
        """The positions at which neighbours can change places."""
        components = strong_components(self._arcs)
        label = {int(system): i for i, component in enumerate(components) for system in component}
        found = []
        for i, (a, b) in enumerate(zip(order[:-1].tolist(), order[1:].tolist(), strict=True)):
            even = self._arcs[a, b] == self._arcs[b, a] == 0
            if even or (label[a] == label[b] and self._can_swap(a, b)):
                found.append(i)
        return found

    def _can_swap(self, a: int, b: int) -> bool:
        found = cheapest_orders(
            self._guide.without(a, b), self._excess + self._tie, tie=self._tie, most=self._most, deadline=self._deadline
        )
        if found is not None and found.excess < self._excess - self._tie:
            raise ValueError(f"the order is not of minimum cost: one costs {self._excess - found.excess:g} less")
        return found is not None
