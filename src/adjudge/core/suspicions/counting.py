"""The rows that suspicions about scores look at: judgements of systems, on one scale that is known."""

from __future__ import annotations

import polars as pl

from adjudge.core.scale import STANDARDISED


def counting(frame: pl.DataFrame) -> pl.DataFrame:
    """Judgements of systems that have a score."""
    return frame.filter(pl.col("kind").is_in(["system", "repeat"]) & pl.col("score").is_not_null())


def on_one_scale(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows if all of them are on one scale of raw scores, else none."""
    if "scale" not in rows.columns:
        return rows
    scales = rows["scale"].unique()
    return rows if len(scales) == 1 and scales[0] != STANDARDISED else rows.clear()
