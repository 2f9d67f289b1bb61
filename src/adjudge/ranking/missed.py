"""What the tests of a ranking could have missed: pairs that are not separated, and how small an effect was in reach.

A difference that was not found is not an absence of difference (Graham et al. 2020, section 4.1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.ranking.result import RankedPair


@dataclass(frozen=True)
class Missed:
    """The pairs that are not separated, and the middle of what is known of each.

    Args:
        pairs: those not separated, in rank order.
        known: of how many of them it is known what the test could have found; the medians are of these.
        power: median chance to find an effect of .53; None if it is known for no pair.
        smallest: median of the smallest effect that would have been found four times in five; None also if half of the
            tests could have found none, however large.
        smallest_difference: the same in the unit of the score; None if it is known for no pair.
    """

    pairs: tuple[RankedPair, ...]
    known: int
    power: float | None
    smallest: float | None
    smallest_difference: float | None


def missed(pairs: Sequence[RankedPair]) -> Missed:
    """What could have been missed in the pairs that are not separated.

    Args:
        pairs: all pairs of a ranking.
    """
    found = tuple(pair for pair in pairs if not pair.significant)
    known = [pair for pair in found if pair.power is not None or pair.smallest is not None]
    # A test with a power and no smallest effect could find none: it counts as one that needs more than all others.
    smallest = _middle([math.inf if pair.smallest is None else pair.smallest for pair in known])
    return Missed(
        found,
        len(known),
        power=_middle([pair.power for pair in known if pair.power is not None]),
        smallest=None if smallest == math.inf else smallest,
        smallest_difference=_middle(
            [pair.smallest_difference for pair in known if pair.smallest_difference is not None]
        ),
    )


def _middle(values: Sequence[float]) -> float | None:
    """The upper median."""
    return sorted(values)[len(values) // 2] if values else None
