"""Drift and fatigue: trends over time are found, changes of systems are not."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from tests.unit.auditing.checks.campaigns import clean, needs, of, one, scores_of, where


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("annotators", [1, 6])
def test_nothing_is_found_in_a_campaign_without_fault(seed: int, annotators: int) -> None:
    assert of(clean(seed, annotators=annotators, judges=min(annotators, 2)), "AJ406", "AJ419") == []


def drifting(frame: pl.DataFrame, name: str, change: float) -> pl.DataFrame:
    scores = scores_of(frame, name)
    return where(frame, name, scores + change * np.linspace(0, 1, len(scores)))


@pytest.mark.parametrize("change", [-40.0, 25.0])
@pytest.mark.parametrize("annotators", [1, 6])
def test_a_drifting_annotator_is_named_with_the_direction(change: float, annotators: int) -> None:
    frame = clean(annotators=annotators, judges=min(annotators, 2))
    finding = one(drifting(frame, "ann0", change), "AJ406")
    assert (finding.severity, finding.numbers["annotators"]) == ("warning", ["ann0"])
    assert f"those of ann0 {'fall' if change < 0 else 'rise'} by" in finding.text


def test_order_is_by_position_where_there_are_no_times() -> None:
    frame = drifting(clean(), "ann0", -40).drop("started", "ended")
    assert one(frame, "AJ406").numbers["annotators"] == ["ann0"]
    assert of(frame.drop("position"), "AJ406") == []
    assert needs(frame.drop("position"), "AJ406") == "the time or the position of every judgement"


def test_better_systems_later_are_no_drift() -> None:
    """All of one system before all of the next: scores fall from system to system, and nobody drifts."""
    frame = clean().sort("system", maintain_order=True)
    time = pl.int_range(pl.len()).over("annotator")
    assert of(frame.with_columns(position=time, started=time * 20.0, ended=time * 20.0 + 9), "AJ406") == []


def test_everybody_who_tires_in_a_session_is_a_note() -> None:
    frame = clean(documents=60).with_columns(score=(pl.col("score") - 0.2 * pl.col("position")).clip(0, 100))
    finding = one(frame, "AJ419")
    assert finding.severity == "note"
    assert finding.text.startswith("Scores fall by")
