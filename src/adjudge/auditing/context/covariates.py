"""What the effect of degraded context depends on: nearness, number and size of the damage (E7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from adjudge.auditing.context.effect import Floats, Unit, unit_codes
from adjudge.kernels.cluster_robust.regression import fit_clusters

#: One line for each covariate, in the order in which they enter.
COVARIATES: Final = {
    "after": "one degraded item of average size came before, not directly",
    "adjacent": "a degraded item came directly before",
    "further": "each further degraded item that came before",
    "magnitude": "each point that these items fell more than average",
    "copy first": "the copy was judged before the original",
}


@dataclass(frozen=True)
class Covariate:
    """One coefficient of the regression of original - copy, in points of the score; positive lowers the copy's score.

    Args:
        name: a key of `COVARIATES`, or `constant`.
        coefficient: estimate by least squares.
        low: lower end of its 95% interval; None if it has no error.
        high: upper end.
        p: two-sided, with CR2 errors.
    """

    name: str
    coefficient: float
    low: float | None
    high: float | None
    p: float | None


@dataclass(frozen=True)
class Regression:
    """The regression on all covariates that can be told apart.

    Args:
        rows: the constant and the covariates, in their order.
        n: pairs that enter.
        unit: unit of the errors.
        left_out: covariates that do not vary or depend on others.
    """

    rows: tuple[Covariate, ...]
    n: int
    unit: Unit
    left_out: tuple[str, ...]


def regress(pairs: pl.DataFrame, unit: Unit) -> Regression | None:
    """Regress original - copy on what came before in the copy, with errors that allow for dependence within units.

    Pairs after a degraded item whose original has no score are left out, because its magnitude is unknown.

    Args:
        pairs: of all groups.
        unit: unit of dependence.

    Returns:
        None if nothing came after a degraded item, or all pairs are of one unit.
    """
    known = pairs.filter(~pl.col("after") | pl.col("magnitude").is_not_null())
    codes = unit_codes(known, unit)
    if not known["after"].any() or codes.max() < 1:
        return None
    design, names, left_out = _design(known)
    if len(known) <= design.shape[1]:
        return None
    fit = fit_clusters(design, known["difference"].to_numpy(), codes)
    rows = []
    for column, name in enumerate(("constant", *names)):
        low, high = fit.interval(column) or (None, None)
        rows.append(Covariate(name, float(fit.coefficients[column]), low, high, fit.p_two_sided(column)))
    return Regression(tuple(rows), len(known), unit, tuple(left_out))


def _design(pairs: pl.DataFrame) -> tuple[Floats, list[str], list[str]]:
    """The columns that add something to those before them, their names, and the names of the others."""
    after = pl.col("after").cast(pl.Float64)
    middle = pl.col("magnitude").filter("after").mean()
    columns = pairs.select(
        after=after,
        adjacent=pl.col("adjacent").cast(pl.Float64),
        further=(pl.col("seen") - 1).clip(0).cast(pl.Float64),
        magnitude=pl.when("after").then(pl.col("magnitude") - middle).otherwise(0.0),
        copy_first=pl.col("copy_first").cast(pl.Float64),
    ).to_numpy()
    design, names, left_out = np.ones((len(pairs), 1)), [], []
    for column, name in zip(columns.T, COVARIATES, strict=True):
        wider = np.column_stack([design, column])
        scaled = wider / np.maximum(np.linalg.norm(wider, axis=0), np.finfo(float).tiny)
        if np.linalg.matrix_rank(scaled.T @ scaled, tol=1e-9) == wider.shape[1]:
            design = wider
            names.append(name)
        else:
            left_out.append(name)
    return design, names, left_out
