from __future__ import annotations

from dataclasses import replace

from adjudge.ranking.comparisons.result import Packing
from adjudge.ranking.orders import Rankings
from adjudge.reporting import comparison_tables as tables
from adjudge.reporting.printed_tables import MISSING
from tests.unit.reporting.builder import column, compared, cycle, majorities, model, optimum, ranking


def test_violations_name_the_higher_ranked_system_first():
    assert tables.violations_table(cycle()).rows == (("p", "r", "2"),)


def test_cycles_are_closed():
    assert tables.cycles_table(cycle()).rows == (("p, q, r", "p > q > r > p"),)
    assert tables.cycles_table(compared([["a"]])).rows == ()


def test_the_certificate_lists_cycles_with_their_weights():
    packing = (Packing(("p", "q", "r"), 1.5), Packing(("p", "r"), 1200.0))

    assert tables.packing_table(cycle(optimum=optimum(packing=packing))).rows == (
        ("p > q > r > p", "1.5"),
        ("p > r > p", "1,200"),
    )
    assert tables.packing_table(compared([["a"]], method="bojar")).rows == ()


def test_opponents_in_rank_order_with_a_dash_where_none_are_common():
    table = tables.opponents_table(compared([["a", "b"]]))

    assert table.rows[0] == ("a", "1,200", "2", "0.250", "0.600", "0.450", "0.500", MISSING)
    assert column(table, "system") == ["a", "b"]


def test_pairs_state_their_direct_comparisons():
    result = compared([["a"], ["b", "c"]])
    never_met = replace(result.pairs[1], meetings=0.0, tied=None, effect=None, difference=1.25)
    table = tables.compared_pairs_table(replace(result, pairs=(result.pairs[0], never_met)))

    assert table.rows == (
        ("a", "b", "20", "0.250", "0.600", MISSING, "*0.005"),
        ("a", "c", "0", MISSING, MISSING, "1.250", "*0.005"),
    )


def test_methods_state_what_they_contradict():
    found = majorities(("c", "a", 1.5), ("b", "a", 1000.0), total=2003.0)
    results = {"mfas": cycle(), "bojar": compared([list("pqr")], method="bojar", tournament=found)}

    assert tables.methods_table(results).rows == (("mfas", "2", "1"), ("bojar", "1,001.5", "2"))


def test_every_two_orders_are_compared_once():
    results = {"one": ranking([list("abc")]), "two": ranking([list("bac")]), "three": ranking([list("abx")])}
    table = tables.agreement_of_orders_table(Rankings(results))

    assert [heading.text for heading in table.headings] == ["ranking", "two", "three"]
    # One swap of neighbours among three: rho = 1 - 6 * 2 / 24, tau = 1 - 2 / 3.
    assert table.rows == (("one", "0.50 / 0.33", "— / —"), ("two", "", "— / —"), ("three", "", ""))


def test_line_shares_of_all_systems_but_the_last():
    result = compared([["a"], ["b", "c"]], method="trueskill", rule="ranges", line_shares=(0.97, 0.08, 0.0))

    assert tables.line_shares_table(result).rows == (("a", "yes", "0.97"), ("b", "no", "0.08"))
    assert tables.line_shares_table(compared([["a"], ["b"]])).rows == ()


def test_strengths_with_errors_and_intervals():
    result = compared([["a"], ["b"]], method="davidson", model=model("a", "b"))

    assert tables.strengths_table(result).rows == (
        ("a", "1.000", "0.250", "0.500", "1.500"),
        ("b", "0.000", "0.250", "-0.500", "0.500"),
    )
    assert tables.strengths_table(compared([["a"]])).rows == ()
