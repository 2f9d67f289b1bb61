"""Scores on a fine scale as a few ordered categories."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


def to_categories(score: ArrayLike, most: int = 7) -> Ints:
    """Number of the category of each score, from 0, without gaps.

    Definition: the different scores themselves if there are no more than `most`; else classes with about equally many
    ratings, cut at the quantiles 1/most, 2/most, ...; equal scores are in one class, so that there can be fewer
    classes. Cuts at quantiles, because a category that hardly anybody uses has no step that could be estimated. All
    annotators share the cuts.

    Checked against: `numpy.quantile` and counts on scores without ties (tests/unit).
    """
    scores = np.asarray(score, dtype=np.float64)
    values, code, counts = np.unique(scores, return_inverse=True, return_counts=True)
    if len(values) > most:
        # A value goes where the middle of its ratings lies.
        middle = (np.cumsum(counts) - counts / 2) / len(scores)
        code = np.unique(np.minimum((middle * most).astype(np.intp), most - 1), return_inverse=True)[1][code]
    return code.astype(np.intp)
