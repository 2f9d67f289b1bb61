"""Repeats: how far apart two scores of one item lie, and what is said about it."""

import numpy as np
import pytest

import adjudge
from adjudge.core.recipes.recipe import Filters, Recipe
from adjudge.scoring.quality import control_pairs
from adjudge.scoring.repeats import RepeatDifferences, repeat_differences, report_repeats
from tests.builders import ratings


def _repeats(annotator, originals, repeats, **more):
    pairs = zip(originals, repeats, strict=True)
    return [
        {"annotator": annotator, "system": "s", "segment": str(i), "kind": kind, "score": float(score), **more}
        for i, (original, repeat) in enumerate(pairs)
        for kind, score in (("system", original), ("repeat", repeat))
    ]


def test_every_figure_is_what_its_name_says():
    # Differences 10, 0, 0, -20, 5, 5: sum 0; sorted -20 0 0 5 5 10; sizes 0 0 5 5 10 20; 0 and 5 occur twice.
    frame = ratings(_repeats("a", [60, 50, 40, 30, 20, 10], [50, 50, 40, 50, 15, 5])).frame
    figures = repeat_differences(control_pairs(frame, "repeat"), "annotator")["a"]
    assert (figures.pairs, figures.mean, figures.median, figures.mode) == (6, 0.0, 2.5, 0.0)
    assert (figures.median_absolute, figures.maximum_absolute) == (5.0, 20.0)
    # Ranks of |10 -20 5 5| are 3 4 1.5 1.5: R+ = 6, mean 5, variance 4*5*9/24 - 6/48; z = .5 / sqrt(7.375).
    assert figures.shift_p == pytest.approx(0.8539, abs=5e-5)


def test_without_a_difference_that_occurs_twice_there_is_no_mode():
    frame = ratings(_repeats("a", [60, 50, 40], [50, 52, 39])).frame
    assert RepeatDifferences.of(control_pairs(frame, "repeat")).mode is None


def test_differences_that_are_equal_on_paper_are_one_value():
    # .3 - .2 and .2 - .1 differ in the last digit.
    frame = ratings(_repeats("a", [0.3, 0.2, 50], [0.2, 0.1, 20])).frame
    assert RepeatDifferences.of(control_pairs(frame, "repeat")).mode == pytest.approx(0.1)


def test_consistency_of_everybody_and_of_all_is_reported():
    rows = [*_repeats("steady", [60, 50, 40], [61, 50, 39]), *_repeats("erratic", [60, 50, 40], [10, 99, 80])]
    [finding] = report_repeats(ratings(rows).frame).findings
    assert (finding.code, finding.severity) == ("AJ224", "note")
    assert finding.text.startswith("6 repeats by 2 annotators: original minus repeat has mean -6.5 and median ")
    assert finding.text.endswith("the two scores differ by 20.5 in the median and by at most 50.")
    units = finding.numbers["units"]
    assert {name: figures["median_absolute"] for name, figures in units.items()} == {"erratic": 49.0, "steady": 1.0}
    assert (finding.numbers["unit"], finding.numbers["overall"]["pairs"]) == ("annotator", 6)


def test_where_annotators_are_unknown_sessions_are_reported():
    rows = [{**row, "session": "hit"} for row in _repeats(None, [60, 50], [61, 50])]
    [finding] = report_repeats(ratings(rows).frame).findings
    assert finding.numbers["unit"] == "session"
    assert list(finding.numbers["units"]) == ["hit"]


def test_two_scores_by_nobody_knows_whom_are_no_repeat():
    rows = [{**row, "session": None} for row in _repeats(None, [60, 50], [61, 50])]
    assert report_repeats(ratings(rows).frame).findings == ()


def test_without_repeats_nothing_is_said():
    assert report_repeats(ratings(_repeats("a", [60, 50], [61, 50])[::2]).frame).findings == ()


def test_a_repeat_is_compared_with_the_first_look_at_the_item():
    rows = [
        {"system": "s", "segment": "1", "kind": kind, "score": score, "position": position}
        for kind, score, position in (("system", 90.0, 7), ("system", 40.0, 2), ("repeat", 50.0, 9))
    ]
    [finding] = report_repeats(ratings(rows).frame).findings
    assert (finding.numbers["overall"]["pairs"], finding.numbers["overall"]["mean"]) == (1, -10.0)


def test_repeats_seen_after_a_degraded_item_are_shown_apart():
    kinds = [("repeat", 50.0), ("degraded", 5.0), ("repeat", 30.0), ("repeat", 20.0)]
    copy = [
        {"system": "s", "segment": str(i), "kind": kind, "score": score, "position": 10 + i, "showing": "copy"}
        for i, (kind, score) in enumerate(kinds)
    ]
    first = [
        {"system": "s", "segment": str(i), "kind": "system", "score": 50.0, "position": i, "showing": "first"}
        for i in range(4)
    ]
    [finding] = report_repeats(ratings([*first, *copy]).frame).findings
    after = finding.numbers["after_degraded"]
    assert (finding.numbers["overall"]["pairs"], after["pairs"], after["mean"]) == (3, 2, 25.0)
    assert finding.text.endswith("; 2 of the repeats followed a degraded item (mean 25).")


def test_row_order_changes_nothing():
    rows = [*_repeats("a", [60, 50, 40], [61, 50, 39], position=1), *_repeats("b", [60, 50], [10, 99], position=2)]
    frame = ratings(rows).frame
    shuffled = frame[np.random.default_rng(0).permutation(frame.height)]
    assert report_repeats(shuffled).findings == report_repeats(frame).findings != ()


def test_a_ranking_shows_the_repeats_of_everybody_also_of_those_it_leaves_out():
    rng = np.random.default_rng(0)
    first = rng.integers(0, 101, (2, 12))
    careful = _repeats("careful", first[0], first[0])
    clicker = _repeats("clicker", first[1], rng.integers(0, 101, 12))
    rows = [{**row, "system": system} for row in [*careful, *clicker] for system in ("a", "b")]
    result = adjudge.rank(ratings(rows), Recipe("by-repeats", filters=Filters(quality="repeat")))
    found = {finding.code: finding for finding in result.findings}
    assert found["AJ215"].numbers["failed"] == ["clicker"]
    assert {name: figures["pairs"] for name, figures in found["AJ224"].numbers["units"].items()} == {
        "careful": 24,
        "clicker": 24,
    }
