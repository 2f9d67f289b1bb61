"""Heat maps: blank cells, classes, and the numbers that are printed."""

from __future__ import annotations

from itertools import pairwise

from adjudge.reporting.charts.drawing import svg
from adjudge.reporting.charts.heatmap import heat_map, scale_class, scale_classes


def drawn(cells, **options):
    rows, columns = (list(dict.fromkeys(key[i] for key in cells)) for i in (0, 1))
    spec = heat_map(cells, rows=rows, columns=columns, title="t", **options)
    return spec, svg(spec, name="n", title="T", description="D")


def data(spec):
    return spec["datasets"][spec["data"]["name"]]


def test_a_missing_cell_is_not_drawn():
    spec, picture = drawn({("d", "a"): 10.0, ("e", "a"): 20.0, ("e", "b"): 30.0})
    assert len(data(spec)) == 3
    assert [picture.count(f">{number}<") for number in (10, 20, 30)] == [1, 1, 1]


def test_higher_values_are_in_darker_classes_and_their_numbers_are_printed():
    spec, picture = drawn({("d", str(i)): 10.0 * i for i in range(7)})
    classes = [row["class"] for row in data(spec)]
    assert classes == ["0 to 10", "10 to 20", "20 to 30", "30 to 40", "40 to 50", "50 to 60", "50 to 60"]
    colours = spec["layer"][0]["encoding"]["color"]["scale"]["range"]
    light = [
        int(colour[1:3], 16) * 0.3 + int(colour[3:5], 16) * 0.59 + int(colour[5:], 16) * 0.11 for colour in colours
    ]
    assert light == sorted(light, reverse=True)  # in grey, too
    assert all(b - a < -20 for a, b in pairwise(light))
    assert ">60<" in picture


def test_equal_values_have_one_class():
    spec, _ = drawn({("d", "a"): 5.0, ("d", "b"): 5.0})
    assert {row["class"] for row in data(spec)} == {"5"}


def test_a_small_scale_has_decimals_and_no_negative_zero():
    spec, _ = drawn({("d", "a"): -0.01, ("d", "b"): -1.25}, digits=1)
    assert [row["text"] for row in data(spec)] == ["0.0", "\N{MINUS SIGN}1.2"]


def test_counts_up_to_six_have_a_class_each():
    names = scale_classes(0, 6, 0)
    assert names == ["0", "1", "2", "3", "4", "5 to 6"]
    assert [names[scale_class(count, 0, 6)] for count in range(7)] == ["0", "1", "2", "3", "4", "5 to 6", "5 to 6"]
