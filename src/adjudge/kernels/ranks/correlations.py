"""Correlations of the scores that the same systems have twice, for many pairs of score lists at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def pearson(first: Floats, second: Floats) -> Floats:
    """Pearson's r of each row; NaN where one of the two does not vary.

    Checked against: `scipy.stats.pearsonr` (tests/laws).
    """
    a, b = (one - one.mean(axis=-1, keepdims=True) for one in (first, second))
    scale = np.sqrt((a**2).sum(axis=-1) * (b**2).sum(axis=-1))
    noise = 1e-12 * np.maximum(1.0, np.abs(first).max(axis=-1) * np.abs(second).max(axis=-1))
    return _ratio((a * b).sum(axis=-1), scale, scale > noise)


def spearman(first: Floats, second: Floats) -> Floats:
    """Spearman's rho of each row: Pearson's r of the ranks, ties at their mean.

    Checked against: `scipy.stats.spearmanr` (tests/laws).
    """
    return pearson(_ranks(first), _ranks(second))


def kendall(first: Floats, second: Floats) -> Floats:
    """Kendall's tau-b of each row: (concordant - discordant) / sqrt(untied in the first * untied in the second).

    Checked against: `scipy.stats.kendalltau` (tests/laws).
    """
    i, j = np.triu_indices(first.shape[-1], 1)
    a, b = (np.sign(one[..., i] - one[..., j]) for one in (first, second))
    scale = np.sqrt((a**2).sum(axis=-1) * (b**2).sum(axis=-1))
    return _ratio((a * b).sum(axis=-1), scale, scale > 0)


def _ratio(above: Floats, below: Floats, known: NDArray[np.bool_]) -> Floats:
    return np.asarray(np.where(known, above / np.where(known, below, 1.0), np.nan))


def _ranks(values: Floats) -> Floats:
    """Ranks within each row, ties at their mean."""
    below = (values[..., None] > values[..., None, :]).sum(axis=-1)
    equal = (values[..., None] == values[..., None, :]).sum(axis=-1)
    return np.asarray(below + (equal + 1) / 2, dtype=np.float64)
