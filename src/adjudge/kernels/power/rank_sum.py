"""Power of the rank-sum test for a normal shift, and the smallest effect it can find."""

from __future__ import annotations

import math
from functools import lru_cache

from adjudge.kernels.power.normal_shift import both_below, shift_of
from adjudge.kernels.power.normal_statistic import Moments, Sides, detection_power, equivalence_power
from adjudge.kernels.power.searching import nearest_effect

_LEAST_EFFECT = 1e-6


def rank_sum_moments(n: float, m: float, p: float) -> Moments:
    """Mean and standard deviation of the number of pairs with a score of A below one of B, under a normal shift.

    Definition (Shieh, Jan and Randles 2006): mu = n m p, s^2 = n m [p (1 - p) + (n + m - 2)(p2 - p^2)] with
    p2 = E[Phi(Z + theta)^2], theta = sqrt(2) Phi^-1(p); at p = .5 this is n m (n + m + 1) / 12.
    """
    p2 = both_below(shift_of(p) / math.sqrt(2)) if 0 < p < 1 else p
    variance = n * m * (p * (1 - p) + (n + m - 2) * (p2 - p * p))
    return Moments(n * m * p, math.sqrt(max(variance, 0.0)))


def rank_sum_power(n: float, m: float, p: float, level: float = 0.05, sides: Sides = 2) -> float:
    """Chance that the rank-sum test finds a normal shift with P(A < B) = p.

    Definition (Shieh, Jan and Randles 2006), q = max(p, 1 - p), theta = sqrt(2) Phi^-1(q):
    p2 = E[Phi(Z + theta)^2]; mu0 = n m / 2, s0^2 = n m (n + m + 1) / 12; mu = n m q,
    s^2 = n m [q (1 - q) + (n + m - 2)(p2 - q^2)]; with z = Phi^-1(1 - level / 2)
    power = Phi((mu - mu0 - z s0) / s) + Phi((mu0 - mu - z s0) / s). No continuity correction. One-sided: z =
    Phi^-1(1 - level) and the first term alone.

    Checked against: the 119 cells of Graham et al. 2020, Table 2, within .003 (their noise), the closed form
    values in the data folder to 1e-5 (tests/published), and simulated tests (tests/laws, tests/recovery).

    Args:
        n: scores of one system.
        m: scores of the other.
        p: probability that a score of A is below one of B.
        level: of the test.
        sides: 1 looks in the direction of the effect.
    """
    q = max(p, 1 - p)
    none = Moments(0.0, math.sqrt(n * m * (n + m + 1) / 12))
    # Counted from n m / 2: a small distance keeps its digits beside the large mean.
    here = Moments(n * m * (q - 0.5), rank_sum_moments(n, m, q).sd)
    return detection_power(none, here, level, sides)


def rank_sum_equivalence_power(n: float, m: float, p: float, margin: float, level: float = 0.05) -> float:
    """Chance that two one-sided tests place P(A < B) within .5 - margin and .5 + margin, if it is p.

    Definition: `equivalence_power` with the moments of the statistic under a normal shift at both ends of the margin.
    Wellek 2010 (section 6.2) has the test with estimated variances, which shows less where scores are few.

    Checked against: simulated tests with estimated variances, and their size at the margin (tests/recovery).

    Args:
        n: scores of one system.
        m: scores of the other.
        p: the true probability.
        margin: half the width of what counts as equal.
        level: of each test.
    """
    low, high, here = (rank_sum_moments(n, m, value) for value in (0.5 - margin, 0.5 + margin, p))
    return equivalence_power(low, high, here, level)


@lru_cache(maxsize=4096)  # systems of a campaign often have equally many segments
def smallest_effect(n: int, m: int, power: float = 0.8, level: float = 0.05) -> float | None:
    """The p nearest to .5, from below, that the rank-sum test finds with the power asked for; None if it finds none.

    Checked against: n = 55 gives .348, 114 .394, 385 .442, 902 .462, 1500 .4705 (methodology of the project).
    """
    return nearest_effect(lambda p: rank_sum_power(n, m, p, level) >= power, _LEAST_EFFECT, 0.5)
