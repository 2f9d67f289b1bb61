"""Tables of stability: what they print of a small result."""

from __future__ import annotations

from dataclasses import replace

import adjudge
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.reporting.stability import tables
from adjudge.reporting.stability.page import stability_chart

SMALL = {"systems.count": "3", "texts.documents": "20", "sessions.count": "24", "annotators.count": "14"}
RESULT = adjudge.stability(
    adjudge.simulate(with_settings(preset("wmt20"), SMALL), seed=1).table, "wmt-da", scenarios=["all"], draws=6
)


def test_every_scenario_that_changes_one_ranking_has_a_row():
    rows = tables.scenarios_table(RESULT).rows
    assert [row[0] for row in rows] == [one.name for one in RESULT.scenarios if one.repeats is None]


def test_orders_stand_side_by_side_without_the_human_translation():
    table = tables.orders_table(RESULT)
    assert [heading.text for heading in table.headings] == [
        "system", "reference", "remove:human", "/1.25", "/1.5", "/2", "/4", "/10"
    ]  # fmt: skip
    assert [row[0] for row in table.rows] == [name for name in RESULT.order if name != "human"]
    assert {row[1].rstrip("_") for row in table.rows} == {"1", "2", "3"}


def test_samples_have_a_row_for_each_unit():
    assert [row[0] for row in tables.repeats_table(RESULT).rows] == ["annotators", "documents", "sessions"]
    assert [row[0] for row in tables.ranks_table(RESULT).rows] == list(RESULT.order)


def test_lines_of_the_reference_have_a_row_each():
    lines = len(RESULT.clusters) - 1
    table = tables.kept_lines_table(RESULT)
    assert len(table.rows) == lines
    assert [heading.text for heading in table.headings] == [
        "line below", "kept", "removed", "divided", "recipes", "drawn again"
    ]  # fmt: skip


def test_shares_of_one_kind_of_scenario_need_no_total():
    only = replace(RESULT, scenarios=tuple(one for one in RESULT.scenarios if one.kind == "recipe"))
    assert [heading.text for heading in tables.kept_lines_table(only).headings] == ["line below", "recipes"]


def test_what_was_not_run_is_listed():
    assert "recipe:basis=calibration" in {row[0] for row in tables.refused_table(RESULT).rows}


def test_the_chart_has_a_point_for_every_system_and_order():
    spec = stability_chart(RESULT)
    assert spec is not None
    [points] = [layer["data"]["name"] for layer in spec["layer"] if layer["mark"]["type"] == "point"]
    assert len(spec["datasets"][points]) == 3 * 7
