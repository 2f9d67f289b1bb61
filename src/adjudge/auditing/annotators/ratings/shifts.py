"""Whether one annotator's scores moved more than those of the others between two sets of documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.rounding import settle, variance_of

Floats = NDArray[np.float64]
#: Fewer documents on either side say nothing about a change.
FEWEST_UNITS: Final = 3
#: Means of the documents of one annotator by their number, before and after.
Sides = tuple[Mapping[int, float], Mapping[int, float]]


@dataclass(frozen=True)
class Shift:
    """How an annotator moved.

    Args:
        points: change less the mean change of the others; None if there is nobody to compare with.
        se: its standard error; None with fewer than three documents on a side.
        p: two-sided p-value of no shift; None likewise.
    """

    points: float | None
    se: float | None = None
    p: float | None = None


def shifts(sides: Mapping[str, Sides]) -> dict[str, Shift]:
    """The shift of every annotator, by name.

    Definition: with m_jd the mean of annotator j in document d and n_j the number of j's documents, the change c_j is
    the mean of m_jd after, less that before; the shift of i is c_i less the mean of c_j over the k - 1 others with
    three documents or more on both sides. With w_i = 1 and w_j = -1 / (k - 1), the variance of a side is

        V = sum over documents of (sum over annotators of w_j (m_jd - mean of m_j) / sqrt(n_j (n_j - 1)))^2,

    which allows for documents that several annotators rated; where nobody shares any it is the sum of w_j^2 s_j^2 /
    n_j, as in Welch's test. Degrees of freedom of a side: (sum l)^2 / sum l^2 - 1 over documents, l the variance that
    a document contributes if annotators are independent; of both, Satterthwaite's formula.

    Checked against: Welch's variance by `scipy.stats` where documents are not shared, and the paired t test where all
    are (tests/unit); the level of the test with variances that differ (tests/recovery).

    Args:
        sides: of every annotator, means of documents before and after.
    """
    change = {name: _mean(after) - _mean(before) for name, (before, after) in sides.items()}
    enough = {name for name, two in sides.items() if min(map(len, two)) >= FEWEST_UNITS}
    found = {}
    for name in sides:
        others = sorted(enough - {name})
        if not others:
            found[name] = Shift(None)
            continue
        points = change[name] - float(np.mean([change[other] for other in others]))
        weights = {name: 1.0} | dict.fromkeys(others, -1 / len(others))
        found[name] = _tested(points, weights, sides) if name in enough else Shift(points)
    return found


def _mean(documents: Mapping[int, float]) -> float:
    return float(np.mean(list(documents.values())))


def _tested(points: float, weights: Mapping[str, float], sides: Mapping[str, Sides]) -> Shift:
    from scipy.special import stdtr

    parts = [_variance(weights, {name: sides[name][side] for name in weights}) for side in (0, 1)]
    variance = sum(part for part, _ in parts)
    if variance <= 0:
        return Shift(points)
    freedom = variance**2 / sum(part**2 / free for part, free in parts if part > 0)
    return Shift(points, variance**0.5, float(2 * stdtr(freedom, -abs(points) / variance**0.5)))


def _variance(weights: Mapping[str, float], means: Mapping[str, Mapping[int, float]]) -> tuple[float, float]:
    """Variance of the weighted sum of means on one side, and its degrees of freedom."""
    sums: dict[int, float] = {}
    alone: dict[int, float] = {}
    for name, weight in weights.items():
        values = np.array(list(means[name].values()))
        n = len(values)
        away = weight * settle(values - values.mean(), float(np.abs(values).max())) / np.sqrt(n * (n - 1))
        each = weight**2 * variance_of(values) / n**2
        for document, part in zip(means[name], away.tolist(), strict=True):
            sums[document] = sums.get(document, 0.0) + part
            alone[document] = alone.get(document, 0.0) + each
    variance, shares = sum(part**2 for part in sums.values()), np.array(list(alone.values()))
    return variance, max(1.0, float(shares.sum() ** 2 / (shares**2).sum() - 1) if shares.any() else 1.0)
