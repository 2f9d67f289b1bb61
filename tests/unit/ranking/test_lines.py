from typing import get_args

import numpy as np
import pytest

from adjudge.core.errors import RecipeError
from adjudge.core.recipes.recipe import ClusterRule
from adjudge.ranking.lines import LINE_RULES, cluster_numbers, lines_below, rank_ranges
from adjudge.ranking.result import LineRule


def _beats(*pairs: tuple[int, int], k: int) -> np.ndarray:
    beats = np.zeros((k, k), dtype=bool)
    for a, b in pairs:
        beats[a, b] = True
    return beats


def test_a_line_stands_below_a_system_that_beats_all_lower_ones():
    beats = _beats((0, 1), (0, 2), (1, 2), k=3)
    assert cluster_numbers(beats, "stated") == [1, 2, 3]
    assert cluster_numbers(beats, "wins") == [1, 2, 3]


def test_no_line_where_one_lower_system_is_not_beaten():
    assert cluster_numbers(_beats((0, 2), (1, 2), k=3), "stated") == [1, 1, 2]


def test_the_two_rules_differ_when_a_lower_system_beats_a_higher_one():
    # System 1 beats system 0 as well: its two wins are not the one system below it, so the official rule has no line.
    beats = _beats((1, 2), (1, 0), k=3)
    assert cluster_numbers(beats, "stated") == [1, 1, 2]
    assert cluster_numbers(beats, "wins") == [1, 1, 1]


def test_rank_ranges_count_who_beats_whom():
    assert rank_ranges(_beats((0, 1), (0, 2), k=3)) == [(1, 1), (2, 3), (2, 3)]


def test_the_strict_rule_asks_everybody_above():
    beats = _beats((1, 2), k=3)
    assert lines_below(beats, "stated") == [False, True, False]
    assert lines_below(beats, "strict") == [False, False, False]
    assert lines_below(_beats((0, 2), (1, 2), k=3), "strict") == [False, True, False]


def test_hidden_systems_draw_no_lines():
    # 0 beats all, 1 (hidden) beats nobody, 2 beats 3.
    beats = _beats((0, 2), (0, 3), (2, 3), k=4)
    assert cluster_numbers(beats, "stated") == [1, 1, 1, 2]
    assert cluster_numbers(beats, "stated", hidden=[1]) == [1, 1, 2, 3]
    assert cluster_numbers(beats, "stated", hidden=[0, 1, 2, 3]) == [1, 1, 1, 1]


def test_recipes_and_results_name_the_rules_there_are():
    assert set(get_args(ClusterRule)) == set(LINE_RULES) - {"ranges", "undisputed"}  # those are of comparisons
    assert set(get_args(LineRule)) == set(LINE_RULES)


def test_a_rule_that_does_not_exist_is_refused():
    with pytest.raises(RecipeError, match="did you mean 'strict'"):
        lines_below(_beats(k=2), "strikt")


def test_an_undisputed_line_has_no_winner_below_it():
    # y beats z, and z beats x: the line below y that `stated` draws is disputed.
    beats = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]], dtype=bool)
    assert lines_below(beats, "stated") == [False, True, False]
    assert lines_below(beats, "undisputed") == [False, False, False]
    assert lines_below(np.triu(np.ones((3, 3), dtype=bool), 1), "undisputed") == [True, True, False]
