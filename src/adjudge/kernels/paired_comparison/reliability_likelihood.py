"""The penalised likelihood of votes by annotators of different reliability, with its derivatives.

The model is that of `annotator_reliability`: l(th, u) = sum over votes of log P(outcome | r_k (th_a - th_b)) -
sum u_k^2 / 2, r_k = 1 + tau u_k.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.counts import Ints, Outcomes
from adjudge.kernels.paired_comparison.model import PairedModel

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class AnnotatorCells:
    """Votes counted by annotator and pair, the smaller code named first.

    Args:
        annotator: of each cell.
        first: the system of the pair with the smaller code.
        second: the other one.
        outcomes: seen from `first`.
        annotators: how many there are, with or without votes.
    """

    annotator: Codes
    first: Codes
    second: Codes
    outcomes: Outcomes
    annotators: int


def count_cells(annotator: Ints, first: Ints, second: Ints, outcome: Ints, n: int) -> AnnotatorCells:
    """Count votes; the arguments are those of `fit_reliability`."""
    lower, upper = np.minimum(first, second), np.maximum(first, second)
    result = np.where(first < second, outcome, -np.asarray(outcome))
    cell, code = np.unique((annotator.astype(np.int64) * n + lower) * n + upper, return_inverse=True)
    won, lost, tied = (_sums(code, result == value, len(cell)) for value in (1, -1, 0))
    pair = cell % n**2
    return AnnotatorCells(
        annotator=cell // n**2,
        first=pair // n,
        second=pair % n,
        outcomes=Outcomes(won, lost, tied),
        annotators=int(annotator.max()) + 1,
    )


def _sums(code: Codes, values: NDArray[np.bool_] | Floats, size: int) -> Floats:
    return np.asarray(np.bincount(code, values, size), np.float64)


class Point(NamedTuple):
    """Where the likelihood is evaluated.

    Args:
        common: strengths and, last, the log tie parameter if there is one.
        own: u_k of every annotator.
    """

    common: Floats
    own: Floats


class Curvature(NamedTuple):
    """Minus the second derivatives.

    Args:
        common: strengths and log tie parameter.
        own: annotators; the diagonal, because they do not depend on each other.
        cross: annotators x common.
    """

    common: Floats
    own: Floats
    cross: Floats


@dataclass(frozen=True, eq=False)
class PenalisedLikelihood:
    """The penalised log-likelihood for a given spread, its gradient and its curvature.

    Args:
        model: what gaps mean.
        cells: the votes.
        n: number of systems.
    """

    model: PairedModel
    cells: AnnotatorCells
    n: int

    def gaps(self, point: Point, tau: float) -> tuple[Floats, Floats, Floats]:
        """Difference of strengths, and reliability, in each cell; the log tie parameter."""
        difference = point.common[self.cells.first] - point.common[self.cells.second]
        return difference, (1 + tau * point.own)[self.cells.annotator], point.common[self.n :]

    def value(self, point: Point, tau: float) -> float:
        """The penalised log-likelihood."""
        difference, reliability, log_tie = self.gaps(point, tau)
        terms = self.model.log_likelihood(self.cells.outcomes, reliability * difference, log_tie)
        return float(terms.sum() - point.own @ point.own / 2)

    def gradient(self, point: Point, tau: float) -> Point:
        """Its derivatives."""
        difference, reliability, log_tie = self.gaps(point, tau)
        by_gap, by_tie = self.model.score(self.cells.outcomes, reliability * difference, log_tie)
        common = np.append(self._to_systems(by_gap * reliability), by_tie.sum())[: len(point.common)]
        return Point(common, tau * self._to_annotators(by_gap * difference) - point.own)

    def curvature(self, point: Point, tau: float, *, expected: bool) -> Curvature:
        """Minus its second derivatives; `expected` leaves out what is 0 on average, and is never indefinite."""
        difference, reliability, log_tie = self.gaps(point, tau)
        gap = reliability * difference
        gap_gap, gap_tie, tie_tie = self.model.information(self.cells.outcomes, gap, log_tie)
        n = self.n
        common = np.zeros((n + 1, n + 1))
        common[:n, :n] = self._laplacian(gap_gap * reliability**2)
        common[n, :n] = common[:n, n] = self._to_systems(gap_tie * reliability)
        common[n, n] = tie_tie.sum()
        mixed = gap_gap * gap
        if not expected:
            mixed = mixed - self.model.score(self.cells.outcomes, gap, log_tie)[0]
        cross = np.column_stack([self._to_both(mixed), self._to_annotators(gap_tie * difference)])
        size = len(point.common)
        own = 1 + tau**2 * self._to_annotators(gap_gap * difference**2)
        return Curvature(common[:size, :size], own, tau * cross[:, :size])

    def _to_annotators(self, values: Floats) -> Floats:
        return _sums(self.cells.annotator, values, self.cells.annotators)

    def _to_systems(self, values: Floats) -> Floats:
        return _sums(self.cells.first, values, self.n) - _sums(self.cells.second, values, self.n)

    def _to_both(self, values: Floats) -> Floats:
        """Sums by annotator and system."""
        row, size = self.cells.annotator * self.n, self.cells.annotators * self.n
        difference = _sums(row + self.cells.first, values, size) - _sums(row + self.cells.second, values, size)
        return difference.reshape(-1, self.n)

    def _laplacian(self, weights: Floats) -> Floats:
        pair = _sums(self.cells.first * self.n + self.cells.second, weights, self.n**2).reshape(self.n, self.n)
        arcs = pair + pair.T
        return np.asarray(np.diag(arcs.sum(axis=0)) - arcs)


def penalised_plain(
    strengths: Floats, reliability: Floats, tau: float, nu: float, votes: Iterable[tuple[int, int, int, int]]
) -> float:
    """The penalised log-likelihood as it is defined, one vote (annotator, first, second, outcome) after the other.

    For tests. With nu = 0 it is Bradley-Terry with ties as half votes, otherwise Davidson.
    """
    total = -sum((float(r) - 1) ** 2 for r in reliability) / (2 * tau**2)
    for k, a, b, outcome in votes:
        d = reliability[k] * (strengths[a] - strengths[b])
        z = math.exp(d / 2) + math.exp(-d / 2) + nu
        logs = {1: d / 2 - math.log(z), -1: -d / 2 - math.log(z)}
        logs[0] = math.log(nu / z) if nu else (logs[1] + logs[-1]) / 2
        total += logs[int(outcome)]
    return total
