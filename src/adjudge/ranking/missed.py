"""What the tests of a ranking could have missed: pairs that are not separated, and how small an effect was in reach.

A difference that was not found is not an absence of difference (Graham et al. 2020, section 4.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.ranking.result import RankedPair


@dataclass(frozen=True)
class Missed:
    """The pairs that are not separated, and the middle of what is known of each.

    Args:
        pairs: those not separated, in rank order.
        power: median chance to find an effect of .53; None if it is known for no pair.
        smallest: median of the smallest effect that would have been found four times in five; likewise.
        smallest_difference: the same in the unit of the score; likewise.
    """

    pairs: tuple[RankedPair, ...]
    power: float | None
    smallest: float | None
    smallest_difference: float | None


def missed(pairs: Sequence[RankedPair]) -> Missed:
    """What could have been missed in the pairs that are not separated.

    Args:
        pairs: all pairs of a ranking.
    """
    found = tuple(pair for pair in pairs if not pair.significant)
    return Missed(
        found,
        power=_middle([pair.power for pair in found]),
        smallest=_middle([pair.smallest for pair in found]),
        smallest_difference=_middle([pair.smallest_difference for pair in found]),
    )


def _middle(values: Sequence[float | None]) -> float | None:
    """The upper median of what is known."""
    known = sorted(value for value in values if value is not None)
    return known[len(known) // 2] if known else None
