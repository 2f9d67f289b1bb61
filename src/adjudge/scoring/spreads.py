"""Scores of annotators brought to one spread, as far as their judgements show that spreads differ.

An annotator who uses half of the scale says as much as one who uses all of it. z-scores assume that every mean and
every spread is known and that all annotators saw the same mixture of systems. Here only the spread is changed, by a
shrunken estimate; means stay, and leniency is left to the mixed model, which knows who judged what. Scores stay in the
points of the scale.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.kernels.probability.shrinkage import common_spread, shrunken_spreads
from adjudge.kernels.rounding import NOISE
from adjudge.scoring.catalogue import NO_SPREAD, NORMAL_SCORES, RESCALED
from adjudge.scoring.rows import Rows

Floats = NDArray[np.float64]
#: Whoever gave no more than this says nothing about a spread.
FEW_SCORES = 6
#: The column with the rescaled scores.
ADJUSTED = "adjusted"


def equal_spreads(frame: pl.DataFrame, basis: pl.DataFrame, unit: str, *, normal: bool) -> Rows:
    """Add a column `adjusted`: scores with the same spread for every unit, around its own mean.

    Definition: x' = m_u + (x - m_u) s / s_u, with m_u the mean of the unit over the basis rows, s_u its shrunken
    standard deviation (`adjudge.kernels.probability.shrinkage`) and s their mean. With `normal`, x is first
    replaced by the normal quantile of its rank among the basis rows (Blom 1958: (rank - 3/8) / (n + 1/4)).

    Checked against: the definition, row after row (tests/laws).

    Args:
        frame: ratings with a score in every row.
        basis: the rows that means and spreads, and ranks, come from.
        unit: `annotator` or `session`, known in every row.
        normal: whether scores are replaced by normal scores first.
    """
    if normal:
        score = pl.Series(normal_scores(frame["score"].to_numpy(), basis["score"].to_numpy()))
        frame = frame.with_columns(_x=score)
        basis = basis.with_columns(_x=pl.Series(normal_scores(*(basis["score"].to_numpy(),) * 2)))
    else:
        frame, basis = (rows.with_columns(_x=pl.col("score")) for rows in (frame, basis))
    x = pl.col("_x")
    moments = (
        basis.group_by(unit)
        .agg(_mean=x.mean(), _sd=spread_or_zero(x.std(ddof=1), x).fill_null(0.0), _n=pl.len())
        .sort(unit)
    )
    counts = moments["_n"].to_numpy().astype(np.float64)
    spreads = shrunken_spreads(moments["_sd"].to_numpy(), counts)
    factors = common_spread(spreads, counts) / spreads
    moments = moments.with_columns(_factor=pl.Series(factors))
    joined = frame.join(moments, on=unit, how="left", maintain_order="left")
    adjusted = pl.col("_mean") + (x - pl.col("_mean")) * pl.col("_factor")
    done = joined.with_columns(adjusted.fill_null(x).alias(ADJUSTED)).drop("_x", "_mean", "_sd", "_n", "_factor")
    return Rows(done, tuple(_findings(moments, factors, unit, normal=normal)))


def spread_or_zero(spread: pl.Expr, score: pl.Expr | None = None) -> pl.Expr:
    """A spread of scores, 0 where that is 0 but for rounding: what is divided by it would be noise.

    Args:
        spread: in the unit of the score.
        score: what it is a spread of; `score` if None.
    """
    largest = (pl.col("score") if score is None else score).abs().max()
    return pl.when(spread <= NOISE * largest).then(0.0).otherwise(spread)


def _findings(moments: pl.DataFrame, factors: Floats, unit: str, *, normal: bool) -> list[Finding]:
    """What was changed; nothing to say where nothing was."""
    many = moments["_n"] > FEW_SCORES
    flat = moments.filter(many & (moments["_sd"] == 0))[unit].to_list()
    findings: list[Finding] = [NORMAL_SCORES()] if normal else []
    if flat:
        findings.append(NO_SPREAD(units=flat, _unit=unit))
    if not np.allclose(factors, 1.0, atol=0.005):
        low, high = float(factors.min()), float(factors.max())
        findings.append(RESCALED(low=low, high=high, _unit=unit, _units=moments.height))
    return findings


def normal_scores(values: Floats, basis: Floats) -> Floats:
    """Normal quantiles of the ranks of values among a basis; equal values share their mean rank."""
    from scipy.special import ndtri

    ordered = np.sort(basis)
    below, upto = (np.searchsorted(ordered, values, side=side) for side in ("left", "right"))
    rank = (below + upto + 1) / 2
    return np.asarray(ndtri(np.clip((rank - 0.375) / (len(ordered) + 0.25), 1e-9, 1 - 1e-9)))
