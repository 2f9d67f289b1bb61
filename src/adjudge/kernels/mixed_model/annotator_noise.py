"""What annotators add to the variance of a difference of systems beyond what documents show.

Contributions of documents (`contributions`) are taken as independent of each other. Two things that the same annotator
carries from document to document are not in them:

- leniency, as far as the design could not separate it from quality: b = M'y holds M'Z u, of variance s_a^2 |Z'M c|^2;
- tastes: an annotator may like one system more than others do. With t the effect of annotator x system, b holds
  M'Z_t t. Within a document it is part of the contribution; between documents it adds s_t^2 times
  D = sum over annotators x systems of (sum of M c)^2 - the same by document.

The variance of tastes, s_t^2, is estimated by Rao's (1971) quadratic unbiased method: the six (or fewer) equations
E|Z_k' P y|^2 = sum over l of s_l^2 tr(Z_k' P Z_l Z_l' P Z_k) are solved for the variances. They hold whatever the
true variances of these components are, because P takes out the systems, so the model need not be fitted again with one
more component; what the model estimates as 0 is taken to be 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.mixed_model.criterion import component_traces
from adjudge.kernels.mixed_model.reml import RemlFit
from adjudge.kernels.mixed_model.row_space import RowSpace, sums_by
from adjudge.kernels.threads import one_thread

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

#: Traces are exact for factors with up to so many levels, else means over random signs, fewer for more levels.
EXACT_LEVELS: Final = 100
FEWEST_VECTORS: Final = 2
MOST_VECTORS: Final = 100
TERMS: Final = 8_000
#: Equations that are closer to dependent than this do not tell tastes apart from something else.
LARGEST_CONDITION: Final = 1e8
#: Numbers in one chunk of ratings x systems.
CHUNK: Final = 4_000_000


@dataclass(frozen=True, eq=False)
class AnnotatorNoise:
    """One source of variance that annotators carry from document to document.

    Args:
        variance: of the effect; 0 if it is estimated as 0 or cannot be told apart.
        freedom: degrees of freedom of that estimate.
        covariance: of the estimated means of the systems, from this source.
        error: standard error of the variance if it is 0 in truth; NaN where unknown.
        weight: how much of the variance the covariance holds.
    """

    variance: float
    freedom: float
    covariance: Floats
    error: float = float("nan")
    weight: float = 1.0


def leniency_noise(fit: RemlFit) -> AnnotatorNoise:
    """What is left of leniency in the differences of systems.

    Definition: s_a^2 V X'H^-1 Z Z'H^-1 X V, V = (X'H^-1 X)^-1, with as many degrees of freedom as annotators less one.

    Checked against: all matrices in full (tests/laws).
    """
    spread = fit.state.unscaled
    variance = float(fit.ratios[0]) * fit.variance
    from_annotators = fit.state.share @ fit.state.annotator_cross[:, :-1] @ spread
    freedom = max(1.0, fit.design.annotators - 1.0)
    return AnnotatorNoise(variance, freedom, variance * from_annotators.T @ from_annotators)


def taste_noise(fit: RemlFit) -> AnnotatorNoise:
    """What tastes of annotators add, beyond what single documents show of them.

    Definition: see the module; degrees of freedom tr(A)^2 / tr(A^2), A = Z_t' P Z_t. An estimate above 0 that chance
    explains counts little: of the estimate, x standard errors large, 1 - exp(-x^2 / 4) is used. Counting all of it
    costs a fifth more power where there are no tastes, and keeps the level no better (docs/decisions/0013).

    Checked against: all matrices in full (tests/laws); known variances (tests/recovery).
    """
    with one_thread():
        space = RowSpace(fit)
        p = fit.design.systems
        taste = np.unique(fit.rows.annotator * p + fit.rows.system, return_inverse=True)[1].astype(np.intp)
        ratio, error, freedom = _taste_ratio(space, taste)
        if not (ratio > 0 and error > 0):
            return AnnotatorNoise(0.0, freedom, np.zeros((p, p)), error * fit.variance)
        weight = 1 - math.exp(-((ratio / error) ** 2) / 4)
        covariance = weight * ratio * fit.variance * _between_documents(space, taste)
        return AnnotatorNoise(ratio * fit.variance, freedom, covariance, error * fit.variance, weight)


def _taste_ratio(space: RowSpace, taste: Ints) -> tuple[float, float, float]:
    """s_t^2 / s^2, its standard error where it is 0, and its degrees of freedom.

    The residual, whose trace would need many vectors, has none: PHP = P gives tr(Z_k' P P Z_k) = tr(Z_k' P Z_k) - sum
    over l of g_l tr(Z_k' P Z_l Z_l' P Z_k), and the traces of the components are exact.
    """
    fit = space.fit
    codes = (fit.rows.annotator, fit.rows.document, fit.rows.segment, np.unique(space.cell, return_inverse=True)[1])
    kept = np.flatnonzero(fit.ratios > 0)
    factors, ratios = [*(codes[i] for i in kept), taste], np.append(fit.ratios[kept], 0.0)
    own = space.projected((fit.rows.y - fit.means[fit.rows.system])[:, None])
    residual = np.arange(len(taste))
    squares = np.array([_squares(codes, own, int(codes.max()) + 1) for codes in (*factors, residual)]) / fit.variance
    products, trace = _products(space, factors)
    traces = np.append(component_traces(fit.design, fit.state)[kept], trace)
    rest = traces - products @ ratios
    whole = (fit.freedom - ratios @ traces) - ratios @ rest
    system = np.block([[products, rest[:, None]], [rest[None], np.array([[whole]])]])
    size = np.sqrt(np.maximum(np.diag(system), 0.0))
    if not size.all() or np.linalg.cond(system / np.outer(size, size)) > LARGEST_CONDITION:
        return 0.0, float("nan"), 1.0
    inverse, place = np.linalg.inv(system), len(kept)
    error = math.sqrt(2 * max(0.0, float(inverse[place, place])))
    return float(inverse[place] @ squares), error, max(1.0, trace**2 / float(products[place, place]))


def _products(space: RowSpace, factors: Sequence[Ints]) -> tuple[Floats, float]:
    """tr(Z_k' P Z_l Z_l' P Z_k) of all factors, and tr(Z' P Z) of the last.

    Of two factors the one with fewer levels is probed, with unit vectors or with more random signs.
    """
    ratings, levels = len(space.rows.y), [int(factor.max()) + 1 for factor in factors]
    products, trace = np.zeros((len(factors),) * 2), 0.0
    for column, (factor, count) in enumerate(zip(factors, levels, strict=True)):
        signs, share = _test_vectors(count, ratings)
        step = max(1, CHUNK // ratings)
        for part in (signs[:, start : start + step] for start in range(0, signs.shape[1], step)):
            moved = space.projected(part.take(factor, axis=0))
            products[:, column] += [share * _squares(f, moved, n) for f, n in zip(factors, levels, strict=True)]
            if column == len(factors) - 1:
                trace += share * float((part * sums_by(factor, moved, count)).sum())
    fewer = np.array(levels)[:, None] > np.array(levels)[None]
    return np.where(fewer, products, np.where(fewer.T, products.T, (products + products.T) / 2)), trace


def _squares(factor: Ints, columns: Floats, levels: int) -> float:
    return float((sums_by(factor, columns, levels) ** 2).sum())


def _test_vectors(levels: int, ratings: int) -> tuple[Floats, float]:
    """Columns v with mean of v v' = I, and what each counts: unit vectors, or random signs (Hutchinson 1990).

    The signs are the same each time; with others the estimate would move by about a tenth of its own standard error.
    """
    if levels <= EXACT_LEVELS and levels * ratings <= CHUNK:
        return np.eye(levels), 1.0
    vectors = int(np.clip(TERMS // levels, FEWEST_VECTORS, max(FEWEST_VECTORS, min(MOST_VECTORS, CHUNK // ratings))))
    return np.random.default_rng(levels).choice([-1.0, 1.0], (levels, vectors)), 1 / vectors


def _between_documents(space: RowSpace, taste: Ints) -> Floats:
    """V D V for a variance of 1."""
    fit = space.fit
    rows, p, spread = fit.rows, fit.design.systems, fit.state.unscaled
    total, within = np.zeros((int(taste.max()) + 1, p)), np.zeros((p, p))
    order = np.argsort(rows.document, kind="stable")
    starts = np.searchsorted(rows.document[order], np.arange(fit.design.documents + 1))
    first = 0
    while first < fit.design.documents:
        last = max(first + 1, int(np.searchsorted(starts, starts[first] + CHUNK // p, side="right")) - 1)
        some = order[starts[first] : starts[last]]
        weights = -fit.state.absorbed.take(rows.annotator[some], axis=0)
        weights[np.arange(len(some)), rows.system[some]] += 1.0
        weights = space.within(weights, some)
        total += sums_by(taste[some], weights, len(total))
        both = np.unique(taste[some] * (fit.design.documents) + rows.document[some], return_inverse=True)[1]
        by_document = sums_by(both.astype(np.intp), weights, int(both.max()) + 1)
        within += by_document.T @ by_document
        first = last
    return np.asarray(spread @ (total.T @ total - within) @ spread)
