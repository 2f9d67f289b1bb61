"""Tests of all pairs of systems: on their direct comparisons, or on the estimates of a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.linear_ordering.tournament import reaches
from adjudge.kernels.paired_comparison.unit_sign_test import unit_sign_p
from adjudge.kernels.probability.multiplicity import holm
from adjudge.kernels.rating_tests.paired import sign_p_of_counts
from adjudge.ranking.comparisons.dependence import Dependence
from adjudge.ranking.comparisons.ordering import Estimates
from adjudge.ranking.comparisons.tally import Tally
from adjudge.ranking.result import PairwiseTest

Floats = NDArray[np.float64]
LEVEL: Final = 0.05


@dataclass(frozen=True, eq=False)
class PairTests:
    """Two-sided tests of all pairs; rows and columns are systems in the order of the tally.

    Args:
        p: corrected for the number of pairs; symmetric.
        beats: whether the row's system is significantly better than the column's.
        facts: how the pairs were tested.
    """

    p: Floats
    beats: NDArray[np.bool_]
    facts: PairwiseTest

    def has_cycle(self) -> bool:
        """Whether significant differences go round in a cycle."""
        reach = reaches(self.beats.astype(np.float64))
        return bool((reach & reach.T).sum() > len(reach))


def direct_tests(tally: Tally, dependence: Dependence) -> PairTests:
    """Tests on the direct comparisons of two systems, for methods without standard errors; ties are dropped.

    Definition: the signs of whole units of single comparisons are flipped (`unit_sign_p`); counts are tested by the
    exact sign test. Corrected by Holm.

    Args:
        tally: comparisons without the reference.
        dependence: which of them are dependent.
    """
    votes = tally.votes
    if votes is None:
        name, p = "sign", _sign_tests(tally.wins)
    else:
        name, units = "flips", dependence.of(votes)
        p = unit_sign_p(votes.first, votes.second, votes.outcome, units, len(tally.systems), weights=votes.weight)
    return _corrected(p, tally.wins - tally.wins.T, name=name, unit=dependence.unit)


def _sign_tests(wins: Floats) -> Floats:
    p = np.ones(wins.shape)
    for a, b in zip(*np.triu_indices(len(p), 1), strict=True):
        p[a, b] = p[b, a] = sign_p_of_counts(int(wins[a, b]), int(wins[b, a]), "two-sided")
    return p


def wald_tests(estimates: Estimates) -> PairTests:
    """Tests of the differences of estimates against their standard errors.

    Definition: t = (e_a - e_b) / sqrt(c_aa + c_bb - 2 c_ab), against Student's t with the freedom of the estimates;
    without an error a difference is significant. Corrected by Holm.
    """
    from scipy.special import stdtr

    own = np.diag(estimates.covariance)
    errors = np.sqrt(np.maximum(own[:, None] + own[None, :] - 2 * estimates.covariance, 0.0))
    gaps = estimates.values[:, None] - estimates.values[None, :]
    t = np.divide(np.abs(gaps), errors, out=np.where(np.abs(gaps) > 0, np.inf, 0.0), where=errors > 0)
    return _corrected(
        2 * stdtr(estimates.freedom, -t),
        gaps,
        name="wald",
        unit=estimates.unit,
        errors=estimates.errors,
        draws=estimates.draws,
    )


def _corrected(
    p: Floats,
    ahead: Floats,
    *,
    name: str,
    unit: str | None,
    errors: str | None = None,
    draws: int | None = None,
) -> PairTests:
    """The tests corrected by Holm; `ahead` is above 0 where the row's system is the better one."""
    pairs = np.triu_indices(len(p), 1)
    corrected = np.ones(p.shape)
    corrected[pairs] = holm(p[pairs])
    corrected.T[pairs] = corrected[pairs]
    return PairTests(
        p=corrected,
        beats=(corrected < LEVEL) & (ahead > 0),
        facts=PairwiseTest(
            name=name,
            alternative="two-sided",
            correction="holm",
            level=LEVEL,
            unit=unit,
            errors=errors,
            draws=draws,
        ),
    )
