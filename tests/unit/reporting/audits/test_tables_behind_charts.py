"""Tables that hold the numbers of charts."""

from __future__ import annotations

from adjudge.reporting.audits.context import shares_table
from adjudge.reporting.audits.pseudo_annotation import orders_table
from adjudge.reporting.charts.bump import Place
from adjudge.reporting.printed_tables import Heading


def test_shares_by_bin_leave_out_empty_bins():
    bins = [(-10.0, 0.0, 0.25, 0.5), (0.0, 10.0, 0.0, 0.0), (10.0, 20.0, 0.0, 0.5)]
    table = shares_table(bins, Heading("score", "range"), ("before", "after"))

    assert [heading.text for heading in table.headings] == ["score", "before", "after"]
    assert table.rows == (("-10 to 0", "25.0%", "50.0%"), ("10 to 20", "0.0%", "50.0%"))


def test_orders_stand_side_by_side_in_the_order_of_the_first():
    table = orders_table({"raw means": [Place("A", 1), Place("B", 2)], "wmt-da": [Place("B", 1), Place("A", 2)]})

    assert [heading.text for heading in table.headings] == ["system", "raw means", "wmt-da"]
    assert table.rows == (("A", "1", "2"), ("B", "2", "1"))
