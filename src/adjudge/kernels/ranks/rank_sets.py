"""Confidence sets for ranks: which places each system can hold, for all systems at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.rating_tests.bootstrap import document_weights

Floats = NDArray[np.float64]


def surely_better(t: Floats, t_star: Floats, level: float) -> NDArray[np.bool_]:
    """Which systems are better than which others, with a chance of any mistake of at most 1 - level.

    Definition (Mogstad, Romano, Shaikh and Wilhelm 2024): ordered pairs whose t_jk = (e_j - e_k) / s_jk lies above the
    `level` quantile of the largest t*_jk over the pairs still open are decided; then the quantile is taken over the
    pairs that remain, until no more are decided (Romano and Wolf 2005, step-down).

    Args:
        t: systems x systems; the diagonal is ignored.
        t_star: draws x systems x systems, what t looks like when nothing differs.
        level: simultaneous coverage, such as 0.95.

    Returns:
        Matrix; `[j, k]` if system j is surely better than system k.
    """
    a, b = np.nonzero(~np.eye(len(t), dtype=bool))
    observed, null = t[a, b], t_star[:, a, b]
    decided = np.zeros(len(a), dtype=bool)
    while not decided.all():
        critical = np.quantile(null[:, ~decided].max(axis=1), level)
        new = ~decided & (observed > critical)
        if not new.any():
            break
        decided |= new
    better = np.zeros(t.shape, dtype=bool)
    better[a, b] = decided
    return better


def rank_sets(better: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Best and worst place of each system: 1 + systems surely better, K - systems surely worse."""
    above, below = better.sum(axis=0), better.sum(axis=1)
    return [(1 + int(up), len(better) - int(down)) for up, down in zip(above, below, strict=True)]


def document_t(sums: Floats, counts: Floats, draws: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Studentised differences of all system means, and its studentised bootstrap over documents.

    Definition: e_a = sum S_a / sum n_a over the documents; with the influences A_d = (S_ad - e_a n_ad) / sum n_a the
    squared error of e_a - e_b is G / (G - 1) sum (A_d - B_d)^2. Every replicate draws documents anew and computes its
    own means and errors, t* = (e*_a - e*_b - e_a + e_b) / s*_ab, so the tails are as heavy as few documents make them.

    Args:
        sums: documents x systems, sums of scores.
        counts: how many scores each sum has.
        draws: number of replicates; those without some system are left out.
        rng: source of the draws.

    Returns:
        t and t*, systems x systems and replicates x systems x systems.
    """
    products = [(x[:, :, None] * y[:, None, :]).reshape(len(sums), -1) for x, y in _moments(sums, counts)]
    means, errors = _means_and_errors(np.ones((1, len(sums))), sums, counts, products)
    parts = []
    for weights in document_weights(len(sums), draws, rng):
        drawn = weights[((weights @ counts) > 0).all(axis=1)]
        star, star_errors = _means_and_errors(drawn, sums, counts, products)
        moved = _differences(star) - _differences(means)
        parts.append(_ratio(moved, star_errors))
    return _ratio(_differences(means), errors)[0], np.concatenate(parts)


def _moments(sums: Floats, counts: Floats) -> list[tuple[Floats, Floats]]:
    return [(sums, sums), (sums, counts), (counts, counts)]


def _means_and_errors(weights: Floats, sums: Floats, counts: Floats, products: list[Floats]) -> tuple[Floats, Floats]:
    """Means of all systems and standard errors of all differences, for rows of document weights."""
    k, groups = sums.shape[1], weights.sum(axis=1)
    n = weights @ counts
    e = (weights @ sums) / n
    ss, sn, nn = ((weights @ product).reshape(-1, k, k) for product in products)
    cross = ss - e[:, None, :] * sn - e[:, :, None] * sn.transpose(0, 2, 1) + e[:, :, None] * e[:, None, :] * nn
    covariance = cross / (n[:, :, None] * n[:, None, :]) * (groups / (groups - 1))[:, None, None]
    own = np.diagonal(covariance, axis1=1, axis2=2)
    return e, np.sqrt(np.maximum(own[:, :, None] + own[:, None, :] - 2 * covariance, 0.0))


def _differences(means: Floats) -> Floats:
    return means[:, :, None] - means[:, None, :]


def _ratio(gaps: Floats, errors: Floats) -> Floats:
    """Gap over error; without error a gap is decided by its sign, and no gap stays 0."""
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = gaps / errors
    return np.where(np.abs(gaps) > 1e-12, np.where(errors > 1e-12, ratio, np.copysign(np.inf, gaps)), 0.0)


def model_t(
    estimates: Floats, covariance: Floats, freedom: float, draws: int, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Studentised differences of estimates whose covariance a model gives, and draws of what chance makes of them."""
    own = np.diag(covariance)
    errors = np.sqrt(np.maximum(own[:, None] + own[None, :] - 2 * covariance, 0.0))
    normal = rng.multivariate_normal(np.zeros(len(own)), covariance, size=draws, method="eigh")
    # Every pair has an error estimated on its own, so each difference gets its own chi-square.
    chi = np.sqrt(rng.chisquare(freedom, size=(draws, len(own), len(own))) / freedom)
    return _ratio(estimates[:, None] - estimates[None, :], errors), _ratio(_differences(normal), errors) / chi
