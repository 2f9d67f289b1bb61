"""The minimum feedback arc set of a tournament: an order of least violated weight, with a proof or with a gap."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from adjudge.kernels.linear_ordering.component import Component
from adjudge.kernels.linear_ordering.tournament import checked_arcs, strong_components, tolerance, violated_weight

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class TournamentSolution:
    """An order and what is known about it.

    Args:
        order: the systems, best first.
        cost: weight of the arcs that the order violates.
        bound: no order costs less than this.
        proven: whether the order is of minimum cost.
        components: the systems of each strong component, in the order in which they appear.
    """

    order: Indices
    cost: float
    bound: float
    proven: bool
    components: tuple[Indices, ...]

    @property
    def gap(self) -> float:
        """How much the cost could at most be too high, as a share of it; 0 if proven."""
        return 0.0 if self.proven else (self.cost - self.bound) / self.cost


def solve_mfas(
    arcs: ArrayLike,
    *,
    time_limit: float = 60.0,
    seed: int = 0,
    progress: Callable[[float, float], None] | None = None,
) -> TournamentSolution:
    """An order of the systems that violates as little weight as possible.

    Definition (Lopez 2012, section 4): minimise the sum of arcs[a, b] over all pairs in which b stands before a. On
    net wins this is the Kemeny order. Each strong component is solved on its own: local search gives an order, a
    packing of cycles and then a linear programme with triangles give a bound, and a search over subsets closes the
    gap between the two if it can (see `component`).

    Checked against: minima over all orders (tests/laws), Algorithm 1 of the paper (`shortest_paths`), its published
    costs and those of 25 tasks (tests/published).

    Args:
        arcs: systems x systems; weight with which the row wins against the column, 0 in the other direction. With
            whole weights the bound is a whole number, proven in exact arithmetic. With others costs count as equal
            if they differ by no more than 1e-9 of the total weight.
        time_limit: seconds on the clock. When they are over, the best order so far is returned with its bound.
        seed: of the local search. The same seed gives the same order whenever the result is proven.
        progress: called now and then with cost and bound of the whole.

    Raises:
        ValueError: if the arcs are not a tournament.
    """
    deadline = time.monotonic() + time_limit
    weights = checked_arcs(arcs)
    groups = strong_components(weights)
    tie = tolerance(weights)
    streams = np.random.default_rng(seed).spawn(len(groups))
    parts = [
        Component(weights[np.ix_(group, group)], tie, stream) for group, stream in zip(groups, streams, strict=True)
    ]

    def report() -> None:
        if progress is not None:
            progress(sum(part.cost for part in parts), math.fsum(part.bound for part in parts))

    # Small components first: they are proven in no time and leave the rest of it to the large ones.
    for stage in (Component.first, Component.prove):
        for part in sorted(parts, key=lambda part: len(part.arcs)):
            stage(part, deadline, report)
    order = np.concatenate([group[part.order] for group, part in zip(groups, parts, strict=True)]) if groups else _NONE
    cost = violated_weight(weights, order)
    bound = min(cost, math.fsum(part.bound for part in parts))
    proven = all(part.proven for part in parts)
    return TournamentSolution(order, cost, cost if proven else bound, proven, tuple(groups))


_NONE: Indices = np.zeros(0, dtype=np.int64)
