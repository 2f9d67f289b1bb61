"""What a tie hides: the power of the test, the smallest effect it could find, and equivalence with a margin.

A difference that was not found is not an absence of difference (Graham et al. 2020, section 4.1). Equality is only
claimed through an equivalence test with a margin fixed before looking (two one-sided tests).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from adjudge.core.recipes import Test
from adjudge.kernels.normal import distribution, quantile
from adjudge.kernels.power import normal_power, rank_sum_power, shift_of, smallest_difference, smallest_effect
from adjudge.rank.segments import SegmentScores

#: "Closely performing systems" in Graham et al. 2020, section 4: P(A scores below B) = .47.
REFERENCE_EFFECT = 0.53


@dataclass(frozen=True)
class PairPrecision:
    """How well a pair is measured.

    Args:
        difference: mean difference on segments that both systems have; of system means if they share none.
        standard_error: its standard error, documents as the unit; None with fewer than two documents.
        power: chance to find an effect of `REFERENCE_EFFECT`.
        smallest: smallest effect above .5 found four times in five; None if the test could find none.
    """

    difference: float
    standard_error: float | None
    power: float | None
    smallest: float | None


def two_sided_level(test: Test, pairs: int) -> float:
    """The two-sided level a single pair is held to: one-sided tests double it, Holm divides it by the family."""
    level = test.level * (1 if test.alternative == "two-sided" else 2)
    return level / pairs if test.correction == "holm" else level


def pair_precision(scores: SegmentScores, pair: int, test: Test) -> PairPrecision:
    """Precision of one pair under the recipe's test.

    The rank-sum test on segments takes the closed form of `rank_sum_power`; paired tests the normal approximation
    with the standard error of the mean difference. A normal shift translates between differences and effects.

    Args:
        scores: segment means in rank order.
        pair: number of the pair in `scores.pairs`.
        test: the recipe's test.
    """
    a, b = scores.pairs[pair]
    difference, error = _difference(scores, pair, segments=test.name in {"signed-rank", "sign"})
    level = two_sided_level(test, len(scores.pairs))
    if test.name == "rank-sum" and test.unit == "segment":
        n, m = int(scores.sizes[a]), int(scores.sizes[b])
        below = smallest_effect(n, m, level=level)
        power = rank_sum_power(n, m, REFERENCE_EFFECT, level)
        return PairPrecision(difference, error, power, None if below is None else 1 - below)
    spread = math.sqrt((scores.variances[a] + scores.variances[b]) / 2)
    if not error or not spread > 0:  # one document, one segment, or no spread at all
        return PairPrecision(difference, error, None, None)
    power = normal_power(shift_of(REFERENCE_EFFECT) * spread, error, level)
    smallest = distribution(smallest_difference(error, level=level) / spread / math.sqrt(2))
    return PairPrecision(difference, error, power, smallest)


def _difference(scores: SegmentScores, pair: int, *, segments: bool) -> tuple[float, float | None]:
    """Mean difference and its standard error, with documents (or segments) as independent units.

    Definition: with S_d and n_d the sum and number of differences in document d, D = sum S_d / sum n_d and
    se^2 = G / (G - 1) sum (S_d - D n_d)^2 / (sum n_d)^2 over the G documents of the pair.
    """
    if segments:
        d = scores.differences(*scores.pairs[pair])
        error = float(d.std(ddof=1) / math.sqrt(len(d))) if len(d) > 1 else None
        return (float(d.mean()), error) if len(d) else (_unpaired(scores, pair), None)
    sums, counts = (part[:, pair] for part in scores.paired_sums)
    used = counts > 0
    groups, n = int(used.sum()), counts.sum()
    if not groups:
        return _unpaired(scores, pair), None
    mean = float(sums.sum() / n)
    if groups == 1:
        return mean, None
    residual = sums[used] - mean * counts[used]
    return mean, math.sqrt(groups / (groups - 1) * float((residual**2).sum())) / float(n)


def _unpaired(scores: SegmentScores, pair: int) -> float:
    a, b = scores.pairs[pair]
    return float(scores.means[a] - scores.means[b])


def is_equivalent(precision: PairPrecision, margin: float, level: float) -> bool:
    """Two one-sided tests: whether the (1 - 2 level) interval of the difference lies within the margin."""
    if precision.standard_error is None:
        return False
    reach = quantile(1 - level) * precision.standard_error
    return bool(np.abs(precision.difference) + reach < margin)
