"""Paired tests of one sample of differences: Wilcoxon's signed-rank test and the sign test."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.probability.normal import upper_tail

Floats = NDArray[np.float64]
Alternative = Literal["greater", "two-sided"]
_MANY = 100_000


def signed_rank_p(differences: Floats, alternative: Alternative) -> float:
    """Wilcoxon's signed-rank test by the normal approximation with tie correction, zeros dropped.

    Definition: R+ = sum of the ranks of |d| over d > 0; mu = n(n+1)/4;
    s^2 = n(n+1)(2n+1)/24 - sum(t^3 - t)/48 over ties of |d|; z = (R+ - mu - 0.5) / s for `greater`, for
    `two-sided` twice the tail of |R+ - mu| - 0.5, at most 1. Without a non-zero difference there is no
    evidence: p is 1 (`two-sided`) or 0.5 (`greater`).

    Checked against: `scipy.stats.wilcoxon(correction=True, method="asymptotic")` (tests/laws).

    Args:
        differences: magnitudes that are equal, or 0, must be so bit for bit (`adjudge.kernels.rounding.settle`).
        alternative: `greater` tests whether the differences tend to be above 0.
    """
    d = differences[differences != 0]
    n = len(d)
    if n == 0:
        return 1.0 if alternative == "two-sided" else 0.5
    _, code, t = np.unique(np.abs(d), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(t) - (t - 1) / 2)[code]
    shift = float(ranks[d > 0].sum()) - n * (n + 1) / 4
    variance = n * (n + 1) * (2 * n + 1) / 24 - float((t.astype(np.float64) ** 3 - t).sum()) / 48
    return _normal_p(shift, math.sqrt(variance), alternative)


def _normal_p(shift: float, spread: float, alternative: Alternative) -> float:
    """The tail beyond a shift, with continuity correction."""
    if alternative == "greater":
        return upper_tail((shift - 0.5) / spread)
    return min(1.0, 2 * upper_tail((abs(shift) - 0.5) / spread))


def sign_p(differences: Floats, alternative: Alternative) -> float:
    """The exact sign test, zeros dropped: binomial tails of the number of positive differences.

    Checked against: `scipy.stats.binomtest` (tests/laws), and the tests of Laeubli et al. 2018 recomputed from
    their data (tests/published).

    Args:
        differences: 0 must be so bit for bit (`adjudge.kernels.rounding.settle`).
        alternative: `greater` tests whether the differences tend to be above 0.
    """
    return sign_p_of_counts(int((differences > 0).sum()), int((differences < 0).sum()), alternative)


def sign_p_of_counts(positive: int, negative: int, alternative: Alternative) -> float:
    """The sign test from how many differences are positive and negative."""
    n = positive + negative
    if alternative == "greater":
        return _binomial_upper(positive, n)
    return min(1.0, 2 * _binomial_upper(max(positive, negative), n))


def _binomial_upper(k: int, n: int) -> float:
    """P(X >= k) for X binomial(n, 1/2); by logarithms, because 2^-n underflows beyond a thousand."""
    if k <= 0:
        return 1.0
    if n > _MANY:  # the sum would take long; the incomplete beta function is the same
        from scipy.special import betainc

        return float(betainc(k, n - k + 1, 0.5))
    i = np.arange(k, n + 1)
    logs = math.lgamma(n + 1) - _log_factorial(i) - _log_factorial(n - i) - n * math.log(2)
    top = float(logs.max())
    return min(1.0, math.exp(top) * float(np.exp(logs - top).sum()))


def _log_factorial(values: NDArray[np.int_]) -> Floats:
    table = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, int(values.max()) + 1)))])
    return table[values]
