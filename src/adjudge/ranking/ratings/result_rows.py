"""The rows of a ranking from ratings: lines between systems, every system and every pair."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from adjudge.core.findings import Finding
from adjudge.core.recipes.recipe import Clusters, Test
from adjudge.kernels.probability.few_units import LEAST_FREEDOM, equal_units
from adjudge.kernels.ranks.letters import compact_letters
from adjudge.kernels.rating_tests.placements import Effects, all_effects
from adjudge.ranking.catalogue import UNKNOWN_SYSTEM
from adjudge.ranking.lines import cluster_numbers, rank_ranges
from adjudge.ranking.rank_sets import LEVEL, RankSets, document_sets, model_sets
from adjudge.ranking.ratings import findings as observe
from adjudge.ranking.ratings.estimate import Estimate
from adjudge.ranking.ratings.flips.flip_precision import flip_precisions
from adjudge.ranking.ratings.model import ModelRanking
from adjudge.ranking.ratings.pair_tests import PairTests
from adjudge.ranking.ratings.precision import PairPrecision, is_equivalent, pair_precision
from adjudge.ranking.result import PairwiseTest, RankedPair, RankedSystem


@dataclass(frozen=True)
class Lines:
    """The lines of a ranking.

    Args:
        clusters: number of the cluster of each system in rank order, from 1.
        findings: where other rules would draw other lines.
    """

    clusters: tuple[int, ...]
    findings: tuple[Finding, ...]


def require_known(systems: Sequence[str], names: Sequence[str]) -> None:
    """Names of systems that occur (AJ040)."""
    unknown = [name for name in names if name not in systems]
    if unknown:
        raise UNKNOWN_SYSTEM(name=unknown[0], systems=list(systems), _unknown=len(unknown))


def draw_lines(estimate: Estimate, tests: PairTests, choice: Clusters) -> Lines:
    """Lines between the systems by the rule of the recipe.

    Raises:
        UsageError: AJ040 if a system to be hidden does not occur.
    """
    require_known(estimate.order, choice.hide)
    shown = [place for place, name in enumerate(estimate.order) if name not in choice.hide]
    names, beats = [estimate.order[place] for place in shown], tests.beats[np.ix_(shown, shown)]
    hidden = [place for place in range(len(estimate.order)) if place not in shown]
    return Lines(
        clusters=tuple(cluster_numbers(tests.beats, choice.rule, hidden)),
        findings=(
            *observe.hidden_systems(len(estimate.order), len(names)),
            *(observe.other_rules(names, beats, choice.rule) if names else ()),
        ),
    )


def confidence_sets(estimate: Estimate, model: ModelRanking | None) -> RankSets:
    """Confidence sets of all ranks at once.

    Args:
        estimate: the order.
        model: if the order is the model's.
    """
    if model is None:
        return document_sets(estimate.scores)
    means, covariance = model.means_of(estimate.order), model.covariance_of(estimate.order)
    # Where the variance of systems from document to document is estimated as 0, contrasts know nothing of documents.
    documents = float(equal_units(estimate.scores.document_sums[1].sum(axis=1)))
    most = (len(means) - 1) * (documents - 1)
    return model_sets(means, covariance, max(min(model.freedom, most), LEAST_FREEDOM))


def sets_of_test(tests: PairTests, level: float) -> RankSets:
    """Confidence sets of all ranks that the test of the pairs leaves open, so that sets and lines agree.

    Args:
        tests: by sign flips.
        level: of the test; the sets hold with 1 - level.
    """
    return RankSets(tuple(tests.flips.sets(level)) if tests.flips is not None else None)


def pair_effects(estimate: Estimate) -> Effects:
    """Effects of all pairs with their intervals."""
    scores = estimate.scores
    return all_effects(scores.values, scores.groups, scores.documents, len(scores.systems))


def pair_precisions(
    estimate: Estimate, test: Test, model: ModelRanking | None, tests: PairTests | None = None
) -> tuple[PairPrecision, ...]:
    """How well every pair is measured.

    Args:
        estimate: the order.
        test: of the recipe.
        model: if the order is the model's.
        tests: of the pairs, if they are by sign flips.
    """
    scores = estimate.scores
    if tests is not None and tests.flips is not None:
        return flip_precisions(scores, tests.flips, test)
    return tuple(
        pair_precision(scores, number, test, model.contrast(scores.systems[i], scores.systems[j]) if model else None)
        for number, (i, j) in enumerate(scores.pairs)
    )


def score_intervals(estimate: Estimate, model: ModelRanking) -> tuple[tuple[float, float] | None, ...]:
    """95% intervals of the distance of every system from the mean of all, around its score, in rank order."""
    halves = model.evidence.interval_halves(LEVEL)
    scores, places = estimate.means["score"].to_numpy(), model.ranks_of(estimate.order)
    ranked = np.empty_like(halves)
    ranked[places] = halves
    return tuple(
        None if math.isnan(half) else (score - half, score + half)
        for score, half in zip(scores.tolist(), ranked.tolist(), strict=True)
    )


def ranked_systems(
    estimate: Estimate,
    *,
    tests: PairTests,
    lines: Lines,
    sets: RankSets,
    intervals: Sequence[tuple[float, float] | None] | None = None,
) -> tuple[RankedSystem, ...]:
    """One line of the table for each system, in rank order."""
    ranges = rank_ranges(tests.beats)
    letters = compact_letters(tests.beats | tests.beats.T)
    within = [interval or (None, None) for interval in intervals or [None] * len(ranges)]
    return tuple(
        RankedSystem(
            row["system"],
            rank=place + 1,
            cluster=lines.clusters[place],
            raw=row["raw"],
            z=row["z"],
            score=row["score"],
            n=row["n"],
            judgements=row["judgements"],
            rank_low=ranges[place][0],
            rank_high=ranges[place][1],
            set_low=sets.sets[place][0] if sets.sets else None,
            set_high=sets.sets[place][1] if sets.sets else None,
            letters=letters[place],
            score_low=within[place][0],
            score_high=within[place][1],
        )
        for place, row in enumerate(estimate.means.iter_rows(named=True))
    )


def ranked_pairs(
    estimate: Estimate,
    *,
    tests: PairTests,
    effects: Effects,
    precisions: Sequence[PairPrecision],
    level: float,
    margin: float | None,
) -> tuple[RankedPair, ...]:
    """Every pair in rank order; power is given only for pairs that were not separated.

    Args:
        estimate: the order.
        tests: of all pairs.
        effects: of all pairs.
        precisions: of all pairs, in the order of `estimate.scores.pairs`.
        level: of the equivalence test.
        margin: of the equivalence test; None without a test.
    """
    rows = []
    for (i, j), precision in zip(estimate.scores.pairs, precisions, strict=True):
        significant = bool(tests.beats[i, j])
        rows.append(
            RankedPair(
                estimate.order[i],
                estimate.order[j],
                p=float(tests.p[i, j]),
                effect=float(effects.theta[i, j]),
                significant=significant,
                effect_low=float(effects.low[i, j]),
                effect_high=float(effects.high[i, j]),
                difference=precision.difference,
                power=None if significant else precision.power,
                smallest=None if significant else precision.smallest,
                smallest_difference=None if significant else precision.smallest_difference,
                equivalent=None if margin is None else is_equivalent(precision, margin, level),
            )
        )
    return tuple(rows)


def facts_of(test: Test, tests: PairTests) -> PairwiseTest:
    """How the pairs were tested, as the result says it."""
    draws = test.draws if tests.flips is None else None if tests.flips.exact else tests.flips.draws
    return PairwiseTest(
        name=test.name,
        alternative=test.alternative,
        correction=test.correction,
        level=test.level,
        unit=test.independent,
        draws=draws if test.kind.draws else None,
    )
