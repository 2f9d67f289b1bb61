from __future__ import annotations

from dataclasses import replace

import pytest

from adjudge.reporting.printed_tables import MISSING
from adjudge.reporting.ranking_tables import compare_rankings, cycle_numbers, pairs_table, places_of, ranking_table
from tests.unit.reporting.builder import column, compared, cycle, majorities, optimum, ranking

EXACT = optimum(optimal_orders=1, places=((1, 1), (2, 2), (3, 3)))


def _headings(table):
    return [heading.text for heading in table.headings]


def test_lines_stand_between_clusters_only():
    assert ranking_table(ranking([["A"], ["B", "C"], ["D"]])).lines == {1, 3}
    assert ranking_table(ranking([["A", "B"]])).lines == frozenset()


def test_cells_of_a_rating_table():
    table = ranking_table(ranking([["A"], ["B", "C"]]))

    assert _headings(table) == ["rank", "range", "system", "raw", "z", "n", "N"]
    assert table.rows[0] == ("1", "1", "A", "89.0", "0.500", "1,001", "2,001")
    assert table.rows[2] == ("3", "2-3", "C", "87.0", "-1.500", "1,003", "2,003")


def test_unknown_raw_scores_have_no_column():
    assert "raw" not in _headings(ranking_table(ranking([["A"], ["B"]], raw=False)))


def test_estimates_of_a_model_stand_beside_the_means():
    result = ranking([["A"], ["B"]])
    estimated = replace(result, systems=tuple(replace(s, score=9.25) for s in result.systems))

    assert column(ranking_table(estimated), "score") == ["9.250", "9.250"]


def test_comparisons_show_what_they_are_ordered_by_and_exact_orders_nothing():
    assert _headings(ranking_table(compared([["A"], ["B"]], method="davidson"))) == [
        "rank",
        "range",
        "system",
        "score",
        "N",
    ]
    assert "score" not in _headings(ranking_table(cycle()))


def test_confidence_sets_have_a_column_and_systems_without_one_a_dash():
    first, second = ranking([["A"], ["B"]]).systems
    result = replace(ranking([["A"], ["B"]]), systems=(replace(first, set_low=1, set_high=2), second))

    assert column(ranking_table(result), "95% set") == ["1-2", MISSING]


def test_no_negative_zero():
    result = ranking([["A"], ["B"]])
    result = replace(result, systems=tuple(replace(s, z=-0.0001) for s in result.systems))

    assert column(ranking_table(result), "z") == ["0.000", "0.000"]


@pytest.mark.parametrize(
    ("letters", "shown"),
    [("abcdefgh", True), ("abcdefghi", False), ("a2b2c2d2e2f2g2h2", True), ("", False)],
)
def test_letters_are_printed_while_they_can_be_read(letters, shown):
    result = ranking([["A"], ["B"]])
    first, second = result.systems
    result = replace(result, systems=(replace(first, letters=letters), second))

    assert ("letters" in _headings(ranking_table(result))) is shown


def test_ranges_of_random_runs_mean_something_else_than_those_of_tests():
    def meaning(rule):
        table = ranking_table(ranking([["A"], ["B"]], rule=rule))
        return next(heading.meaning for heading in table.headings if heading.text == "range")

    assert "random runs" in meaning("ranges")
    assert "tests" in meaning("stated")


def test_exact_orders_print_the_places_that_other_optimal_orders_give():
    assert column(ranking_table(cycle()), "rank") == ["1-3", "1-3", "1-3"]
    some = cycle(optimum=optimum(places=((1, 1), (2, 3), (2, 3))))
    assert column(ranking_table(some), "rank") == ["1", "2-3", "2-3"]


@pytest.mark.parametrize("known", [EXACT, optimum(places=None)])
def test_a_rank_is_printed_where_no_place_is_open_or_none_was_decided(known):
    assert column(ranking_table(cycle(optimum=known)), "rank") == ["1", "2", "3"]


def test_places_belong_to_exact_orders():
    assert places_of(cycle()) == dict.fromkeys("pqr", (1, 3))
    assert places_of(compared([["p"]], method="bojar")) == {}
    assert places_of(ranking([["A"]])) == {}


def test_cycles_are_numbered_from_the_top_and_belong_to_exact_orders():
    found = majorities(total=12.0, groups=(("p", "q", "r"), ("d", "e", "f")), cycles=(("p", "q"), ("d", "e")))
    exact = compared([list("pqrsdef")], tournament=found, optimum=optimum(places=None))

    assert cycle_numbers(exact) == {**dict.fromkeys("pqr", 1), **dict.fromkeys("def", 2)}
    assert column(ranking_table(exact), "cycle") == ["1", "1", "1", "", "2", "2", "2"]
    assert cycle_numbers(cycle(method="bojar", optimum=None)) == {}
    assert "cycle" not in _headings(ranking_table(compared([["p", "q", "r"]], optimum=EXACT)))


def test_rankings_side_by_side_in_the_order_of_the_truth():
    results = {"one": ranking([["A"], ["B", "C"]]), "two": ranking([["C"], ["A"]])}
    table = compare_rankings(results, truth=["B", "A", "C"])

    assert _headings(table) == ["system", "truth", "one", "range", "two", "range"]
    assert table.rows == (
        ("B", "1", "2", "2-3", MISSING, MISSING),
        ("A", "2", "1", "1", "2", "2"),
        ("C", "3", "3", "2-3", "1", "1"),
    )
    assert [row[0] for row in compare_rankings(results).rows] == ["A", "B", "C"]


def test_methods_side_by_side_print_open_places_for_readers_and_ranks_for_programs():
    results = {"bojar": compared([["r", "q", "p"]], method="bojar"), "mfas": cycle()}

    assert column(compare_rankings(results), "mfas") == ["1-3", "1-3", "1-3"]
    assert column(compare_rankings(results), "cycle") == ["1", "1", "1"]
    assert column(compare_rankings(results, shared=False), "mfas") == ["3", "2", "1"]


def test_pairs_that_are_not_separated_state_the_power_of_the_test():
    result = ranking([["A"], ["B", "C"]])
    pairs = tuple(
        replace(pair, effect_low=0.55, effect_high=0.65, difference=2.0, power=0.41, smallest=0.57)
        for pair in result.pairs
    )
    table = pairs_table(replace(result, pairs=pairs))

    # The builder gives p = 0.005 to neighbouring clusters and 0.4 within one.
    assert table.rows[0] == ("A", "B", "2.000", "0.600", "0.550-0.650", "*0.005", "", "")
    assert table.rows[2] == ("B", "C", "2.000", "0.600", "0.550-0.650", "0.400", "0.41", "0.570")


@pytest.mark.parametrize(("p", "shown"), [(0.0004, "*<.001"), (float("nan"), MISSING)])
def test_small_and_unknown_p_values(p, shown):
    result = ranking([["A"], ["B"]])

    assert column(pairs_table(replace(result, pairs=(replace(result.pairs[0], p=p),))), "p") == [shown]
