"""Two rankings that were compared, as tables and as a page, with names that mean something to HTML."""

from __future__ import annotations

import pytest

import adjudge
from adjudge.core.recipes.built_in import RECIPES
from adjudge.reporting.comparing import tables
from adjudge.reporting.comparing.page import comparison_page
from tests.built_rankings import built_ranking

HOSTILE = ("<script>alert(1)</script>", "a_b & 50%", "\x1b[31mred\x1b[0m", "名前 🙂", "</th><h1>x")
FIRST = built_ranking([[HOSTILE[0]], list(HOSTILE[1:4]), [HOSTILE[4], "only here"]])
SECOND = built_ranking(
    [[HOSTILE[1]], [HOSTILE[0], *HOSTILE[2:]], ["<b>only there</b>"]], recipe=RECIPES["knowles-2021"]
)


def test_the_table_of_systems_has_the_lines_of_a_and_those_that_only_one_holds():
    table = tables.systems_table(adjudge.compare(FIRST, SECOND))
    assert [row[2] for row in table.rows][:1] == [HOSTILE[0]]
    assert [row[3] for row in table.rows] == [
        "down 1, contradiction",
        "up 1, contradiction",
        "—",
        "—",
        "—",
        "only in A, rank 6",
        "only in B, rank 6",
    ]
    assert table.lines == {1, 4, 5}


def test_columns_that_nobody_knows_are_left_out():
    names = [heading.text for heading in tables.systems_table(adjudge.compare(FIRST, list(HOSTILE))).headings]
    assert names == ["place A", "place B", "system", "moves", "cluster A", "cluster B", "score A", "n A", "N A"]


def test_contradictions_are_first_among_the_pairs():
    table = tables.pairs_table(adjudge.compare(FIRST, SECOND))
    assert table.rows[0] == ("contradiction", HOSTILE[0], HOSTILE[1], HOSTILE[1], "*0.010", "*0.010")
    assert {row[0] for row in table.rows[1:]} == {"lost", "gained"}


def test_lost_lines_say_why():
    result = adjudge.compare(FIRST, SECOND)
    assert [(row[0], row[1], row[4]) for row in tables.lines_table(result).rows] == [
        ("lost", "1", "other systems are above in B"),
        ("gained", "1", "other systems are above in A"),
        ("lost", "4", "the same systems are above in B, without a line"),
    ]


@pytest.mark.parametrize("several", [False, True])
def test_a_page_shows_names_as_they_are_and_runs_none(several):
    result = adjudge.compare_each({"<i>x": FIRST, "y": FIRST}, {"<i>x": SECOND, "y": FIRST})
    shown = result if several else result["<i>x"]
    page = comparison_page(shown, source="<a> and <b>", commands=["adjudge compare a b"])
    assert "<script>alert" not in page
    assert "<h1>x" not in page
    assert "<i>x" not in page
    assert "<b>only there</b>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "The order within a cluster is not established" in page
    assert page.count("<svg") == (2 if several else 1)
    assert len(set(identifiers := [part.split('"')[0] for part in page.split(' id="')[1:]])) == len(identifiers)


def test_two_hundred_systems_fit():
    names = [f"system-{i:03}" for i in range(200)]
    first, second = built_ranking([names[:100], names[100:]]), built_ranking([names[:99], names[:98:-1]])
    result = adjudge.compare(first, second)
    assert len(tables.systems_table(result).rows) == 200
    assert len(result.moved) == 101 - 1  # turned round around its middle, which stays
    assert comparison_page(result, source="a and b").count("<svg") == 1
