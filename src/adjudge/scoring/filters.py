"""Filters: named steps that keep or drop rows and say how many, by reason."""

from __future__ import annotations

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.errors import Problem, RecipeError
from adjudge.core.findings import Finding
from adjudge.core.recipes import Aggregate
from adjudge.core.tables import Ratings

#: What a revision shares with what it replaces: everything but when it was given.
_SAME_LOOK = tuple(name for name in Ratings.key if name not in {"position", "started", "ended"})


def keep_last(frame: pl.DataFrame) -> tuple[pl.DataFrame, list[Finding]]:
    """Keep an annotator's last judgement of an item in one showing; earlier ones were revised.

    The last is the one with the latest `ended`, then `started`, then `position`, then row. Rows without a showing
    are all kept: nobody can say whether a second score is a revision or a second look.
    """
    if "showing" not in frame.columns:
        return frame, []
    key = [name for name in _SAME_LOOK if name in frame.columns]
    who = pl.col("annotator").is_not_null() | pl.col("session").is_not_null()
    traced = who & pl.col("showing").is_not_null()
    known = frame.filter(traced).select(key)
    if known.hash_rows().n_unique() == known.height:  # nothing to sort: the usual case, and a big one
        return frame, []
    clock = [name for name in ("ended", "started", "position") if name in frame.columns]
    ordered = frame.with_row_index("_row").sort([*clock, "_row"], nulls_last=False)
    last = ordered.filter(traced).unique(key, keep="last")
    kept = pl.concat([last, ordered.filter(~traced)]).sort("_row").drop("_row")
    return kept, _left_out(frame.height - kept.height, frame.height, "a later judgement of the same item replaced them")


def after_degraded(frame: pl.DataFrame) -> pl.Expr:
    """Whether a row was seen after a degraded item of the same showing (Knowles and Lo 2024, section 5.2)."""
    first = pl.col("position").filter(pl.col("kind") == "degraded").min().over(_showing(frame))
    return (pl.col("showing").is_not_null() & (pl.col("position") > first)).fill_null(value=False)


def shares_degraded(frame: pl.DataFrame) -> pl.Expr:
    """Whether a row is of a showing that holds a degraded item."""
    any_degraded = (pl.col("kind") == "degraded").any().over(_showing(frame))
    return pl.col("showing").is_not_null() & any_degraded


def _showing(frame: pl.DataFrame) -> list[str]:
    return [name for name in ("collection", "annotator", "session", "system", "showing") if name in frame.columns]


def mark_after_degraded(frame: pl.DataFrame, choice: str) -> pl.DataFrame:
    """Add `_after_degraded`: untouched rows that a degraded item of the same showing may have coloured (G2, G3).

    Args:
        frame: ratings.
        choice: `keep` marks none; `drop` those seen after a degraded item; `drop-copies` all of such a showing.

    Raises:
        RecipeError: AJ032 if there are degraded items but no showing and position to trace them by.
    """
    if choice == "keep" or not (frame["kind"] == "degraded").any():
        return frame.with_columns(_after_degraded=pl.lit(value=False))
    traced = {"showing", "position"} <= set(frame.columns)
    if not traced:
        degraded = int((frame["kind"] == "degraded").sum())
        raise RecipeError(
            Problem(
                "AJ032",
                "it is unknown which rows followed a degraded item: there is no column 'showing' or 'position'",
                "the showing and the position of every row",
                counted(degraded, "degraded row"),
                'set after_degraded = "keep" and kinds = ["system"] to leave repeats out, or use --recipe recommended',
            )
        )
    touched = shares_degraded(frame) if choice == "drop-copies" else after_degraded(frame)
    return frame.with_columns(_after_degraded=touched & (pl.col("kind") != "degraded"))


def drop_after_degraded(frame: pl.DataFrame, kinds: tuple[str, ...]) -> tuple[pl.DataFrame, list[Finding]]:
    """Drop and count the rows that `mark_after_degraded` marked, of the kinds that would have entered the averages."""
    kept = frame.filter(~(pl.col("_after_degraded") & pl.col("kind").is_in(list(kinds)))).drop("_after_degraded")
    dropped = frame.height - kept.height
    if not dropped:
        return kept, []
    text = f"{counted(dropped, 'row')} seen with or after a degraded item of the same showing left out of the averages."
    return kept, [Finding("AJ204", "note", text, {"dropped": dropped}, "Knowles and Lo 2024, section 5.4")]


def of_scope(frame: pl.DataFrame, scope: str) -> tuple[pl.DataFrame, list[Finding]]:
    """Keep judgements of segments, or of whole documents: they are never mixed, not even in a mean or sd (D4)."""
    if "scope" not in frame.columns:
        # Without the column every row judges a segment (docs/reference/formats.md).
        return (frame, []) if scope == "segment" else (frame.clear(), [])
    kept = frame.filter(pl.col("scope") == scope)
    reason = "they judge whole documents" if scope == "segment" else "they judge segments"
    return kept, _left_out(frame.height - kept.height, frame.height, reason)


def counting_rows(frame: pl.DataFrame, aggregate: Aggregate) -> tuple[pl.DataFrame, list[Finding]]:
    """Keep the kinds of rows that enter the averages, and count the others by kind."""
    counts = pl.col("kind").is_in(list(aggregate.kinds))
    kinds = dict(frame.filter(~counts).group_by("kind").len().sort("kind").iter_rows())
    if not kinds:
        return frame, []
    listed = ", ".join(f"{n:,} {kind}" for kind, n in kinds.items())
    finding = Finding("AJ201", "note", f"Rows left out of the averages by kind: {listed}.", {"left_out": kinds})
    return frame.filter(counts), [finding]


def _left_out(dropped: int, total: int, reason: str) -> list[Finding]:
    if not dropped:
        return []
    text = f"{dropped:,} of {counted(total, 'row')} left out: {reason}."
    return [Finding("AJ201", "note", text, {"dropped": dropped, "rows": total})]
