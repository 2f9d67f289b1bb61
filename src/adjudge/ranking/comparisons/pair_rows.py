"""Pairs of a ranking that are made when they are asked for: two thousand systems have two million."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import overload

import numpy as np
from numpy.typing import NDArray

from adjudge.ranking.result import RankedPair

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]


class PairRows(Sequence[RankedPair]):
    """Every pair in rank order; equal to the tuple of the same pairs.

    Args:
        names: of the systems.
        higher: code of the higher system of each pair.
        lower: code of the lower one.
        p: corrected p-values.
        effect: share of comparisons that the higher one won; NaN if the two never met.
        significant: whether the higher one is significantly better.
        difference: of the scores; None if there are none.
        meetings: how often the two were compared.
        tied: share of ties; NaN if the two never met.
    """

    def __init__(
        self,
        names: Sequence[str],
        higher: Codes,
        lower: Codes,
        *,
        p: Floats,
        effect: Floats,
        significant: NDArray[np.bool_],
        difference: Floats | None,
        meetings: Floats,
        tied: Floats,
    ) -> None:
        self._names = names
        self._codes = (higher, lower)
        self._columns = (p, effect, significant, meetings, tied)
        self._difference = difference

    def __len__(self) -> int:
        return len(self._codes[0])

    @overload
    def __getitem__(self, index: int) -> RankedPair: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[RankedPair, ...]: ...
    def __getitem__(self, index: int | slice) -> RankedPair | tuple[RankedPair, ...]:
        if isinstance(index, slice):
            return tuple(self._rows(index))
        place = range(len(self))[index]
        return next(self._rows(slice(place, place + 1)))

    def __iter__(self) -> Iterator[RankedPair]:
        return self._rows(slice(None))

    def _rows(self, part: slice) -> Iterator[RankedPair]:
        codes = (column[part].tolist() for column in self._codes)
        columns = (column[part].tolist() for column in self._columns)
        gaps = repeat(None) if self._difference is None else self._difference[part].tolist()
        names = self._names
        # zip stops at the end of the codes, which come first.
        for a, b, p, effect, significant, met, tied, gap in zip(*codes, *columns, gaps, strict=False):
            yield RankedPair(
                a=names[a],
                b=names[b],
                p=p,
                effect=effect if met else None,
                significant=significant,
                difference=gap,
                meetings=met,
                tied=tied if met else None,
            )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
