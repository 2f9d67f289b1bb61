"""One self-contained page about a human evaluation: everything that its ranking rests on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from adjudge.auditing.report.result import ReportResult
from adjudge.core.catalogue import counted
from adjudge.reporting.figures import CaptionedTable
from adjudge.reporting.page import page_environment
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, printable
from adjudge.reporting.report.contents import GroupContents, ReportContents

if TYPE_CHECKING:
    from markupsafe import Markup


def report_page(contents: ReportContents, *, source: str, title: str | None = None) -> str:
    """A page with tabs for several groups.

    Args:
        contents: what to show.
        source: the files, for the first sentence.
        title: heading of the page; what was evaluated if left out.

    Returns:
        HTML without references to anything outside of it. It carries the rankings as data for `adjudge compare`.
    """
    result, groups = contents.result, contents.groups
    several = len(groups) > 1
    tabs = [(f"group-{i}", group.name) for i, group in enumerate(groups, 1)]
    by = {"language": "Language pairs", "table": "Kinds of judgements"}.get(result.by or "", f"By {result.by}")
    noun = "groups" if by.startswith("By ") else by.lower()
    return (
        page_environment()
        .get_template("report.html.j2")
        .render(
            title=title or "Report on a human evaluation",
            lede=_lede(result, source),
            facts={noun: f"{len(groups):,}"} if several else groups[0].facts,
            groups=groups,
            tabs=tabs,
            groups_heading=by,
            overview=_overview(contents) if several else None,
            contents_of=[_contents(group, f"{key}-") for group, (key, _) in zip(groups, tabs, strict=True)],
            data=_data(result),
        )
    )


def _lede(result: ReportResult, source: str) -> str:
    judged = sum(group.facts.get("ratings", 0) + group.facts.get("comparisons", 0) for group in result.groups)
    noun = {"ratings": "rating", "comparisons": "comparison"}
    kinds = {group.kind for group in result.groups}
    what = counted(judged, noun[kinds.pop()] if len(kinds) == 1 else "judgement")
    return f"{what} from {source}: the ranking, and everything that it rests on."


def _contents(group: GroupContents, prefix: str) -> list[tuple[str, str]]:
    sections = [(f"{prefix}{section.key}", section.heading) for section in group.sections]
    return [(f"{prefix}verdict", "Verdict"), *sections]


def _overview(contents: ReportContents) -> CaptionedTable:
    """All groups in one table."""
    headings = (
        Heading("group", "text", "what was ranked on its own"),
        Heading("verdict", "text", "how far the ranking can be defended"),
        Heading("systems", meaning="that were ranked"),
        Heading("judgements", meaning="that counted"),
        Heading("clusters", meaning="of the ranking"),
        Heading("first", "text", "systems of the first cluster"),
        Heading("errors", meaning="that were found"),
        Heading("warnings", meaning="that were found"),
    )
    rows = []
    for group, shown in zip(contents.result.groups, contents.groups, strict=True):
        found = [one.severity for one in group.findings()]
        cells = [MISSING] * 4
        if group.main is not None:
            clusters = group.main.clusters()
            first = ", ".join(map(printable, clusters[0][:3])) + (" ..." if len(clusters[0]) > 3 else "")
            cells = [f"{len(group.main.systems):,}", f"{group.main.judgements:,}", f"{len(clusters):,}", first]
        counts = (f"{found.count(severity):,}" for severity in ("error", "warning"))
        rows.append((printable(group.name), shown.verdict.level, *cells, *counts))
    return CaptionedTable("overview", "All groups; a tab for each is below.", PrintedTable(headings, tuple(rows)))


def _data(result: ReportResult) -> Markup:
    """The rankings without their pairs as JSON that cannot end the element it stands in."""
    from markupsafe import Markup

    parts: list[dict[str, Any]] = [
        {
            "name": group.name,
            "kind": group.kind,
            "rankings": {name: one.to_dict() | {"pairs": []} for name, one in group.rankings.items()},
        }
        for group in result.groups
    ]
    held = {"schema": result.schema, "signature": str(result.signature), "by": result.by, "parts": parts}
    text = json.dumps(held, ensure_ascii=True, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))  # noqa: S704 - no markup is left in it
