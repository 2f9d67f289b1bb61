"""How annotators use the scale: moments by hand and by SciPy, ticks, repeats, speed."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

import adjudge
from adjudge.auditing.annotators.ratings.consistency import consistencies
from adjudge.auditing.annotators.ratings.pace import often_fast, paces
from adjudge.auditing.annotators.ratings.profiles import profiles
from adjudge.auditing.annotators.ratings.rows import describe_rows
from adjudge.auditing.annotators.ratings.ticks import Cluster, find_ticks
from adjudge.core.scale import Scale
from adjudge.core.tables import Ratings
from tests.builders import ratings

HUNDRED = Scale(0, 100)


def one_annotator(scores, **columns):
    """Ratings of one system by one annotator, a segment each."""
    rows = {"system": ["a"] * len(scores), "segment": [str(i) for i in range(len(scores))], "score": scores}
    return ratings(rows | {name: list(values) for name, values in columns.items()})


def test_moments_are_those_of_scipy():
    scores = [10.0, 20, 20, 40, 90, 95, 100]
    [profile] = profiles(describe_rows(one_annotator(scores)))
    assert (profile.judgements, profile.unique, profile.min, profile.max) == (7, 6, 10, 100)
    assert profile.mean == pytest.approx(np.mean(scores))
    assert profile.sd == pytest.approx(np.std(scores, ddof=1))
    assert profile.quartiles == pytest.approx(tuple(np.quantile(scores, [0.25, 0.5, 0.75])))
    skewness, kurtosis = stats.skew(scores, bias=False), stats.kurtosis(scores, bias=False)
    assert profile.skewness == pytest.approx(skewness)
    # Sarle's coefficient for n = 7: 3 (n - 1)^2 / ((n - 2) (n - 3)) = 3 * 36 / 20.
    assert profile.bimodality == pytest.approx((skewness**2 + 1) / (kurtosis + 5.4))


def test_one_rating_and_equal_ratings_have_no_shape():
    [single] = profiles(describe_rows(one_annotator([50.0])))
    assert (single.sd, single.skewness, single.bimodality) == (None, None, None)
    [equal] = profiles(describe_rows(one_annotator([50.0] * 20)))
    assert (equal.sd, equal.skewness, equal.bimodality) == (0, None, None)
    assert equal.ticks is not None
    assert equal.ticks.set == "narrow"


def test_items_documents_systems_and_sessions_are_counted():
    table = ratings(
        {
            "annotator": ["x"] * 4,
            "session": ["s1", "s1", "s2", "s2"],
            "system": ["a", "b", "a", "a"],
            "document": ["d", "d", "e", "d"],
            "segment": ["1", "1", "1", "1"],
            "score": [1.0, 2, 3, 4],
        }
    )
    [profile] = profiles(describe_rows(table))
    # The last rating repeats the first.
    assert (profile.items, profile.documents, profile.systems, profile.sessions) == (3, 2, 2, 2)


@pytest.mark.parametrize(
    ("expected", "places"),
    [
        ("quarters", (0, 25, 50, 75, 100)),
        ("sqm", (0, 17, 33, 50, 67, 83, 100)),
        ("tens", range(0, 101, 10)),
        ("fives", range(0, 101, 5)),
    ],
)
def test_scores_at_ticks_are_recognised(expected, places):
    ticks = find_ticks(np.array(list(places) * 10, dtype=float), HUNDRED)
    assert ticks is not None
    assert (ticks.set, ticks.near) == (expected, 1.0)


def test_the_expected_share_is_that_of_whole_points_within_three():
    # Within 3 points of 0, 25, 50, 75 or 100 are 4 + 7 + 7 + 7 + 4 of the 101 points.
    ticks = find_ticks(np.repeat([25.0, 50, 75], 10), HUNDRED)
    assert ticks is not None
    assert ticks.set == "quarters"
    assert ticks.expected == pytest.approx(29 / 101)


def test_clusters_away_from_all_ticks_are_the_annotators_own():
    scores = np.repeat([8.0, 9, 40, 41, 58, 59, 90, 91], 10)
    ticks = find_ticks(scores, HUNDRED)
    assert ticks is not None
    assert ticks.set == "own"
    assert ticks.clusters == (Cluster(8, 9, 20), Cluster(40, 41, 20), Cluster(58, 59, 20), Cluster(90, 91, 20))


def test_scores_at_the_ceiling_are_no_ticks():
    ticks = find_ticks(np.array([100.0] * 60 + list(range(80, 100)) * 2), HUNDRED)
    assert ticks is not None
    assert ticks.set is None


@pytest.mark.parametrize("scale", [None, Scale(1, 5), Scale(0, 10)])
def test_discrete_scales_and_scores_without_bounds_have_no_ticks(scale):
    assert find_ticks(np.array([1.0, 2, 3, 4, 5] * 10), scale) is None


def test_ticks_are_relative_to_the_scale():
    ticks = find_ticks(np.repeat([-50.0, -25, 0, 25, 50], 10), Scale(-50, 50))
    assert ticks is not None
    assert ticks.set == "quarters"


def test_repeats_differ_by_their_median_and_maximum():
    table = ratings(
        {
            "annotator": ["x"] * 7,
            "session": ["1", "2", "1", "2", "1", "2", "3"],
            "system": ["a"] * 7,
            "segment": ["1", "1", "2", "2", "3", "3", "3"],
            "score": [10.0, 14, 50, 40, 0, 3, 30],
        }
    )
    # Differences 4 and 10, and of the third segment 3, 30 and 27: median 10.
    found = consistencies(describe_rows(table))["x"]
    assert (found.items, found.pairs, found.median, found.max) == (3, 5, 10, 30)


def test_without_repeats_there_is_no_consistency():
    assert consistencies(describe_rows(one_annotator([1.0, 2, 3]))) == {}


def test_speed_counts_ratings_below_two_seconds():
    table = one_annotator([1.0, 2, 3, 4], started=[0.0, 10, 20, 30], ended=[1.0, 15, 40, 29])
    pace = paces(describe_rows(table))["annotator-1"]
    # The last ends before it starts: 1, 5 and 20 seconds are left.
    assert (pace.timed, pace.median) == (3, 5)
    assert pace.fast == pytest.approx(1 / 3)
    assert paces(describe_rows(one_annotator([1.0, 2]))) == {}


def test_the_profile_of_both_halves_is_that_of_all_rows():
    frame = one_annotator([float(i % 37) for i in range(60)]).frame
    halves = [Ratings.check(part) for part in (frame.head(20), frame.tail(40))]
    [first], [second] = (profiles(describe_rows(half)) for half in halves)
    [whole] = profiles(describe_rows(Ratings.check(pl.concat([halves[1].frame, halves[0].frame]))))
    assert whole.judgements == first.judgements + second.judgements
    assert (whole.min, whole.max) == (min(first.min, second.min), max(first.max, second.max))
    assert whole.mean == pytest.approx((20 * first.mean + 40 * second.mean) / 60)


def findings(scores, code, **columns):
    """Findings of a code on annotators with these scores, each of outputs of their own."""
    rows = [
        {"annotator": who, "session": who, "system": "a", "document": who, "segment": str(i), "score": float(score)}
        for who, given in scores.items()
        for i, score in enumerate(given)
    ]
    table = ratings(pl.DataFrame(rows).with_columns(**columns).to_dicts())
    audit = [one for one in adjudge.annotators(table, draws=100).findings if one.code == code]
    return audit, adjudge.check(table).findings


WIDE = [10, 95, 33, 71, 48, 86, 22, 64, 57, 79, 41, 93, 18, 67, 52, 88, 36, 74, 61, 83, 29, 98, 46, 69]


@pytest.mark.parametrize(
    ("step", "named"),
    [(25, True), (5, False), (10, False)],
)
def test_check_and_annotators_call_the_same_sets_a_few_values(step, named):
    steps = [step * round(score / step) for score in WIDE]
    audit, checks = findings({"x": steps, "y": WIDE}, "AJ525")
    assert bool(audit) is named
    assert ("AJ405" in [one.code for one in checks]) is named


def test_a_narrow_range_is_a_warning_only_if_the_others_spread_further():
    narrow = [84, 85, 86, 85, 84, 86] * 4
    audit, _ = findings({"x": narrow, "y": WIDE, "z": WIDE}, "AJ526")
    assert [(one.severity, one.numbers["annotators"]) for one in audit] == [("warning", ["x"])]
    audit, _ = findings({"x": narrow, "y": narrow, "z": narrow}, "AJ526")
    assert [(one.severity, one.numbers["annotators"]) for one in audit] == [("note", ["x", "y", "z"])]
    audit, _ = findings({"x": narrow[:12], "y": WIDE, "z": WIDE}, "AJ526")
    assert audit == []


@pytest.mark.parametrize(("fast", "others", "named"), [(12, 0, True), (12, 12, False), (4, 0, False)])
def test_check_and_annotators_call_the_same_people_fast(fast, others, named):
    def seconds(number):
        return [1.0 if i < number else 10.0 for i in range(24)]

    took = [*seconds(fast), *seconds(others), *seconds(others)]
    started = [100.0 * i for i in range(24)] * 3
    ended = [start + second for start, second in zip(started, took, strict=True)]
    times = {"started": pl.Series(started), "ended": pl.Series(ended)}
    audit, checks = findings({"x": WIDE, "y": WIDE, "z": WIDE}, "AJ535", **times)
    assert [one.numbers["annotators"] for one in audit] == ([["x"]] if named else [])
    assert ("AJ413" in [one.code for one in checks]) is named


def test_who_is_often_fast_is_told_by_a_binomial_test():
    fast, timed = np.array([36, 8, 6, 15]), np.array([60, 60, 60, 60])
    expected = [
        k >= 12
        and stats.binomtest(int(k), 60, max(0.1, 2 * (fast.sum() - k) / 180), alternative="greater").pvalue < 0.01 / 4
        for k in fast
    ]
    assert often_fast(fast, timed).tolist() == expected == [True, False, False, False]
    assert not often_fast(np.array([50, 40]), np.array([60, 60])).any()  # documents saved at once
    assert not often_fast(np.array([15, 0]), np.array([19, 60])).any()  # too few
