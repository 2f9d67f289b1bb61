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


def _chances(gap: Floats, log_tie: Floats) -> tuple[Floats, Floats, Floats]:
    """P(a > b), P(a < b) and P(tie); the largest term is 1, so that none overflows."""
    largest = np.maximum(np.abs(gap) / 2, log_tie)
    up, down, tie = np.exp(gap / 2 - largest), np.exp(-gap / 2 - largest), np.exp(log_tie - largest)
    z = up + down + tie
    return up / z, down / z, tie / z


def _score(outcomes: Outcomes, gap: Floats, log_tie: Floats) -> tuple[Floats, Floats]:
    # Sums of what each outcome says: the difference of observed and expected would cancel where a chance is near 1.
    won, lost, tied = outcomes
    up, down, tie = _chances(gap, log_tie)
    by_gap = won * (down + tie / 2) - lost * (up + tie / 2) - tied * (up - down) / 2
    return by_gap, tied * (up + down) - (won + lost) * tie


def _information(outcomes: Outcomes, gap: Floats, log_tie: Floats) -> tuple[Floats, Floats, Floats]:
    up, down, tie = _chances(gap, log_tie)
    met, decided = sum(outcomes), up + down
    return met * (up * down + tie * decided / 4), -met * (up - down) / 2 * tie, met * tie * decided


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
