"""Control items in the basis of z-scores, and what followed a degraded item."""

from __future__ import annotations

import polars as pl

from tests.unit.auditing.checks.campaigns import clean, controls, needs, of, one


def test_degraded_items_that_are_spread_evenly_are_a_note() -> None:
    finding = one(controls(clean()), "AJ424")
    assert finding.severity == "note"
    assert finding.numbers["rows"] == 320
    assert of(clean(), "AJ424") == []


def test_degraded_items_of_two_annotators_only_move_systems() -> None:
    """Two annotators have many degraded items and judge one system more than others: their z-scores rise."""
    frame = controls(clean(systems=8, documents=30), every=1)
    mine = pl.col("annotator").is_in(["ann0", "ann1"])
    even = pl.col("system").is_in(["sys2", "sys4"])
    kept = ((pl.col("kind") == "system") & (mine == even)) | (mine & (pl.col("kind") == "degraded"))
    finding = one(frame.filter(kept), "AJ424")
    assert finding.severity == "warning"
    assert finding.numbers["spread"] > 0.15
    assert finding.numbers["pairs"]
    assert "without them" in finding.text


def mixed_copies(frame: pl.DataFrame) -> pl.DataFrame:
    """Each document of sys0 is shown again at the end of its session, its second segment damaged."""
    copies = frame.filter(pl.col("system") == "sys0").with_columns(
        kind=pl.when(pl.col("segment") == "1").then(pl.lit("degraded")).otherwise(pl.lit("repeat")),
        position=pl.col("position") + 1000,
        started=pl.col("started") + 1e5,
        ended=pl.col("ended") + 1e5,
    )
    return pl.concat([frame, copies])


def test_what_follows_a_degraded_item_is_counted_by_system() -> None:
    # 40 documents with two judges each, segments 2 and 3 follow the damaged segment 1.
    finding = one(mixed_copies(clean()), "AJ425")
    assert (finding.severity, finding.numbers["rows"], finding.numbers["system"]) == ("warning", 160, "sys0")
    assert finding.numbers["by_system"] == {"sys0": 160, "sys1": 0, "sys2": 0, "sys3": 0, "sys4": 0}
    # sys0 has 320 originals and 240 undamaged copies.
    assert "0% to 29% of the judgements of a system, most for sys0" in finding.text


def test_displays_are_taken_as_given() -> None:
    frame = mixed_copies(clean())
    apart = frame.with_columns(showing=pl.int_range(pl.len()).cast(pl.String))
    assert of(apart, "AJ425") == []


def test_copies_that_hold_only_damage_are_no_context() -> None:
    assert of(controls(clean(), every=1), "AJ425") == []


def test_without_order_it_is_not_checked() -> None:
    frame = mixed_copies(clean()).drop("started", "ended")
    assert of(frame, "AJ425")
    kept = frame.with_columns(position=pl.lit(None, dtype=pl.Int64), showing=pl.int_range(pl.len()).cast(pl.String))
    assert "position" in needs(kept, "AJ425")
    assert needs(clean(), "AJ425") == "items of kind 'degraded'"
