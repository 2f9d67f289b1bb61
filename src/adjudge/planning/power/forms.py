"""The tests that a campaign can be planned for: how each turns sizes and an effect into power."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.registry import Registry
from adjudge.kernels.power.binomial import mixed_over_ties, sign_equivalence_powers, sign_powers
from adjudge.kernels.power.normal_shift import paired_shift
from adjudge.kernels.power.normal_statistic import Moments
from adjudge.kernels.power.rank_sum import rank_sum_equivalence_power, rank_sum_moments, rank_sum_power
from adjudge.kernels.power.signed_rank import signed_rank_equivalence_power, signed_rank_moments, signed_rank_power
from adjudge.kernels.probability.normal import distribution, quantile
from adjudge.planning.power.catalogue import NO_SUCH_POWER_TEST
from adjudge.planning.power.settings import PowerSettings

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
#: Beyond this many cases some outcome is significant at every level that is asked for.
_PLENTY: Final = 1000


@dataclass(frozen=True)
class PowerForm:
    """A test that a campaign can be planned for.

    Args:
        name: as on the command line.
        title: one line for lists.
        words: the test in a sentence.
        source: where the formula comes from.
        unit: what n counts: `segment` or `vote`.
        takes: settings that belong to it beyond those of all tests.
        power: chance of success with n and m independent cases at an effect.
        least_p: the smallest p-value that n and m independent cases can give, one-sided, if a difference is looked for.
        none: for tests with a normal approximation: moments of the statistic without an effect.
        counted: for tests that count: chances of success for several numbers of cases. Their power goes up and down
            with n.
        decisive: for tests that count: chance that a decisive case favours B, from the effect.
        effect: its inverse.
    """

    name: str
    title: str
    words: str
    source: str
    unit: str
    takes: frozenset[str]
    power: Callable[[float, float, float, PowerSettings], float]
    least_p: Callable[[float, float, PowerSettings], float]
    none: Callable[[float, float], Moments] | None = None
    counted: Callable[[Ints, float, PowerSettings], Floats] | None = None
    decisive: Callable[[float, PowerSettings], float] | None = None
    effect: Callable[[float, PowerSettings], float] | None = None


def _rank_sum(n: float, m: float, effect: float, plan: PowerSettings) -> float:
    if plan.margin is not None:
        return rank_sum_equivalence_power(n, m, effect, plan.margin, plan.level)
    return rank_sum_power(n, m, effect, plan.level, plan.sides)


def _rank_sum_none(n: float, m: float) -> Moments:
    return rank_sum_moments(n, m, 0.5)


def _least_rank_sum_p(n: float, m: float, _: PowerSettings) -> float:
    """One arrangement of all that there are."""
    if min(n, m) > _PLENTY:
        return 0.0
    return math.exp(math.lgamma(n + 1) + math.lgamma(m + 1) - math.lgamma(n + m + 1))


def _signed_rank(n: float, _: float, effect: float, plan: PowerSettings) -> float:
    if plan.margin is not None:
        return signed_rank_equivalence_power(n, effect, plan.margin, plan.correlation, plan.level)
    return signed_rank_power(n, effect, plan.correlation, plan.level, plan.sides)


def _signed_rank_none(n: float, _: float) -> Moments:
    return signed_rank_moments(n, 0.0)


def _least_sign_p(n: float, _: float, __: PowerSettings) -> float:
    """All signs alike."""
    return float(0.5 ** whole_cases(min(n, _PLENTY)))


def whole_cases(n: float) -> int:
    """How many whole cases n independent ones are; a rounding error does not cost one."""
    return math.floor(n + 1e-9)


def _sign(n: float, _: float, effect: float, plan: PowerSettings) -> float:
    return float(_sign_powers(np.array([whole_cases(n)]), effect, plan)[0])


def _sign_powers(cases: Ints, effect: float, plan: PowerSettings) -> Floats:
    return _count_powers(cases, _sign_chance(effect, plan), _margin(_sign_chance, plan), plan)


def _sign_chance(effect: float, plan: PowerSettings) -> float:
    """From P(A < B) with ties halved to the chance that B wins a segment that has a winner."""
    same_segment = distribution(paired_shift(effect, plan.correlation))
    return (same_segment - plan.ties / 2) / (1 - plan.ties)


def _sign_effect(chance: float, plan: PowerSettings) -> float:
    same_segment = chance * (1 - plan.ties) + plan.ties / 2
    return distribution(quantile(same_segment) * math.sqrt(1 - plan.correlation))


def _votes(n: float, _: float, effect: float, plan: PowerSettings) -> float:
    return float(_vote_powers(np.array([whole_cases(n)]), effect, plan)[0])


def _vote_powers(cases: Ints, effect: float, plan: PowerSettings) -> Floats:
    return _count_powers(cases, effect, plan.margin, plan)


def _vote_chance(effect: float, _: PowerSettings) -> float:
    return effect


def _margin(chance: Callable[[float, PowerSettings], float], plan: PowerSettings) -> float | None:
    return None if plan.margin is None else chance(0.5 + plan.margin, plan) - 0.5


def _count_powers(cases: Ints, chance: float, margin: float | None, plan: PowerSettings) -> Floats:
    def powers(decisive: Ints) -> Floats:
        if margin is None:
            return sign_powers(decisive, chance, plan.level, plan.sides)
        return sign_equivalence_powers(decisive, chance, margin, plan.level)

    return mixed_over_ties(powers, cases, plan.ties)


_OF_SEGMENTS: Final = frozenset({"documents", "segments_per_document"})
RANK_SUM: Final = PowerForm(
    name="rank-sum",
    title="rank-sum test of two independent groups of segments, for a normal shift",
    words="rank-sum test of independent segments",
    source="Shieh, Jan and Randles 2006",
    unit="segment",
    takes=_OF_SEGMENTS | {"m"},
    power=_rank_sum,
    least_p=_least_rank_sum_p,
    none=_rank_sum_none,
)
PAIRED: Final = PowerForm(
    name="paired",
    title="signed-rank test of differences on the same segments, for a normal shift",
    words="signed-rank test on shared segments",
    source="Shieh, Jan and Randles 2007; Lehmann 1975, chapter 4",
    unit="segment",
    takes=_OF_SEGMENTS | {"correlation"},
    power=_signed_rank,
    least_p=_least_sign_p,
    none=_signed_rank_none,
)
SIGN: Final = PowerForm(
    name="sign",
    title="sign test of differences on the same segments, exact, without tied segments",
    words="sign test on shared segments",
    source="Dixon and Mood 1946",
    unit="segment",
    takes=_OF_SEGMENTS | {"correlation", "ties"},
    power=_sign,
    least_p=_least_sign_p,
    counted=_sign_powers,
    decisive=_sign_chance,
    effect=_sign_effect,
)
COMPARISONS: Final = PowerForm(
    name="comparisons",
    title="votes for one of two systems, exact, without tied votes",
    words="sign test of votes",
    source="Bradley and Terry 1952",
    unit="vote",
    takes=frozenset({"ties", "votes_per_unit"}),
    power=_votes,
    least_p=_least_sign_p,
    counted=_vote_powers,
    decisive=_vote_chance,
    effect=_vote_chance,
)
FORMS: Final = Registry(NO_SUCH_POWER_TEST, (RANK_SUM, PAIRED, SIGN, COMPARISONS))
