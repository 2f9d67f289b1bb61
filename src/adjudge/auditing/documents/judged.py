"""The judgements that audits of documents look at: undamaged outputs of systems, one mean per segment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from adjudge.core.recipes.recipe import Standardise
from adjudge.scoring.aggregate import TIE_DECIMALS
from adjudge.scoring.filters import scored_segments
from adjudge.scoring.known_documents import recover_documents
from adjudge.scoring.rows import Rows
from adjudge.scoring.standardise import standardise

#: Kinds of items that are judgements of a system's own output and count in rankings.
COUNTING: Final = ("system", "repeat")


def counting_rows(frame: pl.DataFrame, kinds: Sequence[str] = COUNTING) -> pl.DataFrame:
    """Scored judgements of segments that count; scores of whole documents are left out."""
    rows = scored_segments(frame, kinds)
    return rows if "document" in rows.columns else rows.with_columns(document=pl.lit(None, dtype=pl.String))


def with_documents(frame: pl.DataFrame) -> Rows:
    """The same rows with documents recovered from what was shown together, where none is given."""
    if "kind" not in frame.columns:
        frame = frame.with_columns(kind=pl.lit("system"))
    return recover_documents(frame, COUNTING)


def segment_scores(rows: pl.DataFrame) -> pl.DataFrame:
    """One row per system, document and segment: `mean` of the raw scores; sorted."""
    keys = ["system", "document", "segment"]
    return rows.group_by(keys).agg(mean=pl.col("score").mean().round(TIE_DECIMALS)).sort(keys)


def cell_z(frame: pl.DataFrame) -> pl.DataFrame:
    """Mean z-score of systems on documents: `system`, `document`, `z`; no rows where nobody's scores can be centred.

    z is taken within annotators, or within sessions where annotators are unknown, over all kinds of items, as in
    published recipes; segments are averaged first.

    Args:
        frame: ratings with documents.
    """
    rows = scored_segments(frame if "kind" in frame.columns else frame.with_columns(kind=pl.lit("system")))
    known = (name for name in ("annotator", "session") if name in rows.columns and not rows[name].null_count())
    unit = next(known, None)
    keys = ["system", "document"]
    if rows.is_empty() or unit is None:
        return rows.clear().select(*keys, z=pl.lit(None, dtype=pl.Float64))
    done = standardise(rows, Standardise("annotator" if unit == "annotator" else "session"), kinds=COUNTING).frame
    counting = done.filter(pl.col("kind").is_in(COUNTING)).drop_nulls("document")
    means = counting.group_by(*keys, "segment").agg(pl.col("z").mean())
    return means.group_by(keys).agg(pl.col("z").mean().round(TIE_DECIMALS)).sort(keys)
