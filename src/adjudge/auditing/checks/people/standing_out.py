"""Who stands out: tests of each person against the others, at one level for all together."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.probability.normal import quantile

Floats = NDArray[np.float64]

#: A campaign without fault is accused of one by chance in at most one of a hundred, however many people judged.
LEVEL: Final = 0.01


def median_of_others(values: Floats) -> Floats:
    """For each value the median of all the others; NaN values are passed over."""
    return np.array([_median(np.delete(values, i)) for i in range(len(values))])


def spread_of_others(values: Floats) -> Floats:
    """For each value 1.4826 times the median distance of all the others from their median; 0 for one other."""
    spreads = []
    for i in range(len(values)):
        others = np.delete(values, i)
        spreads.append(1.4826 * _median(np.abs(others - _median(others))))
    return np.array(spreads)


def _median(values: Floats) -> float:
    known = values[~np.isnan(values)]
    return float(np.median(known)) if len(known) else float("nan")


def far_below(values: Floats, errors: Floats, usual: float, centre: Floats | None = None) -> NDArray[np.bool_]:
    """Which values lie further below the others than chance explains.

    Each value is compared with the median of the others, or with the centre given. People differ, so the deviation of
    the comparison is made of its own standard error and of the spread of the others: 1.4826 times the median distance
    from the median, at least `usual` and at most twice that, so that several bad ones do not hide each other. The
    level .01 is shared by all (Bonferroni).

    Args:
        values: one per person; NaN if unknown.
        errors: their standard errors.
        usual: the smallest standard deviation between people that is assumed; the largest is twice that.
        centre: what each value is compared with; the median of the others if left out.
    """
    known = int((~np.isnan(values)).sum())
    if known < 2:
        return np.zeros(len(values), dtype=bool)
    between = np.clip(spread_of_others(values), usual, 2 * usual) ** 2
    spread = np.sqrt(between * (1 + 1 / (known - 1)) + errors**2)
    with np.errstate(invalid="ignore"):
        away = values - (median_of_others(values) if centre is None else centre)
        return np.asarray(away / spread < quantile(LEVEL / known))
