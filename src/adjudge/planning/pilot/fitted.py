"""A pilot as a fitted model, with what a prediction needs beyond it: tastes, spreads of systems, repeatability."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.mixed_model.annotator_noise import AnnotatorNoise, TasteEquations, counted_share
from adjudge.kernels.mixed_model.many_scores import ManyScores
from adjudge.kernels.mixed_model.row_space import sums_by
from adjudge.kernels.probability.shrinkage import shrunken_spreads

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

#: With fewer pairs of judgements of one output by different annotators, what they share is assumed and not estimated.
FEWEST_PAIRS: Final = 50
#: Assumed then: half of what the model cannot explain is the output, half is the annotator's.
ASSUMED_SHARE: Final = 0.5
#: Vectors of scores from which expected squares come.
VECTORS: Final = 40
#: Combinations of annotator, document and system for each document and system, from which on impressions are sought.
MANY_IMPRESSIONS: Final = 1.2
#: Numbers in the table of ratings x (annotators x systems); with more, tastes are not conditioned on the scores.
LARGEST_TABLE: Final = 20_000_000


@dataclass(frozen=True)
class Shared:
    """How much two annotators of the same output share of what is neither system, document nor segment.

    Args:
        cell: of the variance of system by document.
        output: of the residual variance.
        pairs: of judgements of one output by different annotators.
    """

    cell: float
    output: float
    pairs: int

    @property
    def is_assumed(self) -> bool:
        """Whether there are too few pairs to estimate it."""
        return self.pairs < FEWEST_PAIRS


@dataclass(frozen=True, eq=False)
class FittedPilot:
    """A fitted pilot.

    Args:
        many: the model.
        taste: variance of what an annotator adds to all scores of one system.
        impression: variance of what an annotator adds to one document of one system; 0 if each is of one annotator.
        variances: of annotators, documents, segments, system by document, and the residual.
        factors: of every system, by which the standard deviations of its own documents and scores are multiplied; the
            mean of their squares is 1.
        units: documents (or segments) of equal size that would hold as much, the mean over pairs.
    """

    many: ManyScores
    taste: float
    impression: float
    variances: Floats
    factors: Floats
    units: float

    @classmethod
    def of(cls, many: ManyScores, tastes: AnnotatorNoise | None) -> FittedPilot:
        """From the model and the estimated variance of tastes, if there are annotators enough to tell."""
        effective = 1 / np.maximum((many.shares**2).sum(axis=0), np.finfo(float).tiny)
        variances = np.append(many.fit.ratios, 1.0) * many.fit.variance
        # What chance explains counts little, as in the test; here once more, because an estimate of 0 is no estimate
        # below 0, and tastes that are taken for true are added to every campaign.
        taste, impression = 0.0, 0.0
        if tastes is not None and tastes.variance > 0:
            taste = tastes.weight**2 * tastes.variance
            taste, impression, variances = _with_impressions(many, taste, variances)
        ones = np.ones(many.fit.design.systems)
        pilot = cls(many, taste, impression, variances, ones, float(effective.mean()))
        return replace(pilot, factors=_system_factors(pilot))

    @cached_property
    def codes(self) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        """Of annotators, documents, segments, system by document (numbered through), annotator by system."""
        rows, p = self.many.fit.rows, self.many.fit.design.systems
        return rows.annotator, rows.document, rows.segment, self.many.space.cell, rows.annotator * p + rows.system

    @cached_property
    def levels(self) -> tuple[int, int, int, int, int]:
        """How many there are of each."""
        design = self.many.fit.design
        p = design.systems
        return design.annotators, design.documents, design.segments, design.documents * p, design.annotators * p

    @cached_property
    def impressions(self) -> Ints:
        """Of each judgement the number of the annotator and the document by system."""
        return annotators_of_cells(self.many)

    @cached_property
    def of_cells(self) -> Floats:
        """The factor of the system of every cell."""
        return np.tile(self.factors, self.many.fit.design.documents)

    @cached_property
    def shared(self) -> Shared:
        """What two annotators of the same output share."""
        return _shared(self)

    @property
    def freedom(self) -> float:
        """Degrees of freedom from which the variance of contributions is known, (units - 1) (systems - 1)."""
        return max(1.0, (self.units - 1) * (self.many.fit.design.systems - 1))

    # What the scores say, by generalised least squares with tastes as a further component (Woodbury):
    # P_t = P - P Z_t A Z_t'P, A = (I / g_t + Z_t'P Z_t)^-1; tastes = A Z_t'P y; estimates = M'(y - Z_t tastes).

    @cached_property
    def _woodbury(self) -> tuple[Floats, Floats] | None:
        """P Z_t and A, for the combinations of annotator and system that occur."""
        n, (numbers, code) = len(self.codes[4]), np.unique(self.codes[4], return_inverse=True)
        if not self.taste > 0 or n * len(numbers) > LARGEST_TABLE:
            return None
        moved = self.many.space.projected(np.eye(len(numbers))[code])
        inner = np.eye(len(numbers)) * (self.many.fit.variance / self.taste) + sums_by(code, moved, len(numbers))
        return moved, np.asarray(np.linalg.inv(inner), np.float64)

    @property
    def predicts_tastes(self) -> bool:
        """Whether tastes are predicted from the scores; otherwise annotators have new ones in every world."""
        return self._woodbury is not None

    @cached_property
    def weights(self) -> Floats:
        """M_t, ratings x systems: the estimates are M_t'y."""
        weights = self.many.weights
        if self._woodbury is None:
            return weights
        code = np.unique(self.codes[4], return_inverse=True)[1]
        moved, inner = self._woodbury
        return np.asarray(weights - moved @ (inner @ sums_by(code, weights, len(inner))))

    def residuals(self, scores: Floats) -> Floats:
        """P_t of vectors of scores: for each random effect, Z'P_t y times its ratio is the prediction."""
        projected = self.many.space.projected(scores)
        if self._woodbury is None:
            return projected
        code = np.unique(self.codes[4], return_inverse=True)[1]
        moved, inner = self._woodbury
        return np.asarray(projected - moved @ (inner @ sums_by(code, projected, len(inner))))

    def covariance(self, factors: Floats) -> Floats:
        """Of the estimates M_t'y, if the systems' own standard deviations have these factors."""
        weights, rows = self.weights, self.many.fit.rows
        total = np.zeros((weights.shape[1],) * 2)
        own = factors[rows.system][:, None]
        for number, (variance, code) in enumerate(zip((*self.variances[:4], self.taste), self.codes, strict=True)):
            if variance > 0:
                sums = sums_by(code, weights * own if number == 3 else weights, self.levels[number])
                total += variance * sums.T @ sums
        if self.impression > 0:
            code = self.impressions
            sums = sums_by(code, weights * own, int(code.max()) + 1)
            total += self.impression * sums.T @ sums
        return np.asarray(total + self.variances[4] * (weights * own).T @ (weights * own))


def annotators_of_cells(many: ManyScores) -> Ints:
    """Of each judgement the number of the annotator and the document by system."""
    code = many.space.cell * many.fit.design.annotators + many.fit.rows.annotator
    return np.asarray(np.unique(code, return_inverse=True)[1], dtype=np.intp)


def _with_impressions(many: ManyScores, taste: float, variances: Floats) -> tuple[float, float, Floats]:
    """Tastes and impressions of single documents told apart.

    Definition: where a document of a system is judged by several annotators, each has an impression of it that the
    model does not know; with few documents for each annotator it looks like a taste, and goes away with more of them.
    All variances come from the same quadratic equations (Rao 1971) with one more factor. Without an impression above 0
    the variances of the model stand.

    Returns:
        Variances of tastes, of impressions, and of annotators, documents, segments, system by document, the residual.
    """
    code = annotators_of_cells(many)
    cells = len(np.unique(many.space.cell))
    if int(code.max()) + 1 < MANY_IMPRESSIONS * cells:
        return taste, 0.0, variances
    equations = TasteEquations(many.space, also=code)
    projected = many.space.projected(many.fit.rows.y[:, None])
    found = equations.all_ratios(projected, np.array([many.fit.variance]))
    if found is None or not equations.error > 0:
        return taste, 0.0, variances
    ratios = found[:, 0]
    impression, own, residual = ratios[-3:]
    if impression <= 0 or residual <= 0:
        return taste, 0.0, variances
    changed = variances / many.fit.variance
    changed[np.append(np.flatnonzero(many.fit.ratios > 0), 4)] = np.append(ratios[:-3], residual)
    own = max(0.0, float(own))
    weight = float(counted_share(own / equations.error)) ** 2
    scale = many.fit.variance
    return weight * own * scale, float(impression) * scale, np.maximum(changed, 0.0) * scale


def _system_factors(pilot: FittedPilot) -> Floats:
    """Spreads of the systems' own errors, shrunken towards each other.

    Definition: of every system the root of the sum of squares of P y over what the model expects of it (a mean over
    random scores), shrunken as spreads of annotators are.
    """
    fit, rng = pilot.many.fit, np.random.default_rng(len(pilot.many.fit.rows.y))
    p, system = fit.design.systems, fit.rows.system
    drawn = rng.standard_normal((len(system), VECTORS)) * np.sqrt(pilot.variances[4])
    for variance, code, levels in zip(pilot.variances[:4], pilot.codes, pilot.levels, strict=False):
        drawn += np.sqrt(variance) * rng.standard_normal((levels, VECTORS)).take(code, axis=0)
    if pilot.impression > 0:
        code = pilot.impressions
        drawn += np.sqrt(pilot.impression) * rng.standard_normal((int(code.max()) + 1, VECTORS)).take(code, axis=0)
    expected = sums_by(system, pilot.many.space.projected(drawn) ** 2, p).mean(axis=1)
    found = sums_by(system, pilot.many.space.projected(fit.rows.y[:, None]) ** 2, p)[:, 0]
    counts = np.bincount(system).astype(np.float64)
    spreads = shrunken_spreads(np.sqrt(found / expected), counts)
    return np.asarray(spreads / np.sqrt((counts * spreads**2).sum() / counts.sum()))


def _shared(pilot: FittedPilot) -> Shared:
    """By products of residuals of different annotators, for the same output and for others of the same cell.

    Definition: with r = y - X b - Z u, the mean of r_i r_j over judgements of the same output by two annotators is
    about document + segment + share_c (system by document) + share_o (residual); over different segments of the same
    cell, document + share_c (system by document).
    """
    fit, rows = pilot.many.fit, pilot.many.fit.rows
    rest = rows.y - fit.means[rows.system] - fit.annotator_effects[rows.annotator]
    _, document, segment, cell, residual = pilot.variances
    output = rows.segment * fit.design.systems + rows.system
    of_output, pairs = _products(output, rows.annotator, rest)
    of_cell, cell_pairs = _products(pilot.codes[3], rows.annotator, rest)
    if pairs < FEWEST_PAIRS:
        return Shared(ASSUMED_SHARE, ASSUMED_SHARE, int(pairs))
    together = of_output / pairs - document - segment
    if cell_pairs - pairs < FEWEST_PAIRS or cell <= 0:
        both = float(np.clip(together / (cell + residual), 0, 1))
        return Shared(both, both, int(pairs))
    share = float(np.clip(((of_cell - of_output) / (cell_pairs - pairs) - document) / cell, 0, 1))
    return Shared(share, float(np.clip((together - share * cell) / residual, 0, 1)), int(pairs))


def _products(group: Ints, annotator: Ints, values: Floats) -> tuple[float, float]:
    """Sum of products, and number, of pairs of values of one group by different annotators."""
    both = np.unique(group * (int(annotator.max()) + 1) + annotator, return_inverse=True)[1]
    sums, own = (np.bincount(code, values) for code in (group, both))
    sizes, counts = np.bincount(group), np.bincount(both)
    return float((sums**2).sum() - (own**2).sum()) / 2, float((sizes**2).sum() - (counts**2).sum()) / 2
