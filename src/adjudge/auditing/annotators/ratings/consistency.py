"""Intra-annotator consistency: how far apart the scores are that one annotator gave to one output (A7)."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from adjudge.auditing.annotators.ratings.rows import DescribedRows


@dataclass(frozen=True)
class Consistency:
    """Absolute differences of scores that an annotator gave to the same output.

    Args:
        items: outputs rated twice or more.
        pairs: pairs of ratings of one output; the same number if none was rated three times.
        median: median absolute difference.
        max: largest absolute difference.
    """

    items: int
    pairs: int
    median: float
    max: float


def consistencies(rows: DescribedRows) -> dict[str, Consistency]:
    """The consistency of every annotator who rated an output twice, by name.

    Definition (Knowles and Lo 2024, section 4.1): the median and the maximum of |x - x'| over all pairs of ratings of
    the same output by the same annotator. Ratings seen after a degraded item are not among them.

    Checked against: the paper's calibration sets (tests/published); plain loops over all pairs (tests/laws).
    """
    frame = rows.frame.select("annotator", "_item", "score").with_columns(n=pl.len().over("annotator", "_item"))
    twice = frame.filter(pl.col("n") > 1).with_row_index("_row")
    pairs = (
        twice.join(twice, on=["annotator", "_item"], suffix="_other")
        .filter(pl.col("_row") < pl.col("_row_other"))
        .with_columns(difference=(pl.col("score") - pl.col("score_other")).abs())
    )
    table = pairs.group_by("annotator").agg(
        items=pl.col("_item").n_unique(),
        pairs=pl.len(),
        median=pl.col("difference").median(),
        max=pl.col("difference").max(),
    )
    return {row.pop("annotator"): Consistency(**row) for row in table.iter_rows(named=True)}
