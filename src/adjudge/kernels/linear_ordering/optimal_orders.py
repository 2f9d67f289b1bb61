"""How many orders of minimum cost a tournament has, and which ranks its systems have in them."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from adjudge.kernels.linear_ordering.local_search import local_search
from adjudge.kernels.linear_ordering.relaxation import best_prices
from adjudge.kernels.linear_ordering.subsets import (
    MOST_SETS,
    CheapestOrders,
    Guide,
    SearchGaveUpError,
    cheapest_orders,
)
from adjudge.kernels.linear_ordering.tournament import (
    checked_arcs,
    is_acyclic,
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
    subsets (see `subsets`), which is exact; Python integers hold counts of any size.

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
    parts, interleaved = _divided(arcs)
    if len(parts) == 1:
        return _count_undivided(arcs, most, deadline)
    product = math.prod(_count(arcs[np.ix_(part, part)], most, deadline) for part in parts)
    if not interleaved:
        return product
    return product * math.factorial(len(arcs)) // math.prod(math.factorial(len(part)) for part in parts)


def _count_undivided(arcs: Floats, most: int, deadline: float) -> int:
    order = np.concatenate([_good_order(arcs, component) for component in strong_components(arcs)])
    return _all_cheapest(arcs, violated_weight(arcs, order), most, deadline).count


def _good_order(arcs: Floats, component: Indices) -> Indices:
    """An order for the budget of the recursion; if it is not the best, the recursion only takes longer."""
    return component[local_search(arcs[np.ix_(component, component)], np.random.default_rng(0))]


def _all_cheapest(arcs: Floats, cost: float, most: int, deadline: float) -> CheapestOrders:
    """What the recursion over subsets finds; some order must cost as little as `cost`."""
    guide = Guide.of(arcs, best_prices(arcs, deadline=deadline))
    tie = tolerance(arcs)
    found = cheapest_orders(guide, cost - guide.bound + tie, tie=tie, most=most, deadline=deadline)
    if found is None:
        raise AssertionError("the order that set the budget is within it")
    return found


def optimal_places(
    arcs: ArrayLike, order: ArrayLike, cost: float, *, most: int = MOST_SETS, time_limit: float = 60.0
) -> list[tuple[int, int]] | None:
    """The best and the worst rank that every system has in any order of minimum cost.

    The tournament is divided as for `count_optimal_orders`. A system of rank r in a group of m out of n systems that
    no arc joins to the others can have every rank from r to r + n - m in the whole; blocks that must stand one after
    the other only shift the ranks. Without cycles, a system stands after all that a chain of wins leads from and
    before all that one leads to, and nothing else binds it. For the rest, the recursion over subsets finds at which
    sizes of the set already ranked a system can come next in an order of minimum cost.

    A system need not have every rank between the two: if a wins against b by 5, b against c by 1 and c against a by 1,
    then c stands first or last in the orders of minimum cost, never between the others.

    Checked against: all orders of up to 7 systems (tests/laws).

    Args:
        arcs: the tournament.
        order: an order of minimum cost, best first.
        cost: its cost.
        most: how many sets of one size the recursion may keep.
        time_limit: seconds.

    Returns:
        For system i of `arcs` its best and its worst rank, counted from 1; None if some could not be decided.

    Raises:
        ValueError: if the order is none, has another cost, or if a cheaper one turns up.
    """
    weights, ranked = checked_arcs(arcs), np.asarray(order, dtype=np.int64)
    if sorted(ranked.tolist()) != list(range(len(weights))):
        raise ValueError(f"the order must hold each of the {len(weights)} systems once")
    if abs(violated_weight(weights, ranked) - cost) > tolerance(weights):
        raise ValueError(f"the order costs {violated_weight(weights, ranked):g}, not {cost:g}")
    try:
        found = _places(weights, ranked, most, time.monotonic() + time_limit)
    except SearchGaveUpError:
        return None
    if found.cost < cost - tolerance(weights):
        raise ValueError(f"the order is not of minimum cost: one costs {cost - found.cost:g} less")
    return list(zip((found.first + 1).tolist(), (found.last + 1).tolist(), strict=True))


@dataclass(frozen=True, eq=False)
class _Places:
    """The minimum cost of a tournament, and first and last position of every system, from 0, in orders that have it."""

    cost: float
    first: Indices
    last: Indices


def _places(arcs: Floats, order: Indices, most: int, deadline: float) -> _Places:
    """The places in a tournament, given an order to start from."""
    parts, interleaved = _divided(arcs)
    if len(parts) == 1:
        return _undivided_places(arcs, order, most, deadline)
    cost, before = 0.0, 0
    first, last = np.zeros((2, len(arcs)), dtype=np.int64)
    for part in parts:
        within = np.searchsorted(part, order[np.isin(order, part)])
        found = _places(arcs[np.ix_(part, part)], within, most, deadline)
        cost += found.cost
        first[part] = found.first + (0 if interleaved else before)
        last[part] = found.last + (len(arcs) - len(part) if interleaved else before)
        before += len(part)
    return _Places(cost, first, last)


def _undivided_places(arcs: Floats, order: Indices, most: int, deadline: float) -> _Places:
    if is_acyclic(arcs):
        before = reaches(arcs)
        return _Places(0.0, before.sum(axis=0) - 1, len(arcs) - before.sum(axis=1))
    found = _all_cheapest(arcs, violated_weight(arcs, order), most, deadline)
    first, last = np.array(found.places, dtype=np.int64).T - 1
    return _Places(violated_weight(arcs, found.order), first, last)


def _divided(arcs: Floats) -> tuple[list[Indices], bool]:
    """Separate groups, or else forced blocks, in their order; and whether their orders are interleaved."""
    groups = separate_groups(arcs)
    return (groups, True) if len(groups) > 1 else (forced_blocks(arcs), False)


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
