"""Give rows to another annotator, with a session, an order, times and a leniency of hers."""

from __future__ import annotations

from typing import Final

import polars as pl

from benchmarks.audits.campaign import Campaign
from benchmarks.audits.faults.fault import in_order

#: Sessions that were handed over come after all others: 40 days, in seconds.
LATER: Final = 40 * 86_400


def handed(campaign: Campaign, new_owner: pl.Expr) -> Campaign:
    """The campaign with rows judged by others.

    Rows that change hands form sessions of their own, keep their order, and move by the difference of the means of the
    two annotators: the score that the new one would have given.

    Args:
        campaign: ratings with sessions, order and times.
        new_owner: the annotator of every row.
    """
    mean = campaign.frame.group_by("annotator").agg(mean=pl.col("score").mean())
    moved = pl.col("annotator") != pl.col("owner")
    frame = (
        campaign.frame.with_columns(owner=new_owner)
        .join(mean, on="annotator", how="left")
        .join(mean.rename({"annotator": "owner", "mean": "theirs"}), on="owner", how="left")
        .with_columns(
            score=pl.when(moved)
            .then((pl.col("score") - pl.col("mean") + pl.col("theirs")).round().clip(0, 100))
            .otherwise("score"),
            new=pl.when(moved).then(pl.format("{}-{}", "session", "owner")).otherwise("session"),
            showing=pl.when(moved).then(pl.format("{}-{}", "showing", "owner")).otherwise("showing"),
            started=pl.when(moved).then(pl.col("started") + LATER).otherwise("started"),
            ended=pl.when(moved).then(pl.col("ended") + LATER).otherwise("ended"),
        )
        .with_columns(annotator="owner", session="new")
    )
    return campaign.with_rows(in_order(frame.select(campaign.frame.columns)))
