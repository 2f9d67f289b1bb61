"""Agreement of two orders of the same names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations


def discordant_pairs(order_a: Sequence[str], order_b: Sequence[str]) -> list[tuple[str, str]]:
    """The pairs that the two orders put the other way round, each named in the order of `order_a`.

    Raises:
        ValueError: if the orders are not of the same names.
    """
    place = _places(order_a, order_b)
    return [(a, b) for a, b in combinations(order_a, 2) if place[a] > place[b]]


def kendall_tau(order_a: Sequence[str], order_b: Sequence[str]) -> float:
    """Kendall's tau of two orders without ties: 1 - 2 discordant / all pairs; 1.0 for fewer than two names."""
    pairs = len(order_a) * (len(order_a) - 1) // 2
    return 1.0 - 2.0 * len(discordant_pairs(order_a, order_b)) / pairs if pairs else 1.0


def spearman_rho(order_a: Sequence[str], order_b: Sequence[str]) -> float:
    """Spearman's rho of two orders without ties: 1 - 6 sum d^2 / (n (n^2 - 1)), d being differences of places.

    1.0 for fewer than two names.

    Checked against: `scipy.stats.spearmanr` (tests/unit/kernels), and section 5.2 of Lopez 2012 (tests/published).
    """
    place = _places(order_a, order_b)
    n = len(order_a)
    squares = sum((i - place[name]) ** 2 for i, name in enumerate(order_a))
    return 1.0 - 6.0 * squares / (n * (n * n - 1)) if n > 1 else 1.0


def _places(order_a: Sequence[str], order_b: Sequence[str]) -> dict[str, int]:
    """The place of every name in the second order."""
    place = {name: i for i, name in enumerate(order_b)}
    if len(place) != len(order_b) or set(order_a) != set(place) or len(order_a) != len(order_b):
        msg = "the two orders must hold the same names, each once"
        raise ValueError(msg)
    return place
