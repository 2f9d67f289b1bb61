"""`adjudge.documents`: coverage, difficulty and luck, anomalous cells, lengths of documents."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, Literal

import polars as pl

from adjudge.auditing.documents import catalogue as say
from adjudge.auditing.documents import coverage as covered
from adjudge.auditing.documents.adjusted import (
    FAMILYWISE,
    FittedCells,
    adjusted_means,
    anomalous_cells,
    fit_cells,
    swapped_pairs,
)
from adjudge.auditing.documents.capacity import session_capacity
from adjudge.auditing.documents.judged import cell_z, counting_rows, segment_scores, with_documents
from adjudge.auditing.documents.repetition import Repetition, repetition
from adjudge.auditing.documents.result import AuditedDocument, AuditedSystem, DocumentCell, DocumentsResult
from adjudge.auditing.held_ratings import held_ratings
from adjudge.core.arguments import WRONG_ARGUMENT
from adjudge.core.catalogue import counted
from adjudge.core.checking.frames import to_polars
from adjudge.core.findings import Finding
from adjudge.core.scale import scale_of
from adjudge.core.selecting.conditions import Where
from adjudge.core.selecting.selection import conditions_as_text, selection_choices
from adjudge.core.signature import Signature
from adjudge.core.suspicions.registry import suspect
from adjudge.core.tables import Ratings, Supplement, Table, Texts
from adjudge.ranking.pooling import pooled
from adjudge.ranking.ratings.requirements import require_one_scale
from adjudge.scoring.aggregate import TIE_DECIMALS

#: How documents are put in order: by the mean of all judgements (Knowles 2021, Figure 5), or by the median segment
#: (Knowles and Lo 2022, Figures 2 and 3).
Order = Literal["mean", "median"]
ORDERS: Final[tuple[Order, ...]] = ("mean", "median")
#: Coverage is called unequal if the shares of two systems differ by more than this.
EQUAL: Final = 0.05


def documents(
    table: object,
    *,
    segments: object = None,
    texts: Texts | None = None,
    training: Collection[str] | None = None,
    order: Order = "median",
    pair: str | None = None,
    where: Where | None = None,
    columns: Mapping[str, str] | None = None,
    scale: str | None = None,
) -> DocumentsResult:
    """What the documents of a test did to its ranking (Knowles 2021, section 6; Knowles and Lo 2022, section 5).

    Raw scores of segments are looked at, of the kinds `system` and `repeat`; several of one output are averaged first.

    Args:
        table: `Ratings`, or any frame with their columns.
        segments: the map of the test set, a table or frame with `document` and `segment`; all that was
            judged if left out.
        texts: source texts, needed for `training`.
        training: lines of the training source, to see how segments that are in it were scored.
        order: of the documents: `mean` or `median` of their segments.
        pair: the language pair, needed if the table holds several.
        where: the rows to look at, as for `adjudge.rank`.
        columns: for a frame with other names: our name -> name in the frame.
        scale: for a frame: the scale of the scores; `0..100` if left out.

    Raises:
        AdjudgeError: AJ063 if there is nothing to look at, or the map is of another test set.

    Example:
        >>> import adjudge
        >>> result = adjudge.documents(adjudge.simulate("balanced", seed=1).table)
        >>> result.total, result.all_documents
        (3027, 120)
    """
    if order not in ORDERS:
        raise WRONG_ARGUMENT(name="order", value=order, expected="mean or median", todo='write `order="mean"`')
    ratings = held_ratings(table, where=where, columns=columns, scale=scale, pair=pair)
    recovered = with_documents(counting_rows(ratings.frame))
    rows = recovered.frame
    if rows.is_empty():
        raise say.NOT_AUDITED(rows=len(ratings))
    require_one_scale(rows)
    test_set = _map_of(segments)
    test = covered.known_test_set(rows, test_set)
    if test.given:
        _require_same_test_set(rows, test)
    fitted = fit_cells(rows)
    repeated = _repetition(ratings, rows, texts, training)
    found = _Found(ratings, rows, test, test_set, fitted)
    return DocumentsResult(
        signature=Signature.of(
            {"documents": order, "segments": "map" if test.given else "judged", "anomalies": f"{FAMILYWISE:g}"}
            | selection_choices(ratings)
        ),
        settings={"order": order, "segments": test.given, "level": FAMILYWISE, "where": conditions_as_text(ratings)},
        findings=(*suspect(ratings), *ratings.findings, *pooled(rows), *recovered.findings, *found.findings()),
        repetition=repeated,
        **found.parts(order),
    )


class _Found:
    """What was computed, as parts of the result and as findings."""

    def __init__(
        self,
        ratings: Ratings,
        rows: pl.DataFrame,
        test: covered.TestSet,
        segments: pl.DataFrame | None,
        fitted: FittedCells,
    ) -> None:
        self.rows, self.test, self.fitted = rows, test, fitted
        self.coverage = covered.coverage_by_system(rows, segments)
        self.adjusted = adjusted_means(rows, fitted)
        self.cells = anomalous_cells(rows, fitted)
        frame = ratings.frame
        if "document" not in frame.columns or frame["document"].null_count():
            frame = with_documents(frame if "document" in frame.columns else frame.with_columns(document=None)).frame
        self.z = cell_z(frame)
        self.capacity = session_capacity(frame, segments)
        self.of_all = covered.documents_of_all_systems(rows)

    def parts(self, order: Order) -> dict[str, Any]:
        """Fields of the result."""
        cells = self.fitted.cells.drop("_system", "_document") if self.cells is None else self.cells
        cells = cells.join(self.z, on=["system", "document"], how="left", maintain_order="left")
        return {
            "total": self.test.segments.height,
            "systems": tuple(self._systems()),
            "documents": tuple(_documents(self.rows, order)),
            "cells": tuple(DocumentCell(**row) for row in cells.iter_rows(named=True)),
            "of_all_systems": len(self.of_all),
            "all_documents": self.test.segments["document"].drop_nulls().n_unique(),
            "lengths": tuple(covered.document_lengths(self.test.segments)),
            "capacity": self.capacity,
        }

    def _systems(self) -> Iterator[AuditedSystem]:
        means = segment_scores(self.rows).group_by("system").agg(mean=pl.col("mean").mean().round(TIE_DECIMALS))
        table = self.coverage.select("system", "segments", "share", "documents").join(means, on="system")
        if self.adjusted is not None:
            fit = self.adjusted.select("system", "mean", "adjusted", "se", "luck", "luck_se")
            table = table.drop("mean").join(fit, on="system", how="left")
        for row in table.sort(["mean", "system"], descending=[True, False]).iter_rows(named=True):
            yield AuditedSystem(**row)

    def findings(self) -> Iterator[Finding]:
        """What a reader should know."""
        unknown = self.rows["document"].null_count()
        if unknown:
            entry = say.NO_DOCUMENTS if unknown == self.rows.height else say.SOME_NO_DOCUMENTS
            yield entry(unknown=unknown, rows=self.rows.height)
        if self.test.unknown:
            yield say.OFF_THE_MAP(unknown=self.test.unknown)
        yield from self._coverage()
        yield from self._room()
        yield from self._luck()
        odd = self.cells.filter(pl.col("anomalous")) if self.cells is not None else None
        if odd is not None and odd.height:
            rows = odd.select("system", "document", "mean", "expected").rows()
            said = [f"{system} on {document} ({mean:.3g} instead of {fit:.3g})" for system, document, mean, fit in rows]
            systems, documents = (odd[name].unique(maintain_order=True).to_list() for name in ("system", "document"))
            yield say.ANOMALOUS_CELLS(systems=systems, documents=documents, _cells=said)

    def _room(self) -> Iterator[Finding]:
        held = self.capacity
        if held is None:
            return
        if held.known and not held.fits:
            yield say.LONG_DOCUMENTS(**held.numbers(), severity=held.severity)
        if held.longer and held.whole:
            yield say.NEVER_DRAWN(documents=list(held.longer), capacity=held.capacity)

    def _coverage(self) -> Iterator[Finding]:
        ends = self.coverage.sort("share", "system")
        least, most = ends.row(0, named=True), ends.row(-1, named=True)
        if most["share"] - least["share"] > EQUAL:
            documents = self.coverage["total_documents"][0]
            of_all = (
                f"{len(self.of_all):,} of {counted(documents, 'document')} "
                f"{'was' if len(self.of_all) == 1 else 'were'} judged for every system"
                if documents
                else None
            )
            yield say.UNEQUAL_COVERAGE(
                lowest=least["share"],
                least=least["system"],
                highest=most["share"],
                most=most["system"],
                total=most["total"],
                of_all_systems=len(self.of_all),
                documents=documents,
                _complete=of_all,
            )

    def _luck(self) -> Iterator[Finding]:
        systems = self.coverage.height
        known = self.fitted.cells["document"].n_unique()
        if self.adjusted is None:
            if systems > 1 and known > 1:
                yield say.NOT_CONNECTED(systems=systems, documents=known)
            return
        ends = self.adjusted.sort("luck", "system")
        low, high = ends.row(0, named=True), ends.row(-1, named=True)
        if max(high["luck"], -low["luck"]) > 1e-9:
            yield say.LUCK(luckiest=high["system"], raised=high["luck"], unluckiest=low["system"], lowered=-low["luck"])
        swaps = swapped_pairs(self.adjusted, self.fitted)
        if swaps.pairs:
            yield say.LUCK_CHANGES_ORDER(
                pairs=swaps.pairs, sure=swaps.sure, severity="warning" if swaps.sure else "note"
            )


def _documents(rows: pl.DataFrame, order: Order) -> Iterator[AuditedDocument]:
    """Documents, easiest first."""
    scores = segment_scores(rows.filter(pl.col("document").is_not_null()))
    table = scores.group_by("document").agg(
        segments=pl.col("segment").n_unique().cast(pl.Int64),
        systems=pl.col("system").n_unique().cast(pl.Int64),
        mean=pl.col("mean").mean().round(TIE_DECIMALS),
        median=pl.col("mean").median().round(TIE_DECIMALS),
    )
    other = "median" if order == "mean" else "mean"
    for row in table.sort([order, other, "document"], descending=[True, True, False]).iter_rows(named=True):
        yield AuditedDocument(**row)


def _map_of(segments: object) -> pl.DataFrame | None:
    """The map of the test set as a frame.

    Raises:
        InputError: AJ063 if it has no documents or segments.
    """
    if segments is None:
        return None
    frame = segments.frame if isinstance(segments, Table | Supplement) else to_polars(segments)
    for name in ("document", "segment"):
        if name not in frame.columns:
            raise say.NOT_A_MAP(missing=name, found=", ".join(frame.columns))
    return frame.with_columns(pl.col("document", "segment").cast(pl.String))


def _require_same_test_set(rows: pl.DataFrame, test: covered.TestSet) -> None:
    judged = rows.select("document", "segment").unique()
    if test.unknown < judged.height:
        return
    one = test.segments.select("document", "segment").head(1).rows()
    raise say.OTHER_SEGMENTS(
        judged=" ".join(str(part) for part in judged.sort("document", "segment").row(0)),
        mapped=" ".join(str(part) for part in one[0]) if one else "nothing",
        segments=judged.height,
    )


def _repetition(
    ratings: Ratings, rows: pl.DataFrame, texts: Texts | None, training: Collection[str] | None
) -> Repetition | None:
    if training is None:
        return None
    if texts is None:
        raise say.NO_SOURCES()  # noqa: RSE102 - an entry is no class
    scale = scale_of(ratings.frame)
    scores = segment_scores(rows)
    bounds = (scale.low, scale.high) if scale else (float(scores["mean"].min()), float(scores["mean"].max()))  # type: ignore[arg-type]
    sources = (
        texts.frame if "document" in texts.frame.columns else texts.frame.with_columns(document=pl.lit(None, pl.String))
    )
    return repetition(scores, sources.select("document", "segment", "source"), training, bounds)
