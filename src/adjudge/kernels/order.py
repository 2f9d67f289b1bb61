"""Agreement of two orders of the same names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations


def discordant_pairs(order_a: Sequence[str], order_b: Sequence[str]) -> list[tuple[str, str]]:
    """The pairs that the two orders put the other way round, each named in the order of `order_a`.

    Raises:
        ValueError: if the orders are not of the same names.
    """
    place = {name: i for i, name in enumerate(order_b)}
    if len(place) != len(order_b) or set(order_a) != set(place) or len(order_a) != len(order_b):
        msg = "the two orders must hold the same names, each once"
        raise ValueError(msg)
    return [(a, b) for a, b in combinations(order_a, 2) if place[a] > place[b]]


def kendall_tau(order_a: Sequence[str], order_b: Sequence[str]) -> float:
    """Kendall's tau of two orders without ties: 1 - 2 discordant / all pairs; 1.0 for fewer than two names."""
    pairs = len(order_a) * (len(order_a) - 1) // 2
    return 1.0 - 2.0 * len(discordant_pairs(order_a, order_b)) / pairs if pairs else 1.0
