"""Exact power of tests that count: the sign test, and votes for one of two systems."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.power.normal_statistic import Sides
from adjudge.kernels.probability.normal import quantile

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
#: Fewer ties than this are none.
_NO_TIES = 1e-9


def sign_powers(counts: Ints, p: float, level: float = 0.05, sides: Sides = 2) -> Floats:
    """Chance that the exact sign test rejects, for each number of decisive cases.

    Definition: X is binomial with p. One-sided: P(X >= c), c the least count with P(X >= c) <= level at .5; two-sided
    with level / 2, and P(X <= n - c) is added. Zero where no outcome is significant.

    Checked against: the plain twin below, and simulated tests (tests/laws, tests/recovery).

    Args:
        counts: decisive cases, that is without ties.
        p: chance that a decisive case favours B.
        level: of the test.
        sides: 1 looks in the direction of the effect.
    """
    q = max(p, 1 - p)
    limits = critical_counts(counts, level / sides)
    found = tail(counts, limits, q)
    return found + tail(counts, limits, 1 - q) if sides == 2 else found


def sign_equivalence_powers(counts: Ints, p: float, margin: float, level: float = 0.05) -> Floats:
    """Chance that two exact one-sided tests place p within .5 - margin and .5 + margin.

    Definition: with c the least count such that P(X >= c) <= level at .5 - margin, both tests reject from c to n - c.
    At the margin this is at most the level, without any approximation.

    Args:
        counts: decisive cases.
        p: the true chance that one of them favours B.
        margin: half the width of what counts as equal.
        level: of each test.
    """
    limits = critical_counts(counts, level, 0.5 - margin)
    inside = tail(counts, limits, p) - tail(counts, counts - limits + 1, p)
    return np.where(limits <= counts - limits, np.maximum(inside, 0.0), 0.0)


def mixed_over_ties(powers: Callable[[Ints], Floats], cases: Ints, ties: float) -> Floats:
    """Power for so many cases of which a random number is tied: the mean of `powers` over the number of decisive ones.

    Definition: the number of decisive cases is binomial (cases, 1 - ties); terms beyond eight standard deviations are
    left out.

    Checked against: simulated votes with ties (tests/recovery), and the plain sum over all numbers (tests/laws).

    Args:
        powers: chance of success for several numbers of decisive cases.
        cases: all of them.
        ties: chance that a case is tied.
    """
    cases = np.asarray(cases, dtype=np.int64)
    if ties < _NO_TIES:
        return powers(cases)
    mean, sd = cases * (1 - ties), np.sqrt(cases * ties * (1 - ties))
    lows = np.maximum(np.floor(mean - 8 * sd - 20), 0).astype(np.int64)
    highs = np.minimum(np.ceil(mean + 8 * sd + 20), cases).astype(np.int64)
    counts = [np.arange(low, high + 1) for low, high in zip(lows.tolist(), highs.tolist(), strict=True)]
    distinct, places = np.unique(np.concatenate(counts), return_inverse=True)
    known = powers(distinct)[places]
    ends = np.cumsum([len(one) for one in counts])[:-1]
    pairs = zip(cases.tolist(), counts, np.split(known, ends), strict=True)
    return np.asarray(np.minimum([_chances(n, one, ties) @ values for n, one, values in pairs], 1.0))


def _chances(n: int, decisive: Ints, ties: float) -> Floats:
    """Chances of the numbers of decisive cases that count, scaled to a sum of 1: logarithms of millions are rounded."""
    from scipy.special import gammaln

    logs: Floats = gammaln(n + 1) - gammaln(decisive + 1) - gammaln(n - decisive + 1)
    chances: Floats = np.exp(logs + decisive * math.log1p(-ties) + (n - decisive) * math.log(ties))
    return np.asarray(chances / chances.sum())


def critical_counts(counts: Ints, level: float, p: float = 0.5) -> Ints:
    """For each n the least c with P(X >= c) <= level for X binomial (n, p); n + 1 if there is none."""
    counts = np.asarray(counts, dtype=np.int64)
    guess: Floats = counts * p - quantile(level) * np.sqrt(counts * p * (1 - p)) + 0.5
    limits: Ints = np.clip(np.ceil(guess), 0, counts + 1).astype(np.int64)
    while (high := (limits > 0) & (tail(counts, limits - 1, p) <= level)).any():
        limits -= high
    while (low := (limits <= counts) & (tail(counts, limits, p) > level)).any():
        limits += low
    return limits


def tail(counts: Ints, limits: Ints, p: float) -> Floats:
    """P(X >= c) of binomial counts: the incomplete beta function I_p(c, n - c + 1)."""
    from scipy.special import betainc

    inside = (limits > 0) & (limits <= counts)
    c = np.where(inside, limits, 1)
    values: Any = betainc(c, np.maximum(counts - c + 1, 1), p)
    return np.where(inside, values, np.where(limits <= 0, 1.0, 0.0))


def sign_power_plain(n: int, p: float, level: float = 0.05, sides: Sides = 2) -> float:
    """The same as `sign_powers` for one n: every outcome whose p-value is at most the level. For tests."""
    q, power = max(p, 1 - p), 0.0
    for x in range(n + 1):
        upper = sum(math.comb(n, k) for k in range(x, n + 1)) / 2**n
        lower = sum(math.comb(n, k) for k in range(x + 1)) / 2**n
        value = upper if sides == 1 else min(1.0, 2 * min(lower, upper))
        power += math.comb(n, x) * q**x * (1 - q) ** (n - x) * (value <= level)
    return power


def sign_equivalence_power_plain(n: int, p: float, margin: float, level: float = 0.05) -> float:
    """The same as `sign_equivalence_powers` for one n. For tests."""
    power = 0.0
    for x in range(n + 1):
        chances = [[_chance(n, k, end) for k in range(n + 1)] for end in (0.5 - margin, 0.5 + margin)]
        both = sum(chances[0][x:]) <= level and sum(chances[1][: x + 1]) <= level
        power += _chance(n, x, p) * both
    return power


def _chance(n: int, k: int, p: float) -> float:
    return float(math.comb(n, k) * p**k * (1 - p) ** (n - k))
