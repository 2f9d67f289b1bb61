"""How each annotator uses the scale: range, shape, number of different scores, ticks (A5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from adjudge.auditing.annotators.ratings.rows import DescribedRows
from adjudge.auditing.annotators.ratings.ticks import Ticks, find_ticks


@dataclass(frozen=True)
class Profile:
    """The scores of one annotator.

    Args:
        annotator: the name.
        judgements: number of ratings.
        unique: number of different scores.
        mean: mean score.
        sd: standard deviation with n - 1; None of a single rating.
        min: lowest score.
        max: highest score.
        quartiles: a quarter, half and three quarters of the scores are not higher than these.
        skewness: adjusted third standardised moment, negative if the long tail is below; None if all scores are equal,
            or there are fewer than three.
        bimodality: Sarle's coefficient, (skewness² + 1) / (excess kurtosis + 3 (n - 1)² / ((n - 2) (n - 3))); .555 for
            evenly spread scores, more if they gather at two places. None with fewer than four scores.
        items: number of different outputs rated.
        documents: number of documents; None if unknown.
        systems: number of systems.
        sessions: number of sessions; None if unknown.
        ticks: where the scores lie; None on a discrete scale, and for scores without bounds.
    """

    annotator: str
    judgements: int
    unique: int
    mean: float
    sd: float | None
    min: float
    max: float
    quartiles: tuple[float, float, float]
    skewness: float | None
    bimodality: float | None
    items: int
    documents: int | None
    systems: int
    sessions: int | None
    ticks: Ticks | None


def profiles(rows: DescribedRows) -> tuple[Profile, ...]:
    """The profile of every annotator, in alphabetical order.

    Checked against: figures worked by hand and `scipy.stats.skew`, `kurtosis` (tests/unit); the annotators of Knowles
    and Lo 2024 (tests/published).
    """
    score, n = pl.col("score"), pl.len().cast(pl.Float64)
    skewness, kurtosis = score.skew(bias=False), score.kurtosis(fisher=True, bias=False)
    varied = score.n_unique() > 1
    table = (
        rows.frame.group_by("annotator")
        .agg(
            *(_known(name) for name in ("document", "session")),
            judgements=pl.len(),
            unique=score.n_unique(),
            mean=score.mean(),
            sd=score.std(),
            min=score.min(),
            max=score.max(),
            low=score.quantile(0.25, "linear"),
            middle=score.median(),
            high=score.quantile(0.75, "linear"),
            skewness=pl.when(varied & (n > 2)).then(skewness),
            bimodality=pl.when(varied & (n > 3)).then(
                (skewness**2 + 1) / (kurtosis + 3 * (n - 1) ** 2 / ((n - 2) * (n - 3)))
            ),
            items=pl.col("_item").n_unique(),
            systems=pl.col("system").n_unique(),
            scores=score,
        )
        .sort("annotator")
    )
    return tuple(_profile(row, rows) for row in table.iter_rows(named=True))


def _known(name: str) -> pl.Expr:
    """Number of different values, if every row has one."""
    return pl.when(pl.col(name).is_not_null().all()).then(pl.col(name).n_unique()).alias(name)


def _profile(row: dict[str, Any], rows: DescribedRows) -> Profile:
    plain = (
        "annotator",
        "judgements",
        "unique",
        "mean",
        "sd",
        "min",
        "max",
        "skewness",
        "bimodality",
        "items",
        "systems",
    )
    return Profile(
        **{name: row[name] for name in plain},
        quartiles=(row["low"], row["middle"], row["high"]),
        documents=row["document"],
        sessions=row["session"],
        ticks=find_ticks(np.array(row["scores"]), rows.scale),
    )
