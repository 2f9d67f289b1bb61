"""Printed rankings beside computed ones."""

from __future__ import annotations

import pytest

from adjudge.papers.rankings import PrintedSystem, lines, ranking_figures, short_name, weakest_p
from adjudge.ranking.rank import rank
from tests.builders import campaign


@pytest.fixture(scope="module")
def result():
    return rank(campaign([30, 28, 0, -30], annotators=1), "wmt-da")


@pytest.mark.parametrize(
    ("name", "short"), [("SRPOL.383", "SRPOL"), ("HUMAN-C", "HUMAN-C"), ("GPT-3.5-x", "GPT-3.5-x")]
)
def test_running_numbers_are_not_part_of_a_name(name, short):
    assert short_name(name) == short


def test_a_ranking_printed_as_computed_is_equal(result):
    below = lines(result)
    printed = [PrintedSystem(s.system, round(s.raw, 1), round(s.z, 3), s.system in below) for s in result.systems]
    rows = ranking_figures("t", printed, result)
    assert len(rows) == 4 * 3 + 3
    assert {row.status for row in rows} == {"equal"}
    assert "system-2" in below


def test_swapped_systems_and_moved_lines_are_different(result):
    first, second, third, last = result.systems
    printed = [PrintedSystem(s.system, s.raw, s.z, s is first) for s in (second, first, third, last)]
    different = {row.figure for row in ranking_figures("t", printed, result) if row.status == "different"}
    assert {"place 1", "place 2", "line below system-2"} <= different
    assert "place 3" not in different


def test_a_system_that_was_not_judged_is_different(result):
    rows = ranking_figures(
        "t", [*[PrintedSystem(s.system, 0, 0) for s in result.systems], PrintedSystem("x", 0, 0)], result
    )
    absent = {row.figure: row.computed for row in rows if row.figure in {"raw of x", "place 5"}}
    assert absent == {"raw of x": None, "place 5": None}


def test_the_weakest_p_is_the_largest_against_lower_systems(result):
    top = result.systems[0].system
    assert weakest_p(result, top) == max(pair.p for pair in result.pairs if pair.a == top)
