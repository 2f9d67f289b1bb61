"""Student's t distribution, from the small part of SciPy that is quick to import (unlike `scipy.stats`)."""

from __future__ import annotations


def upper_tail_of_t(t: float, freedom: float) -> float:
    """P(T > t)."""
    from scipy.special import stdtr

    return float(stdtr(freedom, -t))


def quantile_of_t(p: float, freedom: float) -> float:
    """The t with P(T <= t) = p."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, p))
