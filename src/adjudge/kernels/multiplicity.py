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
