"""One self-contained HTML page about the stability of a ranking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import adjudge
from adjudge.auditing.stability.result import StabilityResult
from adjudge.core.catalogue import counted
from adjudge.reporting.charts.bump import Place, bump_chart
from adjudge.reporting.charts.drawing import Spec
from adjudge.reporting.page import page_environment
from adjudge.reporting.page_sections import CaptionedTable, Figure, drawn_chart
from adjudge.reporting.printed_tables import PrintedTable
from adjudge.reporting.stability import tables

MOST_ROWS: Final = 60


def stability_chart(result: StabilityResult) -> Spec | None:
    """Orders of scenarios side by side with bars where clusters end (Knowles 2021, figures 2 and 3).

    Those about human translations, which are left out of all of them; None if there is nothing to draw.
    """
    chosen = tables.comparable_orders(result)
    if not chosen:
        return None
    places = {"reference": tables.reference_places(result, chosen[0].left_out)}
    places |= {one.name: tables.scenario_places(one) for one in chosen}
    return bump_chart({name: [Place(*place) for place in rows] for name, rows in places.items()})


def stability_page(result: StabilityResult, *, lede: str, commands: Sequence[str]) -> str:
    """A page with the scenarios, a chart of orders, and the findings.

    Args:
        result: what to show.
        lede: one sentence that says what this is.
        commands: what to type to get the same page again.

    Returns:
        HTML without references to anything outside of it.
    """
    spec = stability_chart(result)
    changed = sum(one.change.changed for one in result.scenarios)
    facts = {
        "systems": f"{len(result.order):,}",
        "scenarios": f"{len(result.scenarios):,}",
        "with changes": f"{changed:,}",
    }
    return (
        page_environment()
        .get_template("stability.html.j2")
        .render(
            title="Stability of a ranking",
            lede=lede,
            facts=facts,
            summary=result.summary(),
            chart=_chart(spec) if spec is not None else None,
            tables=_tables(result),
            findings={"all": result.findings} if result.findings else {},
            rankings=[{"name": "the study of stability", "signature": str(result.signature)}],
            commands=commands,
            version=adjudge.__version__,
        )
    )


def _chart(spec: Spec) -> Figure:
    description = "The rank of every system in the reference and in each scenario."
    return Figure(
        drawn_chart(spec, "stability", "Orders of the scenarios", description),
        "Ranks in the reference and in each scenario. A bar marks the end of a cluster; colours and triangles mark "
        "systems above or below their rank in the reference. Systems that a scenario is about are left out.",
    )


def _tables(result: StabilityResult) -> list[CaptionedTable]:
    parts: list[tuple[str, PrintedTable]] = [
        ("Scenarios, each compared with the reference without the same systems", tables.scenarios_table(result)),
        ("How often a study drawn again gives the same", tables.repeats_table(result)),
        ("Ranks over all samples", tables.ranks_table(result)),
        ("Lines of the reference, and how many scenarios keep them", tables.kept_lines_table(result)),
        ("Pairs that some recipes or methods order otherwise", tables.weak_orderings_table(result)),
        (f"{counted(len(result.refused), 'scenario')} could not be run", tables.refused_table(result)),
    ]
    return [
        CaptionedTable(f"table-{i}", caption, _first(table), more=max(0, len(table.rows) - MOST_ROWS))
        for i, (caption, table) in enumerate(parts, 1)
        if table.rows
    ]


def _first(table: PrintedTable) -> PrintedTable:
    return PrintedTable(table.headings, table.rows[:MOST_ROWS], table.lines)
