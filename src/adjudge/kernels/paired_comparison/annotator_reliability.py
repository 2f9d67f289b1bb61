"""Paired comparison with a reliability per annotator: careful votes count, random clicks do not, reversed ones turn.

Model: annotator k sees the gap r_k (th_a - th_b) between systems a and b, with r_k ~ Normal(1, tau^2). At 1 an
annotator votes like the others, at 0 by chance, below 0 with the scale reversed. The mean of 1 fixes the scale of the
strengths and tells right from reversed: most annotators must have understood the question.

Estimates: strengths th (sum 0) and r_k = 1 + tau u_k at the maximum of the penalised log-likelihood

    l(th, u) = sum over votes of log P(outcome | r_k (th_a - th_b)) - sum u_k^2 / 2,

and tau at the maximum of the likelihood with the reliabilities integrated out by Laplace's method,

    l(th, u) - 1/2 sum log D_k,   D_k = 1 + tau^2 sum over votes of k of i (th_a - th_b)^2,

i the information of a vote on its gap. In terms of u the case tau = 0, equal annotators, is nothing special.

How it is computed: votes are counted into cells (annotator, pair), of which `reliability_likelihood` is the likelihood.
Given the strengths, reliabilities do not depend on each other, so a Newton step eliminates them (a diagonal) and solves
one equation per system.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.bradley_terry import BRADLEY_TERRY
from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit
from adjudge.kernels.paired_comparison.counts import Ints, count_outcomes
from adjudge.kernels.paired_comparison.covariates import is_curved
from adjudge.kernels.paired_comparison.fit import SMALLEST_STEP, fit_paired, with_level
from adjudge.kernels.paired_comparison.model import PairedModel
from adjudge.kernels.paired_comparison.reliability_likelihood import Curvature, PenalisedLikelihood, Point, count_cells

Floats = NDArray[np.float64]

#: Annotators who differ by more than this do not answer one question.
LARGEST_SPREAD: Final = 3.0
#: Below this spread the annotators are taken as equal if nothing is lost.
SMALLEST_SPREAD: Final = 1e-3
#: The likelihood is flat at its maximum: while tau is sought, a step this small leaves an error of its square.
SEARCH_STEP: Final = 1e-3
MOST_STEPS: Final = 100
#: Longer steps are cut: far out the likelihood is flat and no step leads back.
LONGEST_STEP: Final = 5.0
#: No count of votes shows more logits between two systems; a search that comes here is on its way to infinity.
FARTHEST: Final = 100.0


@dataclass(frozen=True, eq=False)
class ReliabilityFit:
    """Strengths of systems and reliabilities of annotators.

    Args:
        model: the model that was fitted. A tie model without a single tie becomes the model it tends to.
        strengths: of the systems as an annotator of reliability 1 sees them, on the logit scale; they sum to 0.
        reliability: of every annotator; 1 for one without votes.
        spread: tau, the standard deviation of reliabilities.
        tie: the tie parameter; None if the model asked for has none.
        covariance: of the strengths, given tau; the uncertainty of the reliabilities is in it.
        reliability_errors: standard errors of the reliabilities, given tau.
        log_likelihood: with the reliabilities integrated out by Laplace's method.
        evaluations: how often the model was fitted to find tau.
    """

    model: PairedModel
    strengths: Floats
    reliability: Floats
    spread: float
    tie: float | None
    covariance: Floats
    reliability_errors: Floats
    log_likelihood: float
    evaluations: int


def fit_reliability(
    annotator: Ints,
    first: Ints,
    second: Ints,
    outcome: Ints,
    n: int,
    *,
    model: PairedModel = BRADLEY_TERRY,
    spread: float | None = None,
) -> ReliabilityFit:
    """Fit the model of this module.

    Definition: see the module; with ties as half votes (Bradley-Terry) or as an outcome (Davidson, Rao-Kupper), whose
    gap is r_k (th_a - th_b) as well. Chen, Bennett, Collins-Thompson and Horvitz (2013) give annotators a reliability
    between 0 and 1 instead, the chance that a vote is not reversed.

    Checked against: SciPy's optimiser on the penalised likelihood written out vote by vote; derivatives against
    finite differences; without spread the kernels of the models (tests/laws); known truth (tests/recovery).

    Edge cases: the penalised likelihood may have several maxima when many annotators reverse the scale; the one reached
    from equal annotators is given.

    Args:
        annotator: code of the annotator of each vote, from 0.
        first: code of one system, 0 to n - 1.
        second: code of the other.
        outcome: 1 if the first was preferred, -1 if the second, 0 for a tie.
        n: number of systems.
        model: what gaps mean.
        spread: tau, if it is known; estimated otherwise.

    Raises:
        NoFiniteFit: some systems were never beaten by the others, or no annotator who counts contradicts another.
    """
    wins, ties = count_outcomes(first, second, outcome, n)
    equal = fit_paired(model, wins, ties)
    cells = count_cells(annotator, first, second, outcome, n)
    start = Point(equal.parameters, np.zeros(cells.annotators))
    search = _Search(PenalisedLikelihood(equal.model, cells, n), start)
    tau = search.best_spread() if spread is None else spread
    return _result(search, tau, equal.tie)


def _eliminated(curvature: Curvature, n: int) -> Floats:
    """What the common parameters' curvature is once the annotators follow them; definite in all directions."""
    inner = curvature.cross.T @ (curvature.cross / curvature.own[:, None])
    return with_level(curvature.common - inner, n)


class _Search:
    """Maxima of the penalised likelihood for one spread after the other, each from the one before."""

    def __init__(self, penalised: PenalisedLikelihood, start: Point) -> None:
        self.penalised = penalised
        self.point = start
        self.evaluations = 0

    def best_spread(self) -> float:
        """The spread at which the integrated likelihood is largest; 0 if nothing is gained by more."""
        from scipy.optimize import minimize_scalar

        none = self.marginal(0.0)

        def loss(tau: float) -> float:
            try:
                return none - self.marginal(tau)
            except NoFiniteFit:  # annotators as different as that would explain everything: a smaller spread may do
                return 1e12 * (1 + tau)  # finite, because the search interpolates

        found = minimize_scalar(loss, bounds=(0.0, LARGEST_SPREAD), method="bounded", options={"xatol": 1e-4})
        return float(found.x) if found.x > SMALLEST_SPREAD and found.fun < 0 else 0.0

    def marginal(self, tau: float, smallest_step: float = SEARCH_STEP) -> float:
        """The log-likelihood with the reliabilities integrated out."""
        self.point = self._maximum(tau, smallest_step)
        own = self.penalised.curvature(self.point, tau, expected=True).own
        return self.penalised.value(self.point, tau) - float(np.log(own).sum()) / 2

    def _maximum(self, tau: float, smallest_step: float) -> Point:
        """Newton's method with halved steps, from where the search stands."""
        from scipy.linalg import LinAlgError

        self.evaluations += 1
        point = self.point
        value = self.penalised.value(point, tau)
        for _ in range(MOST_STEPS):
            try:
                step, curved = self._step(point, tau)
            except LinAlgError:
                break
            while not (ahead := self.penalised.value(_moved(point, step), tau)) >= value - 1e-12 * abs(value):
                step = Point(step.common / 2, step.own / 2)
            point, value = _moved(point, step), ahead
            if curved and _length(step) < smallest_step:
                return point
            if np.ptp(point.common[: self.penalised.n]) > FARTHEST:
                break
        reason = "annotators contradict each other only where their reliability explains it, so strengths have no limit"
        raise NoFiniteFit(reason, [list(range(self.penalised.n))])

    def _step(self, point: Point, tau: float) -> tuple[Point, bool]:
        """Newton's step, and whether it heads for a maximum; if not, the expected curvature leads upwards."""
        from scipy.linalg import cho_factor, cho_solve

        gradient = self.penalised.gradient(point, tau)
        curvature = self.penalised.curvature(point, tau, expected=False)
        curved = is_curved(_eliminated(curvature, self.penalised.n))
        if not curved:
            curvature = self.penalised.curvature(point, tau, expected=True)
        factor = cho_factor(_eliminated(curvature, self.penalised.n))
        common = cho_solve(factor, gradient.common - curvature.cross.T @ (gradient.own / curvature.own))
        step = Point(common, (gradient.own - curvature.cross @ common) / curvature.own)
        cut = min(1.0, LONGEST_STEP / max(_length(step), SMALLEST_STEP))
        return Point(cut * step.common, cut * step.own), curved


def _length(step: Point) -> float:
    return float(max(np.abs(step.common).max(), np.abs(step.own).max()))


def _moved(point: Point, step: Point) -> Point:
    return Point(point.common + step.common, point.own + step.own)


def _result(search: _Search, tau: float, tie_at_start: float | None) -> ReliabilityFit:
    log_likelihood = search.marginal(tau, SMALLEST_STEP)
    penalised, n = search.penalised, search.penalised.n
    common, own = search.point
    curvature = penalised.curvature(search.point, tau, expected=False)
    inverse = np.linalg.inv(_eliminated(curvature, n))
    # The level added to the strengths' block lies in the direction of the constant, which centring removes.
    centre = np.eye(n) - 1 / n
    slope = curvature.cross / curvature.own[:, None]
    variances = 1 / curvature.own + np.einsum("ki,ij,kj->k", slope, inverse, slope)
    return ReliabilityFit(
        model=penalised.model,
        strengths=common[:n] - common[:n].mean(),
        reliability=1 + tau * own,
        spread=tau,
        tie=float(np.exp(common[n])) if penalised.model.tie is not None else tie_at_start,
        covariance=centre @ inverse[:n, :n] @ centre,
        reliability_errors=tau * np.sqrt(variances),
        log_likelihood=log_likelihood,
        evaluations=search.evaluations,
    )
