"""Least squares with standard errors that allow rows of a cluster to depend on each other, also with few clusters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.probability.student import quantile_of_t, upper_tail_of_t
from adjudge.kernels.rounding import FIT_NOISE, is_noise

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
#: A part of a contrast below this share is none: its square is rounding beside the variance.
_PART = 1e-6


@dataclass(frozen=True)
class ClusterFit:
    """Coefficients of a regression with cluster-robust errors.

    Args:
        coefficients: least-squares estimates.
        errors: their CR2 standard errors; 0 where it is 0 but for rounding, NaN for a coefficient that cannot be
            estimated without one of the clusters.
        freedom: degrees of freedom of each, for the t distribution; below the number of clusters, 0 without an error.
        clusters: number of clusters.
    """

    coefficients: Floats
    errors: Floats
    freedom: Floats
    clusters: int

    def t(self, column: int) -> float | None:
        """Coefficient over its error; None if the error is zero or unknown, so that nothing can be tested."""
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
    a_g = A_g X_g M c (Bell and McCaffrey 2002; Pustejovsky and Tipton 2018, with the pseudo-inverse root in
    directions that a cluster alone determines). No matrix is larger than the number of columns: A_g acts on the span
    of X_g only.

    A coefficient that cannot be estimated without one of the clusters has no error: how it varies between clusters is
    unknown, and the pseudo-inverse would take it as not varying at all. For a difference of two sides this asks for
    two clusters on each. It is so if a direction with s = 1 has a part in c.

    In an orthonormal basis of the columns, X = Q R, M is the identity. With Q_g' Q_g = V diag(s) V' and h = (1 -
    s)^(-1/2), or 0 where 1 - s is 0 but for rounding, Q_g' A_g e_g = V diag(h) V' Q_g' e_g, Q_g' A_g Q_g = V diag(s h)
    V', and G_gg is the sum of s (V' c)^2 over the directions with h > 0: nothing is lost to cancellation.

    Checked against: `fit_clusters_plain`, HC2 of statsmodels with clusters of one row, the t test of cluster means
    and Welch's variance where the regressor is constant within clusters (tests/laws); level by simulation
    (tests/recovery), with two clusters and more on a side (benchmarks/study_few_units.py).

    Edge cases: outcomes that lie on the fit leave an error of 0 but for rounding: there is no t, no p and no interval.

    Args:
        design: n x p, of full column rank.
        outcome: n.
        cluster: n codes 0..G-1.
    """
    number = int(cluster.max()) + 1
    basis, triangle = np.linalg.qr(design)
    back: Floats = np.linalg.inv(triangle).astype(np.float64)  # a row for each coefficient: its contrast c
    explained = basis.T @ outcome
    scores = _sums(basis * (outcome - basis @ explained)[:, None], cluster, number)
    products = _sums((basis[:, :, None] * basis[:, None, :]).reshape(len(outcome), -1), cluster, number)
    shares, vectors = np.linalg.eigh(products.reshape(number, *triangle.shape))
    known = 1.0 - shares > FIT_NOISE  # sums of a million rows are off by more than `NOISE`
    factors = np.where(known, 1.0 / np.sqrt(np.where(known, 1.0 - shares, 1.0)), 0.0)
    turned = np.swapaxes(vectors, 1, 2)
    contrasts = turned @ back.T  # clusters x directions x coefficients
    halves = factors[:, :, None] * contrasts
    influences = np.einsum("gkj,gk->gj", halves, np.einsum("gki,gi->gk", turned, scores))
    errors = np.sqrt((influences**2).sum(axis=0))
    scale = np.linalg.norm(outcome) * np.sqrt((halves**2).sum(axis=1).max(axis=0))
    squared = back**2
    parts = np.abs(contrasts) / np.sqrt(squared.sum(axis=1))
    alone = (~known[:, :, None] & (parts > _PART)).any(axis=(0, 1))
    own = np.where(known[:, :, None], shares[:, :, None] * contrasts**2, 0.0).sum(axis=1)
    inner = vectors @ (shares[:, :, None] * halves)
    return ClusterFit(
        coefficients=back @ explained,
        errors=np.where(alone, np.nan, np.where(is_noise(errors, scale), 0.0, errors)),
        freedom=np.where(alone, 0.0, [_freedom(own[:, j], inner[:, :, j], squared[j].sum()) for j in range(len(back))]),
        clusters=number,
    )


def _freedom(own: Floats, inner: Floats, variance: float) -> float:
    """(tr G)^2 / tr G^2 from the diagonal of G and, for the rest, G_gh = - inner_g' inner_h."""
    trace = float(own.sum())
    if is_noise(trace, variance):
        return 0.0
    outer = inner[:, :, None] * inner[:, None, :]
    before = np.cumsum(outer, axis=0)[:-1]
    apart = np.einsum("gi,gij,gj->", inner[1:], before, inner[1:])
    return trace**2 / float((own**2).sum() + 2 * apart)


def _sums(rows: Floats, cluster: Ints, number: int) -> Floats:
    """Column sums by cluster."""
    return np.stack([np.bincount(cluster, column, number) for column in rows.T], axis=1)


def fit_clusters_plain(design: Floats, outcome: Floats, cluster: Ints) -> ClusterFit:
    """The same with full matrices, cluster by cluster. The plain twin, for tests."""
    inverse = np.linalg.pinv(design)
    keep = np.eye(len(outcome)) - design @ inverse
    residuals = keep @ outcome
    influences, adjusted = [], []
    for g in range(int(cluster.max()) + 1):
        rows = np.flatnonzero(cluster == g)
        values, vectors = np.linalg.eigh(keep[np.ix_(rows, rows)])
        root = np.array([0.0 if value < FIT_NOISE else value**-0.5 for value in values])
        a = (vectors * root) @ vectors.T
        influences.append(inverse[:, rows] @ a @ residuals[rows])
        adjusted.append(keep[:, rows] @ a @ inverse[:, rows].T)  # n x p
    freedom = []
    for j in range(design.shape[1]):
        vectors = np.stack([one[:, j] for one in adjusted], axis=1)
        gamma = vectors.T @ vectors
        trace = 0.0 if is_noise(np.trace(gamma), (inverse[j] ** 2).sum()) else np.trace(gamma)
        freedom.append(trace**2 / np.trace(gamma @ gamma) if trace else 0.0)
    errors = np.linalg.norm(influences, axis=0)
    alone = np.zeros(len(errors), dtype=bool)
    for g in range(len(influences)):
        others = design[cluster != g]
        # A coefficient can be estimated from the other clusters if it is a combination of their rows.
        alone |= np.abs(np.eye(len(errors)) - np.linalg.pinv(others) @ others).max(axis=0) > _PART
    errors = np.where(alone, np.nan, errors)
    return ClusterFit(inverse @ outcome, errors, np.where(alone, 0.0, freedom), len(influences))
