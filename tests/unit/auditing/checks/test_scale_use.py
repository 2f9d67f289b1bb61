"""Narrow ranges, few values and straight lines: the culprit is named, the others are not."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from tests.unit.auditing.checks.campaigns import clean, needs, of, one, scores_of, where, without_documents


@pytest.mark.parametrize("seed", range(10))
def test_nothing_is_found_in_a_campaign_without_fault(seed: int) -> None:
    assert of(clean(seed), "AJ404", "AJ405", "AJ415") == []


@pytest.mark.parametrize("annotators", [2, 3, 6])
def test_an_annotator_with_a_narrow_range_is_named(annotators: int) -> None:
    frame = clean(annotators=annotators)
    scores = scores_of(frame, "ann1")
    finding = one(where(frame, "ann1", 70 + 0.12 * (scores - scores.mean())), "AJ404")
    assert finding.severity == "warning"
    assert finding.numbers["annotators"] == ["ann1"]
    # Scores were brought to .12 of their spread and rounded; the others have other spreads.
    assert 0.08 < finding.numbers["ratio"] < 0.25
    assert finding.text.startswith(
        "1 annotator uses a small part of the scale: ann1. Nine in ten scores of ann1 lie between"
    )


def test_somebody_who_met_one_system_only_is_not_narrow() -> None:
    frame = clean()
    assert of(frame.filter((pl.col("annotator") != "ann1") | (pl.col("system") == "sys0")), "AJ404") == []


@pytest.mark.parametrize(
    ("ticks", "words"),
    [
        (4, "near the 7 ticks of DA+SQM"),
        (5, "near the ticks 0, 25"),
        (6, "at 39-41, 59-61, 79-81"),
        (7, "near the 7 ticks of DA+SQM"),
    ],
)
def test_an_annotator_who_uses_ticks_is_named_with_them(ticks: int, words: str) -> None:
    frame = clean()
    step = 100 / (ticks - 1)
    jitter = np.random.default_rng(3).integers(-1, 2, len(scores_of(frame, "ann2")))
    finding = one(where(frame, "ann2", np.round(np.round(scores_of(frame, "ann2") / step) * step) + jitter), "AJ405")
    assert (finding.severity, finding.numbers["annotators"]) == ("note", ["ann2"])
    assert words in finding.text


def test_three_values_are_few() -> None:
    frame = clean()
    finding = one(where(frame, "ann2", np.choose(np.arange(len(scores_of(frame, "ann2"))) % 3, [61, 72, 94])), "AJ405")
    assert finding.numbers["annotators"] == ["ann2"]
    assert "100% of" in finding.text
    assert "scores at 61, 72, 94." in finding.text


def test_a_five_point_scale_is_no_discretisation() -> None:
    frame = clean().with_columns(score=(pl.col("score") / 25).round() + 1, scale=pl.lit("1..5"))
    assert of(frame, "AJ405") == []


def test_multiples_of_ten_are_fine_enough() -> None:
    frame = clean()
    assert of(where(frame, "ann2", np.round(scores_of(frame, "ann2") / 10) * 10), "AJ405") == []


def test_an_annotator_who_gives_documents_one_score_is_named() -> None:
    first = pl.col("score").first().over("annotator", "system", "document")
    straight = (pl.col("annotator") == "ann3") & (pl.col("document").str.tail(1).is_in(list("123579")))
    finding = one(clean().with_columns(score=pl.when(straight).then(first).otherwise(pl.col("score"))), "AJ415")
    assert (finding.severity, finding.numbers["annotators"]) == ("warning", ["ann3"])
    assert "did so in" in finding.text


def test_a_campaign_of_perfect_outputs_has_no_straight_liners() -> None:
    perfect = pl.col("document").hash(1) % 2 == 0
    frame = clean().with_columns(score=pl.when(perfect).then(100.0).otherwise(pl.col("score")))
    assert of(frame, "AJ415") == []


def test_without_documents_straight_lines_are_not_checked() -> None:
    assert needs(without_documents(), "AJ415") == "values of 'document'"
    assert needs(clean().drop("annotator", "session"), "AJ404") == "a value of 'annotator' in nearly every row"
