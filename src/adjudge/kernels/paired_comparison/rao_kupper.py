"""Rao and Kupper's model: a tie is a difference too small to be seen."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.bradley_terry import BRADLEY_TERRY
from adjudge.kernels.paired_comparison.counts import Outcomes
from adjudge.kernels.paired_comparison.fit import PairedFit, fit_paired
from adjudge.kernels.paired_comparison.model import PairedModel, TieParameter

Floats = NDArray[np.float64]


def fit_rao_kupper(wins: Floats, ties: Floats, start: PairedFit | None = None) -> PairedFit:
    """Strengths and threshold k >= 1 of Rao and Kupper's model (Rao and Kupper 1967).

    Definition: with pi = exp(th), P(a > b) = pi_a / (pi_a + k pi_b) and P(tie) is the rest, which equals
    (k^2 - 1) P(a > b) P(b > a); sum th = 0. It is the model of a logistic difference that is seen only beyond
    +-log k. Equal systems tie with probability (k - 1) / (k + 1). Without a tie the likelihood is highest at k = 1,
    which is Bradley-Terry: that is fitted and `tie` is 1. If ties outweigh the contradictions k has no finite value.

    Checked against: SciPy's optimiser on the likelihood written out; the closed form for two systems (tests/laws).

    Args:
        wins: `[a, b]` counts how often a was preferred to b.
        ties: symmetric counts.
        start: a fit to similar counts; saves steps.

    Raises:
        NoFiniteFit: some systems were never beaten by the others, or k grows without limit.
    """
    return fit_paired(RAO_KUPPER, wins, ties, start)


def _log_likelihood(outcomes: Outcomes, gap: Floats, log_tie: Floats) -> Floats:
    won, lost, tied = outcomes
    # A tie is a loss for both, times k^2 - 1.
    losses = (won + tied) * np.logaddexp(0.0, log_tie - gap) + (lost + tied) * np.logaddexp(0.0, log_tie + gap)
    with np.errstate(invalid="ignore", divide="ignore"):  # a step below k = 1 leaves the domain: NaN
        return np.asarray(tied * (2 * log_tie + np.log(-np.expm1(-2 * log_tie))) - losses)


def _score(outcomes: Outcomes, gap: Floats, log_tie: Floats) -> tuple[Floats, Floats]:
    from scipy.special import expit

    won, lost, tied = outcomes
    up, down = (won + tied) * expit(log_tie - gap), (lost + tied) * expit(log_tie + gap)
    return up - down, tied * 2 / -np.expm1(-2 * log_tie) - up - down


def _information(outcomes: Outcomes, gap: Floats, log_tie: Floats) -> tuple[Floats, Floats, Floats]:
    from scipy.special import expit

    won, lost, tied = outcomes
    up = (won + tied) * expit(log_tie - gap) * expit(gap - log_tie)
    down = (lost + tied) * expit(log_tie + gap) * expit(-gap - log_tie)
    of_tie = 4 * np.exp(-2 * log_tie) / np.expm1(-2 * log_tie) ** 2  # 1 / sinh^2
    return up + down, down - up, up + down + tied * of_tie


def _from_share(share: float) -> float:
    return math.log((1 + share) / (1 - share))


RAO_KUPPER = PairedModel(
    "rao-kupper", _log_likelihood, _score, _information, TieParameter(_from_share, 1.0, BRADLEY_TERRY)
)


def rao_kupper_plain(strengths: Floats, k: float, wins: Floats, ties: Floats) -> float:
    """The log-likelihood as it is defined, one ordered pair after the other. For tests."""
    total = 0.0
    for a, x in enumerate(strengths):
        for b, y in enumerate(strengths):
            if a != b:
                above = math.exp(x) / (math.exp(x) + k * math.exp(y))
                below = math.exp(y) / (math.exp(y) + k * math.exp(x))
                total += wins[a, b] * math.log(above) + ties[a, b] / 2 * math.log(1 - above - below)
    return total
