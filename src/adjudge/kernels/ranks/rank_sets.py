"""Confidence sets for ranks: which places each system can hold, for all systems at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.ranks.studentised import Differences

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]


def surely_better(found: Differences, level: float) -> NDArray[np.bool_]:
    """Which systems are better than which others, with a chance of any mistake of at most 1 - level.

    Definition (Mogstad, Romano, Shaikh and Wilhelm 2024): ordered pairs whose t_jk lies above the `level` quantile of
    the largest t*_jk over the pairs still open are decided; then the quantile is taken over the pairs that remain,
    until no more are decided (Romano and Wolf 2005, step-down). No system is surely better than one with a higher
    estimate.

    The quantile falls from step to step, so the open pairs are always those with the smallest t. For every draw it is
    enough to know how the largest t* grows as pairs are added in the order of t (see `_Maxima`).

    Checked against: the definition, step after step over all draws (tests/laws).

    Args:
        found: differences and what they look like when nothing differs.
        level: simultaneous coverage, such as 0.95.

    Returns:
        Matrix; `[j, k]` if system j is surely better than system k.
    """
    first, second = np.triu_indices(len(found.t), 1)
    observed = found.t[first, second]
    order = np.argsort(np.abs(observed), kind="stable")
    size = np.abs(observed)[order]
    maxima = _Maxima.of(found.null, order, np.where(observed < 0, -1.0, 1.0)[order])
    critical, left = np.inf, len(size) + 1
    while 0 < (still := int(np.searchsorted(size, critical, side="right"))) < left:
        left = still
        critical = max(maxima.quantile(still, level), 0.0)
    return found.t > critical


def rank_sets(better: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Best and worst place of each system: 1 + systems surely better, K - systems surely worse."""
    above, below = better.sum(axis=0), better.sum(axis=1)
    return [(1 + int(up), len(better) - int(down)) for up, down in zip(above, below, strict=True)]


@dataclass(frozen=True, eq=False)
class _Maxima:
    """How the largest t* of every draw grows as pairs are added, as the places where it does.

    A pair enters twice: the worse system ahead of the better one is never decided, so all of these are open from the
    start (place 0); the better one ahead of the worse is added at its place in the order of t, from 1.

    Args:
        draw: the draw that grows, ascending.
        place: where.
        value: the largest t* from there on.
    """

    draw: Indices
    place: Indices
    value: Floats

    @classmethod
    def of(cls, null: Iterable[Floats], order: Indices, sign: Floats) -> Self:
        """The maxima of draws x pairs; `order` sorts the pairs by t, `sign` turns them the better system first."""
        done, draws, places, values = 0, [], [], []
        for chunk in null:
            running = np.empty((len(chunk), len(order) + 1))
            np.multiply(chunk.take(order, axis=1), sign, out=running[:, 1:])
            running[:, 0] = -running[:, 1:].min(axis=1, initial=np.inf)
            np.maximum.accumulate(running, axis=1, out=running)
            grows = np.ones(running.shape, dtype=bool)
            np.greater(running[:, 1:], running[:, :-1], out=grows[:, 1:])
            draw, place = np.nonzero(grows)
            draws.append(draw + done)
            places.append(place)
            values.append(running[draw, place])
            done += len(chunk)
        return cls(np.concatenate(draws), np.concatenate(places), np.concatenate(values))

    def quantile(self, pairs: int, level: float) -> float:
        """The quantile of the largest t* over the worse systems and the first so many pairs."""
        kept = self.place <= pairs
        largest = np.full(self.draw[-1] + 1, -np.inf)
        np.maximum.at(largest, self.draw[kept], self.value[kept])
        with np.errstate(invalid="ignore"):
            critical = float(np.quantile(largest, level))
        return np.inf if np.isnan(critical) else critical  # between two infinite draws
