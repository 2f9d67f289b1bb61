"""Comparison of all pairs of systems on their segment means."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.recipes import Test
from adjudge.core.seeds import Seeds
from adjudge.kernels.multiplicity import holm
from adjudge.kernels.rank_sum import all_pairs_u, rank_sum_p
from adjudge.kernels.sign_flip import sign_flip_p

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class AllPairs:
    """Matrices over the systems in the order they were given.

    Args:
        p: corrected p-value of "row is better than column" (one-sided) or "row and column differ" (two-sided).
        effect: P(segment of the row scores above one of the column) + half of P(equal).
        beats: whether the row is significantly better than the column.
    """

    p: Floats
    effect: Floats
    beats: NDArray[np.bool_]


def compare_all(segments: pl.DataFrame, systems: list[str], by: str, test: Test, seeds: Seeds) -> AllPairs:
    """Test every pair of systems.

    Args:
        segments: one row per system, document and segment.
        systems: names in rank order; rows and columns of the result.
        by: the score to compare, `raw` or `z`.
        test: the recipe's choice.
        seeds: for the permutation test.
    """
    place = {name: i for i, name in enumerate(systems)}
    groups = segments["system"].replace_strict(place, return_dtype=pl.Int64).to_numpy().astype(np.intp)
    sizes = np.bincount(groups, minlength=len(systems))
    wins, ties = all_pairs_u(segments[by].to_numpy(), groups, len(systems))
    effect = wins / (sizes[:, None] * sizes[None, :])
    if test.name == "rank-sum":
        p, ahead = rank_sum_p(wins, ties, sizes, test.alternative), effect > 0.5
    else:
        p, ahead = _permutation(segments, systems, by, test, seeds)
    p = _corrected(p, test)
    beats = p < test.level
    if test.alternative == "two-sided":
        beats = beats & ahead
    np.fill_diagonal(beats, val=False)
    return AllPairs(p, effect, beats)


def _permutation(
    segments: pl.DataFrame, systems: list[str], by: str, test: Test, seeds: Seeds
) -> tuple[Floats, NDArray[np.bool_]]:
    """Sign flips per document, on segments that both systems of a pair have."""
    sums, pairs = document_differences(segments, systems, by)
    p_pairs = sign_flip_p(sums, test.draws, seeds.stream("permutation"))
    p, total = np.ones((len(systems),) * 2), np.zeros((len(systems),) * 2)
    for (a, b), value, difference in zip(pairs, p_pairs, sums.sum(axis=0), strict=True):
        p[a, b] = p[b, a] = value
        total[a, b], total[b, a] = difference, -difference
    return p, total > 0


def document_differences(segments: pl.DataFrame, systems: list[str], by: str) -> tuple[Floats, list[tuple[int, int]]]:
    """Sums of score differences per document (rows) for every pair of systems (columns)."""
    wide = segments.pivot("system", index=["document", "segment"], values=by).sort("document", "segment")
    scores = wide.select(systems).to_numpy()
    starts = np.flatnonzero(wide["document"].ne_missing(wide["document"].shift()).fill_null(value=True).to_numpy())
    pairs = [(a, b) for a in range(len(systems)) for b in range(a + 1, len(systems))]
    sums = np.zeros((len(starts), len(pairs)))
    for column, (a, b) in enumerate(pairs):
        sums[:, column] = np.add.reduceat(np.nan_to_num(scores[:, a] - scores[:, b]), starts)
    return sums, pairs


def _corrected(p: Floats, test: Test) -> Floats:
    """Correct the family: every pair once if the test is two-sided, every ordered pair if it is one-sided."""
    if test.correction == "none":
        return p
    upper = np.triu_indices_from(p, 1)
    corrected = np.ones_like(p)
    if test.alternative == "two-sided":
        corrected[upper] = holm(p[upper])
        return np.minimum(corrected, corrected.T)
    off = ~np.eye(len(p), dtype=bool)
    corrected[off] = holm(p[off])
    return corrected
