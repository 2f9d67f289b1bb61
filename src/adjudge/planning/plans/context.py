"""What is shown around the displays of a plan without being judged: sources before and after the segments on display.

A display may hold the first segments of a unit only (cut control copies, calibration sets, published builders). The
context behind it begins with the rest of the unit, because a text with a gap is none.
"""

from __future__ import annotations

from typing import Final

import polars as pl

_DISPLAY: Final = ["unit", "length"]


def context_of_displays(
    showings: pl.DataFrame, segments: pl.DataFrame, around: pl.DataFrame, most: int
) -> pl.DataFrame:
    """The context of every display that occurs, see `adjudge.planning.plans.result`.

    Args:
        showings: see `adjudge.planning.designs.design`.
        segments: likewise.
        around: context of whole units, see `adjudge.planning.sampling.sample`.
        most: segments on each side.
    """
    displays = showings.select(_DISPLAY).unique(maintain_order=True)
    rest = displays.join(segments, on="unit", maintain_order="left_right").filter(pl.col("place") >= pl.col("length"))
    beside = displays.join(around, on="unit", maintain_order="left_right")
    before = beside.filter(side="before")
    after = pl.concat([part.select(*_DISPLAY, "document", "segment") for part in (rest, beside.filter(side="after"))])
    after = after.with_columns(side=pl.lit("after"), place=pl.int_range(pl.len()).over(_DISPLAY))
    names = [*_DISPLAY, "side", "place", "document", "segment"]
    found = pl.concat([before.select(names), after.filter(pl.col("place") < most).select(names)])
    return found.sort(*_DISPLAY, pl.col("side") == "after", "place")
