"""Infit and outfit of annotators under a many-facet Rasch model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import polars as pl

from adjudge.auditing.annotators.ratings.rows import DescribedRows
from adjudge.kernels.rasch.categories import to_categories
from adjudge.kernels.rasch.fit_statistics import fit_statistics
from adjudge.kernels.rasch.rating_scale import fit_rating_scale
from adjudge.scoring.model_factors import level_codes

Facets = Literal["system, segment, annotator", "output, annotator"]


@dataclass(frozen=True)
class ModelFit:
    """How an annotator's ratings vary around what the model expects; both are about 1 if it holds.

    Args:
        infit: mean square weighted by information: above 1 erratic, below 1 more regular than chance.
        outfit: plain mean square, sensitive to single surprising ratings.
        ratings: ratings behind them: outputs that others rated, too, and not all at one end of the scale.
        facets: what the model explains scores by, see `model_fits`.
    """

    infit: float
    outfit: float
    ratings: int
    facets: Facets


def model_fits(rows: DescribedRows) -> dict[str, ModelFit]:
    """Infit and outfit of every annotator who shares outputs with others, by name.

    The many-facet rating scale model of systems, segments and annotators (Linacre 1989), over outputs that two or more
    annotators rated; scores are in up to 7 classes, cut at quantiles that all annotators share. If the ratings do not
    connect all systems, segments and annotators, so that their measures cannot be told apart, and if there is one
    system, a measure of every output takes the place of systems and segments. Definitions in `kernels.rasch`.
    """
    shared = rows.averaged.filter(pl.len().over("_item") > 1)
    if shared.is_empty() or shared["score"].n_unique() == 1:
        return {}
    category = to_categories(shared["score"].to_numpy())
    parts = {name: level_codes(shared, name) for name in ("annotator", "system", "_segment", "_item")}
    facets: Facets = "system, segment, annotator"
    fit = fit_rating_scale(category, (parts["annotator"], parts["system"], parts["_segment"]))
    if shared["system"].n_unique() == 1 or not (fit.connected and fit.converged):
        facets = "output, annotator"
        fit = fit_rating_scale(category, (parts["annotator"], parts["_item"]))
    if not fit.used.any() or not fit.converged:
        return {}
    found = fit_statistics(fit, 0)
    names = dict(zip(parts["annotator"].tolist(), shared["annotator"].to_list(), strict=True))
    return {
        names[code]: ModelFit(infit, outfit, ratings, facets)
        for code, (infit, outfit, ratings) in enumerate(
            zip(found.infit.tolist(), found.outfit.tolist(), found.ratings.tolist(), strict=True)
        )
        if ratings and np.isfinite([infit, outfit]).all()
    }
