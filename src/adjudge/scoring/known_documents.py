"""The document of every rating: as given, or recovered from what was shown together; ratings without one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import polars as pl

from adjudge.core.checking.identity import SHOWING, SITTING, present
from adjudge.scoring.catalogue import RECOVERED_DOCUMENTS, SOME_UNKNOWN, TOO_MANY_UNKNOWN
from adjudge.scoring.model_factors import level_codes, linked_groups
from adjudge.scoring.rows import Rows

#: If more of the counting ratings than this have no document (or annotator) while others do, the data is refused.
MOST_UNKNOWN: Final = 0.05
#: Segments that were shown together are no document if one group holds more of them than this.
LARGEST_GROUP: Final = 0.5
#: Kinds of items whose text is a system's output.
OUTPUTS: Final = ("system", "repeat", "filler", "calibration")


def know_documents(frame: pl.DataFrame, kinds: Sequence[str]) -> Rows:
    """Recover documents that are not given, and leave out the few ratings without document or annotator.

    Args:
        frame: ratings.
        kinds: kinds of ratings that count.

    Raises:
        RecipeError: AJ032 if the document or annotator of more than a few is unknown while that of others is known.
    """
    rows = recover_documents(frame, kinds)
    for column in ("document", "annotator"):
        rows = rows.then(lambda frame, column=column: require_known(frame, column, kinds))  # type: ignore[misc]
    return rows


def recover_documents(frame: pl.DataFrame, kinds: Sequence[str]) -> Rows:
    """Documents from showings, where no document is given: segments that were ever shown together belong together.

    Official releases of direct assessment leave documents out but keep what was shown together. On WMT22
    Chinese-English and Czech-English the groups are 256 and 137 runs of consecutive segments, without exception.

    Checked against: these two files (tests/published), and small tables by hand (tests/unit).

    Args:
        frame: ratings; unchanged if some document is given, if nothing was shown together, or if what was shown
            together is no document because it holds most segments.
        kinds: kinds of ratings that count; what was shown of others, such as a tutorial, says nothing.
    """
    counting = frame.filter(pl.col("kind").is_in(list(kinds)))
    if counting["document"].null_count() < counting.height or "showing" not in frame.columns:
        return Rows(frame)
    shown = counting.filter(pl.col("showing").is_not_null())
    segments = shown.select("segment").unique().sort("segment")
    if segments.height < 2:
        return Rows(frame)
    linked = linked_groups(level_codes(shown, "segment"), level_codes(shown, *present(SHOWING, shown)))
    _, start, group, sizes = np.unique(linked, return_index=True, return_inverse=True, return_counts=True)
    if sizes.max() == 1 or sizes.max() > LARGEST_GROUP * len(group):
        return Rows(frame)
    first = segments["segment"].gather(start).gather(group)
    names = segments.with_columns(_document=pl.format("shown with {}", first))
    joined = frame.join(names, on="segment", how="left", maintain_order="left")
    alone = pl.format("shown with {}", "segment")
    found = joined.with_columns(document=pl.coalesce("document", "_document", alone)).drop("_document")
    return Rows(found, (RECOVERED_DOCUMENTS(documents=len(sizes), segments=len(group), _longest=int(sizes.max())),))


def require_known(frame: pl.DataFrame, column: str, kinds: Sequence[str]) -> Rows:
    """Leave out the few ratings whose document (or annotator) is unknown while that of the others is known.

    One missing name must not change the analysis of all others. Where all are unknown nothing is left out.

    Args:
        frame: ratings.
        column: `document` or `annotator`.
        kinds: kinds of ratings that count; others are not looked at.

    Raises:
        RecipeError: AJ032 if more than a few are unknown.
    """
    counts = pl.col("kind").is_in(list(kinds))
    unknown = frame.filter(counts & pl.col(column).is_null())
    total = frame.filter(counts).height
    if unknown.is_empty() or unknown.height == total:
        return Rows(frame)
    if unknown.height > MOST_UNKNOWN * total:
        raise TOO_MANY_UNKNOWN(column=column, unknown=unknown.height, rows=total, _most=MOST_UNKNOWN)
    shown = ("system", "document", "segment", "annotator")
    named = [
        " ".join(f"{name} {value}" for name, value in row.items() if value is not None)
        for row in unknown.select(shown).head(20).iter_rows(named=True)
    ]
    kept = frame.filter(~(counts & pl.col(column).is_null()))
    return Rows(kept, (SOME_UNKNOWN(column=column, rows=unknown.height, which=named, _first=named[0]),))


def shown_together(frame: pl.DataFrame, kinds: Sequence[str] = OUTPUTS) -> pl.Series:
    """A name for what was drawn and shown as one: the document, as given or recovered; else the segment.

    Documents that are not given are recovered from showings, or from runs of one system where positions are known:
    segments that were ever shown together belong together. The series bears the name `document` or `segment`.
    """
    if not frame["document"].null_count():
        return frame["document"]
    rows = frame
    if "showing" not in frame.columns and "position" in frame.columns and not frame["position"].null_count():
        new = (pl.col("system") != pl.col("system").shift(1)).fill_null(value=True).cum_sum()
        rows = frame.with_columns(showing=new.over(present(SITTING, frame), order_by="position").cast(pl.String))
    found = recover_documents(rows, kinds).frame["document"]
    return frame["segment"] if found.null_count() else found
