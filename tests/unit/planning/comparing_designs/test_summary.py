"""Means and the frontier of simulated campaigns, on numbers that were computed by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudge.planning.comparing_designs.summary import on_frontier, summarise
from tests.unit.planning.comparing_designs.small_outcomes import FIRST, outcomes


def test_means_of_the_campaigns_that_were_ranked():
    row = summarise(FIRST, "r", 30.0)
    assert (row.campaigns, row.refused, row.false, row.misled) == (3, 1, 3, 2)
    assert row.kendall == pytest.approx(0.8)
    assert row.kendall_error == pytest.approx(0.2 / 3**0.5)  # sd of .8, .6 and 1
    assert row.power == pytest.approx(0.6)
    assert row.judgements == pytest.approx((100 + 101 + 103) / 3)
    assert row.cost == pytest.approx(60.0)


def test_nothing_is_made_up_where_nothing_was_ranked():
    row = summarise(outcomes("a", [None, None], found=[0, 0], false=[0, 0]), "r", 30.0)
    assert (row.campaigns, row.refused) == (0, 2)
    assert row.kendall is row.power is row.hours is row.cost is row.false is row.misled is None


def test_the_frontier_holds_what_no_other_row_beats():
    row = summarise(FIRST, "r", None)
    cheap = replace(row, hours=1.0, kendall=0.5)
    dear = replace(row, hours=4.0, kendall=0.9)
    beaten = replace(row, hours=3.0, kendall=0.7)
    twin = replace(dear, design="twin")
    other = replace(row, recipe="s", hours=0.1, kendall=0.99)
    rows = [row, cheap, dear, beaten, twin, other]
    assert [on_frontier(one, rows) for one in rows] == [True, True, True, False, True, True]
