"""What every coefficient of agreement is here: a function of how often each document counts.

With weight 1 for every document it is the estimate; with the counts of a bootstrap replicate it is that replicate's
value; with one document at 0 it is what the jackknife needs. A document that is drawn twice counts as two documents:
its items are different items with the same ratings. Each coefficient adds up what it needs of a document once, so
that a thousand replicates are a few products of matrices.
"""

from __future__ import annotations

from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.rounding import NOISE

Floats = NDArray[np.float64]

#: Why a coefficient has no value: no ratings at all; no item with two ratings; nothing but one score, so that chance
#: cannot be told from agreement; too few ratings beyond the items and annotators to see any noise; no two
#: systems that could differ.
Reason = Literal["no ratings", "no item rated twice", "all scores equal", "too few ratings", "one system"]


class Coefficient(Protocol):
    """A coefficient, or several of them, of the ratings of some documents."""

    @property
    def documents(self) -> int:
        """Number of documents that the coefficient is computed from."""

    @property
    def reason(self) -> Reason | None:
        """Why the coefficient has no value; None if it has one."""

    def at(self, weights: Floats) -> Floats:
        """Value for each row of document weights (replicates x documents); NaN where it is not defined.

        Several coefficients at once are the columns of the answer.
        """


def value_of(coefficient: Coefficient) -> float | None:
    """The estimate; None where it is not defined, see `reason`."""
    if coefficient.reason is not None:
        return None
    value = float(coefficient.at(np.ones((1, coefficient.documents)))[0])
    return value if np.isfinite(value) else None


def ratio(numerator: Floats, denominator: Floats, scale: Floats | float = 0.0) -> Floats:
    """A quotient; NaN where the denominator is not positive, or 0 but for rounding beside what entered it.

    Args:
        numerator: above the line.
        denominator: below it.
        scale: the sum of the magnitudes that entered the denominator, if it is a difference.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(denominator > NOISE * scale, numerator / denominator, np.nan)
