"""Means, contrasts and the frontier of simulated campaigns, on numbers that were computed by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudge.planning.comparing_designs.outcomes import Outcome, Recovered
from adjudge.planning.comparing_designs.settings import Job
from adjudge.planning.comparing_designs.summary import contrast, on_frontier, summarise


def outcomes(design: str, taus: list[float | None], *, found: list[int], false: list[int], hours: float = 2.0):
    return [
        Outcome(
            Job(design, None, seed),
            judgements=100 + seed,
            counting=90,
            units=10,
            hours=hours,
            recovered={"r": Recovered(tau, 10, found[seed], false[seed], refused=None if tau is not None else "AJ200")},
        )
        for seed, tau in enumerate(taus)
    ]


FIRST = outcomes("a", [0.8, 0.6, None, 1.0], found=[5, 6, 0, 7], false=[0, 2, 0, 1])
SECOND = outcomes("b", [0.6, 0.6, 0.5, 0.4], found=[4, 4, 4, 4], false=[0, 0, 0, 0], hours=3.0)


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
    assert row.kendall is row.power is row.hours is row.cost is None


def test_a_contrast_pairs_campaigns_of_the_same_truth():
    found = contrast(FIRST, SECOND, "r")
    assert found is not None
    assert (found.campaigns, found.better, found.worse) == (3, 2, 0)  # seeds 0, 1 and 3: .2, 0 and .6
    assert found.kendall == pytest.approx(0.8 / 3)
    assert found.power == pytest.approx(0.2)
    assert found.hours == pytest.approx(-1.0)
    assert found.p == pytest.approx(0.5)  # two of two: 2 * (1/2)^2


def test_without_a_common_campaign_there_is_no_contrast():
    assert contrast(outcomes("a", [None], found=[0], false=[0]), SECOND, "r") is None


def test_the_frontier_holds_what_no_other_row_beats():
    row = summarise(FIRST, "r", None)
    cheap = replace(row, hours=1.0, kendall=0.5)
    dear = replace(row, hours=4.0, kendall=0.9)
    beaten = replace(row, hours=3.0, kendall=0.7)
    twin = replace(dear, design="twin")
    other = replace(row, recipe="s", hours=0.1, kendall=0.99)
    rows = [row, cheap, dear, beaten, twin, other]
    assert [on_frontier(one, rows) for one in rows] == [True, True, True, False, True, True]
