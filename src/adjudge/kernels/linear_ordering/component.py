"""One strong component of a tournament: the order found so far, the bound proven so far, and the steps that join them.

The steps, each cut short when order and bound meet: a packing of cycles (bound, at once), local search (order), the
linear programme with triangles (bound), and the search over subsets with growing budgets (both). The last one stands
where a branch and bound would: it solves no further programme, finds all that is cheaper or proves that nothing is, and
its sets are few as long as the programme leaves a small gap (see `benchmarks/bench_mfas.py`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.linear_ordering.local_search import climb, local_search
from adjudge.kernels.linear_ordering.packing import greedy_packing
from adjudge.kernels.linear_ordering.relaxation import Relaxation
from adjudge.kernels.linear_ordering.subsets import Guide, SearchGaveUpError, cheapest_orders
from adjudge.kernels.linear_ordering.tournament import has_whole_weights, violated_weight
from adjudge.kernels.linear_ordering.triangles import TrianglePrices

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
Report = Callable[[], None]

#: Shares of the gap that the search over subsets closes one after the other; each one done is a better bound. Sums of
#: a bound and an eighth of a gap are exact (see `rounded_prices`).
BUDGETS = (0.125, 0.25, 0.5, 0.75, 1.0)


class Component:
    """A tournament that cannot be divided, and what is known about its best order.

    Args:
        arcs: the tournament of the component alone.
        tie: costs that differ by no more than this are equal; 0 for whole weights.
        rng: source of the local search.
    """

    def __init__(self, arcs: Floats, tie: float, rng: np.random.Generator) -> None:
        self.arcs = arcs
        self.order: Indices = np.arange(len(arcs))
        self.cost = violated_weight(arcs, self.order)
        self.bound = 0.0
        self._tie = tie
        self._whole = has_whole_weights(arcs)
        self._rng = rng
        self._cycles: list[tuple[int, ...]] = []

    @property
    def proven(self) -> bool:
        """Whether order and bound meet."""
        return self.cost - self.bound <= self._tie

    @property
    def _goal(self) -> float:
        """A bound above this proves the order: with whole weights, anything above the next cheaper cost."""
        return self.cost - 1 if self._whole else self.cost - self._tie / 2

    def first(self, deadline: float, report: Report) -> None:
        """A first bound and a good order: quick, whatever the size."""
        if self.proven:
            return
        packing = greedy_packing(self.arcs)
        self._raise(math.fsum(weight for _, weight in packing))
        self._cycles = [cycle for cycle, _ in packing]
        self._accept(local_search(self.arcs, self._rng, goal=self.bound, deadline=deadline))
        report()

    def prove(self, deadline: float, report: Report) -> None:
        """Raise the bound, and lower the cost where that is possible, until they meet or the time is up."""
        if self.proven or time.monotonic() > deadline:
            return
        relaxation = Relaxation(self.arcs, self._cycles)

        def on_round(x: Floats) -> float:
            self._accept(climb(self.arcs, np.argsort(-x.sum(axis=1), kind="stable"), deadline=deadline))
            self._raise(relaxation.bound)
            report()
            return self._goal

        solved = relaxation.tighten(goal=self._goal, deadline=deadline, on_round=on_round)
        self._raise(relaxation.bound)
        if solved and not self.proven:
            self._search(relaxation.prices, deadline, report)

    def _search(self, prices: TrianglePrices, deadline: float, report: Report) -> None:
        """Look for cheaper orders within growing budgets above the bound of the programme."""
        guide = Guide.of(self.arcs, prices)
        gap = self._goal - guide.bound
        for share in BUDGETS:
            try:
                found = cheapest_orders(guide, share * gap, tie=self._tie, deadline=deadline)
            except SearchGaveUpError:
                return
            if found is not None:
                self._accept(np.array(found.order, dtype=np.int64))
                self._raise(self.cost)
                return
            self._raise(guide.bound + share * gap, strictly=True)
            report()

    def _accept(self, order: Indices) -> None:
        cost = violated_weight(self.arcs, order)
        if cost < self.cost:
            self.order, self.cost = order, cost

    def _raise(self, bound: float, *, strictly: bool = False) -> None:
        """Keep the better bound; with whole weights the next whole number, or the one above if the cost is higher."""
        if self._whole:
            bound = math.floor(bound) + 1 if strictly else math.ceil(bound)
        self.bound = min(max(self.bound, bound), self.cost)
