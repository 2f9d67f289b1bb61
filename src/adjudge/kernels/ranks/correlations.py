"""Correlations of the scores that the same systems have twice, for many pairs of score lists at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.rounding import is_noise

Floats = NDArray[np.float64]


def pearson(first: Floats, second: Floats) -> Floats:
    """Pearson's r of each row; NaN where one of the two does not vary but for rounding.

    Checked against: `scipy.stats.pearsonr` (tests/laws).
    """
    a, b = (_less(one, one.mean(axis=-1, keepdims=True), _largest(one)) for one in (first, second))
    scale = np.sqrt((a**2).sum(axis=-1) * (b**2).sum(axis=-1))
    return _ratio((a * b).sum(axis=-1), scale, scale > 0)


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
    a, b = (np.sign(_less(one[..., i], one[..., j], _largest(one))) for one in (first, second))
    scale = np.sqrt((a**2).sum(axis=-1) * (b**2).sum(axis=-1))
    return _ratio((a * b).sum(axis=-1), scale, scale > 0)


def _ratio(above: Floats, below: Floats, known: NDArray[np.bool_]) -> Floats:
    return np.asarray(np.where(known, above / np.where(known, below, 1.0), np.nan))


def _ranks(values: Floats) -> Floats:
    """Ranks within each row, ties at their mean."""
    gaps = _less(values[..., None], values[..., None, :], _largest(values)[..., None])
    return np.asarray((gaps > 0).sum(axis=-1) + ((gaps == 0).sum(axis=-1) + 1) / 2, dtype=np.float64)


def _largest(values: Floats) -> Floats:
    """The largest magnitude in each row."""
    return np.asarray(np.abs(values).max(axis=-1, keepdims=True, initial=0.0))


def _less(values: Floats, others: Floats, largest: Floats) -> Floats:
    """Values less others, 0 where that is 0 but for rounding."""
    gaps = values - others
    return np.where(is_noise(gaps, largest), 0.0, gaps)
