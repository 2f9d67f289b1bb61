"""A permutation test for paired differences that come in groups: whole groups change their sign together."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.rounding import AS_FAR

Floats = NDArray[np.float64]

#: Up to this many groups all sign assignments are enumerated; 2^12 is below the default number of draws.
EXACT_GROUPS = 12


def sign_flip_p(sums: Floats, draws: int, rng: np.random.Generator) -> Floats:
    """Two-sided p-values for "the differences are symmetric around zero, group by group".

    Definition: under the null hypothesis the sign of a whole group (a document) is arbitrary. With S_g the sum of
    differences in group g, p = share of sign assignments e with |sum e_g S_g| >= |sum S_g|. All 2^G assignments
    are used for small G; otherwise (1 + hits) / (1 + draws) over random ones (Phipson and Smyth 2010), which is
    never 0 and never too small.

    Args:
        sums: groups x comparisons; 0 where a comparison has nothing in a group.
        draws: number of random sign assignments.
        rng: source of the signs; the same assignments serve all comparisons.

    Returns:
        One p-value per comparison.
    """
    observed = np.abs(sums.sum(axis=0))
    threshold = observed - AS_FAR * np.abs(sums).sum(axis=0)
    if len(sums) <= EXACT_GROUPS:
        signs = np.array(list(product((-1.0, 1.0), repeat=len(sums))))
        return np.asarray((np.abs(signs @ sums) >= threshold).mean(axis=0))
    hits = np.zeros(sums.shape[1])
    for size in _chunks(draws):
        signs = rng.integers(0, 2, size=(size, len(sums))) * 2.0 - 1.0
        hits += (np.abs(signs @ sums) >= threshold).sum(axis=0)
    return np.asarray((1 + hits) / (1 + draws))


def _chunks(draws: int, size: int = 1000) -> list[int]:
    """Parts of at most `size`, so that memory stays small whatever the number of draws."""
    return [size] * (draws // size) + ([draws % size] if draws % size else [])


def sign_flip_p_plain(sums: Floats) -> Floats:
    """The exact test by looping over all sign assignments of one comparison after the other. For tests."""
    result = []
    for column in sums.T:
        target = abs(column.sum()) - AS_FAR * np.abs(column).sum()
        outcomes = [abs(float(np.dot(signs, column))) for signs in product((-1, 1), repeat=len(column))]
        result.append(sum(outcome >= target for outcome in outcomes) / len(outcomes))
    return np.array(result)
