"""What a printed table says about its columns."""

from __future__ import annotations

from adjudge.reporting.printed_tables import Heading, PrintedTable


def test_a_legend_says_each_meaning_once_with_all_columns_that_have_it():
    headings = (
        Heading("system", "text", "what was judged"),
        Heading("wmt-da", meaning="rank"),
        Heading("range", meaning="ranks left open"),
        Heading("esa", meaning="rank"),
        Heading("range", meaning="ranks left open"),
        Heading("bare"),
    )
    assert PrintedTable(headings, ()).legend == [(["wmt-da", "esa"], "rank"), (["range"], "ranks left open")]
