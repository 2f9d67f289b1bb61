"""Two scores of each item by one hand: are they closer to each other than to those of other items?"""

from __future__ import annotations

import math
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.rounding import NOISE

Floats = NDArray[np.float64]

#: Up to this many pairs all orders are enumerated; 7! = 5,040 is below the usual number of draws.
EXACT_PAIRS = 7


def shuffle_p(first: Floats, second: Floats, draws: int, rng: np.random.Generator) -> float:
    """One-sided p-value for "the second scores know nothing of the first".

    Definition: under the null hypothesis the second scores could stand in any order. With D(s) = sum |x_i - y_s(i)|,
    p = share of orders s with D(s) <= D(as given), the test of agreement of Berry and Mielke (1988). All n! orders
    are used for small n; otherwise (1 + hits) / (1 + draws) over random ones (Phipson and Smyth 2010), which is never
    0 and never too small. Who gives one score to everything has p = 1. Without pairs p is 1.

    Checked against: `scipy.stats.permutation_test` over pairings, and a plain twin (tests/laws).

    Args:
        first: first scores.
        second: second scores of the same items.
        draws: number of random orders.
        rng: source of the orders.
    """
    # The order of the pairs is no information; sorted, the same draws serve any order of the rows.
    rows = np.lexsort((second, first))
    first, second = first[rows], second[rows]
    n, given = len(first), float(np.abs(first - second).sum())
    threshold = given + _tolerance(first, second)
    if n <= EXACT_PAIRS:
        return float((_distances(first, second[_all_orders(n)]) <= threshold).mean())
    hits, step = 0, max(1, 1_000_000 // n)  # memory stays small whatever the number of draws
    for start in range(0, draws, step):
        shuffled = rng.permuted(np.tile(second, (min(step, draws - start), 1)), axis=1)
        hits += int((_distances(first, shuffled) <= threshold).sum())
    return (1 + hits) / (1 + draws)


def _tolerance(first: Floats, second: Floats) -> float:
    """Distances that are equal on paper differ by no more than this; they are counted as equal."""
    return NOISE * float(np.abs(first).sum() + np.abs(second).sum())


def _distances(first: Floats, seconds: Floats) -> Floats:
    return np.asarray(np.abs(first - seconds).sum(axis=1))


@cache
def _all_orders(n: int) -> NDArray[np.intp]:
    return np.array(list(permutations(range(n))), dtype=np.intp)


def smallest_shuffle_p(first: Floats, draws: int) -> float:
    """The p-value of somebody who repeats every score exactly.

    Derivation: only orders that leave every score in place have distance 0; with t_v items of score v they are
    prod t_v! of n!. Random orders cannot show less than 1 / (1 + draws).
    """
    n = len(first)
    ties = np.unique(first, return_counts=True)[1].tolist()
    in_place = math.exp(sum(math.lgamma(t + 1) for t in ties) - math.lgamma(n + 1))
    return in_place if n <= EXACT_PAIRS else max(in_place, 1 / (1 + draws))


def nearer_share(first: Floats, second: Floats) -> float:
    """How often the second score of the same item is nearer to the first than the second score of another item.

    Definition: mean over i and j != i of [|x_i - y_j| > |x_i - y_i|] + half of [equal]. It is 1 if every score comes
    back and all differ, and 0.5 on average if the second scores know nothing of the first. Needs two pairs.

    Checked against: a plain twin (tests/laws).
    """
    n, own, total, equal = len(first), np.abs(first - second), 0.0, _tolerance(first, second)
    for x, distance in zip(first, own, strict=True):
        gaps = np.abs(x - second) - distance
        total += float((gaps > equal).sum()) + 0.5 * float((np.abs(gaps) <= equal).sum())
    return (total - 0.5 * n) / (n * (n - 1))  # every item was also compared with itself


def shuffle_p_plain(first: Floats, second: Floats) -> float:
    """The exact test by looping over all orders. For tests."""
    given, *others = (
        float(sum(abs(x - y) for x, y in zip(first, order, strict=True))) for order in permutations(second)
    )
    return (1 + sum(distance <= given + _tolerance(first, second) for distance in others)) / (1 + len(others))


def nearer_share_plain(first: Floats, second: Floats) -> float:
    """The share by looping over all pairs of items. For tests."""
    points = []
    for i in range(len(first)):
        for j in range(len(second)):
            if i != j:
                gap = abs(first[i] - second[j]) - abs(first[i] - second[i])
                points.append(0.5 if abs(gap) <= _tolerance(first, second) else float(gap > 0))
    return sum(points) / len(points)
