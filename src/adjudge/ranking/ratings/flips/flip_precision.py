"""How well the test by sign flips measures a pair: its own error, its own critical value, its own correction."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.recipes.recipe import Test
from adjudge.kernels.power.normal_shift import shift_of
from adjudge.kernels.power.unit_flips import flip_power, flip_shift, flip_threshold, is_precise
from adjudge.kernels.probability.normal import distribution
from adjudge.ranking.ratings.flips.flip_tests import FlipTests
from adjudge.ranking.ratings.precision import REFERENCE_EFFECT, PairPrecision
from adjudge.ranking.ratings.segment_scores import SegmentScores

Floats = NDArray[np.float64]

POWER: Final = 0.8


def flip_precisions(scores: SegmentScores, tests: FlipTests, test: Test) -> tuple[PairPrecision, ...]:
    """Precision of every pair, in the order of `scores.pairs`.

    Definition: see `adjudge.kernels.power.unit_flips`. The critical value is that of the pairs that were not separated.
    The standard error is as often too small as too large after multiplication by 1 + 1 / (3 (G - 1)), the median of a
    chi variable.

    No statement is made for a pair that cannot be separated; where units are too few, see `is_precise`; nor with the
    false discovery rate, whose critical value depends on the other pairs' differences.

    Checked against: the share of separated pairs at the stated difference (benchmarks/study_smallest.py).
    """
    first, second = (np.array(part, dtype=np.intp) for part in zip(*scores.pairs, strict=True))
    errors, units = tests.errors[first, second], tests.units[first, second]
    spread = np.sqrt((scores.variances[first] + scores.variances[second]) / 2)
    stated = is_stated(tests)[first, second] & np.isfinite(errors) & (spread > 0)
    stated &= test.correction == "step-down"
    power, difference, effect = (np.full(len(units), np.nan) for _ in range(3))
    threshold = flip_threshold(tests.critical, units[stated])
    freedom = np.maximum(units[stated] - 1, 1.0)
    typical = errors[stated] * (1 + 1 / (3 * freedom))
    power[stated] = flip_power(shift_of(REFERENCE_EFFECT) * spread[stated] / typical, threshold, freedom)
    difference[stated] = flip_shift(POWER, threshold, freedom) * typical
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
    return is_precise(tests.critical, tests.units) & tests.reachable
