"""Laeubli, Sennrich and Volk 2018: four sign tests from the released preferences."""

from __future__ import annotations

import polars as pl

from adjudge.core.tables import Comparisons
from adjudge.papers import laeubli_2018 as paper
from adjudge.papers.data import read_as


def test_every_figure_is_equal(reproduced, expected):
    result = reproduced("laeubli-2018")
    assert [row for row in result.rows if row.status != "equal"] == []
    facts = [part for part in expected("laeubli-parity-2018")["computed"].values() if isinstance(part, dict)]
    assert sorted(row.published for row in result.rows) == sorted(fact for part in facts for fact in part.values())


def test_a_lost_annotator_is_found_out(data_file):
    table = read_as(Comparisons, data_file("laeubli-parity-2018/ratings.csv"))
    fewer = table.with_frame(table.frame.filter(pl.col("annotator") != "A"))
    assert sum(row.status == "different" for row in paper.sign_tests(fewer)) >= 8


def test_figures_agree_with_those_beside_the_data(expected):
    computed = expected("laeubli-parity-2018")["computed"]
    for (criterion, scope), (machine, ties, human, p) in paper.SIGN_TESTS.items():
        facts = computed[f"{criterion} {'sentence' if scope == 'segment' else scope}"]
        assert (facts["mt"], facts["tie"], facts["human"], facts["p"]) == (machine, ties, human, p)
    assert computed["rows"] == paper.ROWS
