"""Student's t distribution, from the small part of SciPy that is quick to import (unlike `scipy.stats`)."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.probability.normal import quantile

Floats = NDArray[np.float64]
#: From so many degrees of freedom on the expansion around the normal quantile is exact to nine digits.
_MANY: Final = 100.0


def upper_tail_of_t(t: float, freedom: float) -> float:
    """P(T > t)."""
    from scipy.special import stdtr

    return float(stdtr(freedom, -t))


def quantile_of_t(p: float, freedom: float) -> float:
    """The t with P(T <= t) = p."""
    return float(quantiles_of_t(p, np.array(freedom)))


def quantiles_of_t(p: float, freedom: Floats) -> Floats:
    """The same for many degrees of freedom.

    Definition: with 100 degrees of freedom and more z + sum g_k(z) / freedom^k up to k = 4 (Abramowitz and Stegun 1964,
    26.7.5), z the normal quantile, which saves the import of SciPy; else SciPy's.

    Checked against: `scipy.special.stdtrit` (tests/unit).
    """
    if (freedom < _MANY).any():
        from scipy.special import stdtrit

        return np.asarray(stdtrit(freedom, p), dtype=np.float64)
    z = quantile(p)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return np.asarray(sum(term / freedom**k for k, term in enumerate(terms)), dtype=np.float64)
