"""The normal distribution, without importing SciPy: its start-up costs more than most analyses."""

from __future__ import annotations

import math
from statistics import NormalDist

_STANDARD = NormalDist()


def upper_tail(x: float) -> float:
    """P(Z > x), with full relative precision in the far tail."""
    return 0.5 * math.erfc(x / math.sqrt(2))


def quantile(p: float) -> float:
    """The x with P(Z <= x) = p."""
    return _STANDARD.inv_cdf(p)


def distribution(x: float) -> float:
    """P(Z <= x)."""
    return upper_tail(-x)
