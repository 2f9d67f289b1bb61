"""Simultaneous confidence sets for ranks, from a bootstrap over documents or from the mixed model."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.core.seeds import Seeds
from adjudge.kernels.probability.few_units import FEWEST_TO_DRAW
from adjudge.kernels.ranks.rank_sets import rank_sets, surely_better_at
from adjudge.kernels.ranks.studentised import Differences, document_differences, model_differences
from adjudge.ranking.ratings.catalogue import OPEN_SETS, UNSETTLED_SETS
from adjudge.ranking.ratings.segment_scores import SegmentScores

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
LEVEL: Final = 0.95
#: Draws at first; four times as many follow while other draws could give other sets.
DRAWS: Final = 1_000
MOST_DRAWS: Final = 64_000
#: Numbers that all draws may cost.
MOST_NUMBERS: Final = 4e8
#: A quantile is settled where nothing changes within so many standard errors: 1 in 2,000 would.
SETTLED: Final = 3.5


@dataclass(frozen=True)
class RankSets:
    """Confidence sets of all ranks at once, systems in rank order.

    Args:
        sets: best and worst rank of every system; None if there are too few documents for any set.
        findings: what limits them.
    """

    sets: tuple[tuple[int, int], ...] | None
    findings: tuple[Finding, ...] = ()


def document_sets(scores: SegmentScores, seeds: Seeds) -> RankSets:
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
    cost = float(sums.size * sums.shape[1])
    found = _settled(lambda draws: document_differences(sums, counts, draws, seeds.stream("rank sets")), cost)
    if found is None:
        return RankSets(None)
    better = np.zeros((len(held), len(held)), dtype=bool)
    better[np.ix_(enough, enough)], findings = found
    few = {scores.systems[i]: int(held[i]) for i in np.flatnonzero(~enough & (held > 1))}  # of one there is a warning
    each = [f"{name} ({documents})" for name, documents in few.items()]
    about = [OPEN_SETS(systems=list(few), _each=each, _needed=FEWEST_TO_DRAW)] if few else []
    return RankSets(tuple(rank_sets(better)), (*about, *findings))


def model_sets(estimates: Floats, covariance: Floats, freedom: float, seeds: Seeds) -> RankSets:
    """Rank sets of estimates whose covariance a model gives.

    Args:
        estimates: one per system.
        covariance: of the estimates.
        freedom: smallest number of degrees of freedom of their contrasts.
        seeds: for the draws.
    """
    pairs = len(estimates) * (len(estimates) - 1) / 2
    found = _settled(
        lambda draws: model_differences(estimates, covariance, freedom, draws, seeds.stream("rank sets")), pairs
    )
    return RankSets(None) if found is None else RankSets(tuple(rank_sets(found[0])), found[1])


def _settled(differences: Callable[[int], Differences], cost: float) -> tuple[Flags, tuple[Finding, ...]] | None:
    """Who is surely better than whom, from so many draws that others give the same, and where they might not.

    Args:
        differences: so many draws.
        cost: numbers that one draw costs.

    Returns:
        None if half of the draws lack a system.
    """
    draws = DRAWS
    while True:
        found = differences(draws)
        if found.draws < draws / 2:
            return None
        error = SETTLED * math.sqrt(LEVEL * (1 - LEVEL) / found.draws)
        better, loosely, strictly = surely_better_at(found, LEVEL, LEVEL - error, LEVEL + error)
        unsettled = int((loosely != strictly).sum())
        if not unsettled:
            return better, ()
        if 4 * draws > MOST_DRAWS or 4 * draws * cost > MOST_NUMBERS:
            return better, (UNSETTLED_SETS(pairs=unsettled, draws=found.draws, _level=LEVEL),)
        draws *= 4
