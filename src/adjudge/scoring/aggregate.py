"""Aggregation: first one mean per system, document and segment, then one per system (Knowles 2021, section 3)."""

from __future__ import annotations

import polars as pl

ITEM = ("system", "document", "segment")

#: Means that are equal on paper may differ in the 16th digit, depending on the order of the rows; a rank test would
#: see them as different. Twelve decimals keep every real difference of scores up to 100 and remove that noise.
TIE_DECIMALS = 12


def codes(names: pl.Series) -> pl.Series:
    """Numbers that sort as the names do; missing stays missing. Sorting a million names is slow, numbers are not."""
    return names.cast(pl.Enum(names.unique().drop_nulls().sort())).to_physical()


def segment_means(frame: pl.DataFrame) -> pl.DataFrame:
    """One row per system, document and segment: means of raw scores, of z and of adjusted ones, judgements; sorted."""
    adjusted = pl.col("adjusted") if "adjusted" in frame.columns else pl.lit(None, dtype=pl.Float64)
    columns = {"raw": pl.col("score"), "z": pl.col("z"), "adjusted": adjusted}
    rounded = {name: column.mean().round(TIE_DECIMALS) for name, column in columns.items()}
    means = frame.group_by(ITEM).agg(**rounded, judgements=pl.len())
    order = means.select(codes(means[name]) for name in ITEM)
    return means[order.select(pl.arg_sort_by(ITEM)).to_series()]


def system_means(segments: pl.DataFrame) -> pl.DataFrame:
    """One row per system: mean of its segment means, n distinct segments, N judgements.

    Rounded like segment means: threads add in any order, and a ranking must be the same to the last digit each time.
    """
    means = pl.col("raw", "z", "adjusted").mean().round(TIE_DECIMALS)
    return segments.group_by("system").agg(means, n=pl.len(), judgements=pl.col("judgements").sum()).sort("system")
