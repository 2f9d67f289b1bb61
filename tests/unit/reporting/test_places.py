from __future__ import annotations

import csv
import io

from adjudge.reporting.places import cycles, shared_places
from adjudge.reporting.tables import compare_rankings, ranking_csv, ranking_latex, ranking_table, table_csv
from tests.unit.reporting.builder import ranked_counts, ranking, with_optimum

# x beats y and z, which are even: the orders xyz and xzy contradict nothing.
EVEN = (("x", "y", 3, 1), ("x", "z", 3, 1), ("y", "z", 2, 2))
# y, z and v are all even: any order of the three behind x will do.
CHAIN = (*EVEN, ("x", "v", 3, 1), ("y", "v", 2, 2), ("z", "v", 2, 2))
# p, q and r beat each other in turn by 2, and each beats s; cutting any one arc is as good.
CYCLE = (("p", "q", 3, 1), ("q", "r", 3, 1), ("r", "p", 3, 1), ("p", "s", 2, 0), ("q", "s", 2, 0), ("r", "s", 2, 0))
# The weakest arc of this cycle, r over p by 1, is the one to cut.
UNEVEN_CYCLE = (("p", "q", 3, 0), ("q", "r", 3, 0), ("r", "p", 2, 1), ("p", "s", 2, 0), ("s", "r", 0, 2))


def _column(table, name):
    place = [heading.text for heading in table.headings].index(name)
    return [row[place] for row in table.rows]


def test_neighbours_that_other_optimal_orders_swap_share_their_places():
    assert shared_places(ranked_counts(*EVEN)) == [(1, 1), (2, 3), (2, 3)]


def test_a_chain_of_arbitrary_neighbours_is_one_shared_place():
    assert shared_places(ranked_counts(*CHAIN)) == [(1, 1), (2, 4), (2, 4), (2, 4)]
    assert shared_places(ranked_counts(*CYCLE)) == [(1, 3), (1, 3), (1, 3), (4, 4)]


def test_two_shared_places_side_by_side_stay_apart():
    result = ranked_counts(("a", "b", 1, 1), ("a", "c", 2, 0), ("a", "d", 2, 0), ("b", "c", 2, 0), ("b", "d", 2, 0))
    assert shared_places(result) == [(1, 2), (1, 2), (3, 4), (3, 4)]


def test_other_rankings_share_no_places():
    assert shared_places(ranking([["A", "B"]])) == [(1, 1), (2, 2)]
    assert shared_places(ranked_counts(*EVEN, method="bojar")) == [(1, 1), (2, 2), (3, 3)]


def test_places_that_were_not_decided_are_not_shared():
    undecided = with_optimum(ranked_counts(*EVEN), arbitrary=None)
    assert shared_places(undecided) == [(1, 1), (2, 2), (3, 3)]


def test_circles_are_numbered_from_the_top_and_belong_to_exact_orders():
    below = (("d", "e", 3, 1), ("e", "f", 3, 1), ("f", "d", 3, 1))
    between = tuple((a, b, 2, 0) for a in "pqrs" for b in "def")
    assert cycles(ranked_counts(*CYCLE, *below, *between)) == {**dict.fromkeys("pqr", 1), **dict.fromkeys("def", 2)}
    assert cycles(ranked_counts(*EVEN)) == {}
    assert cycles(ranked_counts(*CYCLE, method="bojar")) == {}
    assert cycles(ranking([["A"]])) == {}


def test_tables_print_shared_places_and_cycles():
    result = ranked_counts(*CYCLE)
    table = ranking_table(result)
    assert _column(table, "rank") == ["1-3", "1-3", "1-3", "4"]
    assert _column(table, "circle") == ["1", "1", "1", ""]
    assert "1--3 & " in ranking_latex(result)
    assert "circle" not in [heading.text for heading in ranking_table(ranked_counts(*EVEN)).headings]


def test_an_unshared_place_in_a_circle_is_a_rank():
    table = ranking_table(ranked_counts(*UNEVEN_CYCLE))
    assert _column(table, "rank")[0] == "1"
    assert _column(table, "circle")[0] == "1"


def test_methods_side_by_side_print_shared_places_for_readers_and_ranks_for_programs():
    results = {"bojar": ranked_counts(*CYCLE, method="bojar"), "mfas": ranked_counts(*CYCLE)}
    printed = compare_rankings(results)
    assert sorted(_column(printed, "mfas")) == ["1-3", "1-3", "1-3", "4"]
    assert sorted(_column(printed, "circle")) == ["", "1", "1", "1"]
    rows = list(csv.DictReader(io.StringIO(table_csv(compare_rankings(results, shared=False)))))
    assert sorted(row["mfas"] for row in rows) == ["1", "2", "3", "4"]
    assert list(rows[0]) == ["system", "bojar", "bojar range", "mfas", "mfas range", "circle"]


def test_csv_of_an_exact_order_keeps_the_rank_and_adds_the_places():
    rows = list(csv.DictReader(io.StringIO(ranking_csv(ranked_counts(*CYCLE)))))
    assert [row["rank"] for row in rows] == ["1", "2", "3", "4"]
    assert [(row["place_low"], row["place_high"], row["circle"]) for row in rows] == [("1", "3", "1")] * 3 + [
        ("4", "4", "")
    ]
    assert "place_low" not in ranking_csv(ranked_counts(*CYCLE, method="bojar"))
