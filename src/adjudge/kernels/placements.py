"""The effect size P(A > B) + half P(A = B), with an interval that knows about documents."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.normal import quantile

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


def placements(x: Floats, y: Floats) -> Floats:
    """For each value of x the share of y below it, plus half the share equal to it."""
    ordered = np.sort(y)
    low, high = np.searchsorted(ordered, x, "left"), np.searchsorted(ordered, x, "right")
    return (low + high) / (2 * len(y))


def effect_interval(x: Floats, y: Floats, x_documents: Ints, y_documents: Ints, level: float) -> tuple[float, float]:
    """Interval of theta = P(x > y) + half P(x = y), documents as the unit of sampling.

    Definition: theta is the mean placement of x in y. Its influence on document d is
    sum over x in d of (V_i - theta) / m - sum over y in d of (W_j - (1 - theta)) / n, with V and W the placements
    of x in y and of y in x; the variance is G / (G - 1) times the sum of their squares (the cluster form of
    DeLong et al. 1988; Obuchowski 1997). The interval is symmetric on the logit scale, so it stays within (0, 1).

    Checked against: with every score a document of its own, the variance of DeLong et al.; coverage on simulated
    documents (tests/laws).
    """
    v, w = placements(x, y), placements(y, x)
    theta = float(v.mean())
    size = int(max(x_documents.max(), y_documents.max())) + 1
    influence = np.bincount(x_documents, (v - theta) / len(x), size)
    influence -= np.bincount(y_documents, (w - (1 - theta)) / len(y), size)
    used = len(np.union1d(x_documents, y_documents))
    variance = float((influence**2).sum()) * used / max(used - 1, 1)
    if not 0 < theta < 1 or variance == 0:
        return (theta, theta) if variance == 0 and 0 < theta < 1 else (0.0, 1.0)
    half = quantile(0.5 + level / 2) * math.sqrt(variance) / (theta * (1 - theta))
    logit = math.log(theta / (1 - theta))
    return 1 / (1 + math.exp(-logit + half)), 1 / (1 + math.exp(-logit - half))
