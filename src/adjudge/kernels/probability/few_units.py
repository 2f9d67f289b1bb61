"""How many units an interval needs: the one rule, for everything that prints an interval, a set or a range of ranks.

A unit is what is taken as independent: documents (segments where these are unknown), annotators, sessions, copies.

Errors with Student's t, from as many degrees of freedom as there are units of equal weight, hold their level from two
units on, because they are then wide enough. Two are needed on every side, that is for every system, direction or
condition that is compared; what rests on a single unit has no error. Units drawn again (a bootstrap) differ less than
new ones would: with 2, 3, 4 and 6 documents 95% intervals of alpha held the truth in .51, .57, .85 and .89 of
campaigns, those of strengths in .47, .70, .77 and .84 (benchmarks/study_few_units.py). Ten are needed; with fewer
nothing is printed that comes from units drawn again.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.probability.normal import distribution
from adjudge.kernels.probability.student import quantile_of_t

#: On every side, for errors with Student's t.
FEWEST_FOR_ERRORS: Final = 2
#: On every side, for whatever comes from units drawn again.
FEWEST_TO_DRAW: Final = 10
#: Of units that are hardly more than one: the quantile of t is beyond 10^5 then.
LEAST_FREEDOM: Final = 0.2


def equal_units(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The number of units of equal weight that would say as much: (sum w)^2 / sum w^2 (Kish 1965).

    Args:
        weights: units in the first axis; at least one of them above 0.
    """
    return np.asarray(weights.sum(axis=0) ** 2 / (weights**2).sum(axis=0))


def long_tail(level: float, units: int) -> float:
    """The share of replicates beyond an end of a percentile interval, below (1 - level) / 2.

    The bootstrap divides the spread of units by their number and takes it as known, so that intervals from few units
    are too short; sqrt(n / (n - 1)) times Student's quantile for n - 1 degrees of freedom makes it good (Hesterberg
    2015).

    Args:
        level: of the interval.
        units: that are drawn, two or more.
    """
    return distribution(math.sqrt(units / (units - 1)) * quantile_of_t((1 - level) / 2, units - 1))
