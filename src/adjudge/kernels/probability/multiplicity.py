"""Corrections of a family of p-values for multiple testing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def holm(p: Floats) -> Floats:
    """Holm's step-down adjustment; controls the chance of any false positive at any dependence.

    Definition: with p sorted upwards, adjusted p_(i) = max over j <= i of min(1, (m - j + 1) p_(j)) (Holm 1979).

    Checked against: `statsmodels`' definition by hand-worked examples in tests/unit/kernels.

    Args:
        p: the family, in any order.

    Returns:
        Adjusted p-values in the order of the input.
    """
    order = np.argsort(p, kind="stable")
    steps = np.minimum(1.0, p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.maximum.accumulate(steps) if len(p) else steps
    return adjusted


def benjamini_hochberg(p: Floats) -> Floats:
    """Step-up adjustment that controls the share of false positives under independence or positive dependence.

    Definition: with p sorted upwards, adjusted p_(i) = min over j >= i of min(1, m p_(j) / j)
    (Benjamini and Hochberg 1995).

    Checked against: `scipy.stats.false_discovery_control(method="bh")` (tests/laws).
    """
    return _step_up(p, 1.0)


def benjamini_yekutieli(p: Floats) -> Floats:
    """The same at any dependence: multiplied by 1 + 1/2 + ... + 1/m (Benjamini and Yekutieli 2001).

    Checked against: `scipy.stats.false_discovery_control(method="by")` (tests/laws).
    """
    return _step_up(p, float((1 / np.arange(1, len(p) + 1)).sum()))


def _step_up(p: Floats, factor: float) -> Floats:
    order = np.argsort(p, kind="stable")[::-1]
    steps = np.minimum(1.0, p[order] * factor * len(p) / np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum.accumulate(steps) if len(p) else steps
    return adjusted
