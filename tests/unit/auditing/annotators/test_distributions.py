"""Histograms of annotators, one by one and two by two."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

import adjudge
from adjudge.auditing.annotators.distributions import MOST_ANNOTATORS, ScoreDistributions
from adjudge.auditing.annotators.ratings.result import AnnotatorsResult


def crew(rng, *, people, outputs=40, scale="0..100", share=None):
    """Everybody rates the first outputs; from `share` on, each one others of their own."""
    rows = []
    for a in range(people):
        for i in range(outputs):
            own = share is not None and i >= share[a]
            rows.append((f"a{a:02d}", "A", f"d{i // 4}", f"{a}-{i}" if own else f"{i}", "system"))
    frame = pl.DataFrame(rows, schema=["annotator", "system", "document", "segment", "kind"], orient="row")
    low, high = map(int, scale.split(".."))
    scores = rng.integers(low, high + 1, frame.height).astype(float)
    return frame.with_columns(score=pl.Series(scores), session="annotator", scale=pl.lit(scale))


def described(frame):
    result = adjudge.annotators(frame, draws=100)
    assert isinstance(result, AnnotatorsResult)
    return result


def test_counts_are_those_of_numpy():
    frame = crew(np.random.default_rng(1), people=3)
    found = described(frame).distributions
    assert (found.low, found.high, found.bins, found.pair_bins) == (0, 100, 20, 10)
    scores = {name: rows["score"].to_numpy() for (name,), rows in frame.partition_by("annotator", as_dict=True).items()}
    for one in found.annotators:
        assert list(one.counts) == np.histogram(scores[one.annotator], bins=20, range=(0, 100))[0].tolist()
        assert (one.calibration, one.later) == (None, None)
    assert [(pair.a, pair.b) for pair in found.pairs] == [("a00", "a01"), ("a00", "a02"), ("a01", "a02")]
    for pair in found.pairs:
        table = np.histogram2d(scores[pair.a], scores[pair.b], bins=10, range=[(0, 100), (0, 100)])[0]
        assert {(a, b): n for a, b, n in pair.cells} == {
            (int(a), int(b)): int(table[a, b]) for a, b in zip(*np.nonzero(table), strict=True)
        }


def test_a_short_scale_has_one_bin_for_each_point():
    frame = crew(np.random.default_rng(2), people=2, scale="1..5")
    found = described(frame).distributions
    assert (found.low, found.high, found.bins, found.pair_bins) == (0.5, 5.5, 5, 5)
    scores = frame.filter(pl.col("annotator") == "a00")["score"].to_numpy().astype(int)
    assert list(found.annotators[0].counts) == np.bincount(scores, minlength=6)[1:].tolist()


def test_of_many_annotators_those_who_share_most_are_kept_and_the_others_named():
    share = {a: 40 - 3 * a for a in range(11)}  # the last ones share least
    found = described(crew(np.random.default_rng(3), people=11, share=share)).distributions
    assert [one.annotator for one in found.annotators] == [f"a{a:02d}" for a in range(MOST_ANNOTATORS)]
    assert found.not_shown == ("a08", "a09", "a10")


def test_calibration_and_later_work_are_counted_apart():
    first = crew(np.random.default_rng(4), people=2).with_columns(kind=pl.lit("calibration"))
    later = crew(np.random.default_rng(5), people=1).with_columns(document="e" + pl.col("document"))
    found = described(pl.concat([first, later])).distributions
    both, alone = found.annotators
    scores = later["score"].to_numpy()
    assert both.later == tuple(np.histogram(scores, bins=20, range=(0, 100))[0].tolist())
    assert tuple(a + b for a, b in zip(both.calibration or (), both.later, strict=True)) == both.counts
    assert (alone.calibration, alone.later) == (None, None)


@pytest.mark.parametrize("score", [0.0, 50.0, 100.0])
def test_equal_scores_are_one_bin(score):
    frame = crew(np.random.default_rng(6), people=2).with_columns(score=pl.lit(score))
    found = described(frame).distributions
    assert [max(one.counts) for one in found.annotators] == [40, 40]
    assert [pair.cells for pair in found.pairs] == [((min(9, int(score / 10)), min(9, int(score / 10)), 40),)]


def test_people_who_share_nothing_have_histograms_and_no_pairs():
    found = described(crew(np.random.default_rng(7), people=3, share=dict.fromkeys(range(3), 0))).distributions
    assert len(found.annotators) == 3
    assert found.pairs == ()


def test_they_are_read_back_without_loss():
    result = described(crew(np.random.default_rng(8), people=3))
    data = json.loads(json.dumps(result.to_dict()))
    assert ScoreDistributions.from_dict(data["distributions"]) == result.distributions
    assert AnnotatorsResult.from_dict(data).to_dict() == result.to_dict()
