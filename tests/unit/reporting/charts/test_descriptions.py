"""Marks say what they are: words that a page shows under the pointer."""

from __future__ import annotations

import re
from dataclasses import replace

from adjudge.auditing.context.degraded import ScoreBin
from adjudge.auditing.context.result import DifferenceBin
from adjudge.reporting.charts.bump import Place, bump_chart
from adjudge.reporting.charts.densities import degraded_chart, difference_chart
from adjudge.reporting.charts.drawing import svg
from adjudge.reporting.charts.scores import score_chart, strength_chart
from tests.unit.reporting.builder import HOSTILE, compared, model, ranking


def titles(spec):
    drawn = svg(spec, name="n", title="T", description="D")
    return re.findall(r"<title>([^<]*)</title>", drawn)


def test_points_of_scores_name_system_rank_score_and_truth():
    result = ranking([["A"], ["B"]])
    known = replace(result, systems=tuple(replace(s, score_low=-2.0, score_high=2.0) for s in result.systems))

    assert titles(score_chart(result)) == ["A, rank 1: mean z 0.500", "B, rank 2: mean z \u22120.500"]
    assert titles(score_chart(known))[0] == "A, rank 1: mean z 0.500, 95% interval \u22122.000 to 2.000"
    assert titles(score_chart(result, truth={"A": 80.0, "B": 70.0}))[-1] == (
        "B, rank 2: mean z \u22120.500; true quality 70.00"
    )


def test_points_of_strengths_name_their_intervals():
    fitted = model("p", "q")
    said = titles(strength_chart(compared([["p"], ["q"]], method="davidson", model=fitted), fitted))

    assert said[0] == "p, rank 1: strength 1.000, 95% interval 0.500 to 1.500"


def test_points_of_orders_name_their_rank_here_and_in_the_first_order():
    orders = {"truth": [Place("A", 1), Place("B", 2)], "found": [Place("B", 1), Place("A", 2), Place("C", 3)]}

    assert titles(bump_chart(orders)) == [
        "A: rank 1 in truth",
        "B: rank 2 in truth",
        "B: rank 1 in found, 2 in truth",
        "A: rank 2 in found, 1 in truth",
        "C: rank 3 in found",
    ]


def test_bars_of_two_distributions_name_both_shares():
    assert titles(difference_chart([DifferenceBin(-5.0, 5.0, 0.25, 0.5)])) == [
        "\u22125 to 5: 50.0% after a degraded item (bars), 25.0% before any (outline)"
    ]
    assert titles(degraded_chart([ScoreBin(0.0, 10.0, 0.5, 0.1)], others="items")) == [
        "0 to 10: 50.0% degraded items (bars), 10.0% items (outline)"
    ]


def test_names_in_descriptions_are_escaped():
    said = titles(score_chart(ranking([HOSTILE])))

    assert said[0].startswith("&lt;script&gt;alert(1)&lt;/script&gt;, rank 1: ")
