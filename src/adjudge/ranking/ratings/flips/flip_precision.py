"""How well the test by sign flips measures a pair: its own error, its own critical value, its own correction."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.recipes.recipe import Test
from adjudge.kernels.power.normal_shift import shift_of
from adjudge.kernels.probability.normal import distribution, quantile
from adjudge.ranking.ratings.flips.flip_tests import FlipTests
from adjudge.ranking.ratings.precision import REFERENCE_EFFECT, PairPrecision
from adjudge.ranking.ratings.segment_scores import SegmentScores

Floats = NDArray[np.float64]

POWER: Final = 0.8
#: From so many degrees of freedom on Student's distribution is normal for this purpose.
MANY_UNITS: Final = 200.0
#: No statement where less than this is left of 1 - critical^2 / units.
LEAST_BOUND: Final = 0.5
#: Nor with fewer equal units than this.
FEWEST_UNITS: Final = 8.0


def flip_precisions(scores: SegmentScores, tests: FlipTests, test: Test) -> tuple[PairPrecision, ...]:
    """Precision of every pair, in the order of `scores.pairs`.

    Definition: the error under the hypothesis grows with the difference d itself, T^2 = d^2 / (e^2 + d^2 / G), with e
    the standard error and G the number of equal units. So |T| > critical is |d| / e > t with t^2 = critical^2 / (1 -
    critical^2 / G), which no difference reaches if critical^2 >= G. Power is that of Student's t with G - 1 degrees
    of freedom, non-central by d / e. The critical value is that of the pairs that were not separated. e is as often too
    small as too large after multiplication by 1 + 1 / (3 (G - 1)), the median of a chi variable.

    No statement is made for a pair that cannot be separated; where critical^2 is more than half of G, or G is below 8,
    because all of this is too rough there (power .5 instead of .8 with 13 documents and six systems); nor with the
    false discovery rate, whose critical value depends on the other pairs' differences.

    Checked against: the share of separated pairs at the stated difference (benchmarks/study_smallest.py).
    """
    first, second = (np.array(part, dtype=np.intp) for part in zip(*scores.pairs, strict=True))
    errors, units = tests.errors[first, second], tests.units[first, second]
    spread = np.sqrt((scores.variances[first] + scores.variances[second]) / 2)
    stated = is_stated(tests)[first, second] & np.isfinite(errors) & (spread > 0)
    stated &= test.correction == "step-down"
    power, difference, effect = (np.full(len(units), np.nan) for _ in range(3))
    threshold = tests.critical / np.sqrt(1 - tests.critical**2 / units[stated])
    freedom = np.maximum(units[stated] - 1, 1.0)
    typical = errors[stated] * (1 + 1 / (3 * freedom))
    power[stated] = _power(shift_of(REFERENCE_EFFECT) * spread[stated] / typical, threshold, freedom)
    difference[stated] = _non_centrality(threshold, freedom) * typical
    effect[stated] = [distribution(shift / math.sqrt(2)) for shift in difference[stated] / spread[stated]]
    return tuple(
        PairPrecision(
            difference=float(tests.difference[i, j]),
            standard_error=float(error) if math.isfinite(error) else None,
            freedom=float(max(unit - 1, 0.0)),
            power=None if math.isnan(chance) else float(chance),
            smallest=None if math.isnan(effective) else float(effective),
            smallest_difference=None if math.isnan(least) else float(least),
        )
        for i, j, error, unit, chance, effective, least in zip(
            first, second, errors, units, power, effect, difference, strict=True
        )
    )


def is_stated(tests: FlipTests) -> NDArray[np.bool_]:
    """Pairs, systems by systems, for which power can be stated with some precision."""
    if not math.isfinite(tests.critical):
        return np.zeros_like(tests.reachable)
    enough = (tests.units >= FEWEST_UNITS) & tests.reachable
    return np.asarray((1 - tests.critical**2 / np.maximum(tests.units, FEWEST_UNITS) >= LEAST_BOUND) & enough)


def _power(centre: Floats, threshold: Floats, freedom: Floats) -> Floats:
    """P(|t| > threshold) of the non-central t."""
    from scipy.special import nctdtr, ndtr

    above = np.where(
        freedom > MANY_UNITS, ndtr(centre - threshold), 1 - nctdtr(np.minimum(freedom, MANY_UNITS), centre, threshold)
    )
    return np.asarray(np.clip(above, 0.0, 1.0))


def _non_centrality(threshold: Floats, freedom: Floats) -> Floats:
    """The centre at which P(t > threshold) is `POWER`."""
    from scipy.special import nctdtrinc

    few = nctdtrinc(np.minimum(freedom, MANY_UNITS), 1 - POWER, threshold)
    return np.asarray(np.where(freedom > MANY_UNITS, threshold + quantile(POWER), few))
