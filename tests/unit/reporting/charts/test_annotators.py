"""Charts of annotators show what the result holds, each in its square."""

from __future__ import annotations

import math

import pytest

from adjudge.auditing.annotators.distributions import ScoreDistributions, ScoreHistogram, SharedScores
from adjudge.auditing.annotators.ratings.calibration import LaterWork, Spread
from adjudge.reporting.charts.annotators import Correlated, calibration_chart, calibration_histograms, matrix_chart
from tests.unit.reporting.charts.specification import drawn_by

FOUND = ScoreDistributions(
    low=0,
    high=100,
    bins=4,
    pair_bins=2,
    annotators=(ScoreHistogram("anna", (1, 0, 2, 4), None, None), ScoreHistogram("ben", (0, 0, 5, 0), None, None)),
    pairs=(SharedScores("anna", "ben", ((0, 1, 3), (1, 0, 1))),),
    not_shown=(),
)


def test_histograms_stand_on_the_diagonal_and_their_heights_are_their_counts():
    squares, bars = drawn_by(matrix_chart(FOUND, []), "rect")
    assert len(squares) == 4
    placed = [(math.floor(bar["x"]), math.floor(bar["y2"])) for bar in bars]
    assert placed == [(0, 0)] * 3 + [(1, 1)]
    heights = [bar["y"] - bar["y2"] for bar in bars[:3]]
    assert [height / heights[2] for height in heights] == pytest.approx([1 / 4, 2 / 4, 1])


def test_shared_scores_lie_below_the_diagonal_the_higher_ones_above_and_to_the_right():
    [dots] = drawn_by(matrix_chart(FOUND, []), "point")
    assert all((math.floor(dot["x"]), math.floor(dot["y"])) == (0, 1) for dot in dots)
    first, second = dots  # anna low and ben high; anna high and ben low
    assert first["x"] < second["x"]
    assert first["y"] < second["y"]  # y grows downwards
    assert [dot["n"] for dot in dots] == [1, pytest.approx(1 / 3)]


def test_correlations_stand_above_the_diagonal():
    [words] = drawn_by(matrix_chart(FOUND, [Correlated("anna", "ben", "0.50\nn 4")]), "text")
    assert words == [{"x": 1.5, "y": 0.5, "text": ["0.50", "n 4"]}]


def test_calibration_lies_beside_a_line_that_is_a_diagonal():
    work = LaterWork(60.0, 70.0, 10, Spread(65.0, 70.0, 72.0), 5.0, 1.0, 0.01, 0.1)
    other = LaterWork(50.0, 48.0, 10, None, -5.0, 1.0, 0.01, 0.1)
    spec = calibration_chart([("anna", work), ("ben", other)])
    [points] = drawn_by(spec, "point")
    assert [(row["x"], row["y"]) for row in points] == [(60.0, 70.0), (50.0, 48.0)]
    [bars] = drawn_by(spec, "rule")
    assert [(row["low"], row["high"]) for row in bars] == [(65.0, 72.0)]
    [line] = drawn_by(spec, "line")
    assert all(row["x"] == row["y"] for row in line)
    assert line[0]["x"] < 48
    assert line[1]["x"] > 72


def test_both_histograms_of_an_annotator_have_one_scale():
    spec = calibration_histograms([ScoreHistogram("anna", (3, 5), (2, 2), (1, 3))], bounds=(0, 100))
    _, bars = drawn_by(spec, "rect")
    [outline] = drawn_by(spec, "line")
    heights = [bar["y"] - bar["y2"] for bar in bars]
    assert heights[0] / heights[1] == pytest.approx(1 / 3)
    assert (bars[0]["y"] - outline[0]["y"]) / heights[1] == pytest.approx(0.5 / 0.75)
