"""Who stands out: tests of each person against the others, at one level for all together."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.probability.normal import quantile

Floats = NDArray[np.float64]

#: A campaign without fault is accused of one by chance in at most one of a hundred, however many people judged.
LEVEL: Final = 0.01
#: Up to so many values, leaving out one moves the median.
_FEW: Final = 50


def median_of_others(values: Floats) -> Floats:
    """For each value the median of all the others, NaN if there are none; NaN values are passed over.

    Checked against: the median of each list without the value (tests/laws).
    """
    known = ~np.isnan(values)
    ordered = np.sort(values[known])
    n = len(ordered)
    if n == 0:
        return np.full(len(values), np.nan)
    place = np.searchsorted(ordered, values)  # of the value that is left out; values that are unknown leave out none
    left = n - known.astype(np.intp)
    low, high = (left - 1) // 2, left // 2
    both = [np.where(known & (place <= at), at + 1, at) for at in (low, high)]
    middle = (ordered[np.clip(both[0], 0, n - 1)] + ordered[np.clip(both[1], 0, n - 1)]) / 2
    return np.where(left > 0, middle, np.nan)


def spread_of_others(values: Floats) -> Floats:
    """For each value 1.4826 times the median distance of all the others from the median of all; 0 for one other.

    Among more than a few the median of all is that of the others.
    """
    known = values[~np.isnan(values)]
    if len(known) <= _FEW:
        return np.array([1.4826 * _distance(np.delete(values, i)) for i in range(len(values))])
    return 1.4826 * median_of_others(np.abs(values - np.median(known)))


def _distance(values: Floats) -> float:
    """Median distance from the median."""
    known = values[~np.isnan(values)]
    return float(np.median(np.abs(known - np.median(known)))) if len(known) else float("nan")


def far_below(
    values: Floats, errors: Floats, usual: float, *, centre: Floats | None = None, level: float = LEVEL
) -> NDArray[np.bool_]:
    """Which values lie further below the others than chance explains.

    Each value is compared with the median of the others, or with the centre given. People differ, so the deviation of
    the comparison is made of its own standard error and of the spread of the others: 1.4826 times the median distance
    from the median, at least `usual` and at most twice that, so that several bad ones do not hide each other. The
    level is shared by all (Bonferroni).

    Args:
        values: one per person; NaN if unknown.
        errors: their standard errors.
        usual: the smallest standard deviation between people that is assumed; the largest is twice that.
        centre: what each value is compared with; the median of the others if left out.
        level: shared by all.
    """
    known = int((~np.isnan(values)).sum())
    if known < 2:
        return np.zeros(len(values), dtype=bool)
    between = np.clip(spread_of_others(values), usual, 2 * usual) ** 2
    spread = np.sqrt(between * (1 + 1 / (known - 1)) + errors**2)
    with np.errstate(invalid="ignore"):
        away = values - (median_of_others(values) if centre is None else centre)
        return np.asarray(away / spread < quantile(level / known))


#: Degrees of freedom that the errors of the others are worth: their own differ by a factor of about 1.5, as a variance
#: with eight degrees of freedom does.
_WORTH: Final = 8
#: People from which the errors of the others say something.
_FEWEST: Final = 4


def steadied(errors: Floats, freedom: Floats) -> tuple[Floats, Floats]:
    """Standard errors from few documents, drawn towards those of the others, and their degrees of freedom.

    The variance is (f v + 8 m) / (f + 8), with v the person's own, f its degrees of freedom and m the median of the
    others' variances, and it has f + 8 degrees of freedom: the moderated t of Smyth (2004) with a fixed prior.

    Args:
        errors: one per person; NaN if unknown.
        freedom: degrees of freedom of each.
    """
    if int((~np.isnan(errors)).sum()) < _FEWEST:
        return errors, freedom
    others = median_of_others(errors**2)
    return np.sqrt((freedom * errors**2 + _WORTH * others) / (freedom + _WORTH)), freedom + _WORTH
