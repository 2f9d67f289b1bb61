"""The Bradley-Terry model: the chance to be preferred depends on the difference of two strengths."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.counts import Outcomes
from adjudge.kernels.paired_comparison.fit import PairedFit, fit_paired
from adjudge.kernels.paired_comparison.model import PairedModel

Floats = NDArray[np.float64]


def fit_bradley_terry(wins: Floats, ties: Floats, start: PairedFit | None = None) -> PairedFit:
    """Strengths of the Bradley-Terry model (Bradley and Terry 1952), ties as half a win for each.

    Definition: P(a > b) = 1 / (1 + exp(th_b - th_a)), sum th = 0. With y_ab = w_ab + t_ab / 2 the function
    sum y_ab log P(a > b) is maximised. Without ties that is the likelihood; with ties it is a quasi-likelihood: the
    strengths are sound, but `model_covariance` takes a tie for a win or a loss and is too wide, and neither likelihood
    nor AIC may be compared with a model of ties. Use a sandwich for errors.

    Checked against: choix and evalica, real and simulated counts; SciPy's optimiser on the function written out
    (tests/laws); strengths put into simulated campaigns (tests/recovery).

    Args:
        wins: `[a, b]` counts how often a was preferred to b.
        ties: symmetric counts.
        start: a fit to similar counts; saves steps.

    Raises:
        NoFiniteFit: some systems were never beaten by the others.
    """
    return fit_paired(BRADLEY_TERRY, wins, ties, start)


def _log_likelihood(outcomes: Outcomes, gap: Floats, _: Floats) -> Floats:
    won, lost, tied = outcomes
    return np.asarray((won + tied / 2) * gap - (won + lost + tied) * np.logaddexp(0.0, gap))


def _score(outcomes: Outcomes, gap: Floats, _: Floats) -> tuple[Floats, Floats]:
    from scipy.special import expit

    won, lost, tied = outcomes
    return (won + tied / 2) * expit(-gap) - (lost + tied / 2) * expit(gap), np.zeros_like(gap)


def _information(outcomes: Outcomes, gap: Floats, _: Floats) -> tuple[Floats, Floats, Floats]:
    from scipy.special import expit

    none = np.zeros_like(gap)
    return sum(outcomes) * expit(gap) * expit(-gap), none, none


BRADLEY_TERRY = PairedModel("bradley-terry", _log_likelihood, _score, _information)


def bradley_terry_plain(strengths: Floats, wins: Floats, ties: Floats) -> float:
    """The log-likelihood as it is defined, one ordered pair after the other. For tests."""
    total = 0.0
    for a, x in enumerate(strengths):
        for b, y in enumerate(strengths):
            if a != b:
                total += (wins[a, b] + ties[a, b] / 2) * math.log(1 / (1 + math.exp(y - x)))
    return total
