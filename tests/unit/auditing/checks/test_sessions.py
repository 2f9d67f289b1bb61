"""Sessions: who met human translations and control items, room for all systems, odd mixes, sizes."""

from __future__ import annotations

import polars as pl

from tests.unit.auditing.checks.campaigns import clean, controls, needs, of, one

ALL = ("AJ420", "AJ421", "AJ422", "AJ423", "AJ429", "AJ430", "AJ431")


def with_human(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(pl.col("system").replace("sys0", "Human-A"))


def test_nothing_is_found_in_a_campaign_without_fault() -> None:
    assert of(with_human(controls(clean())), *ALL) == []


def test_the_share_of_sessions_with_human_translations_is_said() -> None:
    frame = with_human(clean(documents=60))
    assert frame["session"].n_unique() == 24
    third = (pl.col("system") == "Human-A") & ~pl.col("annotator").is_in(["ann0", "ann1"])
    finding = one(frame.filter(~third), "AJ420")
    assert (finding.severity, finding.numbers["share"], finding.numbers["annotator_share"]) == ("warning", 1 / 3, 1 / 3)
    assert finding.text.startswith(
        "33.3% of 24 sessions hold human translations (Human-A), the others none; 33.3% of 6 annotators met any."
    )


def test_it_is_a_note_if_every_annotator_met_them() -> None:
    frame = with_human(clean(documents=60))
    human = pl.col("system") == "Human-A"
    finding = one(frame.filter(~human | pl.col("session").str.ends_with("-0")), "AJ420")
    assert (finding.severity, finding.numbers["share"]) == ("note", 0.25)
    assert one(frame.filter(~human | pl.col("session").str.ends_with("-0")).drop("annotator"), "AJ420").severity == (
        "warning"
    )


def test_the_same_for_control_items() -> None:
    frame = controls(clean(documents=60))
    half = (pl.col("kind") == "degraded") & pl.col("annotator").is_in(["ann0", "ann1", "ann2"])
    finding = one(frame.filter(~half), "AJ422")
    assert (finding.severity, finding.numbers["annotator_share"]) == ("warning", 0.5)
    references = frame.with_columns(pl.col("kind").replace("degraded", "reference"))
    assert of(references, "AJ421") == []
    some = (pl.col("kind") == "reference") & pl.col("annotator").is_in(["ann0", "ann1", "ann2"])
    assert one(references.filter(~some), "AJ421").numbers["annotator_share"] == 0.5


def test_documents_too_long_for_all_systems() -> None:
    # Documents of 25 segments for 5 systems need 125 places, a session has 100.
    frame = clean(length=25, documents=12)
    finding = one(frame, "AJ423")
    assert finding.severity == "note"
    assert (finding.numbers["n_systems"], finding.numbers["capacity"]) == (5, 100)
    assert one(frame.drop("annotator"), "AJ423").severity == "warning"
    assert needs(frame.drop("document"), "AJ423") == "values of 'document'"


def test_a_session_of_one_system_is_named() -> None:
    frame = clean(documents=60, length=2)
    odd = pl.col("session") == "s3-1"
    finding = one(
        frame.with_columns(system=pl.when(odd).then(pl.lit("sys2")).otherwise(pl.col("system"))).unique(
            ["annotator", "session", "system", "document", "segment"], maintain_order=True
        ),
        "AJ429",
    )
    assert finding.numbers["sessions"] == ["s3-1"]


def test_sessions_of_several_annotators_are_noted() -> None:
    finding = one(clean().with_columns(session=pl.col("session").str.slice(3)), "AJ430")
    assert finding.severity == "note"


def test_sessions_that_were_broken_off_are_named() -> None:
    frame = clean(documents=60)
    cut = (pl.col("session") == "s0-1") & (pl.col("position") >= 15)
    finding = one(frame.filter(~cut), "AJ431")
    assert (finding.numbers["sessions"], finding.numbers["smallest"]) == (["s0-1"], 15)


def test_sessions_of_one_system_each_are_all_named() -> None:
    frame = clean(documents=60, length=2).with_columns(session=pl.col("annotator") + "-" + pl.col("system"))
    assert len(one(frame, "AJ429").numbers["sessions"]) == 30
