"""The calibration set: what it holds, what it costs, and whether later work is like it."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

import adjudge
from adjudge.auditing.annotators.ratings.calibration import calibration_cost, calibration_set, later_work
from adjudge.auditing.annotators.ratings.rows import describe_rows
from tests.builders import ratings


def rows_of(annotator, kind, documents, scores, system="a"):
    """One segment per document, in a session of its own kind."""
    return [
        {
            "annotator": annotator,
            "session": f"{annotator}-{kind}",
            "system": system,
            "document": f"{kind}-{d}",
            "segment": "1",
            "kind": kind,
            "score": float(score),
        }
        for d, score in zip(range(documents), scores, strict=True)
    ]


def test_contents_are_counted_once_whoever_rated_them():
    frame = pl.DataFrame(
        {
            "annotator": ["x", "x", "x", "x", "y", "y"],
            "system": ["a", "a", "b", "a", "a", "a"],
            "document": ["d", "d", "d", "d", "d", "d"],
            "segment": ["1", "2", "1", "1", "1", "2"],
        }
    )
    held = calibration_set(frame)
    assert held is not None
    assert (held.items, held.documents, held.systems, held.repeated) == (3, 1, 2, 1)
    assert (held.annotators, held.complete, held.judgements) == (2, 1, 4)
    assert held.segments is not None
    assert (held.segments.min, held.segments.median, held.segments.max) == (1, 1.5, 2)


def test_cost_is_further_work_of_those_who_calibrated():
    calibrated = pl.DataFrame({"annotator": ["x"] * 10 + ["y"] * 10})
    other = pl.DataFrame(
        {
            "annotator": ["x"] * 30 + ["z"] * 50,
            "session": ["1"] * 20 + ["2"] * 10 + ["3"] * 50,
            "score": [1.0] * 80,
        }
    )
    cost = calibration_cost(calibrated, other)
    assert cost is not None
    assert (cost.annotators, cost.share) == (1, 0.25)
    assert cost.sessions is not None
    assert cost.sessions.max == 2
    assert cost.judgements is not None
    assert cost.judgements.median == 30
    assert calibration_cost(calibrated, other.filter(pl.col("annotator") == "z")) is None


def test_the_shift_is_welchs_on_document_means_relative_to_the_others():
    rng = np.random.default_rng(1)
    first = {name: rng.normal(60, 5, 8) for name in "xyz"}
    later = {name: rng.normal(mean, 5, 12) for name, mean in zip("xyz", (60, 60, 75), strict=True)}
    table = ratings(
        [
            row
            for name in "xyz"
            for row in (*rows_of(name, "calibration", 8, first[name]), *rows_of(name, "system", 12, later[name]))
        ]
    )
    found = later_work(describe_rows(table))
    change = {name: later[name].mean() - first[name].mean() for name in "xyz"}
    for name in "xyz":
        shift = change[name] - np.mean(list(change.values()))
        assert found[name].shift == pytest.approx(shift)
        # Welch's test of the difference with the common change taken off.
        expected = stats.ttest_ind(later[name] - np.mean(list(change.values())), first[name], equal_var=False)
        assert found[name].p == pytest.approx(expected.pvalue)
        assert found[name].calibration_mean == pytest.approx(first[name].mean())
        outside = (later[name] < first[name].min()) | (later[name] > first[name].max())
        assert found[name].outside == pytest.approx(outside.mean())


def test_findings_tell_incomplete_sets_and_later_scores_outside():
    rows = [
        *rows_of("x", "calibration", 10, range(50, 60)),
        *rows_of("y", "calibration", 9, range(50, 59)),
        *rows_of("x", "system", 20, [90] * 20),
        *rows_of("y", "system", 20, [55] * 20),
    ]
    result = adjudge.annotators(ratings(rows), draws=100)
    found = {finding.code: finding.numbers for finding in result.findings}
    assert found["AJ538"] == {"incomplete": 1, "annotators": 2, "items": 10}
    assert found["AJ537"]["annotators"] == ["x"]
    assert result.calibration is not None
    assert result.calibration.cost is not None
    assert result.calibration.cost.share == pytest.approx(19 / 59)
