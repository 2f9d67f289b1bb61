"""A random order whose every beginning is a balanced sample of the strata."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction

import numpy as np


def balanced_order(strata: Sequence[Hashable], rng: np.random.Generator) -> list[int]:
    """A random order in which the first n hold every stratum in proportion, for every n.

    Strata take turns as in the chairman assignment of Tijdeman (1980): with k strata of shares f_s, after n draws
    stratum s was drawn n f_s times, give or take 1 - 1 / (2k - 2) at most, which no other rule can better. Inside of
    a stratum the order is random.

    Args:
        strata: the stratum of every thing.
        rng: random numbers.

    Returns:
        Numbers of the things, in the new order.

    Checked against: the bound itself, on random strata (`tests/laws/test_planned_samples.py`).
    """
    members: dict[Hashable, list[int]] = {}
    for number in rng.permutation(len(strata)).tolist():
        members.setdefault(strata[number], []).append(number)
    names = list(members)  # in random order: by the first of each that was drawn
    shares = [Fraction(len(members[name]), len(strata)) for name in names]
    return [members[names[stratum]].pop() for stratum in _turns(shares, len(strata))]


def _turns(shares: Sequence[Fraction], count: int) -> list[int]:
    """Which share has its turn, for every draw (Tijdeman 1980, section 2)."""
    if len(shares) < 2:
        return [0] * count
    slack = 1 - Fraction(1, 2 * len(shares) - 2)
    drawn = [0] * len(shares)
    turns = []
    for draw in range(1, count + 1):
        open_ = [s for s, share in enumerate(shares) if draw * share - drawn[s] >= 1 - slack]
        # The one that must be drawn soonest: its deficit reaches the bound first.
        chosen = min(open_, key=lambda s: (slack - draw * shares[s] + drawn[s]) / shares[s])
        drawn[chosen] += 1
        turns.append(chosen)
    return turns
