"""A prediction from a pilot as printed tables and as a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.core.catalogue import counted
from adjudge.planning.pilot.result import PilotResult
from adjudge.reporting.audits.page import AuditSection, audit_page
from adjudge.reporting.figures import CaptionedTable
from adjudge.reporting.files.paper_items import PaperTable
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, number, printable

TITLE: Final = "What more judgements would separate"


def scenario_table(result: PilotResult) -> PrintedTable:
    """One row for the pilot as observed; one for a campaign like it and one for each scenario, as predicted."""
    headings = (
        Heading("added", "text"),
        Heading("judgements", meaning="of the whole campaign"),
        Heading("separated", meaning=f"of {counted(len(result.pilot.pairs), 'pair')}; but for the first, expected"),
        Heading("range", "range", meaning="in 8 of 10 campaigns"),
        Heading("width", meaning="of the 95% interval of a difference in points, median over pairs"),
    )
    rows = tuple(
        (
            one.label,
            f"{one.judgements:,}",
            number(one.expected, 1),
            f"{one.low}-{one.high}",
            number(one.width, 1),
        )
        for one in result.predicted
    )
    pilot = result.pilot
    observed = (f"{pilot.label}, observed", f"{pilot.judgements:,}", number(pilot.expected, 0), MISSING)
    return PrintedTable(headings, ((*observed, number(pilot.width, 1)), *rows))


def pair_table(result: PilotResult) -> PrintedTable:
    """Pairs that the pilot does not separate, with the chance that each scenario does; all, if it separates all."""
    pilot = result.pilot.pairs
    still_open = [i for i, pair in enumerate(pilot) if not pair.separated] or list(range(len(pilot)))
    headings = (
        Heading("a", "text", meaning="ahead in the pilot"),
        Heading("b", "text"),
        Heading("difference", meaning="a minus b in the pilot, in points"),
        *(Heading(one.label, meaning="chance that the two are separated", is_name=True) for one in result.scenarios),
    )
    rows = tuple(
        (
            printable(pilot[i].a),
            printable(pilot[i].b),
            number(pilot[i].difference, 1),
            *(number(one.pairs[i].probability, 2) for one in result.scenarios),
        )
        for i in still_open
    )
    return PrintedTable(headings, rows)


def component_table(result: PilotResult) -> PrintedTable:
    """Standard deviations of the pilot."""
    headings = (Heading("component", "text"), Heading("sd", meaning="in points"))
    return PrintedTable(headings, tuple((name, number(sd, 1)) for name, sd in result.components))


def pilot_page(result: PilotResult, *, source: str = "", commands: Sequence[str] = ()) -> str:
    """A page with all tables.

    Args:
        result: of `adjudge.pilot_power`.
        source: the file.
        commands: what to type to get the same page again.
    """
    pilot = result.pilot
    facts = {"pilot": source, "judgements": f"{pilot.judgements:,}", "pairs": f"{len(pilot.pairs):,}"}
    scenarios = CaptionedTable("scenarios", "Pairs that are separated", scenario_table(result))
    pairs = CaptionedTable(
        "pairs", "Chance that pairs are separated which the pilot leaves open", pair_table(result), most=200
    )
    components = CaptionedTable("components", "Standard deviations estimated from the pilot", component_table(result))
    sections = [
        AuditSection("What is separated", tables=(scenarios,)),
        AuditSection("Pairs", tables=(pairs,)),
        AuditSection("What scores hold", tables=(components,)),
    ]
    return audit_page(
        result, title=TITLE, lede=result.summary().replace("\n", " "), facts=facts, sections=sections, commands=commands
    )


def pilot_item(result: PilotResult) -> PaperTable:
    """The scenarios as a table for a paper."""
    return PaperTable(
        "pilot",
        f"Separated pairs, predicted from a pilot of {counted(result.pilot.judgements, 'judgement')}.",
        scenario_table(result),
        "tab:pilot",
        str(result.signature),
    )
