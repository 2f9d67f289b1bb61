"""Tests of all pairs of systems: on their direct comparisons, or on the estimates of a model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.seeds import Seeds
from adjudge.kernels.comparison_units.pair_flips import flip_pairs
from adjudge.kernels.linear_ordering.tournament import reaches
from adjudge.kernels.paired_comparison.unit_sign_test import unit_sign_p
from adjudge.kernels.probability.multiplicity import benjamini_hochberg, holm
from adjudge.kernels.ranks.rank_sets import rank_sets
from adjudge.kernels.ranks.step_down import StepDown
from adjudge.kernels.rating_tests.paired import sign_p_of_counts
from adjudge.kernels.rounding import FIT_NOISE, NOISE
from adjudge.ranking.comparisons.dependence import Dependence
from adjudge.ranking.comparisons.evidence.unit_evidence import UnitEvidence
from adjudge.ranking.comparisons.ordering import Estimates
from adjudge.ranking.comparisons.tally import Tally
from adjudge.ranking.corrections import CorrectionName
from adjudge.ranking.result import PairwiseTest

Floats = NDArray[np.float64]
LEVEL: Final = 0.05
#: From so many units on the smallest p-value of sign flips is 0 for all purposes.
MANY_UNITS: Final = 60


@dataclass(frozen=True, eq=False)
class PairTests:
    """Two-sided tests of all pairs; rows and columns are systems in the order of the tally.

    Args:
        p: corrected for the number of pairs; symmetric.
        beats: whether the row's system is significantly better than the column's.
        facts: how the pairs were tested.
        sets: best and worst rank of each system that the familywise tests leave open, which hold for all systems at
            once with a confidence of 1 - level; None for tests on direct comparisons, which can contradict the order.
        unsettled: pairs whose verdict could be another one with other random draws.
    """

    p: Floats
    beats: NDArray[np.bool_]
    facts: PairwiseTest
    sets: tuple[tuple[int, int], ...] | None = None
    unsettled: int = 0

    def has_cycle(self) -> bool:
        """Whether significant differences go round in a cycle."""
        reach = reaches(self.beats.astype(np.float64))
        return bool((reach & reach.T).sum() > len(reach))


def direct_tests(
    tally: Tally, dependence: Dependence, level: float = LEVEL, correction: CorrectionName = "familywise"
) -> PairTests:
    """Tests on the direct comparisons of two systems, for methods without standard errors; ties are dropped.

    Definition: the signs of whole units of single comparisons are flipped (`unit_sign_p`); counts are tested by the
    exact sign test. Corrected by Holm, or for the false discovery rate.

    Args:
        tally: comparisons without the reference.
        dependence: which of them are dependent.
        level: of significance.
        correction: for the number of pairs.
    """
    votes = tally.votes
    if votes is None:
        name, p = "sign", _sign_tests(tally.wins)
    else:
        name, units = "flips", dependence.of(votes)
        p = unit_sign_p(votes.first, votes.second, votes.outcome, units, len(tally.systems), weights=votes.weight)
    facts = PairwiseTest(name, "two-sided", _name(correction), level, dependence.unit)
    return _corrected(p, tally.wins - tally.wins.T, facts)


def _sign_tests(wins: Floats) -> Floats:
    p = np.ones(wins.shape)
    for a, b in zip(*np.triu_indices(len(p), 1), strict=True):
        p[a, b] = p[b, a] = sign_p_of_counts(int(wins[a, b]), int(wins[b, a]), "two-sided")
    return p


def model_tests(estimates: Estimates, level: float, correction: CorrectionName, seeds: Seeds) -> PairTests:
    """Tests of the differences of estimates: by what units say, or by the covariance where only that is known.

    Args:
        estimates: of a model.
        level: of significance.
        correction: for the number of pairs.
        seeds: for random signs.
    """
    if estimates.evidence is None:
        return _wald_tests(estimates, level, correction)
    return _flip_tests(estimates, estimates.evidence, level, correction, seeds)


def flip_units(evidence: UnitEvidence, level: float, seeds: Seeds, *, discoveries: bool = False) -> StepDown:
    """The tests of all pairs i < j by what units say, with p-values of single pairs.

    Args:
        evidence: of the units.
        level: of significance.
        seeds: for random signs.
        discoveries: whether verdicts are those of the false discovery rate.

    Returns:
        The tests; no p-value is below what the signs of the units can reach, whatever tastes add.
    """
    found = flip_pairs(
        evidence.fit,
        evidence.votes,
        covariance=evidence.by_unit,
        level=level,
        rng=seeds.stream("score flips"),
        tastes=evidence.tastes,
        discoveries=discoveries,
    )
    units = evidence.votes.units if evidence.votes is not None else MANY_UNITS
    least = 2.0 ** (1 - min(units, MANY_UNITS))
    return replace(found, p=np.maximum(found.p, least), single=np.maximum(found.single, least))


def _flip_tests(
    estimates: Estimates, evidence: UnitEvidence, level: float, correction: CorrectionName, seeds: Seeds
) -> PairTests:
    """Signs of whole units are flipped (`flip_pairs`); corrected by the step-down maximum over all pairs."""
    fdr = correction == "fdr"
    found = flip_units(evidence, level, seeds, discoveries=fdr)
    n = len(estimates.values)
    gaps = estimates.values[:, None] - estimates.values[None, :]
    familywise = _matrix(found.p, n)
    p = _matrix(benjamini_hochberg(found.single), n) if fdr else familywise
    tastes = evidence.tastes is not None and evidence.tastes.variance > 0
    return PairTests(
        p=p,
        beats=(p < level) & (gaps > 0),
        facts=PairwiseTest(
            name="score-flips",
            alternative="two-sided",
            correction="bh" if fdr else "step-down",
            level=level,
            unit=estimates.unit,
            errors=estimates.errors,
            draws=None if found.exact else found.draws,
            second_unit="annotator" if tastes else None,
        ),
        sets=tuple(rank_sets((familywise < level) & (gaps > 0))),
        unsettled=int(found.unsettled.sum()),
    )


def _wald_tests(estimates: Estimates, level: float, correction: CorrectionName) -> PairTests:
    """Tests of the differences of estimates against their standard errors.

    Definition: t = (e_a - e_b) / sqrt(c_aa + c_bb - 2 c_ab), against Student's t with the smaller freedom of the two;
    without an error a difference is significant, without freedom it is not. Corrected by Holm.
    """
    from scipy.special import stdtr

    own = np.diag(estimates.covariance)
    both = own[:, None] + own[None, :]
    squares = both - 2 * estimates.covariance
    errors = np.sqrt(np.where(squares > NOISE * both, squares, 0.0))
    gaps = estimates.values[:, None] - estimates.values[None, :]
    gaps[np.abs(gaps) <= FIT_NOISE * max(1.0, float(np.abs(estimates.values).max()))] = 0.0
    t = np.divide(np.abs(gaps), errors, out=np.where(np.abs(gaps) > 0, np.inf, 0.0), where=errors > 0)
    facts = PairwiseTest(
        name="wald",
        alternative="two-sided",
        correction=_name(correction),
        level=level,
        unit=estimates.unit,
        errors=estimates.errors,
        draws=estimates.draws,
    )
    p = 2 * stdtr(np.minimum.outer(estimates.freedom, estimates.freedom), -t)
    return _corrected(np.where(np.isnan(p), 1.0, p), gaps, facts, sets=True)


def _name(correction: CorrectionName) -> str:
    return "bh" if correction == "fdr" else "holm"


def _matrix(p: Floats, n: int) -> Floats:
    """P-values of pairs i < j, row after row, as a symmetric matrix."""
    matrix, pairs = np.ones((n, n)), np.triu_indices(n, 1)
    matrix[pairs] = p
    matrix.T[pairs] = p
    return matrix


def _corrected(p: Floats, ahead: Floats, facts: PairwiseTest, *, sets: bool = False) -> PairTests:
    """The tests corrected for the number of pairs; `ahead` is above 0 where the row's system is the better one."""
    n, single = len(p), p[np.triu_indices(len(p), 1)]
    familywise = _matrix(holm(single), n)
    corrected = _matrix(benjamini_hochberg(single), n) if facts.correction == "bh" else familywise
    return PairTests(
        p=corrected,
        beats=(corrected < facts.level) & (ahead > 0),
        facts=facts,
        sets=tuple(rank_sets((familywise < facts.level) & (ahead > 0))) if sets else None,
    )
