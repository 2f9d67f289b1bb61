"""Power of the signed-rank test on the differences of two systems on the same segments."""

from __future__ import annotations

import math

from adjudge.kernels.power.normal_shift import both_below, paired_shift
from adjudge.kernels.power.normal_statistic import Moments, Sides, detection_power, equivalence_power
from adjudge.kernels.probability.normal import distribution


def signed_rank_moments(n: float, shift: float) -> Moments:
    """Mean and standard deviation of the sum of positive ranks of normal differences.

    Definition (Lehmann 1975, chapter 4): the statistic counts the pairs i <= j with D_i + D_j > 0. With
    p1 = P(D_1 > 0), p2 = P(D_1 + D_2 > 0), p3 = P(D_1 + D_2 > 0 and D_1 + D_3 > 0): mu = n p1 + n (n - 1) / 2 p2,
    s^2 = n (n - 1)(n - 2)(p3 - p2^2) + n (n - 1) / 2 [2 (p1 - p2)^2 + 3 p2 (1 - p2)] + n p1 (1 - p1).
    For D normal with mean `shift` and unit variance, p1 = Phi(shift), p2 = Phi(sqrt(2) shift), and p3 is the chance
    that two normals with correlation 1/2 both stay below sqrt(2) shift.

    Checked against: its values without an effect, n (n + 1) / 4 and n (n + 1)(2 n + 1) / 24, and simulated sums
    (tests/laws).
    """
    p1, p2 = distribution(shift), distribution(math.sqrt(2) * shift)
    p3 = both_below(math.sqrt(2) * shift)
    pairs = n * (n - 1) / 2
    variance = 2 * pairs * (n - 2) * (p3 - p2 * p2)
    variance += pairs * (2 * (p1 - p2) ** 2 + 3 * p2 * (1 - p2)) + n * p1 * (1 - p1)
    return Moments(n * p1 + pairs * p2, math.sqrt(max(variance, 0.0)))


def signed_rank_power(n: float, p: float, correlation: float = 0.0, level: float = 0.05, sides: Sides = 2) -> float:
    """Chance that the signed-rank test finds a normal shift with P(A < B) = p between scores of different segments.

    Definition (Shieh, Jan and Randles 2007): `detection_power` with mu0 = n (n + 1) / 4 and
    s0^2 = n (n + 1)(2 n + 1) / 24, mu and s as above at the shift Phi^-1(q) / sqrt(1 - correlation), q = max(p, 1 - p).
    No continuity correction.

    Checked against: simulated tests (tests/recovery).

    Args:
        n: segments that both systems have.
        p: probability that a score of A is below one of B on another segment.
        correlation: of the scores of the two systems on the same segment.
        level: of the test.
        sides: 1 looks in the direction of the effect.
    """
    none = Moments(n * (n + 1) / 4, math.sqrt(n * (n + 1) * (2 * n + 1) / 24))
    return detection_power(none, _moments(n, max(p, 1 - p), correlation), level, sides)


def signed_rank_equivalence_power(
    n: float, p: float, margin: float, correlation: float = 0.0, level: float = 0.05
) -> float:
    """Chance that two one-sided tests place P(A < B) within .5 - margin and .5 + margin, if it is p.

    Definition: `equivalence_power` with the moments above at both ends of the margin.

    Checked against: simulated tests, and their size at the margin (tests/recovery).
    """
    low, high, here = (_moments(n, value, correlation) for value in (0.5 - margin, 0.5 + margin, p))
    return equivalence_power(low, high, here, level)


def _moments(n: float, p: float, correlation: float) -> Moments:
    return signed_rank_moments(n, paired_shift(p, correlation))
