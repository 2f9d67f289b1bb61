"""Zero but for rounding: one tolerance wherever numbers that were computed are compared with 0 or with each other."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

#: Below this share of the largest magnitude that entered it, a sum is 0 but for rounding.
#:
#: Above the noise: a sum of n doubles is off by at most n eps, and as a rule by sqrt(n) eps, of the sum of their
#: magnitudes, eps = 2.2e-16 (Higham 2002, section 4.2). 1e-12 is 4,500 eps: room for 4,500 steps at the worst, and
#: for millions as a rule. Below the data: scores have seven digits at most, and means of k and m of them that are not
#: equal differ by 1 / (k m) of the last digit at least.
NOISE: Final = 1e-12

#: A statistic of drawn signs or documents within this share of the observed one is as far from chance: ties on paper
#: count against the finding. Wider than `NOISE`, because it compares quotients and differences of such sums; a tie that
#: is none makes p larger, never smaller.
AS_FAR: Final = 1e-9

#: Below this share of what they could be, errors of fitted estimates are rounding, and differences of these estimates:
#: the equations of a fit lose digits, and its steps end early.
FIT_NOISE: Final = 1e-9


def is_noise(values: ArrayLike, scale: ArrayLike) -> Bools:
    """Whether values are 0 but for rounding.

    Args:
        values: results of sums and differences, or, for squares, their roots.
        scale: the largest magnitude that entered each.
    """
    return np.asarray(np.abs(values) <= NOISE * np.abs(scale), dtype=np.bool_)


def without_noise(values: Floats, scale: ArrayLike) -> Floats:
    """The values, with 0 for those that are 0 but for rounding."""
    return np.where(is_noise(values, scale), 0.0, values)


def settle(values: Floats, scale: float | None = None) -> Floats:
    """The values, those equal but for rounding made equal bit for bit, and those 0 but for rounding made 0.

    Scores given as .3 - .2 and .4 - .3 differ by the same .1 on paper, and by 8e-17 in doubles: a test of ranks must
    see a tie. Magnitudes are settled, so x and -x stay so. Missing values stay missing.

    Args:
        values: scores, or differences of scores.
        scale: the largest magnitude that entered them; that of the values themselves if None. Differences need the
            scale of the scores: whatever is left of 100.1 - 100.1 is nothing beside 100.
    """
    size = np.abs(values)
    largest = float(np.max(size, where=np.isfinite(size), initial=0.0)) if scale is None else abs(scale)
    if not largest:
        return values
    order = np.argsort(size, axis=None)  # missing ones last
    ordered = size.ravel()[order]
    first = np.diff(ordered, prepend=0.0) > NOISE * largest
    groups = np.cumsum(first)
    settled = np.empty_like(ordered)
    settled[order] = np.r_[0.0, ordered[first]][groups]
    return np.where(np.isfinite(values), np.copysign(settled.reshape(size.shape), values) + 0.0, values)


def variance_of(values: Floats) -> float:
    """The variance (n - 1), 0 for values that are equal but for rounding; NaN with fewer than two.

    The computed one of equal values need not be: seven times .1 have a variance of 2e-34, and a t of 1e16.
    """
    if len(values) < 2:
        return math.nan
    return 0.0 if is_noise(np.ptp(values), np.abs(values).max()) else float(values.var(ddof=1))
