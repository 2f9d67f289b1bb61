"""A ranking from which systems are only left out of the table: scores and tests of the others are those with them.

This is what a ranking without the judgements of these systems is compared with (Knowles 2021, section 5.2): then a
difference is one of scores, not of the number of systems. Pairs are corrected for the number that is left.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from adjudge.core.seeds import Seeds
from adjudge.core.steps import computed_once
from adjudge.ranking.ratings.analysis import Analysis
from adjudge.ranking.ratings.estimate import Estimate
from adjudge.ranking.ratings.flips.evidence import Evidence
from adjudge.ranking.ratings.model import ModelRanking
from adjudge.ranking.ratings.pair_tests import Flags, pairwise_tests
from adjudge.ranking.ratings.segment_scores import SegmentScores


def beats_without(analysis: Analysis, names: Collection[str] = (), *, quick: bool = False) -> tuple[list[str], Flags]:
    """The order without some systems, and who is significantly better than whom, rank order by rank order.

    Args:
        analysis: with all systems.
        names: those that are left out.
        quick: for one of many rankings: verdicts only, from fewer random draws.
    """
    order = analysis.estimate.order
    kept = [place for place, name in enumerate(order) if name not in names]
    systems = [order[place] for place in kept]
    test = analysis.recipe.test
    everything = len(kept) == len(order)
    by_fewer_draws = quick and test.name == "model-flips"
    if not by_fewer_draws and (everything or test.correction == "none"):
        return systems, analysis.tests.beats[np.ix_(kept, kept)]
    estimate, model = analysis.estimate, analysis.plan.model.value if test.kind.by_model else None
    if not everything:
        means = estimate.means.filter(pl.col("system").is_in(systems))
        estimate = Estimate(means, _scores_of(estimate.scores, kept), ())
        model = None if model is None else _ModelOfSome.of(model, systems)
    seeds = Seeds(analysis.seed) if test.kind.draws else Seeds()
    return systems, pairwise_tests(estimate, test, seeds, model, quick=quick).beats


def _scores_of(scores: SegmentScores, kept: list[int]) -> SegmentScores:
    """The segment means of some systems; documents keep their numbers."""
    number = np.full(len(scores.systems), -1)
    number[kept] = np.arange(len(kept))
    here = number[scores.groups] >= 0
    return SegmentScores(
        [scores.systems[place] for place in kept],
        values=scores.values[here],
        groups=number[scores.groups[here]],
        documents=scores.documents[here],
        matrix=scores.matrix[:, kept],
        starts=scores.starts,
        traced=scores.traced,
    )


@dataclass(frozen=True, eq=False)
class _ModelOfSome(ModelRanking):
    """A model with all systems, asked about some of them only.

    Args:
        whole: the model.
        some: names of the systems, in the order of the model.
    """

    whole: ModelRanking
    some: tuple[str, ...]

    @classmethod
    def of(cls, whole: ModelRanking, names: Collection[str]) -> _ModelOfSome:
        """The model asked about systems of these names."""
        return cls(whole.fit, whole, tuple(name for name in whole.fit.systems if name in names))

    @computed_once
    def evidence(self) -> Evidence:
        """What units and annotators say about the pairs of these systems."""
        places = [place for place, name in enumerate(self.fit.systems) if name in self.some]
        return evidence_of(self.whole.evidence, places)

    def _places(self, systems: list[str]) -> list[int]:
        return [self.some.index(name) for name in systems]


def evidence_of(evidence: Evidence, places: list[int]) -> Evidence:
    """The evidence about the pairs of some systems.

    Args:
        evidence: about all pairs.
        places: of the systems, ascending.
    """
    first, second = np.triu_indices(evidence.systems, 1)
    here = np.isin(first, places) & np.isin(second, places)
    given, grid = evidence.contributions, np.ix_(places, places)
    contributions = replace(
        given,
        differences=given.differences[here],
        restricted=given.restricted[:, here],
        free=given.free[:, here],
        shares=given.shares[:, here],
        systems=given.systems[:, places],
        distances=given.distances[places],
    )
    noises = tuple(replace(noise, covariance=noise.covariance[grid]) for noise in evidence.noises)
    return Evidence(
        contributions,
        noises,
        leniency=replace(evidence.leniency, covariance=evidence.leniency.covariance[grid]),
        tastes=None
        if evidence.tastes is None
        else replace(evidence.tastes, covariance=evidence.tastes.covariance[grid]),
        held=evidence.held[places],
        annotators=evidence.annotators,
    )
