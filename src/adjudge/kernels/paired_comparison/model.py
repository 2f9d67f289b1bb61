"""What models of paired comparison have in common: the likelihood of counts, its slope and its curvature.

A model gives the probabilities of win, tie and loss as functions of the gap d = th_a - th_b between two strengths, and
perhaps of a tie parameter. Everything else, from the fit to its errors, needs only sums over the pairs that met.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.counts import Outcomes, Pairs

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class TieParameter:
    """What sets a model with a tie parameter apart from one without.

    Args:
        from_share: the logarithm of the parameter when this share of the comparisons of equal systems are ties.
        at_no_ties: the value the parameter tends to when there are no ties.
        model_at_no_ties: the model that is left then.
    """

    from_share: Callable[[float], float]
    at_no_ties: float
    model_at_no_ties: PairedModel


@dataclass(frozen=True)
class PairedModel:
    """A model of paired comparison, as sums over the comparisons of a pair.

    Each function takes outcomes, gaps and the logarithm of the tie parameter, which broadcast against each other.

    Args:
        name: as users write it.
        log_likelihood: of the outcomes of each pair; concave in gap and log tie parameter.
        score: its derivatives by the gap and by the log tie parameter.
        information: minus its second derivatives: gap and gap, gap and tie, tie and tie.
        tie: None if the model has no parameter for ties; the derivatives by it are ignored then.
    """

    name: str
    log_likelihood: Callable[[Outcomes, Floats, Floats], Floats]
    score: Callable[[Outcomes, Floats, Floats], tuple[Floats, Floats]]
    information: Callable[[Outcomes, Floats, Floats], tuple[Floats, Floats, Floats]]
    tie: TieParameter | None = None


@dataclass(frozen=True, eq=False)
class PairedLikelihood:
    """The likelihood of counts, as a function of x: the strengths and, last, the log tie parameter if there is one."""

    model: PairedModel
    pairs: Pairs
    n: int

    def value(self, x: Floats) -> float:
        """The log-likelihood, without the binomial coefficients."""
        return float(self.model.log_likelihood(self.pairs.outcomes, *self._at(x)).sum())

    def score(self, x: Floats) -> Floats:
        """Its gradient."""
        by_gap, by_tie = self.model.score(self.pairs.outcomes, *self._at(x))
        up, down = (np.bincount(system, by_gap, self.n) for system in self.pairs[:2])
        return np.append(up - down, by_tie.sum())[: len(x)]

    def information(self, x: Floats) -> Floats:
        """Its negative second derivatives."""
        return self.bordered_laplacian(*self.model.information(self.pairs.outcomes, *self._at(x)))

    def score_products(self, x: Floats) -> Floats:
        """The sum over all comparisons of the outer product of their scores."""
        gap_gap, gap_tie, tie_tie = (np.zeros(len(self.pairs.first)) for _ in range(3))
        for count, one in zip(self.pairs.outcomes, np.eye(3), strict=True):
            by_gap, by_tie = self.model.score(Outcomes(*one), *self._at(x))
            gap_gap += count * by_gap**2
            gap_tie += count * by_gap * by_tie
            tie_tie += count * by_tie**2
        return self.bordered_laplacian(gap_gap, gap_tie, tie_tie)

    def bordered_laplacian(self, gap_gap: Floats, gap_tie: Floats, tie_tie: Floats) -> Floats:
        """A quadratic form in gaps and tie parameter, pair by pair, as a matrix over the entries of x."""
        first, second, _ = self.pairs
        n = self.n
        matrix = np.zeros((n + 1, n + 1))
        matrix[first, second] = matrix[second, first] = -gap_gap
        np.fill_diagonal(matrix, -matrix.sum(axis=0))
        matrix[n, :n] = matrix[:n, n] = np.bincount(first, gap_tie, n) - np.bincount(second, gap_tie, n)
        matrix[n, n] = tie_tie.sum()
        size = n + (self.model.tie is not None)
        return matrix[:size, :size]

    def _at(self, x: Floats) -> tuple[Floats, Floats]:
        """Gaps of the pairs, and the log tie parameter (empty if the model has none)."""
        return x[self.pairs.first] - x[self.pairs.second], x[self.n :]
