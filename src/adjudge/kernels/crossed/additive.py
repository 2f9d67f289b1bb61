"""Additive fit of a crossed table: cell mean = system + document, weighted by the number of values in a cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class AdditiveFit:
    """A fitted table.

    Args:
        adjusted: for each system, the mean over all documents, each with its share, as the fit predicts it.
        luck: plain mean minus adjusted mean.
        adjusted_se: standard errors of `adjusted`.
        luck_se: standard errors of `luck`.
        residuals: of each cell, in the order of the cells.
        leverages: of each cell, between 0 and 1; 1 where the fit goes through the cell whatever its value.
    """

    adjusted: Floats
    luck: Floats
    adjusted_se: Floats
    luck_se: Floats
    residuals: Floats
    leverages: Floats


def is_connected(system: Ints, document: Ints) -> bool:
    """Whether every two systems are joined by a chain of shared documents; only then can they be compared."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    systems, documents = int(system.max()) + 1, int(document.max()) + 1
    size = systems + documents
    arcs = coo_array((np.ones(len(system)), (system, systems + document)), shape=(size, size))
    return int(connected_components(arcs, directed=False)[0]) == 1


def fit_additive(system: Ints, document: Ints, mean: Floats, n: Floats, share: Floats) -> AdditiveFit:
    """Least squares of cell = system + document with weights n, the documents eliminated.

    Definition: minimise sum n_c (y_c - a_s - b_d)^2. The adjusted mean of system s is a_s + sum_d share_d b_d; it is
    linear in the cells, theta = sum_c g_c y_c, and its standard error is the sandwich with cells as units,
    sqrt(sum_c (g_c r_c / (1 - h_c))^2) (HC3; MacKinnon and White 1985): what one system does on one document is one
    observation, however many of its segments were judged. Where the fit goes through a cell (h_c = 1) that cell has no
    residual and adds nothing.

    Checked against: dense least squares with all columns (tests/laws); unequal luck of known size (tests/recovery).

    Args:
        system: number of the system of each cell.
        document: number of the document of each cell.
        mean: mean of the values in each cell.
        n: number of values in each cell.
        share: share of each document in the text, summing to 1.

    Raises:
        ValueError: if the systems are not connected by shared documents.
    """
    if not is_connected(system, document):
        msg = "systems without a chain of shared documents cannot be compared"
        raise ValueError(msg)
    systems, documents = int(system.max()) + 1, len(share)
    weights = np.zeros((documents, systems))
    weights[document, system] = n
    size = weights.sum(axis=1)  # of each document
    mixed = weights / size[:, None]
    own = np.bincount(document, n * mean, documents) / size
    # Normal equations of the systems once documents are eliminated; adding 1 fixes what is otherwise free.
    normal = np.diag(weights.sum(axis=0)) - weights.T @ mixed
    scale = max(float(np.trace(normal)), 1.0) / systems
    inverse = np.linalg.inv(normal + scale)
    effect = inverse @ (np.bincount(system, n * mean, systems) - weights.T @ own)
    difficulty = own - mixed @ effect
    residuals = mean - effect[system] - difficulty[document]
    centred = -mixed[document]
    centred[np.arange(len(system)), system] += 1.0
    leverages = n * (1 / size[document] + np.einsum("ci,ij,cj->c", centred, inverse, centred, optimize=True))
    leverages = np.clip(leverages, 0.0, 1.0)
    # The gradient of each adjusted mean by the cells: n_c (centred_c . inverse (e_s - pull) + share_d / size_d).
    pull = share @ mixed
    direction = np.eye(systems) - pull[None, :]
    gradient = n[:, None] * (centred @ inverse @ direction.T + (share / size)[document][:, None])
    plain_gradient = np.zeros_like(gradient)
    plain_gradient[np.arange(len(system)), system] = n / np.bincount(system, n)[system]
    plain = np.bincount(system, n * mean) / np.bincount(system, n)
    adjusted = effect + float(share @ difficulty)
    free = 1.0 - leverages
    spread = np.where(free > 1e-9, residuals / np.where(free > 1e-9, free, 1.0), 0.0)
    return AdditiveFit(
        adjusted=adjusted,
        luck=plain - adjusted,
        adjusted_se=np.sqrt(((gradient * spread[:, None]) ** 2).sum(axis=0)),
        luck_se=np.sqrt((((plain_gradient - gradient) * spread[:, None]) ** 2).sum(axis=0)),
        residuals=residuals,
        leverages=leverages,
    )


def fit_additive_plain(system: Ints, document: Ints, mean: Floats, n: Floats, share: Floats) -> tuple[Floats, Floats]:
    """Adjusted means and residuals by least squares over all columns. The plain twin, for tests."""
    systems, documents = int(system.max()) + 1, len(share)
    design = np.zeros((len(system), systems + documents))
    design[np.arange(len(system)), system] = 1.0
    design[np.arange(len(system)), systems + document] = 1.0
    root = np.sqrt(n)
    found, *_ = np.linalg.lstsq(design * root[:, None], mean * root, rcond=None)
    return np.asarray(found[:systems] + share @ found[systems:], dtype=np.float64), mean - design @ found
