"""Studentised differences of systems, and what chance alone makes of them: from documents, or from a model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.rating_tests.bootstrap import document_weights
from adjudge.kernels.rounding import NOISE

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]

#: Numbers in one chunk of draws; a few MB, so that memory does not grow with the square of the systems.
CHUNK: Final = 50_000


@dataclass(frozen=True, eq=False)
class Differences:
    """Studentised differences of all pairs of systems, and draws of them when nothing differs.

    Args:
        t: systems x systems, (e_j - e_k) / s_jk; antisymmetric.
        draws: how many draws `null` holds.
        null: the draws in chunks of draws x pairs, the pairs j < k row after row. It can be read once.
    """

    t: Floats
    draws: int
    null: Iterable[Floats]


def document_differences(sums: Floats, counts: Floats, draws: int, rng: np.random.Generator) -> Differences:
    """Studentised differences of all system means, and their studentised bootstrap over documents.

    Definition: e_a = sum S_a / sum n_a over the D documents; with the influences A_d = (S_ad - e_a n_ad) / sum n_a the
    squared error of e_a - e_b is D / (D - 1) sum (A_d - B_d)^2. Every replicate draws documents anew and computes its
    own means and errors, t* = (e*_a - e*_b - e_a + e_b) / s*_ab, so the tails are as heavy as few documents make them.

    Checked against: the definition, document after document (tests/laws).

    Args:
        sums: documents x systems, sums of scores.
        counts: how many scores each sum has.
        draws: number of replicates; those without some system are left out.
        rng: source of the draws.
    """
    drawn = np.concatenate(list(document_weights(len(sums), draws, rng)))
    drawn = drawn[((drawn @ counts) > 0).all(axis=1)]
    pairs = np.triu_indices(sums.shape[1], 1)
    means, errors = _means_and_errors(np.ones((1, len(sums))), sums, counts, pairs)
    gaps, least = _gaps(means, pairs), NOISE * float(np.abs(means).max(initial=0.0))

    def null() -> Iterator[Floats]:
        for rows in _chunks(len(drawn), max(sums.size, len(pairs[0]))):
            star, star_errors = _means_and_errors(drawn[rows], sums, counts, pairs)
            yield _ratio(_gaps(star, pairs) - gaps, star_errors, least)

    return Differences(_antisymmetric(_ratio(gaps, errors, least)[0], pairs), len(drawn), null())


def model_differences(
    estimates: Floats, covariance: Floats, freedom: float, draws: int, rng: np.random.Generator
) -> Differences:
    """Studentised differences of estimates whose covariance a model gives.

    Definition: a draw is (z_a - z_b) / s_ab / sqrt(x_ab / freedom), z normal with the covariance of the estimates and
    x_ab chi-square. Every pair has an error estimated on its own, so each draws its own chi-square. The draws of the
    covariance come first, then the chi-squares of all pairs, draw after draw.

    Checked against: Student's t for two systems (tests/laws).

    Args:
        estimates: one per system.
        covariance: of the estimates.
        freedom: degrees of freedom of their differences.
        draws: how many.
        rng: source of the draws.
    """
    own = np.diag(covariance)
    pairs, least = np.triu_indices(len(own), 1), NOISE * float(np.abs(estimates).max(initial=0.0))
    errors = _roots(own[pairs[0]] + own[pairs[1]], 2 * covariance[pairs])
    normal = rng.multivariate_normal(np.zeros(len(own)), covariance, size=draws, method="eigh")
    # Chance does not move a difference without error.
    scale = np.divide(np.sqrt(freedom), errors, out=np.zeros_like(errors), where=errors > least)

    def null() -> Iterator[Floats]:
        for rows in _chunks(draws, len(errors)):
            moved = _gaps(normal[rows], pairs)
            moved *= scale
            moved /= np.sqrt(rng.chisquare(freedom, size=moved.shape))
            yield moved

    t = _ratio(estimates[pairs[0]] - estimates[pairs[1]], errors, least)
    return Differences(_antisymmetric(t, pairs), draws, null())


def _chunks(rows: int, width: int) -> Iterator[slice]:
    """Slices of so many rows that a chunk holds about `CHUNK` numbers."""
    step = max(1, CHUNK // max(1, width))
    for start in range(0, rows, step):
        yield slice(start, min(start + step, rows))


def _means_and_errors(
    weights: Floats, sums: Floats, counts: Floats, pairs: tuple[Indices, Indices]
) -> tuple[Floats, Floats]:
    """Means of all systems and standard errors of all differences, for rows of document weights."""
    documents = len(sums)
    n = weights @ counts
    means = (weights @ sums) / n
    influence = (sums - means[:, None, :] * counts) / n[:, None, :]
    influence *= np.sqrt(weights)[:, :, None]
    covariance = influence.transpose(0, 2, 1) @ influence
    own = np.diagonal(covariance, axis1=1, axis2=2)
    errors = _roots(own[:, pairs[0]] + own[:, pairs[1]], 2 * covariance[:, pairs[0], pairs[1]])
    return means, errors * np.sqrt(documents / (documents - 1))


def _roots(both: Floats, common: Floats) -> Floats:
    """Roots of the differences of sums of squares, 0 where these are 0 but for rounding."""
    squares = both - common
    return np.sqrt(np.where(squares > NOISE * both, squares, 0.0))


def _gaps(values: Floats, pairs: tuple[Indices, Indices]) -> Floats:
    return values.take(pairs[0], axis=1) - values.take(pairs[1], axis=1)


def _ratio(gaps: Floats, errors: Floats, least: float) -> Floats:
    """Gap over error; without error a gap is decided by its sign, and no gap stays 0. Below `least` is rounding."""
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = gaps / errors
    return np.where(np.abs(gaps) > least, np.where(errors > least, ratio, np.copysign(np.inf, gaps)), 0.0)


def _antisymmetric(values: Floats, pairs: tuple[Indices, Indices]) -> Floats:
    """One value for each pair, as a matrix."""
    systems = int(pairs[1].max(initial=0)) + 1
    matrix = np.zeros((systems, systems))
    matrix[pairs] = values
    return matrix - matrix.T
