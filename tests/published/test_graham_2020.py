"""Graham, Haddow and Koehn 2020: Table 1 where the judgements are at hand, Table 2 everywhere."""

from __future__ import annotations

import re

import pytest

from adjudge.core.tables import Ratings
from adjudge.kernels.power.rank_sum import rank_sum_power
from adjudge.papers import graham_2020 as paper
from adjudge.papers.data import read_as


def test_nothing_is_unexplained(reproduced):
    assert [row for row in reproduced("graham-2020").rows if row.status == "different"] == []


def test_table_2_agrees_as_far_as_an_independent_computation_and_has_noise_elsewhere(reproduced, expected):
    rows = reproduced("graham-2020").of_table("Table 2")
    # "95 of 119 cells equal to 3 decimals, 112 within 0.001, largest difference 0.0028, ..."
    found = re.findall(r"\d+(?:\.\d+)?", expected("power-table")["computed"]["agreement"])
    equal, cells, _, near, _, largest = map(float, found[:6])
    assert len(rows) == cells == sum(map(len, paper.TABLE_2.values()))
    assert sum(row.status == "equal" for row in rows) == equal
    assert sum(row.status == "explained" for row in rows) == cells - equal
    assert sum(abs(row.published - round(row.computed, 3)) < 0.0011 for row in rows) == near
    assert max(abs(row.published - row.computed) for row in rows) == pytest.approx(largest, abs=5e-5)


def test_other_formulas_leave_cells_unexplained(monkeypatch):
    monkeypatch.setattr(paper, "rank_sum_power", lambda n, m, p: rank_sum_power(n, m, p, 0.06))
    assert sum(row.status == "different" for row in paper.table_2()) > 30


def test_table_2_agrees_with_those_beside_the_data(expected):
    table = expected("power-table")
    for n, row in paper.TABLE_2.items():
        assert list(row) == list(table["published"][str(n)].values())
    computed = [value for row in table["computed"]["values"].values() for value in row.values()]
    assert [row.computed for row in paper.table_2()] == pytest.approx(computed, abs=1e-5)


def test_table_1_agrees_with_those_beside_the_data(expected):
    published = expected("human-parity-2018")["published"]["table1 (raw, z)"]
    for ours, theirs in (("forward", "FWD"), ("reverse", "REV"), ("both", "BOTH")):
        assert {name: list(row[:2]) for name, row in paper.TABLE_1[ours].items()} == published[theirs]
        assert list(paper.TABLE_1[ours]) == list(published[theirs])


def test_table_1_is_absent_without_the_judgements(tmp_path):
    rows = [row for row in paper.reproduce(tmp_path).rows if row.table == "Table 1"]
    # Three parts of nine systems: place, raw, z, n and N of each; and where the lines of each part are.
    assert len(rows) == 3 * (9 * 5 + 1)
    assert {row.status for row in rows} == {"absent"}
    assert all(row.reason for row in rows)


def test_table_1_is_equal_with_the_judgements(data_dir, data_file):
    path = paper.judgements_file(data_dir) or data_file("human-parity-2018/Meta1-Subset1.csv")
    rows = paper.table_1(read_as(Ratings, path))
    assert len(rows) == 3 * 9 * 5
    assert [row for row in rows if row.status != "equal"] == []
