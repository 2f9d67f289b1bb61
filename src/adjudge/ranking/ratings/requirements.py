"""What ratings must hold to be ranked: one scale, two systems, two segments, scores that differ."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from adjudge.ranking.ratings.catalogue import EQUAL_SCORES, ONE_SEGMENT, SEVERAL_SCALES, TOO_FEW_SYSTEMS


def require_one_scale(frame: pl.DataFrame) -> None:
    """One scale for all scores (AJ032)."""
    scales = frame["scale"].unique().sort().to_list() if "scale" in frame.columns else []
    if len(scales) > 1:
        raise SEVERAL_SCALES(scales=[scale or "0..100" for scale in scales])


def require_scores(frame: pl.DataFrame, kinds: Sequence[str]) -> None:
    """Rows that count, of at least two systems, with scores that differ (AJ032)."""
    counting = frame.filter(pl.col("kind").is_in(list(kinds)) & ~pl.col("_after_degraded"))
    require_systems(counting, kinds, frame)
    if counting["score"].n_unique() < 2:
        raise EQUAL_SCORES(score=counting["score"][0], rows=counting.height)


def require_segments(counting: pl.DataFrame) -> None:
    """Rows that count of at least two segments (AJ032)."""
    if counting.select("document", "segment").n_unique() < 2:
        raise ONE_SEGMENT(segment=counting["segment"][0], rows=counting.height)


def require_systems(counting: pl.DataFrame, kinds: Sequence[str], frame: pl.DataFrame) -> None:
    """Rows that count of at least two systems (AJ032).

    Args:
        counting: the rows that count.
        kinds: the kinds they are of.
        frame: rows of all kinds, to say what there is.
    """
    names = counting["system"].unique().sort().to_list()
    if len(names) > 1:
        return
    held = dict(frame.group_by("kind").len().sort("kind").iter_rows())
    raise TOO_FEW_SYSTEMS(
        n=len(names),
        system=names[0] if names else None,
        kinds=", ".join(f"{n:,} {kind}" for kind, n in held.items()) or "none",
        counting=" or ".join(kinds),
        rows=counting.height,
    )
