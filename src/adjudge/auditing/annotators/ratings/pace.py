"""Speed: how long annotators took for a rating, and how much was done faster than anybody reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import polars as pl

from adjudge.auditing.annotators.ratings.rows import DescribedRows

#: Nobody reads a source and its translation in less. In the calibration tasks of WMT22, 4 % of the ratings are faster.
FASTEST: Final = 2.0


@dataclass(frozen=True)
class Pace:
    """Seconds from the start of a rating to its end.

    Args:
        timed: ratings with both times.
        median: median number of seconds.
        fast: share of ratings that took less than 2 seconds.
    """

    timed: int
    median: float
    fast: float


def paces(rows: DescribedRows) -> dict[str, Pace]:
    """The pace of every annotator with times, by name; ratings that end before they start are not timed."""
    if not {"started", "ended"} <= set(rows.frame.columns):
        return {}
    seconds = pl.col("ended") - pl.col("started")
    table = (
        rows.frame.select("annotator", seconds=seconds)
        .filter(pl.col("seconds") >= 0)
        .group_by("annotator")
        .agg(timed=pl.len(), median=pl.col("seconds").median(), fast=(pl.col("seconds") < FASTEST).mean())
    )
    return {row.pop("annotator"): Pace(**row) for row in table.iter_rows(named=True)}
