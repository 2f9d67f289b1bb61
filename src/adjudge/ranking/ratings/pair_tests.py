"""Pairwise tests of all systems: how each test that a recipe can name is computed, behind one function.

What the tests are called and what they need is in `adjudge.core.recipes.rating_tests`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.core.recipes.recipe import Test
from adjudge.core.seeds import Seeds
from adjudge.kernels.rating_tests.bootstrap import bootstrap_p
from adjudge.kernels.rating_tests.paired import sign_p, signed_rank_p
from adjudge.kernels.rating_tests.rank_sum import all_pairs_u, rank_sum_p
from adjudge.kernels.rating_tests.sign_flip import sign_flip_p
from adjudge.ranking.corrections import CORRECTIONS
from adjudge.ranking.ratings import findings as observe
from adjudge.ranking.ratings.catalogue import NO_DOCUMENTS, NO_STEP_DOWN, NOTHING_SHARED, TWO_SIDED_ONLY
from adjudge.ranking.ratings.estimate import Estimate
from adjudge.ranking.ratings.flips.flip_tests import FlipTests, flip_tests
from adjudge.ranking.ratings.model import ModelRanking
from adjudge.ranking.ratings.segment_scores import SegmentScores

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class PairTests:
    """Every pair tested: matrices over the systems in rank order.

    Args:
        p: corrected p-value of "row is better than column" (`greater`), or "row and column differ".
        beats: whether the row is significantly better than the column.
        ahead: whether the row is ahead of the column in the statistic that was tested.
        findings: pairs that contradict the order.
        flips: what the test by sign flips knows beyond that; None for other tests.
    """

    p: Floats
    beats: Flags
    ahead: Flags
    findings: tuple[Finding, ...] = ()
    flips: FlipTests | None = None


@dataclass(frozen=True, eq=False)
class Uncorrected:
    """P-values before correction, and who is ahead: the sign decides a two-sided test.

    Args:
        p: of single pairs.
        ahead: whether the row is ahead of the column.
        flips: the test by sign flips, which corrects by itself; None for other tests.
    """

    p: Floats
    ahead: Flags
    flips: FlipTests | None = None


@dataclass(frozen=True, eq=False)
class Tested:
    """What a test is given.

    Args:
        scores: segment means of systems in rank order.
        test: the recipe's choice.
        seeds: for tests that draw random numbers.
        model: the mixed model, for tests of its estimates.
        quick: for one of many rankings: verdicts only, from fewer random draws.
    """

    scores: SegmentScores
    test: Test
    seeds: Seeds
    model: ModelRanking | None
    quick: bool = False

    @property
    def means(self) -> SegmentScores:
        """Segment or document means, as the recipe chooses."""
        return self.scores.by_document() if self.test.independent == "document" else self.scores


def pairwise_tests(
    estimate: Estimate, test: Test, seeds: Seeds, model: ModelRanking | None = None, *, quick: bool = False
) -> PairTests:
    """Test every pair of systems.

    Args:
        estimate: the order, with the segment means.
        test: the recipe's choice.
        seeds: for tests that draw random numbers.
        model: the mixed model, for tests of its estimates.
        quick: for one of many rankings: verdicts only, from fewer random draws.

    Raises:
        RecipeError: AJ031 if there is no such test, AJ032 if the data cannot support it.
    """
    _require_support(estimate.scores, test)
    found = HOW[test.name](Tested(estimate.scores, test=test, seeds=seeds, model=model, quick=quick))
    p = _corrected(found, test)
    beats = beaten(p, found.ahead, test)
    against = observe.against_the_order(estimate.order, beats, found.ahead)
    return PairTests(p, beats, found.ahead, tuple(against), found.flips)


def beaten(p: Floats, ahead: Flags, test: Test) -> Flags:
    """Who is significantly better than whom, rank order by rank order.

    Args:
        p: corrected p-values.
        ahead: whether the row is ahead of the column.
        test: level and alternative.
    """
    beats = p < test.level
    if test.alternative == "two-sided":
        beats = beats & ahead
    elif test.alternative == "halved":
        beats = np.triu(beats, 1)  # blind to direction: whoever ranks higher is called better
    np.fill_diagonal(beats, val=False)
    return beats


def _require_support(scores: SegmentScores, test: Test) -> None:
    """Refuse a test that the data cannot support: unknown documents, or a pair that shares nothing (AJ032)."""
    if not scores.traced and test.independent == "document":
        raise NO_DOCUMENTS(test=test.name, means=len(scores.values))
    if test.kind.paired:
        apart = np.flatnonzero(scores.paired_sums[1].sum(axis=0) == 0)
        if len(apart):
            a, b = (scores.systems[place] for place in scores.pairs[apart[0]])
            raise NOTHING_SHARED(a=a, b=b, test=test.name, apart=len(apart), pairs=len(scores.pairs))


def _rank_sum(given: Tested) -> Uncorrected:
    """Two independent samples; the three published variants differ in the tail they take."""
    scores, alternative = given.means, given.test.alternative
    wins, ties = all_pairs_u(scores.values, scores.groups, len(scores.systems))
    return rank_sums(wins, ties, scores.sizes, alternative)


def rank_sums(wins: Floats, ties: Floats, sizes: Floats | NDArray[np.intp], alternative: str) -> Uncorrected:
    """P-values from the counts of `all_pairs_u`.

    Args:
        wins: how often a score of the row is above one of the column, ties halved.
        ties: tie terms.
        sizes: scores of each system.
        alternative: of a recipe.
    """
    if alternative != "halved":
        p = rank_sum_p(wins, ties, sizes, "greater" if alternative == "greater" else "two-sided")
    else:
        # Up to 1.6 SciPy returned half the two-sided p: small whichever of the two is better.
        p = rank_sum_p(wins, ties, sizes, "two-sided") / 2
        np.fill_diagonal(p, 1.0)
    return Uncorrected(p, wins > wins.T)


def _paired(one_pair: Callable[..., float]) -> Callable[[Tested], Uncorrected]:
    """A test on the segments (or documents) that both systems have, one pair after the other."""

    def compute(given: Tested) -> Uncorrected:
        scores, alternative = given.means, given.test.alternative
        k = len(scores.systems)
        p, ahead = np.ones((k, k)), np.zeros((k, k), dtype=bool)
        for a, b in scores.pairs:
            d = scores.differences(a, b)
            up, down = one_pair(d, "greater"), one_pair(-d, "greater")
            # The test decides who is ahead: ranks or signs may favour one system and the mean the other.
            ahead[a, b], ahead[b, a] = up < down, down < up
            if alternative == "greater":
                p[a, b], p[b, a] = up, down
            else:
                p[a, b] = p[b, a] = one_pair(d, "two-sided") / (2 if alternative == "halved" else 1)
        return Uncorrected(p, ahead)

    return compute


def _permutation(given: Tested) -> Uncorrected:
    """Random sign flips of whole documents, on segments that both systems of a pair have."""
    sums, _ = given.scores.paired_sums
    return _from_pairs(given, sign_flip_p(sums, given.test.draws, given.seeds.stream("permutation")), sums.sum(axis=0))


def _bootstrap(given: Tested) -> Uncorrected:
    """Whole documents drawn with replacement, on segments that both systems of a pair have."""
    sums, counts = given.scores.paired_sums
    p = bootstrap_p(sums, counts, given.test.draws, given.seeds.stream("bootstrap"))
    return _from_pairs(given, p, sums.sum(axis=0))


def _contrasts(given: Tested) -> Uncorrected:
    """Contrasts of the mixed model."""
    if given.model is None:
        msg = "a test of contrasts needs the model"
        raise ValueError(msg)
    systems = given.scores.systems
    found = [given.model.contrast(systems[a], systems[b]) for a, b in given.scores.pairs]
    return _from_pairs(given, np.array([c.p for c in found]), np.array([c.difference for c in found]))


def _model_flips(given: Tested) -> Uncorrected:
    """Sign flips of what units contribute to the estimates of the mixed model."""
    if given.model is None:
        msg = "a test of contributions needs the model"
        raise ValueError(msg)
    if given.test.alternative != "two-sided":
        raise TWO_SIDED_ONLY(test=given.test.name, alternative=given.test.alternative)
    places = given.model.ranks_of(given.scores.systems)
    found = flip_tests(given.model.evidence, places, given.test, given.seeds, quick=given.quick)
    return Uncorrected(found.single, found.difference > 0, found)


def _from_pairs(given: Tested, p_values: Floats, differences: Floats) -> Uncorrected:
    """Matrices from one two-sided p-value and one difference for every pair."""
    k, alternative = len(given.scores.systems), given.test.alternative
    p, ahead = np.ones((k, k)), np.zeros((k, k), dtype=bool)
    for (a, b), value, difference in zip(given.scores.pairs, p_values, differences, strict=True):
        ahead[a, b], ahead[b, a] = difference > 0, difference < 0
        if alternative == "greater":
            p[a, b] = value / 2 if difference > 0 else 1 - value / 2
            p[b, a] = value / 2 if difference < 0 else 1 - value / 2
        else:
            p[a, b] = p[b, a] = value / (2 if alternative == "halved" else 1)
    return Uncorrected(p, ahead)


#: How each test of `RATING_TESTS` is computed.
HOW: Final[dict[str, Callable[[Tested], Uncorrected]]] = {
    "rank-sum": _rank_sum,
    "signed-rank": _paired(signed_rank_p),
    "sign": _paired(sign_p),
    "permutation": _permutation,
    "bootstrap": _bootstrap,
    "mixed": _contrasts,
    "model-flips": _model_flips,
}


def _corrected(found: Uncorrected, test: Test) -> Floats:
    """Correct the family: every ordered pair if the test is one-sided, every pair once otherwise."""
    p, correct = found.p, CORRECTIONS.find(test.correction).correct
    if correct is None:
        if found.flips is None:
            raise NO_STEP_DOWN(test=test.name)
        return found.flips.familywise
    corrected = np.ones_like(p)
    if test.alternative == "greater":
        off = ~np.eye(len(p), dtype=bool)
        corrected[off] = correct(p[off])
        return corrected
    upper = np.triu_indices_from(p, 1)
    corrected[upper] = correct(p[upper])
    return np.minimum(corrected, corrected.T)
