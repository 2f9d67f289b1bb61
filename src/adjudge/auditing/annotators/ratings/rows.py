"""The ratings that annotators are described by: who gave them, which of them count, and what was rated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.annotators.catalogue import (
    NO_ANNOTATORS,
    NO_ANNOTATORS_OR_SESSIONS,
    NO_SCORES,
    NOTHING_LEFT,
    OTHER_KINDS,
    SESSIONS_AS_ASKED,
    SEVERAL_SCALES,
    UNKNOWN_ANNOTATORS,
)
from adjudge.core.checking.identity import OUTPUT, present
from adjudge.core.findings import Finding
from adjudge.core.scale import Scale, parse_scale
from adjudge.core.tables import Ratings
from adjudge.kernels.agreement.cells import RatedCells, rated_cells
from adjudge.scoring.filters import after_degraded, drop_after_degraded, keep_last, of_scope
from adjudge.scoring.known_documents import recover_documents
from adjudge.scoring.model_factors import level_codes
from adjudge.scoring.spans import SCALE as SCALE_OF_SPANS

#: Judgements of real outputs. Degraded items are made to be bad, references to be good, and a tutorial to be learnt:
#: they say how attentive people are, not how they use the scale (Knowles and Lo 2024, section 4.1, leave them out).
DESCRIBED: Final = ("system", "repeat", "filler", "calibration")
_DECIMALS: Final = 6

Ints = NDArray[np.intp]
Scope = Literal["segment", "document"]


@dataclass(frozen=True, eq=False)
class DescribedRows:
    """Ratings with an annotator and a score, of the kinds that are described.

    Args:
        frame: the rows, with the number of the item in `_item`, that of the segment, whichever system translated it, in
            `_segment`, and that of the resampled unit in `_unit`.
        every: the same people's ratings of all kinds.
        scale: bounds of the scores; None for scores without bounds.
        by_document: whether units are documents; segments if not.
        item: columns that tell items apart.
        scope: what was rated: segments, or whole documents.
        findings: what was left out, and how items were told apart.
    """

    frame: pl.DataFrame
    every: pl.DataFrame
    scale: Scale | None
    by_document: bool
    item: tuple[str, ...]
    scope: Scope
    findings: tuple[Finding, ...]

    @property
    def unit(self) -> str:
        """What intervals resample, in words."""
        return "document" if self.by_document else "segment"

    @cached_property
    def annotators(self) -> list[str]:
        """Names in alphabetical order: the order of all codes."""
        names: list[str] = self.frame["annotator"].unique().sort().to_list()
        return names

    @cached_property
    def averaged(self) -> pl.DataFrame:
        """One row per annotator and item: repeats are averaged first (Knowles and Lo 2024, footnote b)."""
        return (
            self.frame.group_by("annotator", "_item")
            .agg(pl.col("score").mean(), pl.col("_unit", "_segment", "system").first(), n=pl.len())
            .sort("_item", "annotator")
        )

    @cached_property
    def cells(self) -> RatedCells:
        """The averaged ratings as arrays; annotators have the numbers of `annotators`."""
        rows = self.averaged
        codes = rows["annotator"].cast(pl.Enum(self.annotators)).to_physical().to_numpy().astype(np.intp)
        return rated_cells(rows["_item"].to_numpy(), codes, rows["score"].to_numpy(), rows["_unit"].to_numpy())


def describe_rows(table: Ratings, *, kinds: Sequence[str] = (), sessions: bool = False) -> DescribedRows:
    """The rows that annotators are described by.

    Args:
        table: ratings of one language pair.
        kinds: kinds of rows instead of the usual ones.
        sessions: take every session for one annotator.

    Raises:
        InputError: AJ062 if there are no scores, nobody is known, nothing is left, or scores are on several scales.
    """
    chosen = tuple(kinds) or DESCRIBED
    # Scores restored from z-scores differ in the last digits, also from 0 to -0.
    rounded = pl.col("score").round(_DECIMALS)
    score = pl.when(rounded == 0).then(0.0).otherwise(rounded)
    scored = table.frame.filter(pl.col("score").is_not_null()).with_columns(score=score)
    if scored.is_empty():
        raise NO_SCORES(rows=len(table))
    scope: Scope = "segment" if "scope" not in scored.columns or (scored["scope"] == "segment").any() else "document"
    rows = keep_last(scored).then(lambda frame: of_scope(frame, scope))
    known, who = _known(rows.frame, sessions=sessions)
    every, context = _out_of_context(known, chosen)
    frame = every.filter(pl.col("kind").is_in(chosen))
    others = dict(every.filter(~pl.col("kind").is_in(chosen)).group_by("kind").len().sort("kind").iter_rows())
    if frame.is_empty():
        raise NOTHING_LEFT(kinds=", ".join(chosen), held=[f"{kind} ({n:,})" for kind, n in others.items()])
    left_out = [OTHER_KINDS(left_out=others, _kinds=[f"{n:,} {kind}" for kind, n in others.items()])] if others else []
    recovered = recover_documents(frame, chosen)
    frame = recovered.frame
    items = present(OUTPUT, frame)
    by_document = frame["document"].null_count() == 0
    # Whichever system translated it: the units of intervals where documents are unknown.
    segments = level_codes(frame, *(name for name in items if name != "system"))
    findings = (
        *rows.findings,
        *who,
        *context,
        *left_out,
        *recovered.findings,
    )
    return DescribedRows(
        frame=frame.with_columns(
            _item=pl.Series(level_codes(frame, *items)),
            _segment=pl.Series(segments),
            _unit=pl.Series(level_codes(frame, "document") if by_document else segments),
        ),
        every=every,
        scale=_scale(frame),
        by_document=by_document,
        item=tuple(items),
        scope=scope,
        findings=findings,
    )


def _known(frame: pl.DataFrame, *, sessions: bool) -> tuple[pl.DataFrame, tuple[Finding, ...]]:
    """Rows with an annotator. A session is a task, and one person does many: it is taken for a person only if asked."""
    count = frame["session"].n_unique() if "session" in frame.columns and frame["session"].count() else 0
    if sessions and count:
        rows = frame.filter(pl.col("session").is_not_null()).with_columns(annotator=pl.col("session"))
        return rows, (SESSIONS_AS_ASKED(sessions=count),)
    known = frame.filter(pl.col("annotator").is_not_null())
    if known.is_empty():
        raise (
            NO_ANNOTATORS(rows=frame.height, sessions=count) if count else NO_ANNOTATORS_OR_SESSIONS(rows=frame.height)
        )
    missing = frame.height - known.height
    return known, ((UNKNOWN_ANNOTATORS(left_out=missing, rows=frame.height),) if missing else ())


def _out_of_context(frame: pl.DataFrame, kinds: Sequence[str]) -> tuple[pl.DataFrame, tuple[Finding, ...]]:
    """Rows without those seen after a degraded item: their scores are lower for a reason that is not the text."""
    if not {"showing", "position"} <= set(frame.columns) or not (frame["kind"] == "degraded").any():
        return frame, ()
    marked = frame.with_columns(_after_degraded=after_degraded(frame) & (pl.col("kind") != "degraded"))
    kept = drop_after_degraded(marked, kinds)
    return kept.frame, kept.findings


def _scale(frame: pl.DataFrame) -> Scale | None:
    if "scale" not in frame.columns:
        return parse_scale(None)
    held = frame["scale"].unique().to_list()
    if held == [SCALE_OF_SPANS]:  # no end of a slider: nobody is near the lowest score
        return None
    scales = {str(parse_scale(text)): parse_scale(text) for text in held}
    if len(scales) > 1:
        raise SEVERAL_SCALES(scales=sorted(scales), first=min(scales), rows=frame.height)
    return next(iter(scales.values()))
