"""Comparison of all pairs of systems: the tests a recipe can name, behind one function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.errors import Problem, RecipeError
from adjudge.core.recipes import Test
from adjudge.core.seeds import Seeds
from adjudge.kernels.probability.multiplicity import benjamini_hochberg, benjamini_yekutieli, holm
from adjudge.kernels.rating_tests.bootstrap import bootstrap_p
from adjudge.kernels.rating_tests.paired import sign_p, signed_rank_p
from adjudge.kernels.rating_tests.rank_sum import all_pairs_u, rank_sum_p
from adjudge.kernels.rating_tests.sign_flip import sign_flip_p
from adjudge.ranking.ratings.segment_scores import SegmentScores

Floats = NDArray[np.float64]
_CORRECTIONS: Final[dict[str, Callable[[Floats], Floats]]] = {
    "holm": holm,
    "bh": benjamini_hochberg,
    "by": benjamini_yekutieli,
}


@dataclass(frozen=True, eq=False)
class AllPairs:
    """Matrices over the systems in rank order.

    Args:
        p: corrected p-value of "row is better than column" (`greater`), or "row and column differ".
        beats: whether the row is significantly better than the column.
        ahead: whether the row is ahead of the column in the statistic that was tested.
    """

    p: Floats
    beats: NDArray[np.bool_]
    ahead: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Uncorrected:
    """P-values before correction, and who is ahead: the sign decides a two-sided test."""

    p: Floats
    ahead: NDArray[np.bool_]


def compare_all(scores: SegmentScores, test: Test, seeds: Seeds, model: Uncorrected | None = None) -> AllPairs:
    """Test every pair of systems.

    Args:
        scores: segment means of systems in rank order.
        test: the recipe's choice.
        seeds: for tests that draw random numbers.
        model: contrasts of the mixed model, if that is the test.
    """
    _require_support(scores, test)
    found = model if model is not None else _TESTS[test.name](scores, test, seeds)
    p = _corrected(found.p, test)
    beats = p < test.level
    if test.alternative == "two-sided":
        beats = beats & found.ahead
    elif test.alternative == "halved":
        beats = np.triu(beats, 1)  # blind to direction: whoever ranks higher is taken as the better
    np.fill_diagonal(beats, val=False)
    return AllPairs(p, beats, found.ahead)


def _require_support(scores: SegmentScores, test: Test) -> None:
    """Refuse a test that the data cannot support: unknown documents, or a pair that shares nothing (AJ032)."""
    if not scores.traced and (test.unit == "document" or test.name in {"permutation", "bootstrap"}):
        raise RecipeError(
            Problem(
                "AJ032",
                f"the test '{test.name}' takes documents as its unit, but the document of some segments is unknown",
                "the document of every segment",
                f"{len(scores.values):,} segment means",
                'give the documents, or use a test on segments: name = "rank-sum", unit = "segment"',
            )
        )
    if test.name in {"signed-rank", "sign", "permutation", "bootstrap"}:
        apart = np.flatnonzero(scores.paired_sums[1].sum(axis=0) == 0)
        if len(apart):
            a, b = scores.pairs[apart[0]]
            raise RecipeError(
                Problem(
                    "AJ032",
                    f"{scores.systems[a]} and {scores.systems[b]} have no segment in common",
                    f"shared segments, which the paired test '{test.name}' compares",
                    f"{len(apart):,} of {len(scores.pairs):,} pairs",
                    'use name = "rank-sum", or --recipe mixed-model',
                )
            )


def _rank_sum(scores: SegmentScores, test: Test, seeds: Seeds) -> Uncorrected:
    """Two independent samples; the three published variants differ in the tail they take."""
    del seeds
    scores = scores.by_document() if test.unit == "document" else scores
    wins, ties = all_pairs_u(scores.values, scores.groups, len(scores.systems))
    ahead = wins > wins.T
    if test.alternative == "halved":
        # Up to 1.6 SciPy returned half the two-sided p: small whichever of the two is better.
        p = rank_sum_p(wins, ties, scores.sizes, "two-sided") / 2
        np.fill_diagonal(p, 1.0)
        return Uncorrected(p, ahead)
    return Uncorrected(rank_sum_p(wins, ties, scores.sizes, test.alternative), ahead)


def _paired(scores: SegmentScores, test: Test, seeds: Seeds) -> Uncorrected:
    """Signed-rank or sign test on the segments (or documents) that both systems have."""
    del seeds
    scores = scores.by_document() if test.unit == "document" else scores
    one_pair = signed_rank_p if test.name == "signed-rank" else sign_p
    k = len(scores.systems)
    p, ahead = np.ones((k, k)), np.zeros((k, k), dtype=bool)
    for a, b in scores.pairs:
        d = scores.differences(a, b)
        up, down = one_pair(d, "greater"), one_pair(-d, "greater")
        # The test decides who is ahead: ranks or signs may favour one system and the mean the other.
        ahead[a, b], ahead[b, a] = up < down, down < up
        if test.alternative == "greater":
            p[a, b], p[b, a] = up, down
        else:
            p[a, b] = p[b, a] = one_pair(d, "two-sided") / (2 if test.alternative == "halved" else 1)
    return Uncorrected(p, ahead)


def _by_document(scores: SegmentScores, test: Test, seeds: Seeds) -> Uncorrected:
    """Permutation or bootstrap of whole documents, on segments that both systems of a pair have."""
    sums, counts = scores.paired_sums
    if test.name == "permutation":
        values = sign_flip_p(sums, test.draws, seeds.stream("permutation"))
    else:
        values = bootstrap_p(sums, counts, test.draws, seeds.stream("bootstrap"))
    return from_pairs(scores, values, sums.sum(axis=0), test)


def from_pairs(scores: SegmentScores, p_values: Floats, differences: Floats, test: Test) -> Uncorrected:
    """Matrices from one two-sided p-value and one difference for every pair."""
    k = len(scores.systems)
    p, ahead = np.ones((k, k)), np.zeros((k, k), dtype=bool)
    for (a, b), value, difference in zip(scores.pairs, p_values, differences, strict=True):
        ahead[a, b], ahead[b, a] = difference > 0, difference < 0
        if test.alternative == "greater":
            p[a, b] = value / 2 if difference > 0 else 1 - value / 2
            p[b, a] = value / 2 if difference < 0 else 1 - value / 2
        else:
            p[a, b] = p[b, a] = value / (2 if test.alternative == "halved" else 1)
    return Uncorrected(p, ahead)


_TESTS: Final[dict[str, Callable[[SegmentScores, Test, Seeds], Uncorrected]]] = {
    "rank-sum": _rank_sum,
    "signed-rank": _paired,
    "sign": _paired,
    "permutation": _by_document,
    "bootstrap": _by_document,
}


def _corrected(p: Floats, test: Test) -> Floats:
    """Correct the family: every ordered pair if the test is one-sided, every pair once otherwise."""
    if test.correction == "none":
        return p
    correct = _CORRECTIONS[test.correction]
    corrected = np.ones_like(p)
    if test.alternative == "greater":
        off = ~np.eye(len(p), dtype=bool)
        corrected[off] = correct(p[off])
        return corrected
    upper = np.triu_indices_from(p, 1)
    corrected[upper] = correct(p[upper])
    return np.minimum(corrected, corrected.T)
