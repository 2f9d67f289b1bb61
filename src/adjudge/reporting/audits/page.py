"""One self-contained HTML page about an audit: sections of charts and tables, findings, and how to get it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudge.core.findings import by_severity
from adjudge.core.results import Result
from adjudge.reporting.figures import CaptionedTable, Figure
from adjudge.reporting.page import page_environment


@dataclass(frozen=True)
class AuditSection:
    """One part of the page.

    Args:
        heading: a few words.
        text: what to read it for; may be empty.
        figures: charts with their captions.
        tables: tables with their captions.
    """

    heading: str
    text: str = ""
    figures: tuple[Figure, ...] = ()
    tables: tuple[CaptionedTable, ...] = ()


def audit_page(
    result: Result,
    *,
    title: str,
    lede: str,
    facts: Mapping[str, str],
    sections: Sequence[AuditSection],
    commands: Sequence[str] = (),
) -> str:
    """A page about a result of an audit.

    Args:
        result: for findings and signature.
        title: heading of the page.
        lede: the answer in one or two sentences.
        facts: a few numbers for the head of the page.
        sections: in the order in which they are to be read.
        commands: what to type to get the same page again.

    Returns:
        HTML without references to anything outside of it.
    """
    return (
        page_environment()
        .get_template("audit.html.j2")
        .render(
            title=title,
            lede=lede,
            facts=facts,
            sections=sections,
            findings={"": by_severity(result.findings)} if result.findings else {},
            rankings=[{"name": "this analysis", "signature": str(result.signature)}],
            commands=commands,
        )
    )
