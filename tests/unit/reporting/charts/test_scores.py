from __future__ import annotations

import re
from dataclasses import replace

from adjudge.reporting.charts.drawing import plain_svg
from adjudge.reporting.charts.scores import score_chart, strength_chart
from tests.unit.reporting.builder import compared, model, ranking
from tests.unit.reporting.charts.specification import drawn_by, rows

CLUSTERS = [["A"], ["B", "C"], ["D"]]
RESULT = ranking(CLUSTERS)


def test_scores_and_clusters_are_drawn():
    spec = score_chart(RESULT)

    scores = {row["system"]: (row["score"], row["cluster"]) for row in rows(spec, "score")}
    assert scores == {"A": (0.5, 1), "B": (-0.5, 2), "C": (-1.5, 2), "D": (-2.5, 3)}
    (lines,) = drawn_by(spec, "rule")
    assert [row["system"] for row in lines] == ["B", "D"]
    (bands,) = drawn_by(spec, "rect")
    assert [row["system"] for row in bands] == ["A", "D"]


def test_true_quality_has_its_own_panel():
    spec = score_chart(RESULT, truth={"A": 80.0, "B": 75.0, "C": 76.0})

    assert {row["system"]: row["truth"] for row in rows(spec, "truth")} == {"A": 80.0, "B": 75.0, "C": 76.0, "D": None}
    assert len(spec["hconcat"]) == 2
    assert "hconcat" not in score_chart(RESULT)


def test_strengths_have_intervals_as_bars():
    fitted = model("D", "C", "B", "A")  # rows are matched by name, not by place
    spec = strength_chart(compared(CLUSTERS, method="davidson", model=fitted), fitted)

    _, bars = drawn_by(spec, "rule")
    assert [(row["system"], row["low"], row["score"], row["high"]) for row in bars] == [
        ("A", -2.5, -2.0, -1.5),
        ("B", -1.5, -1.0, -0.5),
        ("C", -0.5, 0.0, 0.5),
        ("D", 0.5, 1.0, 1.5),
    ]


def _with_intervals(result, *names):
    systems = [replace(s, score_low=s.score - 0.5, score_high=s.score + 0.25) for s in result.systems]
    return replace(
        result,
        systems=tuple(new if new.system in names else old for new, old in zip(systems, result.systems, strict=True)),
    )


def test_scores_have_intervals_as_bars_where_they_are_known():
    _, bars = drawn_by(score_chart(_with_intervals(RESULT, "A", "C")), "rule")

    assert [(row["system"], row["low"], row["score"], row["high"]) for row in bars] == [
        ("A", 0.0, 0.5, 0.75),
        ("C", -2.0, -1.5, -1.25),
    ]


def test_intervals_are_not_drawn_around_true_qualities():
    scores, truth = score_chart(_with_intervals(RESULT, *"ABCD"), truth=dict.fromkeys("ABCD", 70.0))["hconcat"]

    assert "low" in str(scores["layer"])
    assert "low" not in str(truth["layer"])


def test_a_single_score_stands_between_ticks_that_are_not_rounded():
    drawn = plain_svg(score_chart(ranking([["only"]])))  # its score is 0.5
    ticks = re.findall(r">(-?\d[\d.]*)</text>", drawn)
    assert {"0.0", "1.0"} <= set(ticks)


def test_two_names_that_look_the_same_are_two_rows():
    spec = score_chart(ranking([["a\x00", "a\x01"]]))

    assert len({row["system"] for row in rows(spec, "score")}) == 2


def test_long_names_do_not_widen_the_chart():
    short, long = (score_chart(ranking([[name, "B"]])) for name in ("A", "x" * 500))

    assert short["width"] - long["width"] >= 150
