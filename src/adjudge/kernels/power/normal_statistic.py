"""Power of a test whose statistic is close to normal: from its moments without, at the limit of and with an effect."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from adjudge.kernels.probability.normal import distribution, quantile

Sides = Literal[1, 2]
#: A standard deviation of zero is taken for this, so that quotients stay numbers.
_LEAST = 1e-150


@dataclass(frozen=True)
class Moments:
    """Mean and standard deviation of a statistic.

    Args:
        mean: grows with the effect.
        sd: zero where the statistic cannot vary.
    """

    mean: float
    sd: float


def detection_power(none: Moments, here: Moments, level: float, sides: Sides = 2) -> float:
    """Chance that the statistic lies beyond its limits without an effect.

    Definition: with z = Phi^-1(1 - level / sides), power = Phi((|mu - mu0| - z s0) / s), and for two sides also
    Phi((-|mu - mu0| - z s0) / s), the other tail. A one-sided test looks in the direction of the effect. No continuity
    correction.

    Args:
        none: without an effect (mu0, s0).
        here: with the effect (mu, s).
        level: of the test.
        sides: 1 or 2.
    """
    limit = -quantile(level / sides) * none.sd  # 1 - level would round a tiny level away
    distance, sd = abs(here.mean - none.mean), max(here.sd, _LEAST)
    found = distribution((distance - limit) / sd)
    return found + distribution((-distance - limit) / sd) if sides == 2 else found


def equivalence_power(low: Moments, high: Moments, here: Moments, level: float) -> float:
    """Chance that two one-sided tests both reject: the statistic is beyond `low` and short of `high`.

    Definition: z = Phi^-1(1 - level); power = Phi((mu+ - z s+ - mu) / s) - Phi((mu- + z s- - mu) / s), zero if the
    limits cross or no whole number lies between them: statistics count pairs. At either end of the margin it is at most
    the level, as only one of the two tests errs there.

    Args:
        low: at the lower end of the margin (mu-, s-).
        high: at its upper end (mu+, s+).
        here: with the true effect (mu, s).
        level: of each of the two tests.
    """
    z, sd = -quantile(level), max(here.sd, _LEAST)
    upper, lower = high.mean - z * high.sd, low.mean + z * low.sd
    if lower >= upper or math.ceil(lower) > upper:
        return 0.0
    return distribution((upper - here.mean) / sd) - distribution((lower - here.mean) / sd)


def limit_share(none: Moments, level: float, sides: Sides = 2) -> float:
    """Where the limit of a test lies on the way from the mean to the most that its statistic can reach: z s0 / mu0.

    A statistic that counts pairs lies between 0 and twice its mean without an effect. The nearer the limit is to the
    end, the worse the normal approximation, whatever the test, the sizes and the level.

    Checked against: simulated exact and asymptotic tests, within .04 of `detection_power` up to a share of .45; from 1
    on it means nothing (tests/recovery, benchmarks/study_small_plans.py).

    Args:
        none: moments without an effect, not centred.
        level: of the test.
        sides: 1 or 2.
    """
    return -quantile(level / sides) * none.sd / none.mean
