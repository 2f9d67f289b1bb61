"""Orderings that a test supports, and those of them that another order turns round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.probability.multiplicity import holm

#: Familywise level of the orderings called firm.
LEVEL: Final = 0.05
#: Ranks and means of skewed scores may disagree; systems with closer mean z-scores change places for any reason.
CLOSE: Final = 0.05


@dataclass(frozen=True, eq=False)
class FirmPairs:
    """Pairs of systems that are ordered significantly, the number of pairs allowed for.

    Args:
        order: the ranking, best first.
        pairs: the better system first.
    """

    order: list[str]
    pairs: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, order: Sequence[str], p: NDArray[np.float64], means: NDArray[np.float64]) -> FirmPairs:
        """Pairs of which the higher system is significantly better by ranks, and not only just better in the mean.

        Args:
            order: the ranking, best first.
            p: of "row is better than column", in rank order; corrected by Holm over all ordered pairs.
            means: z-scores, in rank order.
        """
        off = ~np.eye(len(p), dtype=bool)
        corrected = np.ones_like(p)
        corrected[off] = holm(p[off])
        apart = means[:, None] - means[None, :] >= CLOSE
        above = zip(*np.nonzero(np.triu((corrected < LEVEL) & apart, 1)), strict=True)
        return cls(list(order), tuple((order[i], order[j]) for i, j in above))

    def reversed_in(self, other: Sequence[str]) -> list[list[str]]:
        """The firm pairs that another order of some or all of the systems turns round, as it has them."""
        place = {name: i for i, name in enumerate(other)}
        known = ((a, b) for a, b in self.pairs if a in place and b in place)
        return [[b, a] for a, b in known if place[b] < place[a]]


def in_common(order: Sequence[str], other: Sequence[str]) -> tuple[list[str], list[str]]:
    """Two orders of the systems that both hold."""
    both = set(order) & set(other)
    return [name for name in order if name in both], [name for name in other if name in both]


def moved(order: Sequence[str], other: Sequence[str]) -> list[str]:
    """Systems in another place; both orders hold the same names."""
    return [name for name, there in zip(order, other, strict=True) if name != there]
