"""Heat tables: the same classes and numbers as heat maps, in a table that can be read out."""

from __future__ import annotations

import re

import pytest

from adjudge.reporting.heat_tables import heat_table, pair_table
from tests.unit.reporting.builder import HOSTILE, ranking
from tests.unit.reporting.page_elements import Page


def made(cells, **options):
    rows, columns = (list(dict.fromkeys(key[i] for key in cells)) for i in (0, 1))
    return str(heat_table(cells, rows=rows, columns=columns, name="n", caption="C", title="score", **options))


def test_cells_stand_in_their_rows_and_columns_and_missing_ones_are_blank():
    (table,) = Page(made({("d", "a"): 10.0, ("e", "a"): 20.0, ("e", "b"): 30.4})).tables

    assert table.caption == "C"
    assert table.rows == [["", "a", "b"], ["d", "10", ""], ["e", "20", "30"]]


def test_the_shade_is_the_sixth_of_the_scale_and_the_legend_names_it():
    html = made({("d", str(i)): 10.0 * i for i in range(7)})

    assert re.findall(r'<td class="h(\d)">(\d+)</td>', html) == [
        *((str(i), str(10 * i)) for i in range(6)),
        ("5", "60"),
    ]
    assert re.findall(r'<span class="h(\d)">([^<]+)</span>', html) == [
        (str(i), f"{10 * i} to {10 * i + 10}") for i in range(6)
    ]


def test_bounds_widen_the_scale():
    assert '<td class="h3">50</td>' in made({("d", "a"): 50.0}, bounds=(0, 100))


def test_equal_values_have_one_part_of_the_scale():
    assert re.findall(r'<span class="h(\d)">([^<]+)</span>', made({("d", "a"): 5.0, ("d", "b"): 5.0})) == [("0", "5")]


def test_every_cell_is_found_by_its_heads_and_the_table_by_its_caption():
    page = Page(made({("d", "a"): 1.0, ("e", "b"): 2.0}))

    assert [head["scope"] for head in page.all("th")] == ["col", "col", "row", "row"]
    (frame,) = page.all("div")
    assert (frame["role"], frame["aria-labelledby"], frame["tabindex"]) == ("group", "n-caption", "0")
    assert page.all("caption") == [{"id": "n-caption"}]


def test_names_are_escaped_and_long_ones_are_cut_with_the_whole_in_the_title():
    long = "x" * 100 + "y"
    html = made({(row, column): 1.0 for row in (*HOSTILE, long) for column in (*HOSTILE, long)})
    page = Page(html)

    assert "<script>" not in html
    assert [row[0] for row in page.tables[0].rows[1:5]] == list(HOSTILE)
    assert [head.get("title") for head in page.all("th")] == [*[None] * 4, long] * 2


def test_a_cell_takes_about_twenty_five_bytes():
    names = [f"{i}" for i in range(30)]
    one, two = (made({(row, column): 50.0 for row in names for column in names[:n]}) for n in (10, 20))

    assert (len(two) - len(one)) / (30 * 10) < 25 + 30 / 30  # with a head of about 30 bytes for each column


def test_long_heads_are_turned_and_short_ones_stand_upright():
    assert '<thead class="turned">' in made({("d", "system-01"): 1.0})
    assert '<thead class="turned">' not in str(
        pair_table(ranking([["system-01"], ["system-02"]]), name="n", caption="")
    )


@pytest.mark.parametrize(("clusters", "shade"), [([["A"], ["B"]], 4), ([["A", "B"]], 0)])
def test_pairs_are_shaded_by_their_verdict(clusters, shade):
    # The builder gives p = 0.005 to systems of different clusters and 0.4, not significant, to others.
    html = str(pair_table(ranking(clusters), name="n", caption=""))

    assert re.findall(r'<td class="h(\d)">', html) == [str(shade)]


def test_the_head_of_a_rank_names_its_system():
    page = Page(str(pair_table(ranking([["A"], ["B"]]), name="n", caption="")))

    assert page.all("th")[0] == {"scope": "col", "title": "B"}
