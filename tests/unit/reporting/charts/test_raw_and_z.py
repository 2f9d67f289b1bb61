"""Raw against z: every system is a point, and names do not lie over each other."""

from __future__ import annotations

from adjudge.auditing.report.raw_and_z import RawAndZ, RawAndZSystem
from adjudge.reporting.charts.raw_and_z import raw_and_z_chart

FOUND = RawAndZ(
    "wmt-da",
    (
        RawAndZSystem("best", 90.0, 1.0, raw_rank=1, z_rank=1),
        RawAndZSystem("up", 70.0, 0.500, raw_rank=3, z_rank=2),
        RawAndZSystem("down", 71.0, 0.499, raw_rank=2, z_rank=3),
        RawAndZSystem("worst", 10.0, -1.0, raw_rank=4, z_rank=4),
    ),
    kendall=2 / 3,
)


def rows_of(mark):
    """The rows of the layer with this kind of mark."""
    spec = raw_and_z_chart(FOUND)
    layer = next(layer for layer in spec["layer"] if layer["mark"]["type"] == mark)
    data = layer.get("data", spec.get("data"))
    return data["values"] if "values" in data else spec["datasets"][data["name"]]


def test_every_system_is_a_point_that_says_its_places():
    points = rows_of("point")
    assert [(row["system"], row["move"]) for row in points] == [
        ("best", "same"),
        ("up", "up"),
        ("down", "down"),
        ("worst", "same"),
    ]
    assert points[1]["said"] == "up: raw 70.0 (rank 3), z 0.500 (rank 2)"
    assert points[3]["said"] == "worst: raw 10.0 (rank 4), z \N{MINUS SIGN}1.000 (rank 4)"


def test_of_points_that_lie_close_the_higher_one_is_named():
    words = rows_of("text")
    assert [row["system"] for row in words] == ["best", "up", "worst"]
