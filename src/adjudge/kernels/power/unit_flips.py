"""Power of the test by sign flips of units, such as documents: the test behind the lines of the default ranking."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from adjudge.kernels.probability.normal import quantile

Floats = NDArray[np.float64]

#: From so many degrees of freedom on Student's distribution is normal for this purpose.
MANY_UNITS: Final = 200.0
#: No statement where less than this is left of 1 - critical^2 / units.
LEAST_BOUND: Final = 0.5
#: Nor with fewer equal units than this.
FEWEST_UNITS: Final = 8.0


def flip_threshold(critical: float, units: ArrayLike) -> Floats:
    """What a difference in standard errors must exceed for its flip statistic to exceed a critical value.

    Definition: the error under the hypothesis grows with the difference d itself, T^2 = d^2 / (e^2 + d^2 / G), with e
    the standard error and G the number of equal units. So |T| > critical is |d| / e > t with t^2 = critical^2 / (1 -
    critical^2 / G), which no difference reaches if critical^2 >= G.

    Checked against: the statistic itself (tests/laws).

    Args:
        critical: value that |T| must exceed.
        units: G of every pair.
    """
    left = 1 - critical**2 / np.asarray(units, dtype=np.float64)
    return np.where(left > 0, critical / np.sqrt(np.where(left > 0, left, 1.0)), np.inf)


def is_precise(critical: float, units: ArrayLike) -> NDArray[np.bool_]:
    """Whether power can be stated with some precision.

    Not where critical^2 is more than half of G, or G is below 8: all of this is too rough there (power .5 instead of .8
    with 13 documents and six systems, benchmarks/study_smallest.py).
    """
    held = np.asarray(units, dtype=np.float64)
    return np.asarray((held >= FEWEST_UNITS) & (1 - critical**2 / np.maximum(held, FEWEST_UNITS) >= LEAST_BOUND))


def flip_power(shift: ArrayLike, threshold: ArrayLike, freedom: ArrayLike) -> Floats:
    """P(t > threshold) of Student's t, non-central by a positive difference in standard errors.

    Args:
        shift: the difference in standard errors.
        threshold: see `flip_threshold`.
        freedom: G - 1.
    """
    from scipy.special import nctdtr, ndtr

    centre, limit, held = (np.asarray(part, dtype=np.float64) for part in (shift, threshold, freedom))
    above = np.where(held > MANY_UNITS, ndtr(centre - limit), 1 - nctdtr(np.minimum(held, MANY_UNITS), centre, limit))
    return np.asarray(np.clip(above, 0.0, 1.0))


def flip_shift(power: float, threshold: ArrayLike, freedom: ArrayLike) -> Floats:
    """The difference in standard errors that is found with this power: the inverse of `flip_power`."""
    from scipy.special import nctdtrinc

    limit, held = (np.asarray(part, dtype=np.float64) for part in (threshold, freedom))
    few = nctdtrinc(np.minimum(held, MANY_UNITS), 1 - power, limit)
    return np.asarray(np.where(held > MANY_UNITS, limit + quantile(power), few))
