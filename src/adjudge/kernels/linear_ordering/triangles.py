"""A lower bound for every order of a tournament, from prices on triples of systems.

No order can put i before j, j before k and k before i: of the three at most two hold. A price on such a triangle is
paid by no order, but it moves cost from one pair to another, and the sum of what each pair costs at least is a bound.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class TrianglePrices:
    """Prices on triangles.

    Args:
        triangles: rows (i, j, k): at most two of "i before j", "j before k", "k before i" hold in any order.
        prices: one for each, not negative.
    """

    triangles: Indices
    prices: Floats

    @classmethod
    def none(cls) -> TrianglePrices:
        """No price at all; the bound is then 0."""
        return cls(np.zeros((0, 3), dtype=np.int64), np.zeros(0))

    def renamed(self, systems: Indices) -> TrianglePrices:
        """The same prices where system i is called systems[i]."""
        return TrianglePrices(systems[self.triangles], self.prices)


def rounded_prices(triangles: Indices, prices: Floats, arcs: Floats) -> TrianglePrices:
    """Prices without zeros, rounded so coarsely that sums of them and of whole weights are exact in float64.

    A linear programme is solved in floating point and its value can be too high by an error nobody knows. Any prices
    give a bound, so they may be rounded; and with multiples of a power of two, that leave room for four times the
    total weight in 53 binary digits, no further error arises.
    """
    step = 2.0 ** (np.ceil(np.log2(max(float(arcs.sum()), 1.0))) + 3 - 52)
    rounded = np.maximum(np.round(prices / step) * step, 0.0)
    kept = rounded > 0
    return TrianglePrices(triangles[kept], rounded[kept])


def price_bound(arcs: Floats, found: TrianglePrices) -> tuple[float, Floats]:
    """The bound that prices prove, and what each decision costs on top of it.

    Definition (Lagrangean relaxation of the triangle inequalities of the linear ordering problem; Groetschel, Juenger
    and Reinelt 1984): let Y[a, b] be the sum of the prices of triangles that contain "a before b", and c[a, b] =
    arcs[b, a] + Y[a, b] the priced cost of it. Then every order costs at least
    L = sum over pairs of min(c[a, b], c[b, a]) - 2 sum of prices, and an order costs exactly L + the sum of
    c[a, b] - min(c[a, b], c[b, a]) over its decisions + the prices of triangles of which it holds one only.

    Checked against: the cost of all orders of small tournaments, by the equation above (tests/laws).

    Returns:
        L, and the matrix of c[a, b] - min(c[a, b], c[b, a]): what "row before column" adds to L. Not negative.
    """
    shared = np.zeros_like(arcs)
    for first, second in ((0, 1), (1, 2), (2, 0)):
        np.add.at(shared, (found.triangles[:, first], found.triangles[:, second]), found.prices)
    cost = arcs.T + shared
    least = np.minimum(cost, cost.T)
    return float(np.triu(least, 1).sum() - 2 * found.prices.sum()), cost - least
