"""One self-contained HTML page about the stability of a ranking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.auditing.stability.result import StabilityResult
from adjudge.core.catalogue import counted
from adjudge.reporting.audits.page import AuditSection, audit_page
from adjudge.reporting.charts.bump import Place, bump_chart
from adjudge.reporting.charts.drawing import Spec
from adjudge.reporting.figures import CaptionedTable, Figure, figure
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
    changed = sum(one.change.changed for one in result.scenarios)
    facts = {
        "systems": f"{len(result.order):,}",
        "scenarios": f"{len(result.scenarios):,}",
        "with changes": f"{changed:,}",
    }
    return audit_page(
        result,
        title="Stability of a ranking",
        lede=lede,
        facts=facts,
        sections=stability_sections(result),
        commands=commands,
    )


def stability_sections(result: StabilityResult) -> list[AuditSection]:
    """What was changed, studies drawn again, other recipes, and what could not be run."""
    refused = f"{counted(len(result.refused), 'scenario')} could not be run"
    scenarios = _tables(("scenarios", _COMPARED, tables.scenarios_table(result)))
    kept = "Lines of the reference, and the share of scenarios that keep them"
    parts = {
        "Lines": _tables(("kept-lines", kept, tables.kept_lines_table(result))),
        "Studies drawn again": _tables(
            ("repeats", "How often a study drawn again gives the same", tables.repeats_table(result)),
            ("sampled-ranks", "Ranks over all samples", tables.ranks_table(result)),
        ),
        "Other recipes or methods": _tables(
            ("orderings", "Pairs that some of the others order otherwise", tables.weak_orderings_table(result)),
        ),
        "What was not run": _tables(("refused", refused, tables.refused_table(result))),
    }
    return [
        AuditSection("Scenarios", result.summary(), figures=_figures(result), tables=scenarios),
        *(AuditSection(heading, tables=held) for heading, held in parts.items() if held),
    ]


_COMPARED: Final = "Scenarios, each compared with the reference without the same systems"


def _figures(result: StabilityResult) -> tuple[Figure, ...]:
    spec = stability_chart(result)
    if spec is None:
        return ()
    ranks = CaptionedTable("orders", "Rank of every system; _ marks a line below it.", tables.orders_table(result))
    drawn = figure(
        spec,
        name="stability",
        title="Orders of the scenarios",
        caption="Ranks in the reference and in each scenario. A bar marks the end of a cluster; colours and triangles "
        "mark systems above or below their rank in the reference. Systems that a scenario is about are left out.",
        numbers=ranks,
    )
    return (drawn,)


def _tables(*named: tuple[str, str, PrintedTable]) -> tuple[CaptionedTable, ...]:
    return tuple(CaptionedTable(name, caption, table, most=MOST_ROWS) for name, caption, table in named if table.rows)
