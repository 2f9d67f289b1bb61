"""Search over sets of ranked systems, guided by prices on triangles: proves, finds and counts the best orders."""

from __future__ import annotations

import time
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.linear_ordering.triangles import TrianglePrices, price_bound

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
Flags = NDArray[np.bool_]
Words = NDArray[np.uint64]

#: How many sets of equal size are kept at most, how many steps to the next size for each, and how many cheapest steps
#: of all sizes: below 1 GB of memory.
MOST_SETS = 500_000
_STEPS_PER_SET = 5
_TRAIL_PER_SET = 100
#: Sets whose members are spelled out at a time, to save memory.
_CHUNK = 50_000
#: About what it takes to sort and merge one step; a deadline that falls into this work would be overrun.
_SECONDS_PER_STEP = 1e-6


class SearchGaveUpError(Exception):
    """There are too many sets within the budget, or the time is up: nothing is proven."""


@dataclass(frozen=True)
class CheapestOrders:
    """The result of a search that reached the set of all systems.

    Args:
        excess: what the cheapest orders cost above the bound.
        count: how many of them there are.
        order: one of them, best first.
        places: for every system the smallest and the largest rank, from 1, that it has in any of them.
    """

    excess: float
    count: int
    order: tuple[int, ...]
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class Guide:
    """What every decision costs above the bound, when the systems are ranked one after the other.

    To append v to the ranked set R adds reduced[v, u] for every u that is still open, and the price of every triangle
    (v, j, k) with j in R and k open: the order j, v, k holds one of the three decisions only (see `triangles`).
    No term is negative, so a set whose excess is over the budget can be dropped. So can a set for which the arcs that
    lead into it from outside already cost more than bound and budget together; this helps where arcs are few.
    """

    arcs: Floats
    bound: float
    reduced: Floats
    follower: list[Indices]
    leader: list[Indices]
    price: list[Floats]

    @classmethod
    def of(cls, arcs: Floats, found: TrianglePrices) -> Self:
        """The guide that prices give: triangles are sorted by each of their three systems."""
        bound, reduced = price_bound(arcs, found)
        turns = np.concatenate([np.roll(found.triangles, -turn, axis=1) for turn in range(3)])
        prices = np.tile(found.prices, 3)
        own = [turns[:, 0] == v for v in range(len(reduced))]
        return cls(
            arcs,
            bound,
            reduced,
            [turns[rows, 1] for rows in own],
            [turns[rows, 2] for rows in own],
            [prices[rows] for rows in own],
        )


@dataclass(frozen=True, eq=False)
class _Layer:
    """Sets of equal size as rows of 64-bit words, their least excess and cost, and how many orders reach it."""

    sets: Words
    excess: Floats
    cost: Floats
    counts: NDArray[np.object_]

    def members(self, rows: slice, systems: int) -> Flags:
        """Which systems are in the sets of some rows."""
        return np.unpackbits(self.sets[rows].view(np.uint8), axis=1, count=systems).astype(bool)


@dataclass(frozen=True, eq=False)
class _Steps:
    """One more system for some sets: the row of the set, the system, excess and cost then. Narrow types save memory."""

    parent: NDArray[np.int32]
    last: NDArray[np.int16]
    excess: Floats
    cost: Floats

    def __getitem__(self, rows: Indices) -> _Steps:
        return _Steps(self.parent[rows], self.last[rows], self.excess[rows], self.cost[rows])


@dataclass(frozen=True, eq=False)
class _Trail:
    """The cheapest steps from sets of one size to those of the next, to go back: the best one of each set first.

    Args:
        before: how many sets there were.
        parent: the row of the set that each step starts from.
        last: the system that it appends.
        child: the row of the set that it leads to, ascending.
    """

    before: int
    parent: NDArray[np.int32]
    last: NDArray[np.int16]
    child: NDArray[np.int32]


def cheapest_orders(
    guide: Guide, budget: float, *, tie: float = 0.0, most: int = MOST_SETS, deadline: float = np.inf
) -> CheapestOrders | None:
    """The cheapest orders among those that exceed the bound by at most `budget`.

    The recursion over subsets (Held and Karp 1962, for orders; Lopez 2012, Algorithm 1) goes through all sets of one
    size before the next: D(R + v) = min over v of D(R) + step(R, v), and carries along how many ways lead to the
    minimum. In plain costs nearly all 2^n sets must be kept. In costs above a bound that is close to the optimum, few
    sets stay within the budget.

    Checked against: minima and counts over all orders (tests/laws), published costs (tests/published).

    Args:
        guide: costs above the bound.
        budget: the largest excess of interest.
        tie: excesses that differ by no more than this are equal.
        most: how many sets of one size may be kept.
        deadline: when to stop, on the clock of `time.monotonic`.

    Returns:
        The cheapest orders; None if every order exceeds the budget, which is a proof.

    Raises:
        SearchGaveUpError: if the search had to end before it was complete.
    """
    single = _words(np.eye(len(guide.reduced), dtype=bool))
    layer = _Layer(np.zeros((1, single.shape[1]), dtype=np.uint64), np.zeros(1), np.zeros(1), np.ones(1, dtype=object))
    trails: list[_Trail] = []
    for _ in single:
        steps = _appended_to_all(layer, guide, budget, most * _STEPS_PER_SET, deadline)
        if time.monotonic() + _SECONDS_PER_STEP * len(steps.last) > deadline:
            raise SearchGaveUpError
        layer, trail = _merged(layer, steps, single, tie)
        trails.append(trail)
        if len(layer.excess) == 0:
            return None
        if len(layer.excess) > most or sum(len(trail.last) for trail in trails) > most * _TRAIL_PER_SET:
            raise SearchGaveUpError
    return CheapestOrders(float(layer.excess[0]), int(layer.counts[0]), _traced(trails), _places(trails))


def _words(members: Flags) -> Words:
    """Sets as rows of 64-bit words, which sort fast."""
    packed = np.packbits(members, axis=1)
    wide = np.zeros((len(packed), -(-packed.shape[1] // 8) * 8), dtype=np.uint8)
    wide[:, : packed.shape[1]] = packed
    return wide.view(np.uint64)


def _appended_to_all(layer: _Layer, guide: Guide, budget: float, most: int, deadline: float) -> _Steps:
    """Append every open system to every set, as far as the budget allows."""
    found = []
    size = 0
    for start in range(0, len(layer.excess), _CHUNK):
        rows = slice(start, start + _CHUNK)
        members = layer.members(rows, len(guide.reduced))
        for v in range(len(guide.reduced)):
            if size > most or time.monotonic() > deadline:
                raise SearchGaveUpError
            kept, excess = _affordable(members, layer.excess[rows], v, guide, budget)
            cost = layer.cost[rows][kept] + ~members[kept] @ guide.arcs[:, v]
            last = np.full(len(kept), v, dtype=np.int16)
            steps = _Steps((kept + start).astype(np.int32), last, excess, cost)
            found.append(steps[np.flatnonzero(cost <= guide.bound + budget)])
            size += len(found[-1].last)
    return _Steps(*(np.concatenate([getattr(steps, field.name) for steps in found]) for field in fields(_Steps)))


def _affordable(members: Flags, excess: Floats, v: int, guide: Guide, budget: float) -> tuple[Indices, Floats]:
    """The rows to which v can be appended within the budget, and their excess then."""
    rows = np.flatnonzero(~members[:, v])
    excess = excess[rows] + ~members[rows] @ guide.reduced[v]
    rows, excess = rows[excess <= budget], excess[excess <= budget]
    inside = members[rows]
    excess = excess + (inside[:, guide.follower[v]] & ~inside[:, guide.leader[v]]) @ guide.price[v]
    return rows[excess <= budget], excess[excess <= budget]


def _merged(layer: _Layer, steps: _Steps, single: Words, tie: float) -> tuple[_Layer, _Trail]:
    """One row for each set, with its least excess and the number of orders that reach it, and the steps that do."""
    sets = layer.sets[steps.parent] | single[steps.last]
    order = np.lexsort((steps.excess, *sets.T))
    sets, steps = sets[order], steps[order]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (sets[1:] != sets[:-1]).any(axis=1)
    starts = np.flatnonzero(new)
    best = steps[starts]
    child = np.repeat(np.arange(len(starts), dtype=np.int32), np.diff(starts, append=len(order)))
    tied = steps.excess <= best.excess[child] + tie
    ways = np.where(tied, layer.counts[steps.parent], 0)
    counts = np.add.reduceat(ways, starts) if len(starts) else ways
    trail = _Trail(len(layer.excess), steps.parent[tied], steps.last[tied], child[tied])
    return _Layer(sets[starts], best.excess, best.cost, counts), trail


def _traced(trails: list[_Trail]) -> tuple[int, ...]:
    """One cheapest order, read from the set of all systems back to the empty one."""
    order: list[int] = []
    row = 0
    for trail in reversed(trails):
        step = int(np.searchsorted(trail.child, row))
        order.append(int(trail.last[step]))
        row = int(trail.parent[step])
    return tuple(reversed(order))


def _places(trails: list[_Trail]) -> tuple[tuple[int, int], ...]:
    """The smallest and largest rank of every system, over all cheapest orders.

    A step lies on a cheapest order if cheapest steps lead from it to the set of all systems. Those are found from the
    back; to append a system to a set of k others gives it rank k + 1.
    """
    systems = len(trails)
    first, last = np.full(systems, systems), np.ones(systems, dtype=np.int64)
    wanted = np.ones(1, dtype=bool)
    for rank, trail in zip(range(systems, 0, -1), reversed(trails), strict=True):
        used = wanted[trail.child]
        appended = trail.last[used]
        first[appended] = np.minimum(first[appended], rank)
        last[appended] = np.maximum(last[appended], rank)
        wanted = np.zeros(trail.before, dtype=bool)
        wanted[trail.parent[used]] = True
    return tuple(zip(first.tolist(), last.tolist(), strict=True))
