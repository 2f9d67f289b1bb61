"""Least squares with standard errors that allow rows of a cluster to depend on each other, also with few clusters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.probability.student import quantile_of_t, upper_tail_of_t

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
#: An eigenvalue below this share of the largest possible one is a zero with noise of rounding.
_TOLERANCE = 1e-10
#: Residuals that are all below this share of the largest outcome are zeros with noise of rounding.
_EXACT = 1e-12


@dataclass(frozen=True)
class ClusterFit:
    """Coefficients of a regression with cluster-robust errors.

    Args:
        coefficients: least-squares estimates.
        errors: their CR2 standard errors.
        freedom: degrees of freedom of each, for the t distribution; below the number of clusters.
        clusters: number of clusters.
    """

    coefficients: Floats
    errors: Floats
    freedom: Floats
    clusters: int

    def t(self, column: int) -> float | None:
        """Coefficient over its error; None if the error is zero, so that nothing can be tested."""
        if not self.errors[column] > 0 or not self.freedom[column] > 0:
            return None
        return float(self.coefficients[column] / self.errors[column])

    def p_greater(self, column: int) -> float | None:
        """One-sided p of "the coefficient is above 0"."""
        t = self.t(column)
        return None if t is None else upper_tail_of_t(t, float(self.freedom[column]))

    def p_two_sided(self, column: int) -> float | None:
        """Two-sided p of "the coefficient is not 0"."""
        t = self.t(column)
        return None if t is None else min(1.0, 2 * upper_tail_of_t(abs(t), float(self.freedom[column])))

    def interval(self, column: int, level: float = 0.95) -> tuple[float, float] | None:
        """A two-sided confidence interval."""
        if self.t(column) is None:
            return None
        half = quantile_of_t((1 + level) / 2, float(self.freedom[column])) * float(self.errors[column])
        return float(self.coefficients[column]) - half, float(self.coefficients[column]) + half


def fit_clusters(design: Floats, outcome: Floats, cluster: Ints) -> ClusterFit:
    """Least squares with CR2 errors and the degrees of freedom of Bell and McCaffrey.

    With M = (X'X)^-1, residuals e and A_g = (I - X_g M X_g')^(-1/2), the covariance is
    M (sum over clusters of X_g' A_g e_g e_g' A_g X_g) M. It is unbiased if rows are independent with equal variance,
    and consistent in the number of clusters whatever the dependence within them. The variance estimate of a
    coefficient c'b is a quadratic form; its degrees of freedom are (tr G)^2 / tr G^2 with G_gh = a_g' (I - H)_gh a_h,
    a_g = A_g X_g M c (Bell and McCaffrey 2002; Pustejovsky and Tipton 2018, with the pseudo-inverse root where a
    cluster alone determines a coefficient). No matrix is larger than the number of columns: A_g acts on the span of
    X_g only.

    Checked against: `fit_clusters_plain`, HC2 of statsmodels with clusters of one row, the t test of cluster means
    and Welch's variance where the regressor is constant within clusters (tests/laws); level by simulation
    (tests/recovery).

    Args:
        design: n x p, of full column rank.
        outcome: n.
        cluster: n codes 0..G-1.
    """
    columns, number = design.shape[1], int(cluster.max()) + 1
    bread: Floats = np.linalg.inv(design.T @ design).astype(np.float64)
    coefficients = bread @ (design.T @ outcome)
    residuals = outcome - design @ coefficients
    if np.abs(residuals).max() <= _EXACT * np.abs(outcome).max():
        residuals = np.zeros_like(residuals)  # nothing is left to test against
    products = _sums((design[:, :, None] * design[:, None, :]).reshape(len(outcome), -1), cluster, number)
    products = products.reshape(number, columns, columns)
    scores = _sums(design * residuals[:, None], cluster, number)
    values, vectors = np.linalg.eigh(products)
    root = np.sqrt(np.where(values > _TOLERANCE * np.abs(values).max(axis=1, keepdims=True), values, 0.0))
    inverse = np.divide(1.0, root, out=np.zeros_like(root), where=root > 0)
    out_of = vectors * root[:, None, :]  # X_g = Q_g times the transpose of this
    half = _inverse_root(np.swapaxes(out_of, 1, 2) @ bread @ out_of)  # (I - S_g)^(-1/2) on the span of X_g
    back = np.swapaxes(vectors * inverse[:, None, :], 1, 2)
    adjusted = np.einsum("gij,gj->gi", out_of @ half @ back, scores)
    covariance = bread @ (adjusted.T @ adjusted) @ bread
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    # X_g' a_g and a_g' a_g for the contrast of every coefficient, that is column j of M.
    inner = out_of @ half @ np.swapaxes(out_of, 1, 2) @ bread
    squared = out_of @ half @ half @ np.swapaxes(out_of, 1, 2)
    lengths = np.einsum("ij,gik,kj->gj", bread, squared, bread)
    freedom = np.array([_freedom(lengths[:, j], inner[:, :, j], bread) for j in range(columns)])
    return ClusterFit(coefficients, errors, freedom, number)


def _freedom(lengths: Floats, inner: Floats, bread: Floats) -> float:
    """(tr G)^2 / tr G^2 with G = diag(lengths) - B M B', without forming G."""
    own = np.einsum("gi,ij,gj->g", inner, bread, inner)
    trace = float((lengths - own).sum())
    cross = bread @ (inner.T @ inner)
    squares = float((lengths**2).sum() - 2 * (lengths * own).sum() + np.trace(cross @ cross))
    return trace**2 / squares if squares > 0 and trace > 0 else 0.0


def _inverse_root(shares: Floats) -> Floats:
    """(I - S)^(-1/2) for each S, zero in the directions in which a cluster alone determines the fit."""
    values, vectors = np.linalg.eigh(shares)
    left = 1.0 - values
    known = left > _TOLERANCE
    root = np.where(known, 1.0 / np.sqrt(np.where(known, left, 1.0)), 0.0)
    return np.asarray((vectors * root[:, None, :]) @ np.swapaxes(vectors, 1, 2))


def _sums(rows: Floats, cluster: Ints, number: int) -> Floats:
    """Column sums by cluster."""
    return np.stack([np.bincount(cluster, column, number) for column in rows.T], axis=1)


def fit_clusters_plain(design: Floats, outcome: Floats, cluster: Ints) -> ClusterFit:
    """The same with full matrices, cluster by cluster. The plain twin, for tests."""
    bread = np.linalg.inv(design.T @ design)
    hat = design @ bread @ design.T
    keep = np.eye(len(outcome)) - hat
    residuals = keep @ outcome
    meat, adjusted = np.zeros_like(bread), []
    for g in range(int(cluster.max()) + 1):
        rows = np.flatnonzero(cluster == g)
        values, vectors = np.linalg.eigh(keep[np.ix_(rows, rows)])
        root = np.array([0.0 if value < _TOLERANCE else value**-0.5 for value in values])
        a = (vectors * root) @ vectors.T
        u = design[rows].T @ a @ residuals[rows]
        meat += np.outer(u, u)
        adjusted.append(keep[:, rows] @ a @ design[rows] @ bread)  # n x p
    errors = np.sqrt(np.diag(bread @ meat @ bread))
    freedom = []
    for j in range(design.shape[1]):
        vectors = np.stack([one[:, j] for one in adjusted], axis=1)
        gamma = vectors.T @ vectors
        squares = np.trace(gamma @ gamma)
        freedom.append(np.trace(gamma) ** 2 / squares if squares > 0 else 0.0)
    return ClusterFit(bread @ design.T @ outcome, errors, np.array(freedom), int(cluster.max()) + 1)
