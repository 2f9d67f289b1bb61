"""Lopez 2012: every figure of the tables, the slips with both values, and the counts from the raw rankings."""

from __future__ import annotations

import pytest

import adjudge
from adjudge.core.tables import PairCounts
from adjudge.papers import lopez_2012 as paper
from adjudge.papers import lopez_2012_tables as printed
from adjudge.papers.data import read_as


@pytest.fixture(scope="module")
def result(reproduced):
    return reproduced("lopez-2012")


def test_nothing_is_unexplained(result):
    assert [row for row in result.rows if row.status in {"different", "absent"}] == []


def test_every_table_is_there_in_full(result, expected):
    published = expected("lopez-rr-2010-2011")["published"]
    sizes = {table: len(result.of_table(table)) for table in result.tables}
    tasks = len(published["table1"])
    assert sizes["Table 1"] == 2 * tasks  # systems and pairs
    # Three orders of the ten systems with their weights, and the name of the task.
    orders, systems = len(published["table2_cost"]), published["table1"]["wmt11.English-Czech.individual"]["n_sys"]
    assert sizes["Table 2"] == orders * (systems + 1) + 1
    # 24 violated pairs, how many, their weight and the least weight of any order; then the 24 systems by Eq. 1.
    assert sizes["Table 3"] == 24 + 3 + len(published["table3_2010_French-English"]["eq1_ranking"])
    assert sizes["Number of optimal orders"] == sizes["Counts from the rankings"] == tasks


def test_the_slips_of_the_paper_are_shown_with_both_values(result):
    slips = {row.figure: (row.published, row.computed) for row in result.rows if row.status == "explained"}
    assert slips.pop("tunable metrics, Spearman of Eq. 1 and MFAS") == (0.93, pytest.approx(0.904762, abs=1e-6))
    assert slips == {
        "Eq. 3, violated weight": (69, 28),
        "the task with these systems": ("wmt11.Czech-English.individual", "wmt11.English-Czech.individual"),
        "French-English, weight by Eq. 2": (108, 118),
        "French-English, weight by Eq. 3": (118, 108),
        "French-English, systems": (25, 24),
    }


def test_orders_and_costs_of_all_tasks_agree_with_an_independent_computation(expected, data_file):
    tasks = expected("lopez-rr-2010-2011")["computed"]["tasks"]
    for name, facts in tasks.items():
        task = paper.Task(name, read_as(PairCounts, data_file(f"lopez-rr-2010-2011/pairwise.{name}.txt")))
        for method, key in {"Eq. 1": "eq1", "Eq. 2": "eq2", "Eq. 3": "eq3"}.items():
            assert task.rankings[method].order() == facts[f"ranking_{key}"]
        costs = [task.rankings[method].tournament.cost for method in ("MFAS", "Eq. 1", "Eq. 2", "Eq. 3")]
        assert costs == [facts[key] for key in ("mfas_cost", "cost_eq1_with_ref", "cost_eq2_no_ref", "cost_eq3_no_ref")]
        assert task.rankings["MFAS"].tournament.acyclic == facts["acyclic"]
        assert task.optimum.optimal_orders == facts["n_optimal_rankings"]
        assert task.optimum.proven


def test_printed_tables_agree_with_those_beside_the_data(expected):
    published = expected("lopez-rr-2010-2011")["published"]
    assert {name: (task["n_sys"], task["n_pairs"]) for name, task in published["table1"].items()} == printed.TASKS
    assert published["table3_2010_French-English"]["optimal_ranking"] == printed.FRENCH_ENGLISH_OPTIMAL
    assert published["table3_2010_French-English"]["eq1_ranking"] == printed.FRENCH_ENGLISH_WMT
    assert published["table4_tunable_metrics"]["mfas_ranking"] == printed.TUNABLE_OPTIMAL
    assert published["table4_tunable_metrics"]["heuristic2_ranking"] == printed.TUNABLE_HEURISTIC_2


def test_a_lost_vote_is_found_out(data_file):
    path = data_file("lopez-rr-2010-2011/pairwise.wmt11.English-Czech.individual.txt")
    table = read_as(PairCounts, path)
    fewer = table.with_frame(table.frame.with_columns(wins_a=table.frame["wins_a"] // 2))
    tasks = {paper.ENGLISH_CZECH_TASK: paper.Task(paper.ENGLISH_CZECH_TASK, fewer)}
    figures = paper.table_2(tasks[paper.ENGLISH_CZECH_TASK], tasks)
    assert sum(row.status == "different" for row in figures) >= 3


@pytest.mark.parametrize("sample", ["sample-fr-en-train.csv", "sample-fr-en-test.csv"])
def test_expected_wins_of_wmt13(expected, data_file, sample):
    facts = expected("wmt-trueskill-sample")["computed"][sample]
    name = f"wmt-trueskill-sample/{sample}" + (".gz" if "train" in sample else "")
    result = adjudge.rank(adjudge.read(data_file(name)), method="expected-wins")
    assert {s.system: round(s.score or 0, 6) for s in result.systems} == facts["expected_wins"]


def test_expected_wins_of_wmt15(expected, data_file):
    computed = expected("wmt15-fin-eng")["computed"]
    facts = computed["expected_wins_all_data (ties dropped, average over opponents)"]
    result = adjudge.rank(adjudge.read(data_file("wmt15-fin-eng/wmt15.fin-eng.csv.gz")), method="expected-wins")
    assert {s.system: round(s.score or 0, 6) for s in result.systems} == facts
