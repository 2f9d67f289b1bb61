"""Simultaneous confidence sets for ranks, from a bootstrap over documents or from the mixed model."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudge.core.seeds import Seeds
from adjudge.kernels.ranks.rank_sets import document_t, model_t, rank_sets, surely_better
from adjudge.ranking.ratings.segment_scores import SegmentScores

Floats = NDArray[np.float64]
LEVEL = 0.95
DRAWS = 1000
#: Below this the bootstrap over documents says little; no sets are given.
MIN_DOCUMENTS = 10


def document_sets(scores: SegmentScores, seeds: Seeds) -> list[tuple[int, int]] | None:
    """Rank sets of system means when documents are a sample; None without enough of them.

    Checked against: coverage of equal systems with few documents (tests/laws), and of true ranks in simulated
    campaigns (tests/recovery).
    """
    sums, counts = scores.document_sums
    if not scores.traced or len(sums) < MIN_DOCUMENTS:
        return None
    t, t_star = document_t(sums, counts, DRAWS, seeds.stream("rank sets"))
    return rank_sets(surely_better(t, t_star, LEVEL)) if len(t_star) >= DRAWS / 2 else None


def model_sets(estimates: Floats, covariance: Floats, freedom: float, seeds: Seeds) -> list[tuple[int, int]]:
    """Rank sets of estimates whose covariance a model gives.

    Args:
        estimates: one per system.
        covariance: of the estimates.
        freedom: smallest number of degrees of freedom of their contrasts.
        seeds: for the draws.
    """
    t, t_star = model_t(estimates, covariance, freedom, DRAWS, seeds.stream("rank sets"))
    return rank_sets(surely_better(t, t_star, LEVEL))
