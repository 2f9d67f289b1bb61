"""Aggregation: first one mean per system, document and segment, then one per system (Knowles 2021, section 3)."""

from __future__ import annotations

import math

import polars as pl

from adjudge.kernels.rounding import settle

ITEM = ("system", "document", "segment")

#: Sums depend in the 16th digit on the order in which threads add; means that are shown are cut off before it.
_DIGITS = 14
TIE_DECIMALS = 12


def codes(names: pl.Series) -> pl.Series:
    """Numbers that sort as the names do; missing stays missing. Sorting a million names is slow, numbers are not."""
    return names.cast(pl.Enum(names.unique().drop_nulls().sort())).to_physical()


def segment_means(frame: pl.DataFrame) -> pl.DataFrame:
    """One row per system, document and segment: means of raw scores, of z and of adjusted ones, judgements; sorted.

    Means that are equal on paper are equal bit for bit: a rank test would see them as different.
    """
    adjusted = pl.col("adjusted") if "adjusted" in frame.columns else pl.lit(None, dtype=pl.Float64)
    columns = {"raw": pl.col("score"), "z": pl.col("z"), "adjusted": adjusted}
    means = frame.group_by(ITEM).agg(**{name: column.mean() for name, column in columns.items()}, judgements=pl.len())
    means = means.with_columns(settled(means[name]) for name in columns)
    order = means.select(codes(means[name]) for name in ITEM)
    return means[order.select(pl.arg_sort_by(ITEM)).to_series()]


def system_means(segments: pl.DataFrame) -> pl.DataFrame:
    """One row per system: mean of its segment means, n distinct segments, N judgements.

    Settled like segment means, and on their scale: means of z may all be near 0.
    """
    names = ("raw", "z", "adjusted")
    sums = (pl.col(names).mean(), pl.len().alias("n"), pl.col("judgements").sum())
    means = segments.group_by("system").agg(sums).sort("system")
    whole = (settled(means[name], segments[name]) for name in names)
    return means.with_columns(mean.round(_decimals(segments[mean.name])) for mean in whole)


def differences(first: pl.Series, second: pl.Series) -> pl.Series:
    """First minus second, those that are equal or 0 but for rounding made so."""
    return settled(first - second, pl.concat([first, second]))


def _decimals(entered: pl.Series) -> int:
    """Decimals that leave `_DIGITS` digits of the largest score, not of the smallest mean."""
    largest = entered.abs().max()
    return max(0, _DIGITS - 1 - math.floor(math.log10(largest))) if largest else 0  # type: ignore[arg-type]


def settled(means: pl.Series, entered: pl.Series | None = None) -> pl.Series:
    """Means with those that are equal but for rounding made equal (`adjudge.kernels.rounding.settle`).

    Args:
        means: missing ones stay missing.
        entered: what they are means of; the means themselves if None.
    """
    scale = (means if entered is None else entered).abs().max()
    return pl.Series(means.name, settle(means.to_numpy(), scale or 0.0), nan_to_null=True)  # type: ignore[arg-type]
