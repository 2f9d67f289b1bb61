"""The table of pairs that are not separated, and its sentence."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from adjudge.ranking.missed import missed
from adjudge.ranking.result import RankedPair
from adjudge.reporting.printed_tables import MISSING
from adjudge.reporting.report.not_separated import not_separated_table, say_not_separated
from tests.unit.reporting.builder import HOSTILE, compared, ranking

RANKING = ranking(["abc", "d"])  # exactly the pairs of different clusters are separated


def column(table, name):
    place = [heading.text for heading in table.headings].index(name)
    return [row[place] for row in table.rows]


def test_neighbours_come_first():
    assert [row[:2] for row in not_separated_table(RANKING).rows] == [("a", "b"), ("b", "c"), ("a", "c")]


def test_columns_of_which_nothing_is_known_are_left_out():
    assert [heading.text for heading in not_separated_table(RANKING).headings] == ["higher", "lower", "p", "effect"]


def test_what_is_known_of_some_pairs_has_a_dash_for_the_others():
    first, *others = RANKING.pairs
    known = replace(
        first,
        difference=1.5,
        effect_low=0.44,
        effect_high=0.61,
        smallest=0.58,
        smallest_difference=2.25,
        power=0.124,
    )
    table = not_separated_table(replace(RANKING, pairs=(known, *others)))
    assert column(table, "95%") == ["0.440-0.610", MISSING, MISSING]
    assert column(table, "smallest effect") == ["0.580", MISSING, MISSING]
    assert column(table, "smallest difference") == ["2.250", MISSING, MISSING]
    assert column(table, "power") == ["0.12", MISSING, MISSING]


def test_comparisons_show_meetings_and_ties():
    result = compared(["ab", "c"])
    pairs = tuple(replace(pair, meetings=12.0, tied=0.25) for pair in result.pairs)
    table = not_separated_table(replace(result, pairs=pairs))
    assert (column(table, "comparisons"), column(table, "tied")) == (["12"], ["25%"])


def test_a_pair_that_never_met_has_a_dash_for_its_effect():
    result = compared(["ab", "c"])
    first, *others = result.pairs
    pairs = (replace(first, effect=None, meetings=0.0, p=float("nan")), *others)
    table = not_separated_table(replace(result, pairs=pairs))
    assert "effect" not in [heading.text for heading in table.headings]
    assert column(table, "comparisons") == ["0"]


def test_an_equivalence_test_is_shown():
    pairs = tuple(replace(pair, equivalent=pair.a == "a") for pair in RANKING.pairs)
    table = not_separated_table(replace(RANKING, pairs=pairs))
    assert column(table, "equivalent") == ["shown", "not shown", "shown"]


def test_hostile_names_are_cells_like_others():
    table = not_separated_table(ranking([[*HOSTILE, "line\nbreak"]]))
    assert len(table.rows) == 10
    assert not any("\n" in cell for row in table.rows for cell in row)


def test_the_sentence_never_says_that_systems_are_equal():
    said = say_not_separated(RANKING)
    assert said.startswith("3 of 6 pairs are not separated; this is not evidence of equal quality.")
    assert said.endswith("How small a difference would have been found is not known.")


def test_the_sentence_says_what_half_of_the_tests_would_have_missed():
    smallest = {("a", "b"): 0.55, ("a", "c"): 0.60, ("b", "c"): 0.70}
    pairs = [
        replace(pair, smallest=smallest.get((pair.a, pair.b)), smallest_difference=3.14159) for pair in RANKING.pairs
    ]
    said = say_not_separated(replace(RANKING, pairs=tuple(pairs)))
    assert "Half of these tests would have missed, more often than once in five times, even a system that wins" in said
    assert said.endswith("60% of segments (a difference of 3.14).")


@pytest.mark.parametrize(
    ("smallest", "said"),
    [
        ({("a", "b"): 0.55, ("a", "c"): 0.60}, "Half of the 2 tests of which it is known would have missed"),
        ({("a", "b"): 0.55}, "The 1 test of which it is known would have missed"),
    ],
)
def test_the_sentence_does_not_speak_for_tests_of_which_nothing_is_known(smallest, said):
    pairs = tuple(replace(pair, smallest=smallest.get((pair.a, pair.b))) for pair in RANKING.pairs)
    assert said in say_not_separated(replace(RANKING, pairs=pairs))


def test_a_test_that_could_find_no_effect_counts_as_the_worst():
    # Powers are known of all three, so that a missing smallest effect is one that no difference reaches.
    pairs = [
        RankedPair(a, b, p=0.5, effect=0.5, significant=False, power=0.1, smallest=smallest)
        for (a, b), smallest in zip(combinations("abc", 2), (0.6, 0.7, None), strict=True)
    ]
    assert missed(pairs).smallest == 0.7
    assert missed([replace(pair, smallest=None) for pair in pairs[1:]]).smallest is None


def test_the_sentence_says_if_all_are_separated():
    assert say_not_separated(ranking(["a", "b", "c"])) == "All 3 pairs are separated."


def test_the_middle_of_what_is_known_is_that_of_the_known_pairs():
    pairs = [
        RankedPair(a, b, p=0.5, effect=0.5, significant=False, power=power)
        for (a, b), power in zip(combinations("abc", 2), (None, 0.2, 0.6), strict=True)
    ]
    found = missed([*pairs, RankedPair("x", "y", p=0.01, effect=0.7, significant=True)])
    assert (len(found.pairs), found.known, found.power, found.smallest) == (3, 2, 0.6, None)


def test_the_sentence_counts_pairs_only_where_there_is_something_to_count():
    assert say_not_separated(ranking(["ab"])).startswith("The two systems are not separated;")
    assert say_not_separated(ranking(["abc"])).startswith("All 3 pairs are not separated;")
