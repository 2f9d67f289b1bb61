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
from functools import cached_property
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
        equations = TasteEquations(RowSpace(fit))
        p, error = fit.design.systems, equations.error
        own = equations.space.projected((fit.rows.y - fit.means[fit.rows.system])[:, None])
        ratio = float(equations.ratios(own, np.array([fit.variance]))[0])
        if not (ratio > 0 and error > 0):
            return AnnotatorNoise(0.0, equations.freedom, np.zeros((p, p)), error * fit.variance)
        weight = float(counted_share(ratio / error))
        covariance = weight * ratio * fit.variance * equations.between_documents
        return AnnotatorNoise(ratio * fit.variance, equations.freedom, covariance, error * fit.variance, weight)


def counted_share(size: float | Floats) -> Floats:
    """How much of an estimated variance counts that is so many standard errors large: 1 - exp(-x^2 / 4)."""
    return np.asarray(1 - np.exp(-(np.asarray(size) ** 2) / 4))


@dataclass(frozen=True, eq=False)
class TasteEquations:
    """The equations for the variance of tastes: everything about them but the scores.

    Args:
        space: the fitted model.
        also: levels of one more factor that the model does not know; None without.
    """

    space: RowSpace
    also: Ints | None = None

    @cached_property
    def taste(self) -> Ints:
        """Number of the annotator and system of every rating."""
        rows, p = self.space.rows, self.space.fit.design.systems
        return np.asarray(np.unique(rows.annotator * p + rows.system, return_inverse=True)[1], dtype=np.intp)

    @cached_property
    def _factors(self) -> list[Ints]:
        rows, kept = self.space.rows, np.flatnonzero(self.space.fit.ratios > 0)
        cell = np.unique(self.space.cell, return_inverse=True)[1].astype(np.intp)
        codes = (rows.annotator, rows.document, rows.segment, cell)
        return [*(codes[i] for i in kept), *([] if self.also is None else [self.also]), self.taste]

    @cached_property
    def _solved(self) -> tuple[Floats | None, float, float]:
        """The inverse, the standard error of s_t^2 / s^2 where it is 0, and its degrees of freedom.

        The residual, whose trace would need many vectors, has none: PHP = P gives tr(Z_k' P P Z_k) = tr(Z_k' P Z_k) -
        sum over l of g_l tr(Z_k' P Z_l Z_l' P Z_k), and the traces of the components are exact.
        """
        fit, kept = self.space.fit, np.flatnonzero(self.space.fit.ratios > 0)
        ratios = np.append(fit.ratios[kept], np.zeros(len(self._factors) - len(kept)))
        products, own = _products(self.space, self._factors)
        traces = np.append(component_traces(fit.design, fit.state)[kept], own[len(kept) :])
        rest = traces - products @ ratios
        whole = (fit.freedom - ratios @ traces) - ratios @ rest
        system = np.block([[products, rest[:, None]], [rest[None], np.array([[whole]])]])
        size = np.sqrt(np.maximum(np.diag(system), 0.0))
        if not size.all() or np.linalg.cond(system / np.outer(size, size)) > LARGEST_CONDITION:
            return None, float("nan"), 1.0
        inverse, place = np.linalg.inv(system), len(self._factors) - 1
        error = math.sqrt(2 * max(0.0, float(inverse[place, place])))
        return inverse, error, max(1.0, float(own[place] ** 2 / products[place, place]))

    @property
    def error(self) -> float:
        """Standard error of a ratio that is 0; NaN where tastes cannot be told apart from something else."""
        return self._solved[1]

    @property
    def freedom(self) -> float:
        """Degrees of freedom of a ratio."""
        return self._solved[2]

    def ratios(self, projected: Floats, variances: Floats) -> Floats:
        """Estimates of s_t^2 / s^2, one for each vector of scores; 0 where tastes cannot be told apart.

        Args:
            projected: P y, ratings x vectors.
            variances: s^2 by each vector.
        """
        found = self.all_ratios(projected, variances)
        return np.zeros_like(variances) if found is None else found[len(self._factors) - 1]

    def all_ratios(self, projected: Floats, variances: Floats) -> Floats | None:
        """The same for all factors: fitted components, the further factor, tastes, the residual; None likewise."""
        inverse = self._solved[0]
        if inverse is None:
            return None
        sums = [(sums_by(factor, projected, int(factor.max()) + 1) ** 2).sum(axis=0) for factor in self._factors]
        return np.asarray(inverse @ np.array([*sums, (projected**2).sum(axis=0)]) / variances)

    @cached_property
    def between_documents(self) -> Floats:
        """V D V for a variance of 1."""
        return _between_documents(self.space, self.taste)


def _products(space: RowSpace, factors: Sequence[Ints]) -> tuple[Floats, Floats]:
    """tr(Z_k' P Z_l Z_l' P Z_k) of all factors, and tr(Z_k' P Z_k).

    Of two factors the one with fewer levels is probed, with unit vectors or with more random signs.
    """
    ratings, levels = len(space.rows.y), [int(factor.max()) + 1 for factor in factors]
    products, traces = np.zeros((len(factors),) * 2), np.zeros(len(factors))
    for column, (factor, count) in enumerate(zip(factors, levels, strict=True)):
        signs, share = _test_vectors(count, ratings)
        step = max(1, CHUNK // ratings)
        for part in (signs[:, start : start + step] for start in range(0, signs.shape[1], step)):
            moved = space.projected(part.take(factor, axis=0))
            products[:, column] += [share * _squares(f, moved, n) for f, n in zip(factors, levels, strict=True)]
            traces[column] += share * float((part * sums_by(factor, moved, count)).sum())
    fewer = np.array(levels)[:, None] > np.array(levels)[None]
    return np.where(fewer, products, np.where(fewer.T, products.T, (products + products.T) / 2)), traces


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
