"""Pace: seconds per judgement, and what was not kept."""

from __future__ import annotations

import polars as pl

from tests.unit.auditing.checks.campaigns import clean, needs, of, one


def test_nothing_is_found_in_a_campaign_without_fault() -> None:
    assert of(clean(), "AJ413", "AJ414") == []


def fast(frame: pl.DataFrame, rows: pl.Expr) -> pl.DataFrame:
    mine = (pl.col("annotator") == "ann2") & rows
    return frame.with_columns(ended=pl.when(mine).then(pl.col("started") + 0.8).otherwise(pl.col("ended")))


def test_somebody_who_is_often_too_fast_is_named_with_the_share() -> None:
    third = pl.int_range(pl.len()).over("annotator") % 3 == 0
    finding = one(fast(clean(), third), "AJ413")
    assert (finding.severity, finding.numbers["annotators"]) == ("warning", ["ann2"])
    # 94 of 280 judgements take .8 seconds; all others take 15 seconds or more.
    assert (
        "ann2 took less than 2 seconds for 34% of 280 judgements; all others did so for 0.0% of theirs" in finding.text
    )


def test_somebody_whose_work_took_a_second_each_is_named_where_documents_are_saved_at_once() -> None:
    """The segments of a document have the same end; only the ends of documents tell the time.

    Sessions begin with the first end, so that 96 of 100 judgements of a session have a time: 11.5 of 12 seconds.
    """
    place = pl.int_range(pl.len()).over("annotator")
    pace = pl.when(pl.col("annotator") == "ann2").then(1.0).otherwise(12.0)
    ended = (place // 4) * 4 * pace + 1e9
    finding = one(clean().with_columns(started=ended, ended=ended), "AJ413")
    assert finding.numbers["annotators"] == ["ann2"]
    assert "ann2 took 1.0 seconds per judgement, the others 11" in finding.text


def test_a_few_quick_judgements_are_nothing() -> None:
    assert of(fast(clean(), pl.int_range(pl.len()).over("annotator") % 20 == 0), "AJ413") == []


def test_what_was_not_kept_is_said_with_what_it_costs() -> None:
    assert one(clean().drop("started", "ended"), "AJ414").text == (
        "The data hold no times, so the pace of the work cannot be looked at."
    )
    nothing = clean().drop("started", "ended", "position")
    assert one(nothing, "AJ414").numbers == {"missing": ["order", "times"]}
    assert needs(nothing, "AJ413") == "the start or the end time of every judgement"


def test_one_clock_is_enough_and_a_clock_that_stands_still_is_none() -> None:
    for other in ("started", "ended"):
        assert of(clean().drop(other), "AJ413") == []
        quick = pl.when(pl.col("annotator") == "ann2").then(0.05).otherwise(1.0)
        left = {"started": "ended", "ended": "started"}[other]
        frame = clean().drop(other).with_columns((pl.col(left) - 1e9) % 1e6 * quick)
        assert one(frame, "AJ413").numbers["annotators"] == ["ann2"]
    assert of(clean().with_columns(started=pl.lit(5.0), ended=pl.lit(5.0)), "AJ413") == []
