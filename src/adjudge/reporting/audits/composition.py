"""The audit of composition as tables and as a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.auditing.composition.result import CompositionResult, SessionRow
from adjudge.core.catalogue import counted
from adjudge.reporting.audits.page import AuditSection, audit_page
from adjudge.reporting.charts.heatmap import MOST_COLUMNS
from adjudge.reporting.figures import CaptionedTable, Figure, heat_figure
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, decimals_of, number, printable

#: Sessions in the picture: those that represent the campaign least.
MOST_SESSIONS: Final = 60
_LISTED: Final = 10


def kinds_table(result: CompositionResult) -> PrintedTable:
    """Items by collection (rows) and kind (columns)."""
    kinds = list(dict.fromkeys(row.kind for row in result.kinds))
    counts = {(row.collection, row.kind): row.items for row in result.kinds}
    headings = (
        Heading("collection", "text", "data set"),
        *(Heading(kind, meaning=f"items of kind {kind}") for kind in kinds),
    )
    rows = [
        (printable(name or "all"), *(f"{counts.get((name, kind), 0):,}" for kind in kinds))
        for name in dict.fromkeys(row.collection for row in result.kinds)
    ]
    return PrintedTable(headings, tuple(rows))


def seen_table(result: CompositionResult) -> PrintedTable:
    """Who saw references, degraded items and human translations."""
    headings = (
        Heading("collection", "text", "data set"),
        Heading("unit", "text", "sessions or annotators"),
        Heading("seen", "text", "what was seen"),
        Heading("number", meaning="that saw it"),
        Heading("of", meaning="all"),
        Heading("share", meaning="number / of"),
    )
    rows = [
        (
            printable(row.collection or "all"),
            f"{row.unit}s",
            row.seen,
            f"{row.number:,}",
            f"{row.units:,}",
            f"{100 * row.share:.1f}%",
        )
        for row in result.seen
    ]
    return PrintedTable(headings, tuple(rows))


def company_table(result: CompositionResult) -> PrintedTable:
    """The company that systems kept, best raw mean first."""
    digits = max(2, decimals_of([row.raw for row in result.systems if row.raw is not None]))
    headings = (
        Heading("system", "text", "the system"),
        Heading("items", meaning="undamaged outputs that were shown"),
        Heading(f"{result.unit}s", meaning="that showed it"),
        Heading("raw", meaning="mean of raw scores"),
        Heading("z", meaning=f"mean of z-scores by {result.unit}"),
        Heading("raw rank", meaning="by raw means"),
        Heading("z rank", meaning="by z-scores"),
        Heading("company", meaning="mean quality of the other systems it was judged beside"),
        Heading("fair", meaning="the same if every session had the campaign's mixture"),
        Heading("surplus", meaning="company - fair; positive in better company"),
    )
    rows = [
        (
            printable(row.system),
            f"{row.items:,}",
            f"{row.sessions:,}",
            number(row.raw, digits),
            number(row.z, 3),
            MISSING if row.raw_rank is None else str(row.raw_rank),
            MISSING if row.z_rank is None else str(row.z_rank),
            *(number(value, digits) for value in (row.company, row.fair, row.surplus)),
        )
        for row in result.systems
    ]
    return PrintedTable(headings, tuple(rows))


def least_like_the_campaign(result: CompositionResult, most: int = _LISTED) -> Sequence[SessionRow]:
    """Sessions with the largest imbalance."""
    return sorted(result.sessions, key=lambda row: (-row.imbalance, row.unit))[:most]


def sessions_table(result: CompositionResult, rows: Sequence[SessionRow]) -> PrintedTable:
    """How far sessions are from a picture of the campaign."""
    headings = (
        Heading(result.unit, "text", f"the {result.unit}"),
        Heading("items", meaning="undamaged outputs"),
        Heading("systems", meaning="that occur in it"),
        Heading("imbalance", meaning="share of documents (items, if unknown) that would have to be of other systems"),
        Heading("by chance", meaning="the same for documents drawn at random"),
        Heading("p", meaning="share of random draws that are at least as uneven"),
    )
    cells = [
        (
            printable(row.unit),
            f"{row.items:,}",
            f"{row.systems:,}",
            f"{100 * row.imbalance:.1f}%",
            f"{100 * row.expected:.1f}%",
            f"{row.p:.3f}",
        )
        for row in rows
    ]
    return PrintedTable(headings, tuple(cells))


def meetings_table(result: CompositionResult) -> PrintedTable:
    """Of each system the one it met least, and how often it met others in the mean."""
    headings = (
        Heading("system", "text", "the system"),
        Heading(f"{result.unit}s", meaning="that showed it"),
        Heading("met", meaning="mean share of them that also showed another system"),
        Heading("by chance", meaning="the same if blocks had been drawn at random"),
        Heading("least", "text", "the system it met least"),
        Heading("share", meaning=f"of its {result.unit}s that also showed that one"),
    )
    rows = []
    for system in (row.system for row in result.systems):
        mine = [row for row in result.meetings if row.a == system]
        if mine:
            least = min(mine, key=lambda row: (row.share, row.b))
            mean, chance = (sum(getattr(row, name) for row in mine) / len(mine) for name in ("share", "expected"))
            shares = (f"{100 * value:.1f}%" for value in (mean, chance))
            rows.append(
                (printable(system), f"{least.sessions:,}", *shares, printable(least.b), f"{100 * least.share:.1f}%")
            )
    return PrintedTable(headings, tuple(rows))


def annotators_table(result: CompositionResult) -> PrintedTable:
    """Items by annotator (rows) and collection (columns)."""
    places = list(dict.fromkeys(row.collection for row in result.annotators))
    counts = {(row.annotator, row.collection): row.items for row in result.annotators}
    headings = (Heading("annotator", "text", "who judged"), *(Heading(printable(p or "items")) for p in places))
    rows = [
        (
            printable(name or "unknown"),
            *(f"{counts[name, place]:,}" if (name, place) in counts else MISSING for place in places),
        )
        for name in dict.fromkeys(row.annotator for row in result.annotators)
    ]
    return PrintedTable(headings, tuple(rows))


def composition_page(result: CompositionResult, *, source: str, commands: Sequence[str] = ()) -> str:
    """A page with both heat maps and all tables."""
    return audit_page(
        result,
        sections=composition_sections(result),
        title=f"Composition of {result.unit}s",
        lede=f"{source}: {result.summary()}",
        facts={
            "systems": f"{len(result.systems):,}",
            f"{result.unit}s": f"{len(result.sessions):,}",
            "items": f"{sum(row.items for row in result.kinds):,}",
        },
        commands=commands,
    )


def composition_sections(result: CompositionResult) -> list[AuditSection]:
    """Kinds of items, systems in sessions, which systems meet, and the company they kept."""
    unit, least = result.unit, least_like_the_campaign(result)
    return [
        AuditSection(
            "Kinds of items",
            tables=(
                CaptionedTable("kinds", "Items by kind.", kinds_table(result)),
                CaptionedTable("seen", "Who saw control items and human translations.", seen_table(result)),
            ),
        ),
        AuditSection(
            f"Systems in {unit}s",
            figures=_sessions(result),
            tables=(
                CaptionedTable(
                    "least", f"{unit.capitalize()}s least like the campaign.", sessions_table(result, least)
                ),
            ),
        ),
        AuditSection(
            "Which systems meet",
            figures=_meetings(result),
            tables=(CaptionedTable("meetings-table", "How often systems met.", meetings_table(result)),),
        ),
        AuditSection(
            "The company that systems kept", tables=(CaptionedTable("company", "By raw mean.", company_table(result)),)
        ),
        AuditSection(
            "Annotators", tables=(CaptionedTable("who", "Items by annotator.", annotators_table(result), most=60),)
        ),
    ]


def _sessions(result: CompositionResult) -> tuple[Figure, ...]:
    """Sessions x systems: items."""
    systems = [row.system for row in result.systems]
    if len(systems) > MOST_COLUMNS:
        return ()
    shown = least_like_the_campaign(result, MOST_SESSIONS)
    cells = {(row.unit, system): float(n) for row in shown for system, n in row.counts.items() if n}
    most = len(result.sessions) - len(shown)
    left = f" {counted(most, f'more balanced {result.unit}')} left out." if most else ""
    caption = (
        f"Items of every system (columns, best on the left) in every {result.unit} (rows, least like the campaign on "
        f"top). A blank cell: none.{left}"
    )
    drawn = heat_figure(
        cells,
        rows=[row.unit for row in shown],
        columns=systems,
        name="sessions",
        title=f"{result.unit.capitalize()}s and systems",
        caption=caption,
        values="items",
        bounds=(0, max(cells.values())),
    )
    return (drawn,)


def _meetings(result: CompositionResult) -> tuple[Figure, ...]:
    """Systems x systems: share of the sessions of the row that also show the column."""
    systems = [row.system for row in result.systems]
    if not 1 < len(systems) <= MOST_COLUMNS:
        return ()
    cells = {(row.a, row.b): 100 * row.share for row in result.meetings}
    caption = (
        f"Share of the {result.unit}s of the system in the row that also show the system in the column, in per cent; "
        "not symmetric."
    )
    drawn = heat_figure(
        cells,
        rows=systems,
        columns=systems,
        name="meetings",
        title=f"Systems in the same {result.unit}s",
        caption=caption,
        values="share in %",
        bounds=(0, 100),
    )
    return (drawn,)
