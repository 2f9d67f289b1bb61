"""Simultaneous confidence sets for ranks, from a bootstrap over documents or from the mixed model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.core.seeds import Seeds
from adjudge.kernels.probability.few_units import FEWEST_TO_DRAW
from adjudge.kernels.ranks.rank_sets import rank_sets, surely_better
from adjudge.kernels.ranks.studentised import document_differences, model_differences
from adjudge.ranking.ratings.catalogue import OPEN_SETS
from adjudge.ranking.ratings.segment_scores import SegmentScores

Floats = NDArray[np.float64]
LEVEL: Final = 0.95
#: Draws, fewer where pairs are very many: with 4,000 the sets hold with .947 to .953 (two standard errors).
DRAWS: Final = 4_000
FEWEST_DRAWS: Final = 1_000
MOST_NUMBERS: Final = 2e8


@dataclass(frozen=True)
class RankSets:
    """Confidence sets of all ranks at once, systems in rank order.

    Args:
        sets: best and worst rank of every system; None if there are too few documents for any set.
        findings: what limits them.
    """

    sets: tuple[tuple[int, int], ...] | None
    findings: tuple[Finding, ...] = ()


def document_sets(scores: SegmentScores) -> RankSets:
    """Rank sets of system means when documents are a sample; none without enough of them.

    Documents are drawn again, so every system needs ten (`few_units`): the set of one with fewer holds all ranks, and
    no other set says anything about it.

    Checked against: coverage of equal systems with few documents (tests/laws), and of true ranks in simulated
    campaigns (tests/recovery), also where one system was judged on few of them (benchmarks/study_few_units.py).
    """
    sums, counts = scores.document_sums
    held = (counts > 0).sum(axis=0)
    enough = held >= FEWEST_TO_DRAW
    if not scores.traced or enough.sum() < 2:
        return RankSets(None)
    sums, counts = sums[:, enough], counts[:, enough]
    draws = _draws(float(sums.size * sums.shape[1]))
    found = document_differences(sums, counts, draws, _stream())
    if found.draws < draws / 2:
        return RankSets(None)
    better = np.zeros((len(held), len(held)), dtype=bool)
    better[np.ix_(enough, enough)] = surely_better(found, LEVEL)
    few = {scores.systems[i]: int(held[i]) for i in np.flatnonzero(~enough & (held > 1))}  # of one there is a warning
    each = [f"{name} ({documents})" for name, documents in few.items()]
    about = (OPEN_SETS(systems=list(few), _each=each, _needed=FEWEST_TO_DRAW),) if few else ()
    return RankSets(tuple(rank_sets(better)), about)


def model_sets(estimates: Floats, covariance: Floats, freedom: float) -> RankSets:
    """Rank sets of estimates whose covariance a model gives.

    Args:
        estimates: one per system.
        covariance: of the estimates.
        freedom: smallest number of degrees of freedom of their contrasts.
    """
    pairs = len(estimates) * (len(estimates) - 1) / 2
    found = model_differences(estimates, covariance, freedom, _draws(pairs), _stream())
    return RankSets(tuple(rank_sets(surely_better(found, LEVEL))))


def _draws(cost: float) -> int:
    """How many, if each costs so many numbers."""
    return int(np.clip(MOST_NUMBERS / cost, FEWEST_DRAWS, DRAWS))


def _stream() -> np.random.Generator:
    """One for everybody, free of the ranking's seed: nobody finds better sets under another one."""
    return Seeds().stream("rank sets")
