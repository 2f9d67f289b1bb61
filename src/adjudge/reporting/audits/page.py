"""One self-contained HTML page about one audit: sections with pictures and tables, findings, how to get the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import adjudge
from adjudge.core.results import Result
from adjudge.reporting.charts.drawing import Spec, svg
from adjudge.reporting.page import environment
from adjudge.reporting.page_sections import CaptionedTable, Figure
from adjudge.reporting.printed_tables import PrintedTable


@dataclass(frozen=True)
class AuditSection:
    """One part of the page.

    Args:
        id: unique in the page.
        title: its heading.
        sentence: what it shows; empty for nothing.
        figures: pictures with captions.
        tables: tables with captions.
    """

    id: str
    title: str
    sentence: str = ""
    figures: Sequence[Figure] = field(default_factory=tuple)
    tables: Sequence[CaptionedTable] = field(default_factory=tuple)


def picture(spec: Spec, *, name: str, title: str, caption: str) -> Figure:
    """A chart with its caption, ready for a page."""
    from markupsafe import Markup

    # Safe: the renderer escapes the names it draws, and `svg` the title and the description.
    return Figure(Markup(svg(spec, name=name, title=title, description=caption)), caption)  # noqa: S704


def captioned(key: str, caption: str, table: PrintedTable, *, most: int | None = None) -> list[CaptionedTable]:
    """A table under its caption; nothing if it has no rows, and its first rows if it has too many."""
    if not table.rows:
        return []
    rows = table.rows if most is None else table.rows[:most]
    shown = PrintedTable(table.headings, rows, table.lines)
    return [CaptionedTable(key, caption, shown, more=len(table.rows) - len(rows))]


def audit_page(
    result: Result,
    sections: Sequence[AuditSection],
    *,
    title: str,
    lede: str,
    facts: Mapping[str, str],
    commands: Sequence[str] = (),
) -> str:
    """A page about one audit.

    Args:
        result: with summary, findings and signature.
        sections: in the order in which they are to be read.
        title: heading of the page.
        lede: one sentence that says what this is.
        facts: a few numbers for the head of the page.
        commands: what to type to get the same page again.

    Returns:
        HTML without references to anything outside of it.
    """
    return (
        environment()
        .get_template("audit.html.j2")
        .render(
            title=title,
            lede=lede,
            facts=facts,
            summary=result.summary(),
            sections=sections,
            rankings=[{"name": title, "signature": str(result.signature)}],
            findings={"": list(result.findings)} if result.findings else {},
            commands=commands,
            version=adjudge.__version__,
        )
    )
