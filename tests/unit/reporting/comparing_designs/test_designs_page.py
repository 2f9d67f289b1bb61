"""Tables, chart and page of compared designs say what there is, and say so where there is nothing."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from adjudge.core.signature import Signature
from adjudge.planning.comparing_designs.contrasts import contrast, corrected
from adjudge.planning.comparing_designs.result import DesignComparisonResult
from adjudge.planning.comparing_designs.summary import summarise
from adjudge.reporting.comparing_designs.page import comparison_figures, designs_page
from adjudge.reporting.comparing_designs.tables import contrasts_table, designs_table
from adjudge.reporting.printed_tables import MISSING, PrintedTable
from tests.unit.planning.comparing_designs.small_outcomes import outcomes
from tests.unit.reporting.charts.specification import drawn_by


def made(*, refused: bool, cost: float | None = None) -> DesignComparisonResult:
    """Design `a` with two budgets, and `b`, of which every campaign may be refused."""
    taus = [None] * 6 if refused else [0.5] * 6
    less, more = (outcomes("a", [tau] * 6, hours=hours, budget=hours, counting=int(hours)) for tau, hours in
                  ((0.4, 20.0), (0.6, 60.0)))  # fmt: skip
    other = outcomes("b", taus, hours=15.0, budget=60.0)
    rows = [summarise(one, "r", cost) for one in (less, more, other)]
    contrasts = [contrast(more, other, "r", cost), contrast(more, less, "r", cost)]
    settings = {
        "campaign": {"annotators": {"currency": "CHF"}}, "designs": ["a", "b"], "hours": [20.0, 60.0], "campaigns": 6
    }  # fmt: skip
    held = corrected([one for one in contrasts if one])
    return DesignComparisonResult(Signature.of({"seed": 1}), settings, (), tuple(rows), tuple(held))


def nouns(result: DesignComparisonResult) -> list[str]:
    """What is counted in the head of the page."""
    return re.findall("<dt>(.*?)</dt>", designs_page(result, source="x"))


def column(table: PrintedTable, name: str) -> list[str]:
    place = [heading.text for heading in table.headings].index(name)
    return [row[place] for row in table.rows]


def test_a_row_without_a_ranked_campaign_says_so_and_shows_no_zero():
    table = designs_table(made(refused=True))
    assert column(table, "ranked") == ["6 of 6", "6 of 6", "none"]
    figures = ("hours", "judgements", "units", "tau", "s.e.", "found", "false", "misled")
    assert [column(table, name)[-1] for name in figures] == [MISSING] * len(figures)
    assert column(table, "misled")[0] == "0 of 6"


def test_ranked_campaigns_are_not_counted_where_all_were():
    assert "ranked" not in [heading.text for heading in designs_table(made(refused=False)).headings]


def test_costs_are_in_the_currency_of_the_campaign():
    result = made(refused=False, cost=30.0)
    assert column(designs_table(result), "cost in CHF") == ["600", "1,800", "450"]
    assert column(contrasts_table(result, budgets=True), "cost in CHF") == ["+1,200"]


def test_the_chart_names_designs_without_a_point():
    [drawn] = comparison_figures(made(refused=True))
    assert "Not drawn, because no campaign could be ranked: b (60 h)." in drawn.caption
    points = [row["design"] for rows in drawn_by(drawn.spec(), "point") for row in rows]
    assert sorted(points) == ["a", "a"]
    [drawn] = comparison_figures(made(refused=False))
    assert "Not drawn" not in drawn.caption


@pytest.mark.parametrize("campaigns", [1, 2])
def test_a_single_campaign_has_no_bar_of_standard_errors(campaigns):
    rows = (summarise(outcomes("a", [0.4, 0.6][:campaigns]), "r", None),)
    result = made(refused=False)
    [drawn] = comparison_figures(DesignComparisonResult(result.signature, result.settings, (), rows, ()))
    spec = drawn.spec()
    bars = [row for rows in drawn_by(spec, "rule") for row in rows if "low" in row]
    assert len(bars) == (campaigns > 1)
    [[point]] = drawn_by(spec, "point")
    assert ("unknown standard error" in point["said"]) is (campaigns == 1)


def test_the_page_answers_what_more_hours_buy():
    page = designs_page(made(refused=True, cost=30.0), source="campaign.toml")
    assert "40 more hours (60 h in place of 20 h, 1,200.00 CHF more) change tau by +0.200" in page
    assert "b is left out, because none of its campaigns could be ranked" in page


def test_numbers_in_the_head_of_the_page_agree_with_their_nouns():
    several = made(refused=False)
    single = replace(several, settings={**several.settings, "designs": ["a"], "campaigns": 1})
    assert nouns(several) == ["designs", "budgets", "campaigns of each"]
    assert nouns(single) == ["design", "budgets", "campaign of each"]
