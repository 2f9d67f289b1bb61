"""Simultaneous confidence sets for ranks, from a bootstrap over documents or from the mixed model."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from adjudge.core.seeds import Seeds
from adjudge.kernels.ranks.rank_sets import rank_sets, surely_better
from adjudge.kernels.ranks.studentised import document_differences, model_differences
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
    found = document_differences(sums, counts, DRAWS, seeds.stream("rank sets"))
    return rank_sets(surely_better(found, LEVEL)) if found.draws >= DRAWS / 2 else None


def model_sets(estimates: Floats, covariance: Floats, freedom: float, seeds: Seeds) -> list[tuple[int, int]]:
    """Rank sets of estimates whose covariance a model gives.

    Args:
        estimates: one per system.
        covariance: of the estimates.
        freedom: smallest number of degrees of freedom of their contrasts.
        seeds: for the draws.
    """
    found = model_differences(estimates, covariance, freedom, DRAWS, seeds.stream("rank sets"))
    return rank_sets(surely_better(found, LEVEL))
