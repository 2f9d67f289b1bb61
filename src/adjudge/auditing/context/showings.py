"""Which rows were shown together: one showing of a text, given by the data or told by the order of its segments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from adjudge.auditing.context.catalogue import (
    NO_DEGRADED,
    NO_ORDER,
    NO_SHOWINGS,
    NO_WHO,
    PASSES,
    UNPLACED,
)
from adjudge.core.checking.identity import SITTING, present
from adjudge.core.findings import Finding
from adjudge.core.tables import Ratings
from adjudge.scoring.filters import keep_last

#: Kinds of rows that are part of an original or of a quality-control copy.
KINDS: Final = ("system", "repeat", "reference", "degraded")
#: One annotator's look at one system in one session.
_UNIT: Final = (*SITTING, "source_lang", "target_lang", "criterion", "system")
#: The number at the end of a segment's name is its place in the document.
_NUMBER: Final = r"(\d+)$"


@dataclass(frozen=True)
class Showings:
    """Rows with the showing that each was part of.

    Args:
        frame: ratings of segments in their order. `showing` is a number, the same for all rows of one showing, and
            `position` the order within it; `_text` is the same for all showings of one text by one system in one
            session; `_role` says what the showing is: `original`, `copy` (it holds degraded items or repeats) or
            `other`.
        inferred: whether showings were told from the order of segments.
        findings: what was left out or inferred.
    """

    frame: pl.DataFrame
    inferred: bool
    findings: tuple[Finding, ...]


def find_showings(table: Ratings) -> Showings:
    """Give every row of a segment its showing.

    With a column `showing` a showing is what the column says, and showings belong to one text if they share a segment.
    Without it the rows of one system's document in one session are put in order, and a new showing begins wherever
    the number of the segment does not increase; showings belong to one text if they are of one document.

    Raises:
        InputError: AJ064 if there are no degraded items, or order, showings or annotators are unknown.
    """
    frame = table.frame.filter(pl.col("scope") == "segment") if "scope" in table.frame.columns else table.frame
    frame = frame.filter(pl.col("kind").is_in(KINDS))
    if not (frame["kind"] == "degraded").any() and not (frame["kind"] == "repeat").any():
        raise NO_DEGRADED(rows=len(table))
    given = "showing" in frame.columns and frame["showing"].null_count() < frame.height
    revised = keep_last(frame) if given else None
    frame, findings = _placed(revised.frame if revised else frame, showing=given)
    shown = _given(frame) if given else _passes(frame)
    told = () if given else (PASSES(showings=shown["showing"].n_unique(), rows=shown.height),)
    return Showings(_with_roles(shown), not given, (*(revised.findings if revised else ()), *findings, *told))


def _placed(frame: pl.DataFrame, *, showing: bool) -> tuple[pl.DataFrame, tuple[Finding, ...]]:
    """Rows with a known place in a known person's or session's work, as `position`."""
    known_who = pl.col("annotator").is_not_null() | pl.col("session").is_not_null()
    clock = next((c for c in ("position", "started") if c in frame.columns and not frame[c].is_null().all()), None)
    if clock is None:
        raise NO_ORDER(rows=frame.height)
    needed = known_who & pl.col(clock).is_not_null() & (pl.col("showing").is_not_null() if showing else pl.lit(True))
    kept = frame.filter(needed).with_columns(position=pl.col(clock).cast(pl.Float64)).with_row_index("_row")
    if kept.is_empty():
        raise NO_WHO(rows=frame.height)
    lost = frame.height - kept.height
    kept = kept.with_columns(_unit=pl.col("_row").first().over(present(_UNIT, kept)))
    return kept, (UNPLACED(left_out=lost, rows=frame.height),) if lost else ()


def _given(frame: pl.DataFrame) -> pl.DataFrame:
    """Showings as the data names them; those that share a segment are showings of one text."""
    frame = frame.with_columns(showing=pl.col("_row").first().over("_unit", "showing"))
    names = [name for name in ("document", "segment") if name in frame.columns]
    items = frame.select(pl.col("_row").first().over("_unit", *names)).to_series().to_numpy()
    return frame.with_columns(_text=pl.Series(_joined(frame["showing"].to_numpy(), items)))


def _joined(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """A number for each row, the same for all rows that chains of equal values on either side connect."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    first = np.unique(left, return_inverse=True)[1]
    second = np.unique(right, return_inverse=True)[1] + first.max() + 1
    size = int(second.max()) + 1
    graph = coo_array((np.ones(len(first), dtype=np.int8), (first, second)), shape=(size, size))
    return np.asarray(connected_components(graph, directed=False)[1][first])


def _passes(frame: pl.DataFrame) -> pl.DataFrame:
    """Showings told from the order: a new one begins where the number of the segment does not increase."""
    number = pl.col("segment").str.extract(_NUMBER).cast(pl.Int64, strict=False)
    known = pl.col("document").is_not_null() if "document" in frame.columns else pl.lit(False)
    # A segment without a document stands alone: each time it comes again is another showing.
    frame = frame.with_columns(
        _number=pl.when(known).then(number).otherwise(0),
        _document=pl.when(known).then("document").otherwise("segment") if "document" in frame.columns else "segment",
        _in_document=known,
    )
    without = frame.filter(pl.col("_number").is_null())
    if not without.is_empty():
        raise NO_SHOWINGS(example=without["segment"][0], rows=without.height)
    text = ("_unit", "_in_document", "_document")
    frame = frame.sort(*text, "position").with_columns(_text=pl.col("_row").first().over(text))
    begins = (pl.col("_text") != pl.col("_text").shift()) | (pl.col("_number") <= pl.col("_number").shift())
    return frame.with_columns(showing=begins.fill_null(value=True).cum_sum().cast(pl.Int64)).drop(
        "_number", "_document", "_in_document"
    )


def _with_roles(frame: pl.DataFrame) -> pl.DataFrame:
    """What each showing is, by the kinds of its rows."""
    held = {kind: (pl.col("kind") == kind).any().over("showing") for kind in KINDS}
    role = (
        pl.when(held["degraded"] | held["repeat"])
        .then(pl.lit("copy"))
        .when(held["reference"])
        .then(pl.lit("other"))
        .otherwise(pl.lit("original"))
    )
    return frame.with_columns(_role=role).sort("showing", "position", maintain_order=True)
