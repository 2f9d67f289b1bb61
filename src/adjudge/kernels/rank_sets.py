"""Confidence sets for ranks: which places each system can hold, for all systems at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def surely_better(estimates: Floats, replicates: Floats, level: float) -> NDArray[np.bool_]:
    """Which systems are better than which others, with a chance of any mistake of at most 1 - level.

    Definition (Mogstad, Romano, Shaikh and Wilhelm 2024): for every ordered pair t_jk = (e_j - e_k) / s_jk with s_jk
    the standard deviation of its replicates. Pairs with t_jk above the `level` quantile of max t*_jk over the pairs
    still open, t*_jk = (e*_j - e*_k - e_j + e_k) / s_jk, are decided; then the quantile is taken over the pairs that
    remain, until no more are decided (Romano and Wolf 2005, step-down).

    Args:
        estimates: one per system.
        replicates: draws x systems, the bootstrap distribution of the estimates.
        level: simultaneous coverage, such as 0.95.

    Returns:
        Matrix; `[j, k]` if system j is surely better than system k.
    """
    k = len(estimates)
    a, b = np.nonzero(~np.eye(k, dtype=bool))
    gaps = estimates[a] - estimates[b]
    moved = (replicates - estimates)[:, a] - (replicates - estimates)[:, b]
    spread = moved.std(axis=0, ddof=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        t, t_star = gaps / spread, moved / spread
    # A pair without any spread is decided by its sign; it must not enter the maximum.
    t = np.where(spread > 0, t, np.where(gaps > 0, np.inf, -np.inf))
    t_star = np.where(spread > 0, t_star, -np.inf)
    decided = np.zeros(len(a), dtype=bool)
    while not decided.all():
        critical = np.quantile(t_star[:, ~decided].max(axis=1), level)
        new = ~decided & (t > critical)
        if not new.any():
            break
        decided |= new
    better = np.zeros((k, k), dtype=bool)
    better[a, b] = decided
    return better


def rank_sets(better: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Best and worst place of each system: 1 + systems surely better, K - systems surely worse."""
    above, below = better.sum(axis=0), better.sum(axis=1)
    return [(1 + int(up), len(better) - int(down)) for up, down in zip(above, below, strict=True)]
