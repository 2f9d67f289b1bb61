"""Pairs of one output scored twice in one session: in its original and in a quality-control copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

from adjudge.auditing.context.showings import Showings
from adjudge.scoring.aggregate import differences
from adjudge.scoring.filters import after_degraded

#: Rows of a copy that were left undamaged.
_UNDAMAGED: Final = ("system", "repeat")
#: What is known of a pair.
_ABOUT: Final = ("collection", "source_lang", "target_lang", "annotator", "session", "system", "document", "segment")


@dataclass(frozen=True)
class ContextPairs:
    """What was scored twice.

    Args:
        frame: undamaged segments of quality-control copies: `original` and `control` score, `difference` = original -
            control, `after` (whether a degraded item came before in the copy), `adjacent` (whether one came directly
            before), `seen` (how many came before), `magnitude` (by how much their scores fell, on average),
            `copy_first` (whether the copy was judged before the original), `copy` (the showing), `damaged` (whether
            the copy holds degraded items at all).
        degraded: degraded items with the score of their original.
        copies: quality-control copies in the data.
        left_out: how many of these could not be paired, by reason.
    """

    frame: pl.DataFrame
    degraded: pl.DataFrame
    copies: int
    left_out: Mapping[str, int]


def find_pairs(showings: Showings) -> ContextPairs:
    """Pair the rows of every copy with those of its original (Knowles and Lo 2024, section 5.2).

    A copy is used if its text has exactly one original and one copy in the session, and the segments that both hold
    come in the same order. Which of the two was judged first does not matter.
    """
    frame = _with_context(showings.frame)
    matched, reasons = _matched(frame)
    matched = _with_magnitude(matched).filter(pl.col("original").is_not_null() & pl.col("control").is_not_null())
    return ContextPairs(
        frame=_finished(matched.filter(pl.col("kind").is_in(_UNDAMAGED))),
        degraded=_finished(matched.filter(pl.col("kind") == "degraded")),
        copies=frame.filter(pl.col("_role") == "copy")["showing"].n_unique(),
        left_out=reasons,
    )


def _with_context(frame: pl.DataFrame) -> pl.DataFrame:
    """What came before each row in its showing."""
    degraded = pl.col("kind") == "degraded"
    return frame.with_columns(
        after=after_degraded(frame),
        seen=(degraded.cum_sum() - degraded).over("showing").cast(pl.Int64),
        adjacent=degraded.shift(fill_value=False).over("showing"),
        damaged=degraded.any().over("showing"),
    )


def _matched(frame: pl.DataFrame) -> tuple[pl.DataFrame, dict[str, int]]:
    """Rows of copies beside the rows of their original, and how many copies have none, by reason."""
    shown = frame.select("_text", "showing", "_role").unique()
    counts = shown.group_by("_text").agg(
        originals=(pl.col("_role") == "original").sum(), copies=(pl.col("_role") == "copy").sum()
    )
    texts = counts.filter(pl.col("copies") > 0)
    single = texts.filter((pl.col("originals") == 1) & (pl.col("copies") == 1))
    names = [name for name in ("document", "segment") if name in frame.columns]
    looks = {"original": "score", "_original_position": "position"}
    originals = frame.filter(pl.col("_role") == "original").select("_text", *names, **looks)
    rows = frame.filter(pl.col("_role") == "copy").join(single, on="_text", how="semi")
    pairs = rows.rename({"score": "control", "showing": "copy"}).join(
        originals, on=["_text", *names], how="left", nulls_equal=True, maintain_order="left"
    )
    pairs = pairs.with_columns(_ordered=_same_order(names))
    copies, alone = (int(some["copies"].sum()) for some in (texts, texts.filter(pl.col("originals") == 0)))
    reasons = {
        "without an original in the session": alone,
        "original or copy shown several times or out of order": copies - alone - single.height,
        "segments in another order than in the original": pairs.filter(~pl.col("_ordered"))["copy"].n_unique(),
    }
    return pairs.filter("_ordered"), {reason: n for reason, n in reasons.items() if n}


def _same_order(names: Sequence[str]) -> pl.Expr:
    """Whether the shared segments of a copy come in the order of the original, each of them once."""
    place = pl.col("_original_position").drop_nulls()
    once = pl.struct(names).n_unique() == pl.len()
    return ((place.diff().drop_nulls() > 0).all() & once).over("_text")


def _with_magnitude(copies: pl.DataFrame) -> pl.DataFrame:
    """Mean fall of the degraded items before each row: original - degraded, of those whose original was scored."""
    fall = pl.when(pl.col("kind") == "degraded").then(pl.col("original") - pl.col("control"))
    known = fall.is_not_null()
    total = fall.fill_null(0.0).cum_sum().over("copy")
    count = known.cast(pl.Int64).cum_sum().over("copy")
    # An undamaged row adds nothing to either sum, so the running sums are those of the rows before it.
    return copies.with_columns(magnitude=pl.when(count > 0).then(total / count))


def _finished(pairs: pl.DataFrame) -> pl.DataFrame:
    """The columns that anything is computed from."""
    about = [name for name in _ABOUT if name in pairs.columns]
    return pairs.select(
        *about,
        *("copy", "damaged", "original", "control", "after", "adjacent", "seen", "magnitude"),
        difference=differences(pairs["original"], pairs["control"]),
        copy_first=pl.col("position") < pl.col("_original_position"),
    )
