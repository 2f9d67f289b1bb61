"""Charts of audits show what the results hold."""

from __future__ import annotations

import pytest

from adjudge.auditing.context.degraded import ScoreBin
from adjudge.auditing.context.result import DifferenceBin
from adjudge.auditing.origin.difference import SystemDifference
from adjudge.reporting.charts.densities import degraded_chart, difference_chart
from adjudge.reporting.charts.directions import gain_chart, scatter_chart
from tests.unit.reporting.charts.specification import drawn_by

BINS = [DifferenceBin(5.0 * i - 2.5, 5.0 * i + 2.5, *shares) for i, shares in zip(range(-3, 4), [
    (0.0, 0.0), (0.0, 0.1), (0.2, 0.1), (0.6, 0.4), (0.2, 0.3), (0.0, 0.1), (0.0, 0.0)], strict=True)]  # fmt: skip
GAINS = [
    SystemDifference("A", 60.0, 66.0, 6.0, 2.0, 10.0, 0.01),
    SystemDifference("B", 50.0, 49.0, -1.0, None, None, None),
]


def test_both_distributions_are_drawn_up_to_the_last_bin_that_holds_something():
    spec = difference_chart(BINS)
    [bars] = drawn_by(spec, "rect")
    assert [row["bar"] for row in bars] == [0.1, 0.1, 0.4, 0.3, 0.1]
    [outline] = drawn_by(spec, "line")
    assert [row["outline"] for row in outline] == [0.0, 0.0, 0.2, 0.2, 0.6, 0.6, 0.2, 0.2, 0.0, 0.0]
    assert sum(row["bar"] * (row["high"] - row["low"]) for row in bars) == pytest.approx(5.0)


def test_scores_of_degraded_items_are_drawn_over_the_whole_scale():
    spec = degraded_chart([ScoreBin(0, 50, 0.75, 0.25), ScoreBin(50, 100, 0.25, 0.75)], others="items of systems")
    [bars] = drawn_by(spec, "rect")
    assert [(row["low"], row["high"], row["bar"]) for row in bars] == [(0, 50, 0.75), (50, 100, 0.25)]
    [outline] = drawn_by(spec, "line")
    assert [(row["x"], row["outline"]) for row in outline] == [(0, 0.25), (50, 0.25), (50, 0.75), (100, 0.75)]


def test_words_about_two_distributions_stand_above_the_panel_one_below_the_other():
    """A line of words has 12 pixels and hangs from its place; places above the panel are negative."""
    spec = difference_chart(BINS)
    words = [layer["encoding"]["y"]["value"] for layer in spec["layer"] if layer["mark"]["type"] == "text"]
    assert len(words) == 2
    assert words[0] + 12 <= words[1]
    assert words[1] + 12 <= 0


def test_a_gain_without_interval_has_a_point_and_no_bar():
    spec = gain_chart(GAINS)
    bars = [row for rows in drawn_by(spec, "rule") for row in rows if "low" in row]
    assert [(row["system"], row["low"], row["high"]) for row in bars] == [("A", 2.0, 10.0)]
    [points] = drawn_by(spec, "point")
    assert [(row["system"], row["difference"]) for row in points] == [("A", 6.0), ("B", -1.0)]


def test_forward_and_reverse_means_lie_beside_the_line_of_equal_ones():
    spec = scatter_chart(GAINS)
    [points] = drawn_by(spec, "point")
    assert [(row["forward"], row["reverse"]) for row in points] == [(60.0, 66.0), (50.0, 49.0)]
    [line] = drawn_by(spec, "line")
    assert line == [{"forward": 49.0, "reverse": 49.0}, {"forward": 66.0, "reverse": 66.0}]
