"""Straight trends of several groups at once, with jackknife errors that allow for dependence within clusters."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from adjudge.kernels.agreement.cells import Floats, Ints
from adjudge.kernels.agreement.coefficient import ratio
from adjudge.kernels.rounding import is_noise, settle


class Trends(NamedTuple):
    """One slope for each group.

    Args:
        slope: change of y for one unit of x; NaN if x does not vary.
        se: its standard error, 0 where it is 0 but for rounding; NaN with fewer than two clusters.
        clusters: number of clusters.
        freedom: degrees of freedom of the error: how many equally important clusters there are, less one.
    """

    slope: Floats
    se: Floats
    clusters: Ints
    freedom: Floats


def clustered_trends(group: Ints, cluster: Ints, x: Floats, y: Floats) -> Trends:
    """Least-squares slopes of y on x within groups.

    Definition: slope = sum (x - mean x) (y - mean y) / sum (x - mean x)^2. The error leaves out one cluster after the
    other: se^2 = (D - 1) / D sum over clusters of (slope without it - slope)^2. With few clusters, between which x
    varies most, it is wider than the usual sandwich, which is too narrow then (Bell and McCaffrey 2002). Clusters at
    the ends of x decide most: with w = (sum (x - mean x))^2 + sum (x - mean x)^2 of each cluster, for errors that are
    common to a cluster and those that are not, the degrees of freedom are (sum w)^2 / sum w^2 - 1.

    Checked against: `trend_plain` (tests/laws); the level of a test of no trend on simulated annotators
    (tests/recovery).

    Args:
        group: number of the group of each row, from 0 without gaps.
        cluster: number of the cluster, any numbers.
        x: where.
        y: how much.
    """
    groups = int(group.max(initial=-1)) + 1
    _, code = np.unique(cluster, return_inverse=True)
    both, place = np.unique(group * (int(code.max(initial=0)) + 1) + code, return_inverse=True)
    home = (both // (int(code.max(initial=0)) + 1)).astype(np.intp)
    # About the mean of the group, so that differences of large sums lose no digits.
    n = np.bincount(group, minlength=groups)
    x, y = (settle(v - (np.bincount(group, v, groups) / n)[group], float(np.abs(v).max(initial=0))) for v in (x, y))
    parts = np.array([np.bincount(place, part, len(both)) for part in (np.ones(len(x)), x, y, x * x, x * y)])
    totals = np.array([np.bincount(home, part, groups) for part in parts])
    slope, without = _slope(totals), _slope(totals[:, home] - parts)
    clusters = np.bincount(home, minlength=groups)
    with np.errstate(invalid="ignore", divide="ignore"):
        steepest = np.sqrt(np.bincount(group, y * y, groups) / totals[3])
        moved = without - slope[home]
        squares = np.bincount(home, np.where(is_noise(moved, steepest[home]), 0.0, moved) ** 2, groups)
    se = np.where(clusters > 1, np.sqrt(squares * (clusters - 1) / np.maximum(clusters, 1)), np.nan)
    weight = parts[1] ** 2 + parts[3]
    first, second = (np.bincount(home, part, groups).astype(np.float64) for part in (weight, weight**2))
    equal = ratio(first**2, second)
    return Trends(slope, se, clusters.astype(np.intp), np.maximum(1.0, equal - 1))


def _slope(parts: Floats) -> Floats:
    n, x, y, xx, xy = parts
    with np.errstate(divide="ignore", invalid="ignore"):
        return ratio(xy - x * y / n, xx - x * x / n, xx)


def trend_plain(cluster: Ints, x: Floats, y: Floats) -> tuple[float, float]:
    """Slope and error of a single group, by `numpy.polyfit` without each cluster."""
    slope = float(np.polyfit(x, y, 1)[0])
    names = np.unique(cluster)
    others = [np.polyfit(x[cluster != name], y[cluster != name], 1)[0] for name in names]
    return slope, float(np.sqrt((len(names) - 1) / len(names) * np.sum((np.array(others) - slope) ** 2)))
