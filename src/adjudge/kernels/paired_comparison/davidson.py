"""Davidson's model: Bradley-Terry with ties that are the likelier the closer two systems are."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.paired_comparison.bradley_terry import BRADLEY_TERRY
from adjudge.kernels.paired_comparison.counts import Outcomes
from adjudge.kernels.paired_comparison.fit import PairedFit, fit_paired
from adjudge.kernels.paired_comparison.model import PairedModel, TieParameter

Floats = NDArray[np.float64]


def fit_davidson(wins: Floats, ties: Floats, start: PairedFit | None = None) -> PairedFit:
    """Strengths and tie parameter nu >= 0 of Davidson's model (Davidson 1970).

    Definition: with pi = exp(th), P(a > b) = pi_a / Z, P(tie) = nu sqrt(pi_a pi_b) / Z and
    Z = pi_a + pi_b + nu sqrt(pi_a pi_b); sum th = 0. Equal systems tie with probability nu / (2 + nu). Without a tie
    the likelihood is highest at nu = 0, which is Bradley-Terry: that is fitted and `tie` is 0. If ties outweigh the
    contradictions (with nothing but ties, for example) nu has no finite value.

    Checked against: evalica's `newman`, which has v = nu / 2, real and simulated counts; SciPy's optimiser on the
    likelihood written out (tests/laws).

    Args:
        wins: `[a, b]` counts how often a was preferred to b.
        ties: symmetric counts.
        start: a fit to similar counts; saves steps.

    Raises:
        NoFiniteFit: some systems were never beaten by the others, or nu grows without limit.
    """
    return fit_paired(DAVIDSON, wins, ties, start)


def _log_likelihood(outcomes: Outcomes, gap: Floats, log_tie: Floats) -> Floats:
    won, lost, tied = outcomes
    log_z = np.logaddexp(np.logaddexp(gap / 2, -gap / 2), log_tie)
    return np.asarray((won - lost) * gap / 2 + tied * log_tie - (won + lost + tied) * log_z)


def _lead_and_tie(gap: Floats, log_tie: Floats) -> tuple[Floats, Floats]:
    """(P(a > b) - P(a < b)) / 2, and P(tie)."""
    up = np.exp(gap / 2)
    down, nu = 1 / up, np.exp(log_tie)
    z = up + down + nu
    return (up - down) / (2 * z), nu / z


def _score(outcomes: Outcomes, gap: Floats, log_tie: Floats) -> tuple[Floats, Floats]:
    won, lost, tied = outcomes
    lead, tie = _lead_and_tie(gap, log_tie)
    met = won + lost + tied
    return (won - lost) / 2 - met * lead, tied - met * tie


def _information(outcomes: Outcomes, gap: Floats, log_tie: Floats) -> tuple[Floats, Floats, Floats]:
    lead, tie = _lead_and_tie(gap, log_tie)
    met = sum(outcomes)
    return met * ((1 - tie) / 4 - lead**2), -met * lead * tie, met * tie * (1 - tie)


def _from_share(share: float) -> float:
    return math.log(2 * share / (1 - share))


DAVIDSON = PairedModel("davidson", _log_likelihood, _score, _information, TieParameter(_from_share, 0.0, BRADLEY_TERRY))


def davidson_plain(strengths: Floats, nu: float, wins: Floats, ties: Floats) -> float:
    """The log-likelihood as it is defined, one ordered pair after the other. For tests."""
    total = 0.0
    for a, x in enumerate(strengths):
        for b, y in enumerate(strengths):
            if a != b:
                even = nu * math.sqrt(math.exp(x) * math.exp(y))
                z = math.exp(x) + math.exp(y) + even
                total += wins[a, b] * math.log(math.exp(x) / z) + ties[a, b] / 2 * math.log(even / z)
    return total
