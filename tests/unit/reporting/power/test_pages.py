"""Pages and tables of power hold the numbers of the result, and the chart its plan."""

from __future__ import annotations

import pytest

import adjudge
from adjudge.reporting.charts.power import power_chart
from adjudge.reporting.power.page import grid_page, power_page
from adjudge.reporting.power.tables import curves_table, effect_text, grid_table, needed_table, plan_table
from tests.unit.reporting.charts.specification import drawn_by, rows
from tests.unit.reporting.page_elements import Page

GIVEN = (
    {"effect": 0.45},
    {"n": 385},
    {"margin": 0.05, "power": 0.9},
    {"effect": 0.6, "test": "comparisons", "ties": 0.2, "systems": 4},
    {"effect": 0.4, "documents": 60, "icc": 0.1, "m": 400},
    {"n": 3, "effect": 0.1, "test": "sign"},
)


@pytest.mark.parametrize("given", GIVEN)
def test_a_page_holds_the_answer_the_numbers_of_the_chart_and_every_caveat(given):
    result = adjudge.power(**given)
    page = Page(power_page(result, commands=["adjudge power --effect 0.45"]))
    assert result.summary() in page.text
    assert all(finding.code in page.text for finding in result.findings)
    assert str(result.signature).split("|")[2] in page.text
    assert "adjudge power --effect 0.45" in page.text
    plan, numbers, needed = page.tables
    assert f"{result.n:,}" in plan.rows[1]
    assert len(numbers.rows) == len(result.curves[0].sizes) + 1
    assert len(needed.rows) == len(result.needed) + 1


def test_the_page_of_the_table_holds_every_cell():
    result = adjudge.power_table()
    page = Page(grid_page(result))
    cells = [cell for row in page.tables[0].rows[1:] for cell in row[1:]]
    assert cells == [f"{row[i]:.3f}" for i in range(17) for row in result.powers]


def test_the_chart_marks_the_plan_and_names_every_curve():
    result = adjudge.power(effect=0.45)
    spec = power_chart(result)
    assert {row["name"] for row in rows(spec, "name")} == {"0.45", "0.40", "0.43", "0.47"}
    (hidden, plan) = drawn_by(spec, "point")
    assert plan == [{"n": 522, "power": result.achieved_power, "said": "the plan, n = 522: power 0.800"}]
    assert len(hidden) == len(result.curves[0].sizes)
    assert len(drawn_by(spec, "line")) == len(result.curves) == 4


def test_other_effects_lie_on_the_same_side():
    assert {curve.effect for curve in adjudge.power(effect=0.56).curves} == {0.56, 0.6, 0.57, 0.55, 0.53}


def test_columns_that_say_nothing_are_left_out():
    plain = [heading.text for heading in plan_table(adjudge.power(effect=0.45)).headings]
    assert plain == ["test", "n", "P(A < B)", "power", "level", "sides"]
    full = [
        heading.text for heading in plan_table(adjudge.power(n=400, m=300, margin=0.1, documents=30, icc=0.1)).headings
    ]
    assert full == ["test", "n", "m", "P(A < B)", "margin", "power", "level", "design effect", "worth"]


def test_sizes_that_do_not_exist_are_dashes():
    table = needed_table(adjudge.power(effect=0.4, documents=60, icc=0.1))
    assert ("0.49", "—") in table.rows
    assert curves_table(adjudge.power(n=50).curves).headings[0].text == "n"
    assert grid_table(adjudge.power_table(sizes=[10], effects=[0.3])).rows[0][0] == "0.30"


def test_effects_are_printed_as_given():
    assert [effect_text(one) for one in (0.4, 0.45, 0.455, 0.44182)] == ["0.40", "0.45", "0.455", "0.44182"]


def test_solved_effects_have_four_decimals_or_as_many_as_show_a_difference():
    solved = (0.441823456789123, 0.499996123456789, 0.000003123456789)
    assert [effect_text(one) for one in solved] == ["0.4418", "0.499996", "0.000003"]
