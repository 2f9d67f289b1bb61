"""Bootstrap over documents: whole documents are drawn with replacement, so segments of one document stay together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.rounding import AS_FAR, NOISE, is_noise

Floats = NDArray[np.float64]


def document_weights(documents: int, draws: int, rng: np.random.Generator, chunk: int = 250) -> Iterator[Floats]:
    """How often each document is drawn, in chunks of replicates x documents.

    Each replicate draws as many documents as there are, with replacement.
    """
    for start in range(0, draws, chunk):
        size = min(chunk, draws - start)
        picks = rng.integers(0, documents, size=(size, documents))
        flat = picks + np.arange(size)[:, None] * documents
        yield np.bincount(flat.ravel(), minlength=size * documents).reshape(size, documents).astype(np.float64)


def bootstrap_p(sums: Floats, counts: Floats, draws: int, rng: np.random.Generator) -> Floats:
    """Two-sided p-values of "the mean difference is 0", one per column, by the studentised bootstrap.

    Definition: with D = sum S_d / sum n_d and se^2 = G / (G - 1) sum (S_d - D n_d)^2 / (sum n_d)^2 over the G documents
    of a column, p = (1 + number of replicates with |D* - D| / se* >= |D| / se) / (1 + replicates). Replicates with
    fewer than two documents of the column, or without spread but for rounding, count as far: they cannot speak against
    chance. So does one that is as far on paper.

    Checked against: the definition, document after document, and its level with 10 to 60 documents (tests/laws).
    """
    observed, error = _ratio_and_error(np.ones((1, len(sums))), sums, counts)
    with np.errstate(invalid="ignore", divide="ignore"):
        t = np.abs(observed / error)
    far, total = np.zeros(sums.shape[1]), 0
    for weights in document_weights(len(sums), draws, rng):
        ratio, se = _ratio_and_error(weights, sums, counts)
        with np.errstate(invalid="ignore", divide="ignore"):
            t_star = np.abs(ratio - observed) / se
        far += (~(t_star < t * (1 - AS_FAR))).sum(axis=0)
        total += len(weights)
    return np.asarray((1 + far) / (1 + total))


def _ratio_and_error(weights: Floats, sums: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """Sum over count and its standard error (NaN with fewer than two documents), for rows of document weights."""
    n, groups = weights @ counts, weights @ (counts > 0)
    groups = np.where(groups > 1, groups, np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        total = weights @ sums
        ratio = np.where(is_noise(total, weights @ np.abs(sums)), 0.0, total) / n
        whole = weights @ sums**2
        spread = whole - 2 * ratio * (weights @ (sums * counts)) + ratio**2 * (weights @ counts**2)
        return ratio, np.sqrt(np.where(spread > NOISE * whole, spread, 0.0) * groups / (groups - 1)) / n
