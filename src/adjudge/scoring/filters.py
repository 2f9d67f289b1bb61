"""Filters: named steps that keep or drop rows and say how many, by reason."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from adjudge.core.catalogue import FindingEntry
from adjudge.core.checking.identity import SHOWING, SITTING, present
from adjudge.core.tables import Ratings
from adjudge.scoring.catalogue import (
    AFTER_DEGRADED,
    OTHER_KINDS,
    REVISED,
    SEGMENTS,
    UNTRACED_DEGRADED,
    WHOLE_DOCUMENTS,
)
from adjudge.scoring.rows import FilteredRows, Rows

#: What a revision shares with what it replaces: everything but when it was given.
_SAME_LOOK = tuple(name for name in Ratings.key if name not in {"position", "started", "ended"})

#: Seconds within which nobody judges another output and comes back.
AT_ONCE = 10.0


def keep_last(frame: pl.DataFrame) -> Rows:
    """Keep an annotator's last judgement of an item in one showing; earlier ones were revised.

    The last is the one with the latest `ended`, then `started`, then `position`, then row. Without a showing a
    judgement of kind `system` was revised if the same person judged the item again within ten seconds, and nothing
    else from the one to the other: nobody reads another output in that time. All others are kept: nobody can say
    whether they are revisions or second looks.
    """
    times = present(("ended", "started"), frame)
    who = pl.col("annotator").is_not_null() | pl.col("session").is_not_null()
    shown = who & pl.col("showing").is_not_null() if "showing" in frame.columns else pl.lit(value=False)
    clock = pl.coalesce(times) if times else pl.lit(None, dtype=pl.Float64)
    marked = frame.with_row_index("_row").with_columns(
        _look=frame.select(present(_SAME_LOOK, frame)).hash_rows(),
        _shown=shown,
        _timed=who & ~shown & (pl.col("kind") == "system") & clock.is_not_null(),
        _clock=clock,
    )
    if marked.filter(pl.col("_shown") | pl.col("_timed"))["_look"].is_duplicated().sum() == 0:
        return Rows(frame)  # nothing to sort: the usual case, and a big one
    ordered = marked.sort([*times, *present(("position",), frame), "_row"], nulls_last=False)
    later = pl.col("_row") != pl.col("_row").last().over("_look")
    revised = (pl.col("_shown") & later) | (pl.col("_timed") & _judged_again_at_once(ordered))
    kept = ordered.filter(~revised).sort("_row").select(frame.columns)
    return _filtered(frame, kept, REVISED)


def _judged_again_at_once(ordered: pl.DataFrame) -> pl.Series:
    """Whether the next judgement of a sitting is of the same item, and came at once; all of its times must be known."""
    sitting, clock = present(SITTING, ordered), pl.col("_clock")
    placed = ordered.select(
        "_look",
        "_clock",
        known=clock.is_not_null().all().over(sitting),
        # Of equal times none is the next one: as many judgements as possible lie between.
        first=clock.rank("min").over(sitting).cast(pl.Int64),
        last=clock.rank("max").over(sitting).cast(pl.Int64),
    )
    wait, reached = (pl.col(to).shift(-1).over("_look") - pl.col(of) for of, to in (("_clock",) * 2, ("first", "last")))
    at_once = pl.col("known") & (wait > 0) & (wait <= AT_ONCE) & (reached == 1)
    return placed.select(at_once.fill_null(value=False)).to_series()


def after_degraded(frame: pl.DataFrame) -> pl.Expr:
    """Whether a row was seen after a degraded item of the same showing (Knowles and Lo 2024, section 5.2)."""
    first = pl.col("position").filter(pl.col("kind") == "degraded").min().over(present(SHOWING, frame))
    return (pl.col("showing").is_not_null() & (pl.col("position") > first)).fill_null(value=False)


def shares_degraded(frame: pl.DataFrame) -> pl.Expr:
    """Whether a row is of a showing that holds a degraded item."""
    any_degraded = (pl.col("kind") == "degraded").any().over(present(SHOWING, frame))
    return pl.col("showing").is_not_null() & any_degraded


def mark_after_degraded(frame: pl.DataFrame, choice: str) -> Rows:
    """Add `_after_degraded`: rows that a degraded item of the same showing may have influenced (G2, G3).

    Args:
        frame: ratings.
        choice: `keep` marks none; `drop` those seen after a degraded item; `drop-copies` all of such a showing.

    Raises:
        RecipeError: AJ032 if there are degraded items but no showing and position to trace them by.
    """
    if choice == "keep" or not (frame["kind"] == "degraded").any():
        return Rows(frame.with_columns(_after_degraded=pl.lit(value=False)))
    if not {"showing", "position"} <= set(frame.columns):
        raise UNTRACED_DEGRADED(degraded=int((frame["kind"] == "degraded").sum()))
    marked = shares_degraded(frame) if choice == "drop-copies" else after_degraded(frame)
    return Rows(frame.with_columns(_after_degraded=marked & (pl.col("kind") != "degraded")))


def drop_after_degraded(frame: pl.DataFrame, kinds: Sequence[str]) -> FilteredRows:
    """Drop and count the rows that `mark_after_degraded` marked, of the kinds that would have entered the averages."""
    kept = frame.filter(~(pl.col("_after_degraded") & pl.col("kind").is_in(list(kinds)))).drop("_after_degraded")
    dropped = frame.height - kept.height
    return FilteredRows(kept, (AFTER_DEGRADED(dropped=dropped),) if dropped else (), left_out=dropped)


def of_scope(frame: pl.DataFrame, scope: str) -> Rows:
    """Keep judgements of segments, or of whole documents: they are never mixed, not even in a mean or sd (D4)."""
    if "scope" not in frame.columns:
        # Without the column every row judges a segment (docs/reference/formats.md).
        return Rows(frame if scope == "segment" else frame.clear())
    return _filtered(frame, frame.filter(pl.col("scope") == scope), WHOLE_DOCUMENTS if scope == "segment" else SEGMENTS)


def scored_segments(frame: pl.DataFrame, kinds: Sequence[str] | None = None) -> pl.DataFrame:
    """Judgements of segments that have a score, of all kinds or of some: what audits look at.

    Args:
        frame: ratings.
        kinds: to keep; all if left out. Without the column `kind` every row is of the kind `system`.
    """
    keep = pl.col("score").is_not_null()
    if "scope" in frame.columns:
        keep = keep & (pl.col("scope") == "segment")
    if kinds is not None and "kind" in frame.columns:
        keep = keep & pl.col("kind").is_in(list(kinds))
    return frame.filter(keep)


def of_kinds(frame: pl.DataFrame, kinds: Sequence[str]) -> Rows:
    """Keep the kinds of rows that enter the averages, and count the others by kind."""
    counts = pl.col("kind").is_in(list(kinds))
    others = dict(frame.filter(~counts).group_by("kind").len().sort("kind").iter_rows())
    if not others:
        return Rows(frame)
    listed = [f"{n:,} {kind}" for kind, n in others.items()]
    return Rows(frame.filter(counts), (OTHER_KINDS(left_out=others, _kinds=listed),))


def _filtered(frame: pl.DataFrame, kept: pl.DataFrame, reason: FindingEntry) -> Rows:
    dropped = frame.height - kept.height
    return Rows(kept, (reason(dropped=dropped, rows=frame.height),) if dropped else ())
