"""Correlations of every two annotators over the items that both rated: Pearson, Spearman, Kendall's tau-c, with p."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.agreement.cells import Floats, Ints, RatedCells, pairs_of_cells
from adjudge.kernels.agreement.coefficient import ratio
from adjudge.kernels.rounding import is_noise

#: Up to so many items without ties, p of Kendall's tau comes from its exact distribution, as in SciPy.
EXACT_ITEMS: Final = 33


class Correlation(NamedTuple):
    """Values and two-sided p-values, one for each pair; NaN where one annotator gave the same score to all items."""

    value: Floats
    p: Floats


@dataclass(frozen=True, eq=False)
class PairCorrelations:
    """Everything on every two annotators with at least two common items, in the order of their codes.

    Args:
        first: place of one annotator in `cells.annotators`.
        second: place of the other.
        items: how many items both rated.
        pearson: linear correlation.
        spearman: correlation of mid-ranks.
        kendall: tau-c.
    """

    first: Ints
    second: Ints
    items: Ints
    pearson: Correlation
    spearman: Correlation
    kendall: Correlation


@dataclass(frozen=True, eq=False)
class _Sides:
    """The common items of all pairs, one after the other.

    Args:
        pair: number of the pair of each row.
        x: score by the first.
        y: score by the second.
        n: rows of each pair.
    """

    pair: Ints
    x: Floats
    y: Floats
    n: Ints

    def total(self, values: NDArray[np.generic]) -> Floats:
        return np.asarray(np.bincount(self.pair, values, len(self.n)), dtype=np.float64)


def pair_correlations(cells: RatedCells) -> PairCorrelations:
    """Correlate every two annotators.

    Definition: over the n items that both rated (pairwise complete). Pearson's r, p from the exact distribution under
    normality, (1 - |r|) / 2 being a beta variable with both parameters n/2 - 1; Spearman's r of mid-ranks, p by
    Student's t with n - 2 degrees of freedom; Stuart's tau-c = 2 (C - D) / (n^2 (k - 1) / k), C and D concordant and
    discordant pairs of items, k the smaller number of different scores, p exact for n <= 33 without ties and else
    normal with the variance for ties (Kendall 1970). All pairs are computed at once; discordant pairs are counted bit
    by bit of the ranks, n log n.

    Checked against: `scipy.stats.pearsonr`, `spearmanr`, `kendalltau(variant="c")`, values and p to 1e-12
    (tests/laws).

    Edge cases: where r is 1 but for rounding it is 1, and p is 0; in SciPy p depends on rounding. Two items have
    correlation 1 or -1, or none, and say nothing: p is 1 by Pearson and Kendall and NaN by Spearman.
    """
    rows, first, second = _rows(cells.paired)
    rank_x, rank_y = _mid_ranks(rows, rows.x), _mid_ranks(rows, rows.y)
    pearson, spearman = _linear(rows, rows.x, rows.y), _linear(rows, rank_x, rank_y)
    kept = rows.n > 1
    places = np.searchsorted(cells.annotators, cells.paired.annotators)
    found = (
        Correlation(pearson, _pearson_p(pearson, rows.n)),
        Correlation(spearman, _spearman_p(spearman, rows.n)),
        _kendall(rows),
    )
    pearsons, spearmans, kendalls = (Correlation(value[kept], p[kept]) for value, p in found)
    return PairCorrelations(places[first[kept]], places[second[kept]], rows.n[kept], pearsons, spearmans, kendalls)


def _rows(cells: RatedCells) -> tuple[_Sides, Ints, Ints]:
    """Common items of all pairs, and the two annotators of each pair."""
    one, other = pairs_of_cells(cells)
    once = cells.annotator[one] < cells.annotator[other]
    one, other = one[once], other[once]
    count = len(cells.annotators)
    codes, pair, n = np.unique(
        cells.annotator[one] * count + cells.annotator[other], return_inverse=True, return_counts=True
    )
    order = np.argsort(pair, kind="stable")
    sides = _Sides(pair[order].astype(np.intp), cells.score[one][order], cells.score[other][order], n)
    first, second = np.divmod(codes.astype(np.intp), max(1, count))
    return sides, first, second


def _groups(*keys: NDArray[np.generic]) -> tuple[Ints, Ints]:
    """Rows sorted by keys (the first is the most important), and the number of the group of equal keys of each."""
    order = np.lexsort(keys[::-1])
    new = np.zeros(len(order), dtype=np.intp)
    for key in keys:
        new[1:] |= np.diff(key[order]) != 0
    return order, np.cumsum(new)


def _mid_ranks(rows: _Sides, values: Floats) -> Floats:
    order, group = _groups(rows.pair, values)
    sizes = np.bincount(group, minlength=0)
    middle = np.cumsum(sizes) - (sizes - 1) / 2
    ranks = np.empty(len(order))
    ranks[order] = middle[group]
    return np.asarray(ranks - (np.cumsum(rows.n) - rows.n)[rows.pair])


def _linear(rows: _Sides, x: Floats, y: Floats) -> Floats:
    """Pearson's correlation within each pair; NaN where one side is constant."""
    lowest, highest = (np.full((2, len(rows.n)), sign * np.inf) for sign in (1, -1))
    about = []
    for side, values in enumerate((x, y)):
        np.minimum.at(lowest[side], rows.pair, values)
        np.maximum.at(highest[side], rows.pair, values)
        about.append(values - (rows.total(values) / rows.n)[rows.pair])
    xx, yy, xy = (rows.total(a * b) for a, b in ((about[0],) * 2, (about[1],) * 2, about))
    varies = (highest > lowest).all(axis=0)
    r = ratio(xy, np.where(varies, np.sqrt(xx) * np.sqrt(yy), 0.0))
    return np.where(is_noise(1 - np.abs(r), 1.0), np.sign(r), np.where(is_noise(r, 1.0), 0.0, r))


def _pearson_p(r: Floats, n: Ints) -> Floats:
    from scipy.special import betainc

    half = np.maximum(n / 2 - 1, 0.5)
    p = np.where(n > 2, np.minimum(1.0, 2 * betainc(half, half, (1 - np.abs(r)) / 2)), 1.0)
    return np.where(np.isnan(r), np.nan, p)


def _spearman_p(r: Floats, n: Ints) -> Floats:
    from scipy.special import stdtr

    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.abs(r) * np.sqrt((n - 2) / ((1 - r) * (1 + r)))
        return np.where(n > 2, 2 * stdtr(np.maximum(n - 2, 1), -t), np.nan)


class _Ties(NamedTuple):
    """Sums over groups of t equal scores, by pair: t (t - 1) / 2, t (t - 1) (t - 2), t (t - 1) (2 t + 5); groups."""

    pairs: Floats
    triples: Floats
    spread: Floats
    classes: Floats


def _ties(rows: _Sides, *values: NDArray[np.generic]) -> _Ties:
    order, group = _groups(rows.pair, *values)
    sizes = np.bincount(group).astype(np.float64)
    of = np.empty(len(sizes), dtype=np.intp)
    of[group] = rows.pair[order]
    forms = (sizes * (sizes - 1) / 2, sizes * (sizes - 1) * (sizes - 2), sizes * (sizes - 1) * (2 * sizes + 5))
    pairs, triples, spread = (np.bincount(of, form, len(rows.n)).astype(np.float64) for form in forms)
    return _Ties(pairs, triples, spread, np.bincount(of, minlength=len(rows.n)).astype(np.float64))


def _kendall(rows: _Sides) -> Correlation:
    x, y, both, n = _ties(rows, rows.x), _ties(rows, rows.y), _ties(rows, rows.x, rows.y), rows.n.astype(np.float64)
    total, discordant = n * (n - 1) / 2, _discordant(rows)
    gain = total - x.pairs - y.pairs + both.pairs - 2 * discordant
    classes = np.minimum(x.classes, y.classes)
    constant = classes < 2
    with np.errstate(divide="ignore", invalid="ignore"):
        tau = np.where(constant, np.nan, 2 * gain / (n**2 * (classes - 1) / classes))
        m = n * (n - 1)
        variance = (m * (2 * n + 5) - x.spread - y.spread) / 18 + 2 * x.pairs * y.pairs / m
        variance += np.where(n > 2, x.triples * y.triples / (9 * m * np.maximum(n - 2, 1)), 0.0)
        p = _normal_p(ratio(gain, np.sqrt(np.maximum(variance, 0.0))))
    few = np.minimum(discordant, total - discordant)
    exact = (x.pairs == 0) & (y.pairs == 0) & ((n <= EXACT_ITEMS) | (few <= 1)) & ~constant
    for i in np.flatnonzero(exact):
        p[i] = _exact_p(int(n[i]), int(few[i]))
    return Correlation(np.clip(tau, -1.0, 1.0), np.where(constant, np.nan, p))


def _normal_p(z: Floats) -> Floats:
    from scipy.special import ndtr

    return np.asarray(2 * ndtr(-np.abs(z)))


def _discordant(rows: _Sides) -> Floats:
    """Pairs of items that the two annotators order differently, by pair of annotators.

    Sorted by x (ties by y) these are the inversions of y. Among rows whose ranks have the same higher bits, a row with
    the bit set that precedes one without is an inversion; every inversion is seen at exactly one bit.
    """
    order, group = _groups(rows.pair, rows.y)
    rank = np.empty(len(order), dtype=np.intp)
    first = np.full(len(rows.n), len(order))
    np.minimum.at(first, rows.pair[order], group)
    rank[order] = group - first[rows.pair[order]]  # from 0 in every pair: few bits
    place = np.lexsort([rows.y, rows.x, rows.pair])
    rank, pair = rank[place], rows.pair[place]
    found = np.zeros(len(rows.n))
    for bit in range(int(rank.max(initial=0)).bit_length()):
        # Stable: within equal higher bits of the same pair the order of x remains.
        high = rank >> (bit + 1)
        order = np.lexsort([high, pair])
        one = (rank[order] >> bit) & 1
        new = np.r_[True, (np.diff(high[order]) != 0) | (np.diff(pair[order]) != 0)]
        before = np.cumsum(one) - one
        before -= np.maximum.accumulate(np.where(new, before, 0))
        found += np.bincount(pair[order], np.where(one == 0, before, 0), len(rows.n))
    return found


@cache
def _inversion_counts(n: int) -> tuple[int, ...]:
    """How many orders of n things have at most 0, 1, 2, ... inversions."""
    counts = [1]
    for size in range(2, n + 1):
        longer = [0] * (len(counts) + size - 1)
        for shift in range(size):
            for i, count in enumerate(counts):
                longer[i + shift] += count
        counts = longer
    sums, total = [], 0
    for count in counts:
        total += count
        sums.append(total)
    return tuple(sums)


def _exact_p(n: int, few: int) -> float:
    """Two-sided p of Kendall's statistic without ties: the chance of so few discordant (or concordant) pairs."""
    if 4 * few == n * (n - 1):
        return 1.0
    if n > EXACT_ITEMS:  # few is 0 or 1: one order, or n of them
        return math.exp(math.log(2) + few * math.log(n) - math.lgamma(n + 1))
    return min(1.0, 2 * _inversion_counts(n)[few] / math.factorial(n))
