"""Infit and outfit of annotators under a many-facet Rasch model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from adjudge.auditing.annotators.ratings.rows import DescribedRows
from adjudge.kernels.rasch.categories import to_categories
from adjudge.kernels.rasch.fit_statistics import fit_statistics
from adjudge.kernels.rasch.rating_scale import fit_rating_scale


@dataclass(frozen=True)
class ModelFit:
    """How an annotator's ratings vary around what the model expects; both are about 1 if it holds.

    Args:
        infit: mean square weighted by information: above 1 erratic, below 1 more regular than chance.
        outfit: plain mean square, sensitive to single surprising ratings.
        ratings: ratings behind them: outputs that others rated, too, and not all at one end of the scale.
    """

    infit: float
    outfit: float
    ratings: int


def model_fits(rows: DescribedRows) -> dict[str, ModelFit]:
    """Infit and outfit of every annotator who shares outputs with others, by name.

    The model has an effect of every output and of every annotator; scores are in up to 7 classes, cut at quantiles that
    all annotators share. Definitions in `kernels.rasch`.
    """
    cells = rows.cells.paired
    if not len(cells.score) or np.ptp(cells.score) == 0:
        return {}
    fit = fit_rating_scale(to_categories(cells.score), (cells.item, cells.annotator))
    if not fit.used.any() or not fit.converged:
        return {}
    found = fit_statistics(fit, 1)
    return {
        rows.annotators[code]: ModelFit(infit, outfit, ratings)
        for code, infit, outfit, ratings in zip(
            cells.annotators.tolist(), found.infit.tolist(), found.outfit.tolist(), found.ratings.tolist(), strict=True
        )
        if ratings and np.isfinite([infit, outfit]).all()
    }
