"""Showings to the rows of a plan, and whether they hold what was asked for."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.tables import Batches
from adjudge.planning.designs.catalogue import NOTHING_FITS, UNPLANNED
from adjudge.planning.designs.design import Built, Design, DesignInput
from adjudge.planning.designs.places import Places

_SHOWING: Final = pl.concat_str("session", pl.lit("/"), "place")


def batches_of(campaign: Campaign, showings: pl.DataFrame, units: pl.DataFrame, segments: pl.DataFrame) -> Batches:
    """A row for each output that is shown, in the order of sessions and positions.

    Args:
        campaign: its languages.
        showings: see `adjudge.planning.designs.design`.
        units: likewise.
        segments: likewise.
    """
    shown = showings.with_columns(showing=_SHOWING).with_row_index("_row")
    originals = shown.select(pl.col("_row").cast(pl.Int64).alias("copy_of"), original="showing")
    shown = shown.join(originals, on="copy_of", how="left", maintain_order="left")
    first = shown.group_by("session", maintain_order=True).agg(_first=pl.col("_row").first())
    shown = shown.join(first, on="session", maintain_order="left").sort("_first", "place")
    shown = shown.join(units.select("unit", "domain"), on="unit", how="left", maintain_order="left")
    rows = shown.join(segments.rename({"place": "_segment"}), on="unit", how="inner", maintain_order="left_right")
    rows = rows.filter(pl.col("_segment") < pl.col("length"))
    rows = rows.with_columns(
        item=pl.int_range(pl.len()).over("session"),
        kind=pl.coalesce("kind", pl.col("kinds").list.get(pl.col("_segment"), null_on_oob=True)),
    )
    rows = rows.explode("systems").with_columns(position=pl.int_range(pl.len()).over("session"))
    frame = rows.select(
        "session",
        "annotator",
        "position",
        pl.col("item").cast(pl.String),
        "showing",
        pl.col("systems").alias("system"),
        "document",
        "segment",
        "kind",
        "original",
        "wave",
        "domain",
        scope=pl.lit("segment"),
        source_lang=pl.lit(campaign.source_lang),
        target_lang=pl.lit(campaign.target_lang),
    )
    return Batches.check(frame.drop([name for name in ("annotator", "domain") if frame[name].is_null().all()]))


def require_sessions(design: Design, given: DesignInput, built: Built, places: Places) -> None:
    """That a design made any session: published builders leave out what does not fit them.

    Args:
        design: the design.
        given: what was asked for.
        built: what it made.
        places: for messages.

    Raises:
        UsageError: AJ650.
    """
    if built.showings.is_empty():
        raise NOTHING_FITS(place=places.of("design"), design=design.name, texts=given.units.height)


def check_complete(design: Design, given: DesignInput, batches: Batches, places: Places) -> None:
    """That every output is judged as often as asked for, by different annotators.

    A protocol of several outputs may show an output once more to each annotator, if numbers do not divide.

    Args:
        design: the design; published builders do not keep count, and say so themselves.
        given: what was asked for.
        batches: what was planned.
        places: for messages.

    Raises:
        AdjudgeError: AJ656.
    """
    if design.own_controls or not design.complete:
        return
    work = given.campaign.work
    wanted = given.segments.select("document", "segment").join(pl.DataFrame({"system": given.systems}), how="cross")
    people = pl.col("annotator").n_unique() if "annotator" in batches.frame.columns else pl.len()
    held = (
        batches.frame.filter(kind="system").group_by("document", "segment", "system").agg(times=pl.len(), people=people)
    )
    rows = wanted.join(held, on=["document", "segment", "system"], how="full", coalesce=True)
    several = int(given.campaign.judging.outputs > 1)
    times, different = pl.col("times").fill_null(0), pl.col("people").fill_null(0)
    # Groups of systems overlap, so that with few annotators nobody but the same one may be left (AJ659 says so).
    people_enough = pl.lit(value=True) if several else different >= work.judgements
    right = times.is_between(work.judgements, work.judgements * (1 + several)) & people_enough
    wrong = rows.filter(~right).sort("system", "document", "segment")
    if not wrong.is_empty():
        examples = [" ".join(map(str, row)) for row in wrong.select("system", "document", "segment").iter_rows()]
        counts = {"wrong": wrong.height, "total": rows.height, "judgements": work.judgements}
        raise UNPLANNED(place=places.of("design"), design=design.name, examples=examples, **counts)
