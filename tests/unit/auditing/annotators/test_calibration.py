"""The calibration set: what it holds, what it costs, and whether later work is like it."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

import adjudge
from adjudge.auditing.annotators.ratings.calibration import calibration_cost, calibration_set, later_work
from adjudge.auditing.annotators.ratings.rows import describe_rows
from adjudge.auditing.annotators.ratings.shifts import shifts
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


def test_the_shift_of_two_annotators_without_common_documents_has_the_variance_of_four_means():
    rng = np.random.default_rng(1)
    first = {name: dict(enumerate(rng.normal(60, 5, 8), start)) for name, start in (("x", 0), ("y", 100))}
    later = {name: dict(enumerate(rng.normal(65, sd, 12), start)) for name, start, sd in (("x", 200, 3), ("y", 300, 9))}
    found = shifts({name: (first[name], later[name]) for name in "xy"})
    sets = [np.array(list(part[name].values())) for part in (first, later) for name in "xy"]
    assert found["x"].se == pytest.approx(np.sqrt(sum(stats.sem(one) ** 2 for one in sets)))
    assert found["x"].points == pytest.approx((sets[2].mean() - sets[0].mean()) - (sets[3].mean() - sets[1].mean()))
    assert found["x"].points == pytest.approx(-(found["y"].points or 0))
    assert found["x"].p == pytest.approx(found["y"].p)


def test_documents_that_all_rated_count_as_pairs():
    # Later scores that do not vary leave the paired test of the documents of the first set: later means differ by a
    # constant, and x - y of every common document is compared with it.
    rng = np.random.default_rng(2)
    level = rng.normal(60, 15, 9)
    x, y = level + rng.normal(0, 3, 9), level + rng.normal(2, 3, 9)
    later = {"x": dict.fromkeys(range(100, 110), 60.0), "y": dict.fromkeys(range(100, 110), 60.0)}
    found = shifts({name: (dict(enumerate(part)), later[name]) for name, part in (("x", x), ("y", y))})
    expected = stats.ttest_rel(y, x)
    assert found["x"].points == pytest.approx(y.mean() - x.mean())
    assert found["x"].p == pytest.approx(expected.pvalue)


def test_the_shift_is_relative_to_the_mean_of_the_others_with_enough_documents():
    rng = np.random.default_rng(1)
    first = {name: rng.normal(60, 5, 8) for name in "wxyz"}
    later = {name: rng.normal(mean, 5, 12) for name, mean in zip("wxyz", (80, 60, 60, 75), strict=True)}
    first["w"] = first["w"][:2]
    table = ratings(
        [
            row
            for name in "wxyz"
            for row in (
                *rows_of(name, "calibration", len(first[name]), first[name]),
                *rows_of(name, "system", 12, later[name]),
            )
        ]
    )
    found = later_work(describe_rows(table))
    change = {name: later[name].mean() - first[name].mean() for name in "wxyz"}
    # w has two documents of calibration: described, but neither tested nor compared with.
    assert found["z"].shift == pytest.approx(change["z"] - (change["x"] + change["y"]) / 2)
    assert found["w"].shift == pytest.approx(change["w"] - (change["x"] + change["y"] + change["z"]) / 3)
    assert (found["w"].se, found["w"].p) == (None, None)
    for name in "xyz":
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
