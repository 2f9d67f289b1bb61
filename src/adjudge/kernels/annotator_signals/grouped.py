"""Correlations and slopes of many groups at once, with standard errors that allow for clusters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.rounding import is_noise, settle

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Correlations:
    """One correlation per group.

    Args:
        value: Pearson's correlation; NaN where a variable does not vary.
        error: its standard error, from sums over clusters.
        rows: number of rows.
        clusters: number of clusters.
    """

    value: Floats
    error: Floats
    rows: Codes
    clusters: Codes


def grouped_correlation(x: Floats, y: Floats, group: Codes, cluster: Codes, *, groups: int) -> Correlations:
    """Pearson's correlation in every group.

    With both variables standardised in the group (n in the deviation), r = mean(u v), and row i moves it by
    (u v - r (u^2 + v^2) / 2) / n. The variance is the sum of squares of these over clusters, times c / (c - 1).

    Checked against: `numpy.corrcoef` and a plain twin of the error (tests/laws).

    Args:
        x: one variable.
        y: the other.
        group: code of the group of each row, from 0.
        cluster: code of the cluster; rows of one cluster may depend on each other. Equal codes in different groups are
            different clusters.
        groups: number of groups.
    """
    n = np.bincount(group, minlength=groups)
    u, v = _standardised(x, group, n), _standardised(y, group, n)
    with np.errstate(invalid="ignore", divide="ignore"):
        r = np.bincount(group, u * v, groups) / n
        moved = (u * v - r[group] * (u**2 + v**2) / 2) / n[group]
    return Correlations(r, *_errors(moved, group, cluster, groups, n))


@dataclass(frozen=True, eq=False)
class Slopes:
    """One slope per group.

    Args:
        value: the slope; NaN where the explaining variable does not vary.
        error: its standard error, by leaving out one cluster at a time; 0 where it is 0 but for rounding.
        clusters: effective number of clusters: (sum of w)^2 / sum of w^2, with w the part of a cluster in the sum of
            squares of the explaining variable.
    """

    value: Floats
    error: Floats
    clusters: Floats


def grouped_slope(y: Floats, x: Floats, group: Codes, cluster: Codes, *, groups: int, within: Codes) -> Slopes:
    """Least-squares slope of y on x in every group, after the means of parts of a group were taken out of both.

    slope = sum(x y) / sum(x^2) over deviations from the means of the part. With g_c = sum of x e over the rows of
    cluster c, e the residuals, and h_c its share of sum(x^2), the variance is (n - 1) / n times the sum over the n
    clusters of (g_c / (1 - h_c))^2, divided by sum(x^2)^2: what leaving out one cluster at a time gives, with the means
    of the parts as they are. It is on the large side, above all with few clusters.

    Checked against: `numpy.linalg.lstsq` with one column per part, and refitting without each cluster (tests/laws).

    Args:
        y: explained.
        x: explaining.
        group: code of the group of each row, from 0.
        cluster: as for correlations.
        groups: number of groups.
        within: code of the part of the group, such as annotator and system; a part belongs to one group.
    """
    x, y = _centred(x, within), _centred(y, within)
    place, owner = _clusters(group, cluster)
    with np.errstate(invalid="ignore", divide="ignore"):
        spread = np.bincount(group, x * x, groups)
        slope = np.bincount(group, x * y, groups) / spread
        part = np.bincount(place, x * x, len(owner)) / spread[owner]
        moved = np.bincount(place, x * (y - slope[group] * x), len(owner)) / spread[owner] / (1 - part)
        number = np.bincount(owner, minlength=groups)
        error = np.sqrt(np.bincount(owner, moved**2, groups) * (number - 1) / number)
        effective = 1 / np.bincount(owner, part**2, groups)
        error = np.where(is_noise(error, np.sqrt(np.bincount(group, y * y, groups) / spread)), 0.0, error)
    return Slopes(slope, error, effective)


def _centred(values: Floats, part: Codes) -> Floats:
    away = values - (np.bincount(part, values) / np.maximum(np.bincount(part), 1))[part]
    return settle(away, float(np.abs(values).max(initial=0.0)))


def _standardised(values: Floats, group: Codes, n: Codes) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        centred = values - (np.bincount(group, values, len(n)) / n)[group]
        sd = np.sqrt(np.bincount(group, centred**2, len(n)) / n)
        largest = np.zeros(len(n))
        np.maximum.at(largest, group, np.abs(values))
        return np.asarray(centred / np.where(is_noise(sd, largest), np.nan, sd)[group])


def _clusters(group: Codes, cluster: Codes) -> tuple[Codes, Codes]:
    """The place of each row's cluster among those of all groups, and the group of each cluster."""
    size = int(cluster.max(initial=0)) + 1
    codes, place = np.unique(group.astype(np.int64) * size + cluster, return_inverse=True)
    return place.astype(np.intp), (codes // size).astype(np.intp)


def _errors(moved: Floats, group: Codes, cluster: Codes, groups: int, n: Codes) -> tuple[Floats, Codes, Codes]:
    """Standard errors from what each row moves, the number of rows, the number of clusters."""
    place, owner = _clusters(group, cluster)
    sums = np.bincount(place, moved, len(owner))
    clusters = np.bincount(owner, minlength=groups)
    with np.errstate(invalid="ignore", divide="ignore"):
        variance = np.bincount(owner, sums**2, groups) * clusters / (clusters - 1)
    return np.sqrt(variance), n, clusters
