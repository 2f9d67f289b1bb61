from __future__ import annotations

from dataclasses import replace

from adjudge.reporting.captions import caption
from tests.unit.reporting.builder import compared, cycle, ranking


def test_the_caption_of_ratings_states_counts_test_and_lines():
    # n is 1,000 + rank, N 2,000 + rank: 2,001 + 2,002.
    assert caption(ranking([["A"], ["B"]])).startswith(
        "Ranking of 2 systems (n = 1,001 to 1,002 segments per system, N = 4,003 judgements in total). Pairs of "
        "systems were tested with a one-sided rank-sum test on segment means (significance level 0.05, "
    )
    assert "Lines separate clusters: a line is drawn below a system that" in caption(ranking([["A"], ["B"]]))


def test_equal_numbers_of_segments_are_one_number():
    result = ranking([["A"], ["B"]])
    alike = replace(result, systems=tuple(replace(s, n=700) for s in result.systems))

    assert "n = 700 segments per system" in caption(alike)


def test_the_caption_of_comparisons_counts_each_comparison_once():
    # Half of 2,001 + 2,002 + 2,003, rounded down.
    assert caption(cycle()).startswith("Ranking of 3 systems (N = 3,003 comparisons in total). Systems are ranked by")


def test_what_the_order_contradicts_can_be_left_to_another_place():
    assert "The order contradicts the majority in 1 pair" in caption(cycle())
    assert "contradicts the majority" not in caption(cycle(), contradicted=False)


def test_the_lines_of_random_runs_are_not_those_of_the_tests():
    said = caption(compared([["A"], ["B"]], method="trueskill", settings={"runs": 1000}, rule="ranges"))

    assert "; lines do not rest on these tests. Lines separate clusters: a line is drawn below a system whose" in said
    assert "lines do not rest" not in caption(compared([["A"], ["B"]], method="davidson"))
