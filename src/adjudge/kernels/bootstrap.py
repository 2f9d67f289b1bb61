"""Bootstrap over documents: whole documents are drawn with replacement, so segments of one document stay together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

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


def bootstrap_ratios(sums: Floats, counts: Floats, draws: int, rng: np.random.Generator) -> Floats:
    """Replicates of sum / count for every column.

    Args:
        sums: documents x columns: sum of the scores of a column (system, or pair of systems) in a document.
        counts: how many scores that sum has.
        draws: number of replicates.
        rng: source of the draws.

    Returns:
        draws x columns; NaN where a replicate drew no document that the column has.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        parts = [(w @ sums) / (w @ counts) for w in document_weights(len(sums), draws, rng)]
    return np.concatenate(parts)


def bootstrap_ratios_plain(sums: Floats, counts: Floats, draws: int, rng: np.random.Generator) -> Floats:
    """The same, one replicate after the other. For tests; draws the same documents as `bootstrap_ratios`."""
    rows = []
    for weights in document_weights(len(sums), draws, rng):
        for replicate in weights:
            chosen = np.repeat(np.arange(len(sums)), replicate.astype(int))
            total, n = sums[chosen].sum(axis=0), counts[chosen].sum(axis=0)
            rows.append(np.divide(total, n, out=np.full_like(total, np.nan), where=n > 0))
    return np.array(rows)


def bootstrap_p(observed: Floats, replicates: Floats) -> Floats:
    """Two-sided p-values of "the true value is 0", one per column.

    Definition: (1 + number of replicates with |r - observed| >= |observed|) / (1 + replicates): under the null
    hypothesis the replicates, moved to 0, show how far chance reaches. Replicates without a value are left out.

    Checked against: its plain twin, and its level on simulated documents (tests/laws).
    """
    valid = ~np.isnan(replicates)
    far = valid & (np.abs(replicates - observed) >= np.abs(observed))
    return np.asarray((1 + far.sum(axis=0)) / (1 + valid.sum(axis=0)))
