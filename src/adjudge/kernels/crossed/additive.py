"""Additive fit of a crossed table: cell mean = system + document, weighted by the number of values in a cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.rounding import NOISE, settle

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
#: 1 - leverage below which a cell has no residual of its own.
_NO_FREEDOM: Final = 1e-9


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
        covariance: of `adjusted`: errors of two systems are not independent, both rest on the same documents.
    """

    adjusted: Floats
    luck: Floats
    adjusted_se: Floats
    luck_se: Floats
    residuals: Floats
    leverages: Floats
    covariance: Floats

    def difference_se(self, a: int, b: int) -> float:
        """Standard error of the difference of the adjusted means of two systems, by their numbers."""
        v = self.covariance
        both = v[a, a] + v[b, b]
        difference = both - 2 * v[a, b]
        return float(np.sqrt(difference)) if difference > NOISE * both else 0.0


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
    solved = _solve(system, document, mean, n, len(share))
    spread = solved.apart()
    gradient, plain_gradient = _gradients(solved, system, document, n, share)
    plain = np.bincount(system, n * mean) / np.bincount(system, n)
    adjusted = solved.effect + float(share @ solved.difficulty)
    moved = gradient * spread[:, None]
    covariance = moved.T @ moved
    return AdditiveFit(
        adjusted=adjusted,
        luck=plain - adjusted,
        adjusted_se=np.sqrt(np.diag(covariance)),
        luck_se=np.sqrt((((plain_gradient - gradient) * spread[:, None]) ** 2).sum(axis=0)),
        residuals=solved.residuals,
        leverages=solved.leverages,
        covariance=covariance,
    )


@dataclass(frozen=True, eq=False)
class _Solved:
    """The solution of the normal equations.

    Args:
        effect: of each system.
        difficulty: of each document: high on easy ones.
        residuals: of each cell.
        leverages: of each cell.
        inverse: of the equations of the systems.
        centred: each cell's row of the design, documents eliminated.
        mixed: shares of the systems in each document.
        size: values in each document.
    """

    effect: Floats
    difficulty: Floats
    residuals: Floats
    leverages: Floats
    inverse: Floats
    centred: Floats
    mixed: Floats
    size: Floats

    def apart(self) -> Floats:
        """Residuals of cells as if they had taken no part in the fit; 0 where the fit goes through the cell."""
        free = 1.0 - self.leverages
        return np.asarray(np.where(free > _NO_FREEDOM, self.residuals / np.where(free > _NO_FREEDOM, free, 1.0), 0.0))


def _solve(system: Ints, document: Ints, mean: Floats, n: Floats, documents: int) -> _Solved:
    systems = int(system.max()) + 1
    weights = np.zeros((documents, systems))
    weights[document, system] = n
    size = weights.sum(axis=1)
    mixed = weights / size[:, None]
    own = np.bincount(document, n * mean, documents) / size
    # The equations of the systems once documents are eliminated; the constant that is free is fixed by what is added.
    normal = np.diag(weights.sum(axis=0)) - weights.T @ mixed
    inverse = np.linalg.inv(normal + max(float(np.trace(normal)), 1.0) / systems)
    effect = inverse @ (np.bincount(system, n * mean, systems) - weights.T @ own)
    difficulty = own - mixed @ effect
    centred = -mixed[document]
    centred[np.arange(len(system)), system] += 1.0
    leverages = n * (1 / size[document] + np.einsum("ci,ij,cj->c", centred, inverse, centred, optimize=True))
    return _Solved(
        effect=effect,
        difficulty=difficulty,
        residuals=settle(mean - effect[system] - difficulty[document], float(np.abs(mean).max())),
        leverages=np.clip(leverages, 0.0, 1.0),
        inverse=inverse,
        centred=centred,
        mixed=mixed,
        size=size,
    )


def _gradients(solved: _Solved, system: Ints, document: Ints, n: Floats, share: Floats) -> tuple[Floats, Floats]:
    """How adjusted and plain means of systems (columns) change with each cell (rows)."""
    direction = np.eye(len(solved.effect)) - share @ solved.mixed
    own = (share / solved.size)[document]
    gradient = n[:, None] * (solved.centred @ solved.inverse @ direction.T + own[:, None])
    plain = np.zeros_like(gradient)
    plain[np.arange(len(system)), system] = n / np.bincount(system, n)[system]
    return gradient, plain


def fit_additive_plain(system: Ints, document: Ints, mean: Floats, n: Floats, share: Floats) -> tuple[Floats, Floats]:
    """Adjusted means and residuals by least squares over all columns. The plain twin, for tests."""
    systems, documents = int(system.max()) + 1, len(share)
    design = np.zeros((len(system), systems + documents))
    design[np.arange(len(system)), system] = 1.0
    design[np.arange(len(system)), systems + document] = 1.0
    root = np.sqrt(n)
    found, *_ = np.linalg.lstsq(design * root[:, None], mean * root, rcond=None)
    return np.asarray(found[:systems] + share @ found[systems:], dtype=np.float64), mean - design @ found
