"""How well a pair is measured: the power of its test, the smallest effect it could detect, equivalence with a margin.

A difference that was not found is not an absence of difference (Graham et al. 2020, section 4.1). Equality is only
claimed through an equivalence test with a margin fixed before looking (two one-sided tests).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from adjudge.core.recipes.recipe import Test
from adjudge.kernels.power.difference import normal_power, smallest_difference
from adjudge.kernels.power.normal_shift import shift_of
from adjudge.kernels.power.rank_sum import rank_sum_power, smallest_effect
from adjudge.kernels.probability.normal import distribution
from adjudge.kernels.rounding import variance_of, without_noise
from adjudge.ranking.corrections import FALSE_DISCOVERY_RATE
from adjudge.ranking.ratings.segment_scores import SegmentScores

#: "Closely performing systems" in Graham et al. 2020, section 4: P(A scores below B) = .47.
REFERENCE_EFFECT = 0.53


@dataclass(frozen=True)
class Difference:
    """A difference of two systems with its error.

    Args:
        difference: first minus second.
        standard_error: of the difference; None if it cannot be estimated.
        freedom: degrees of freedom of the standard error.
    """

    difference: float
    standard_error: float | None
    freedom: float


@dataclass(frozen=True)
class Contrast(Difference):
    """A difference as a model estimates it.

    Args:
        p: two-sided.
    """

    p: float


@dataclass(frozen=True)
class PairPrecision(Difference):
    """How well a pair is measured.

    The difference is that of the model if the order is the model's; else the mean difference on segments that both
    systems have, or of system means if they share none. Its standard error treats documents as independent.

    Args:
        power: chance to detect an effect of `REFERENCE_EFFECT`.
        smallest: smallest effect above .5 detected four times in five; None if the test could detect none.
        smallest_difference: the same in the unit of the score; None where it is not known.
    """

    power: float | None
    smallest: float | None
    smallest_difference: float | None = None


def two_sided_level(test: Test, pairs: int) -> float:
    """The two-sided level a single pair is held to: one-sided tests double it, Holm divides it by the family."""
    level = test.level * (1 if test.alternative == "two-sided" else 2)
    return level / pairs if test.correction == "holm" else level


def pair_precision(scores: SegmentScores, pair: int, test: Test, contrast: Contrast | None = None) -> PairPrecision:
    """Precision of one pair under the recipe's test.

    The rank-sum test on segments takes the closed form of `rank_sum_power`, which assumes independent segments; paired
    tests the normal approximation with the standard error of the mean difference. A normal shift translates between
    differences and effects. Neither is stated with the false discovery rate, whose critical value depends on the
    differences of the other pairs: at the uncorrected level both would promise more than the test holds.

    Args:
        scores: segment means in rank order.
        pair: number of the pair in `scores.pairs`.
        test: the recipe's test.
        contrast: the model's difference, if the order is the model's.
    """
    a, b = scores.pairs[pair]
    found = _difference(scores, pair, segments=test.kind.paired and test.kind.unit is None)
    level = two_sided_level(test, len(scores.pairs))
    spread = math.sqrt((scores.variances[a] + scores.variances[b]) / 2)
    power = smallest = None
    stated = test.correction not in FALSE_DISCOVERY_RATE
    if stated and not test.kind.paired and test.independent == "segment":
        n, m = int(scores.sizes[a]), int(scores.sizes[b])
        below = smallest_effect(n, m, level=level)
        power, smallest = rank_sum_power(n, m, REFERENCE_EFFECT, level), None if below is None else 1 - below
    elif stated:
        error = contrast.standard_error if contrast is not None and test.kind.by_model else found.standard_error
        if error and spread > 0:  # not with one document, one segment, or no spread at all
            power = normal_power(shift_of(REFERENCE_EFFECT) * spread, error, level)
            smallest = distribution(smallest_difference(error, level=level) / spread / math.sqrt(2))
    measured = contrast or found
    return PairPrecision(
        difference=measured.difference,
        standard_error=measured.standard_error,
        freedom=measured.freedom,
        power=power,
        smallest=smallest,
    )


def _difference(scores: SegmentScores, pair: int, *, segments: bool) -> Difference:
    """Mean difference, its standard error and degrees of freedom, documents (or segments) as independent units.

    Definition: with S_d and n_d the sum and number of differences in document d, D = sum S_d / sum n_d and
    se^2 = G / (G - 1) sum (S_d - D n_d)^2 / (sum n_d)^2 over the G documents of the pair.
    """
    if segments:
        d = scores.differences(*scores.pairs[pair])
        error = math.sqrt(variance_of(d) / len(d)) if len(d) > 1 else None
        return Difference(float(d.mean()) if len(d) else _unpaired(scores, pair), error, len(d) - 1)
    sums, counts = (part[:, pair] for part in scores.paired_sums)
    used = counts > 0
    groups, n = int(used.sum()), counts.sum()
    if not groups:
        return Difference(_unpaired(scores, pair), None, 0)
    mean = float(sums.sum() / n)
    if groups == 1:
        return Difference(mean, None, 0)
    residual = without_noise(sums[used] - mean * counts[used], scores.scale * float(counts.max()))
    error = math.sqrt(groups / (groups - 1) * float((residual**2).sum())) / float(n)
    return Difference(mean, error, groups - 1)


def _unpaired(scores: SegmentScores, pair: int) -> float:
    a, b = scores.pairs[pair]
    return float(scores.means[a] - scores.means[b])


def is_equivalent(precision: PairPrecision, margin: float, level: float) -> bool:
    """Two one-sided t tests: whether the (1 - 2 level) interval of the difference lies within the margin."""
    from scipy.special import stdtrit

    if precision.standard_error is None or precision.freedom < 1:
        return False
    reach = float(stdtrit(precision.freedom, 1 - level)) * precision.standard_error
    return bool(abs(precision.difference) + reach < margin)
