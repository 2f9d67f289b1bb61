"""The linear programme of a tournament: the best bound that triangles can give, with rows added as they are needed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.linear_ordering.packing import greedy_packing
from adjudge.kernels.linear_ordering.tournament import strong_components
from adjudge.kernels.linear_ordering.triangles import TrianglePrices, price_bound, rounded_prices

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

#: Rows added in one round, for each system. Thousands at once make the programme slow, few make many rounds.
ROWS_PER_SYSTEM = 5
#: How far an inequality must be violated to be added; ten times the tolerance of the solver.
VIOLATED = 1e-6


class Relaxation:
    """The linear ordering programme without the demand for whole numbers.

    Variables x[a, b] = 1 - x[b, a] in [0, 1], "a before b"; minimise the sum of arcs[b, a] x[a, b]; for every triangle
    x[i, j] + x[j, k] + x[k, i] <= 2 (Groetschel, Juenger and Reinelt 1984). There are n(n-1)(n-2)/3 triangles, of
    which few matter: those that a solution violates are added and the programme is solved again from where it was.
    The bound is not the value the solver reports but the one its prices prove (see `triangles`), so it holds in
    exact arithmetic whatever the tolerances of the solver, and also when the solver was stopped halfway.

    Checked against: minima over all orders (tests/laws), the bounds of other programmes (tests/unit/kernels).

    Args:
        arcs: the tournament.
        cycles: cycles of the arcs; their triangles are the rows to begin with. Those of a packing make the first bound
            at least as good as the packing.
    """

    def __init__(self, arcs: Floats, cycles: Iterable[Sequence[int]]) -> None:
        self.arcs = arcs
        self.bound = 0.0
        self.prices = TrianglePrices.none()
        self._first, self._second = np.triu_indices(len(arcs), 1)
        self._column = np.zeros(arcs.shape, dtype=np.int32)
        self._column[self._first, self._second] = np.arange(len(self._first))
        self._column += self._column.T
        self._rows = np.zeros((0, 3), dtype=np.int64)
        self._solver = self._programme()
        self._add(_fans(cycles))

    def _programme(self) -> Any:  # noqa: ANN401 - highspy has no types
        import highspy

        solver = highspy.Highs()  # type: ignore[no-untyped-call]
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("threads", 1)
        size = len(self._first)
        solver.addVars(size, np.zeros(size), np.ones(size))
        margins = self.arcs[self._second, self._first] - self.arcs[self._first, self._second]
        solver.changeColsCost(size, np.arange(size, dtype=np.int32), margins)
        return solver

    def _add(self, triangles: Indices) -> None:
        """Add rows; where a > b the variable is the complement of x[b, a], so the 1 moves to the other side."""
        import highspy

        before, after = triangles, np.roll(triangles, -1, axis=1)
        flipped = before > after
        rows = len(triangles)
        self._solver.addRows(
            rows,
            np.full(rows, -highspy.kHighsInf),
            2.0 - flipped.sum(axis=1),
            3 * rows,
            np.arange(0, 3 * rows, 3, dtype=np.int32),
            self._column[before, after].ravel(),
            np.where(flipped, -1.0, 1.0).ravel(),
        )
        self._rows = np.concatenate([self._rows, triangles])

    def tighten(self, *, goal: float, deadline: float, on_round: Callable[[Floats], float | None]) -> bool:
        """Solve and add violated rows until none is left, the goal is reached, or the time is up.

        Args:
            goal: a bound above this is as good as proven.
            deadline: when to stop, on the clock of `time.monotonic`.
            on_round: is given x after every round and may return a new goal.

        Returns:
            Whether the programme is solved with all its triangles.
        """
        while self._solve(deadline):
            x = self._solution()
            goal = min(goal, on_round(x) or goal)
            if self.bound > goal:
                return True
            new = violated_triangles(x, ROWS_PER_SYSTEM * len(self.arcs))
            if not len(new):
                return True
            self._add(new)
        return False

    def _solve(self, deadline: float) -> bool:
        """Solve from the last basis and keep the better bound. False if the solver was stopped."""
        import highspy

        left = deadline - time.monotonic()
        if left <= 0:
            return False
        if np.isfinite(left):
            # The clock of the solver runs on from one solve to the next.
            self._solver.setOptionValue("time_limit", self._solver.getRunTime() + left)
        self._solver.run()
        duals = np.asarray(self._solver.getSolution().row_dual)
        if len(duals) == len(self._rows):
            found = rounded_prices(self._rows, -duals, self.arcs)
            bound, _ = price_bound(self.arcs, found)
            if bound > self.bound:
                self.bound, self.prices = bound, found
        return bool(self._solver.getModelStatus() == highspy.HighsModelStatus.kOptimal)

    def _solution(self) -> Floats:
        x = np.zeros(self.arcs.shape)
        values = np.asarray(self._solver.getSolution().col_value)
        x[self._first, self._second] = values
        x[self._second, self._first] = 1 - values
        return x


def best_prices(arcs: Floats, *, deadline: float = np.inf) -> TrianglePrices:
    """The prices that prove the best bound of a whole tournament, component by component.

    Arcs between components cost nothing in any best order and need no price.
    """
    found = [TrianglePrices.none()]
    for component in strong_components(arcs):
        if len(component) > 2:
            part = arcs[np.ix_(component, component)]
            relaxation = Relaxation(part, [cycle for cycle, _ in greedy_packing(part)])
            relaxation.tighten(goal=np.inf, deadline=deadline, on_round=lambda _: None)
            found.append(relaxation.prices.renamed(component))
    return TrianglePrices(
        np.concatenate([prices.triangles for prices in found]), np.concatenate([prices.prices for prices in found])
    )


def violated_triangles(x: Floats, most: int) -> Indices:
    """The triangles with x[i, j] + x[j, k] + x[k, i] > 2, each once with its smallest index first; the worst ones.

    Args:
        x: how much row stands before column; x + x.T is 1.
        most: how many to return at most.
    """
    systems = np.arange(len(x))
    total = x[:, :, None] + x[None, :, :] + x.T[:, None, :]
    first = (systems[:, None, None] < systems[None, :, None]) & (systems[:, None, None] < systems[None, None, :])
    places = np.flatnonzero(first & (total > 2 + VIOLATED))
    if len(places) > most:
        worst = np.argpartition(-total.ravel()[places], most)[:most]
        places = np.sort(places[worst])
    return np.stack(np.unravel_index(places, total.shape), axis=1)


def _fans(cycles: Iterable[Sequence[int]]) -> Indices:
    """The triangles from the first system of each cycle to its arcs; added up, they forbid the cycle.

    Each triangle comes once, turned so that its smallest index is first.
    """
    fans = [(cycle[0], *arc) for cycle in cycles for arc in pairwise(cycle[1:])]
    triangles = np.array(fans, dtype=np.int64).reshape(-1, 3)
    turn = triangles.argmin(axis=1)[:, None]
    return np.unique(np.take_along_axis(triangles, (np.arange(3) + turn) % 3, axis=1), axis=0)
