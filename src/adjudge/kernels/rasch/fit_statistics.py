"""Infit and outfit: whether ratings vary around what a Rasch model expects as much as it says."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from adjudge.kernels.agreement.coefficient import ratio
from adjudge.kernels.rasch.categories import Floats, Ints
from adjudge.kernels.rasch.rating_scale import RatingScaleFit


class FitStatistics(NamedTuple):
    """One number for each element of a facet; NaN for elements without used ratings.

    Args:
        infit: mean square weighted by information.
        outfit: plain mean square.
        ratings: number of used ratings.
    """

    infit: Floats
    outfit: Floats
    ratings: Ints


def fit_statistics(fit: RatingScaleFit, facet: int) -> FitStatistics:
    """Mean squares of the elements of a facet.

    Definition (Wright and Masters 1982, chapter 5): with x a rating, E its expectation and V its variance,

        infit = sum (x - E)^2 / sum V,   outfit = mean of (x - E)^2 / V,

    over the ratings of the element. Both are about 1 if the model holds: more is erratic, less is more
    regular than chance, as of an annotator who gives everything nearly the same score. Outfit is sensitive to single
    surprising ratings.

    Checked against: sums by element from a plain likelihood maximised by SciPy, to 1e-8 (tests/laws); annotators of
    known noise (tests/recovery); RaschPy 1.4.0 by hand: the same mean squares at its estimates, to 1e-15.

    Args:
        fit: the model.
        facet: number of the facet.
    """
    size, code, moments = len(fit.measures[facet]), fit.facets[facet], fit.moments
    squares = (fit.category - moments.expected) ** 2
    parts = (squares, moments.variance, squares / moments.variance, np.ones(len(code)))
    weighted, variance, plain, counts = (np.bincount(code, part, size).astype(np.float64) for part in parts)
    return FitStatistics(ratio(weighted, variance), ratio(plain, counts), counts.astype(np.intp))
