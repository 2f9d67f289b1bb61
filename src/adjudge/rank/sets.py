"""Simultaneous confidence sets for ranks, from a bootstrap over documents or from the mixed model."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from adjudge.core.seeds import Seeds
from adjudge.kernels.bootstrap import bootstrap_ratios
from adjudge.kernels.rank_sets import rank_sets, surely_better
from adjudge.rank.segments import SegmentScores

Floats = NDArray[np.float64]
LEVEL = 0.95
DRAWS = 1000
#: Below this the bootstrap over documents says little; no sets are given.
MIN_DOCUMENTS = 6


def document_sets(scores: SegmentScores, seeds: Seeds) -> list[tuple[int, int]] | None:
    """Rank sets of system means when documents are a sample.

    The bootstrap spread of a mean of G documents is too small by sqrt((G - 1) / G), and its tails are normal where
    Student's are needed; the replicates are stretched by both factors.

    Checked against: coverage of true ranks on simulated campaigns (tests/recovery).
    """
    sums, counts = scores.document_sums
    groups = len(sums)
    if groups < MIN_DOCUMENTS:
        return None
    estimates = sums.sum(axis=0) / counts.sum(axis=0)
    replicates = bootstrap_ratios(sums, counts, DRAWS, seeds.stream("rank sets"))
    replicates = replicates[~np.isnan(replicates).any(axis=1)]
    if len(replicates) < DRAWS / 2:
        return None
    stretched = estimates + (replicates - estimates) * _stretch(groups)
    return rank_sets(surely_better(estimates, stretched, LEVEL))


def _stretch(groups: int) -> float:
    return math.sqrt(groups / (groups - 1)) * _student(groups - 1)


def _student(freedom: float) -> float:
    """How much wider Student's distribution is than the normal one, at its 95% interval."""
    from scipy.special import ndtri, stdtrit

    return float(stdtrit(freedom, 0.975) / ndtri(0.975))


def model_sets(estimates: Floats, covariance: Floats, freedom: float, seeds: Seeds) -> list[tuple[int, int]]:
    """Rank sets of estimates whose covariance a model gives.

    Args:
        estimates: one per system.
        covariance: of the estimates.
        freedom: smallest number of degrees of freedom of their contrasts.
        seeds: for the draws.
    """
    rng = seeds.stream("rank sets")
    replicates = rng.multivariate_normal(np.zeros(len(estimates)), covariance, size=DRAWS, method="eigh")
    return rank_sets(surely_better(estimates, estimates + replicates * _student(freedom), LEVEL))
