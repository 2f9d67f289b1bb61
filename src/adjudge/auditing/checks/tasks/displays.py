"""Displays: what was shown as one piece, and what a person had seen of it before."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.scoring.filters import after_degraded

#: An item in one session.
_ITEM: Final = ("collection", "annotator", "session", "system", "document", "segment", "criterion")
_TASK: Final = ("collection", "annotator", "session", "system", "document")


def with_displays(frame: pl.DataFrame, clock: str) -> pl.DataFrame:
    """The rows with `showing` and `position`: as given, or as far as they can be told from the order.

    Where no display is given, the first time a session holds a segment of a system belongs to one display of the
    document, the second time to another: control copies are second passes.

    Args:
        frame: ratings of segments.
        clock: the column that gives the order: `position`, `started` or `ended`.
    """
    frame = frame if clock == "position" else frame.with_columns(position=pl.col(clock))
    if "showing" in frame.columns and frame["showing"].count():
        return frame
    item, task = ([name for name in names if name in frame.columns] for names in (_ITEM, _TASK))
    ordered = frame.with_row_index("_row").sort("position", maintain_order=True)
    passes = ordered.with_columns(showing=pl.int_range(pl.len()).over(item))
    shown = pl.concat_str(pl.col(*task, "showing").cast(pl.String).fill_null(""), separator="\t")
    return passes.with_columns(showing=shown).sort("_row").drop("_row")


def seen_after_degraded(frame: pl.DataFrame) -> pl.Series:
    """Whether each row is of an undamaged output that came after a degraded item of the same display."""
    return frame.select((after_degraded(frame) & (pl.col("kind") != "degraded")).alias("after")).to_series()
