"""Tests on the direct comparisons of two systems, for methods that have no errors of their own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.linear_ordering import tournament as graph
from adjudge.kernels.paired_comparison.unit_sign_test import unit_sign_p
from adjudge.kernels.probability.multiplicity import holm
from adjudge.kernels.rating_tests.paired import sign_p_of_counts
from adjudge.ranking.comparisons.dependence import Dependence
from adjudge.ranking.comparisons.tally import Tally

Floats = NDArray[np.float64]


def direct_tests(ranked: Tally, dependence: Dependence) -> Floats:
    """Two-sided p-values of all pairs, not corrected; systems x systems.

    Single votes are tested by flipping the signs of whole units, counts by the exact sign test; ties are dropped.
    """
    votes = ranked.votes
    if votes is not None:
        codes = dependence.of(votes)
        return unit_sign_p(votes.first, votes.second, votes.outcome, codes, len(ranked.systems), weights=votes.weight)
    p = np.ones(ranked.wins.shape)
    for a, b in zip(*np.triu_indices(len(p), 1), strict=True):
        p[a, b] = p[b, a] = sign_p_of_counts(int(ranked.wins[a, b]), int(ranked.wins[b, a]), "two-sided")
    return p


def has_significant_cycle(ranked: Tally, p: Floats, level: float) -> bool:
    """Whether majorities that are significant, corrected by Holm, go round in a cycle."""
    a, b = np.triu_indices(len(p), 1)
    significant = np.zeros(p.shape, dtype=bool)
    significant[a, b] = significant[b, a] = holm(p[a, b]) < level
    return not graph.is_acyclic(np.where(significant, graph.net_wins(ranked.wins), 0.0))
