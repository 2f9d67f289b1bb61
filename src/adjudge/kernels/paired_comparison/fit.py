"""Strengths of systems from paired comparisons: Newton's method for all models, and what it finds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit, NoStableFit, ties_are_bounded, unbeatable_groups
from adjudge.kernels.paired_comparison.counts import pairs_met
from adjudge.kernels.paired_comparison.model import PairedLikelihood, PairedModel
from adjudge.kernels.rounding import settle

Floats = NDArray[np.float64]

#: A step below this ends the search: Newton's next one would be about its square.
SMALLEST_STEP = 1e-8
MOST_STEPS = 200
#: Where hardly anything is known of a parameter, rounding alone moves it further than the smallest step. This gain of
#: the log-likelihood is a step of 1e-9 standard errors, far below what any result shows.
NEGLIGIBLE_GAIN = 1e-18


@dataclass(frozen=True, eq=False)
class PairedFit:
    """Strengths at the maximum of the likelihood.

    Args:
        model: the model that was fitted. A tie model without a single tie becomes the model it tends to.
        strengths: of the systems, on the logit scale; they sum to 0.
        tie: the tie parameter; None if the model asked for has none.
        information: minus the second derivatives by the strengths and, last, the log tie parameter if it was fitted.
        log_likelihood: at the maximum, without binomial coefficients.
        iterations: steps of Newton's method.
    """

    model: PairedModel
    strengths: Floats
    tie: float | None
    information: Floats
    log_likelihood: float
    iterations: int

    @property
    def parameters(self) -> Floats:
        """Strengths and, if it was fitted, the log tie parameter."""
        if self.model.tie is None or self.tie is None:
            return self.strengths
        return np.append(self.strengths, np.log(self.tie))

    @cached_property
    def inverse(self) -> Floats:
        """The inverse of the information where strengths sum to 0.

        Definition: the strengths' block L of the information has the null vector 1 (their level is free). With c added
        to its n x n entries the matrix is definite, and its inverse is L+ plus 1 / (c n^2) in each of these entries.
        """
        n, level = len(self.strengths), _level(self.information)
        inverse = np.linalg.inv(with_level(self.information, len(self.strengths)))
        inverse[:n, :n] -= 1 / (level * n**2)
        return np.asarray(inverse, np.float64)


def fit_paired(model: PairedModel, wins: Floats, ties: Floats, start: PairedFit | None = None) -> PairedFit:
    """Maximise the likelihood of a model by Newton's method.

    Args:
        model: what to fit.
        wins: `[a, b]` counts how often a was preferred to b.
        ties: symmetric counts.
        start: a fit to similar counts; saves steps.

    Raises:
        NoFiniteFit: the maximum lies at infinity; pseudo-counts would only hide that. As `NoStableFit`, it is finite
            but cannot be computed.
    """
    groups = unbeatable_groups(wins, ties)
    if len(groups) > 1:
        raise NoFiniteFit(f"the systems form {len(groups)} groups that never lost to a later one", groups)
    if model.tie is not None and not ties.any():
        return replace(fit_paired(model.tie.model_at_no_ties, wins, ties, start), tie=model.tie.at_no_ties)
    if model.tie is not None and not ties_are_bounded(wins, ties):
        raise NoFiniteFit("no cycle has more wins than ties, so the tie parameter grows without limit", groups)
    likelihood = PairedLikelihood(model, pairs_met(wins, ties), len(wins))
    x, iterations = _climb(likelihood, _first_guess(model, wins, ties, start))
    strengths = x[: len(wins)] - x[: len(wins)].mean()
    x[: len(wins)] = settle(strengths, max(1.0, float(np.abs(strengths).max())))
    fit = PairedFit(
        model=model,
        strengths=x[: len(wins)],
        tie=None if model.tie is None else float(np.exp(x[-1])),
        information=likelihood.information(x),
        log_likelihood=likelihood.value(x),
        iterations=iterations,
    )
    try:
        definite = bool(np.isfinite(fit.inverse).all())
    except np.linalg.LinAlgError:
        definite = False
    if not definite:
        raise NoStableFit("the information cannot be inverted", groups)
    return fit


def _first_guess(model: PairedModel, wins: Floats, ties: Floats, start: PairedFit | None) -> Floats:
    """Where the search begins: the fit that is given, or equal systems that tie as often as was seen."""
    if start is not None and start.model is model:
        return start.parameters
    strengths = np.zeros(len(wins)) if start is None else start.strengths
    if model.tie is None:
        return strengths
    tied = float(ties.sum()) / 2
    return np.append(strengths, model.tie.from_share(tied / (float(wins.sum()) + tied)))


def _climb(likelihood: PairedLikelihood, x: Floats) -> tuple[Floats, int]:
    """Newton's method with halved steps where the full one overshoots: the maximum, and how many steps led there.

    Raises:
        NoStableFit: the steps come to no end, or their equations have no solution in floating point numbers.
    """
    from scipy.linalg import LinAlgError, cho_factor, cho_solve

    everybody = [list(range(likelihood.n))]
    value = likelihood.value(x)
    for iteration in range(1, MOST_STEPS + 1):
        score = likelihood.score(x)
        try:
            step = cho_solve(cho_factor(with_level(likelihood.information(x), likelihood.n)), score)
        except (LinAlgError, ValueError):  # not definite, or not finite
            break
        # Close to the maximum rounding may lower the likelihood a little. NaN is no gain: the step left the domain.
        while not (ahead := likelihood.value(x + step)) >= value - 1e-12 * abs(value):
            step /= 2
        x, value = x + step, ahead
        if np.abs(step).max() < SMALLEST_STEP or abs(score @ step) < NEGLIGIBLE_GAIN:
            return x, iteration
    raise NoStableFit(f"no maximum after {iteration} steps", everybody)


def _level(information: Floats) -> float:
    """A constant of the size of the information's entries; 1 for a single system, which has none."""
    return float(np.trace(information)) / len(information) ** 2 or 1.0


def with_level(information: Floats, n: int) -> Floats:
    """The information with a constant added to the strengths' block: definite, and steps keep the sum of strengths."""
    definite = information.copy()
    definite[:n, :n] += _level(information)
    return definite
