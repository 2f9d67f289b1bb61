"""What a report shows, group by group: a verdict and sections, which pages and files are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudge.auditing.checks.result import CheckResult
from adjudge.auditing.report.group import ReportedGroup
from adjudge.auditing.report.result import ReportResult
from adjudge.core.catalogue import counted
from adjudge.core.findings import Finding, Severity
from adjudge.reporting.files.paper_items import PaperFigure, PaperTable
from adjudge.reporting.files.rankings import ranking_items
from adjudge.reporting.report.audit_sections import audit_sections
from adjudge.reporting.report.blocks import Block, FindingList, Section, Words
from adjudge.reporting.report.closing_sections import assumption_section, paper_section, reproduce_section
from adjudge.reporting.report.ranking_sections import ranking_sections
from adjudge.reporting.report.verdict import Verdict, group_verdict


@dataclass(frozen=True)
class GroupContents:
    """What a report shows of one group.

    Args:
        name: of the group; empty if there is one only.
        facts: a few numbers for its head.
        verdict: what may be concluded.
        sections: in the order in which they are read.
    """

    name: str
    facts: dict[str, str]
    verdict: Verdict
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class ReportContents:
    """What a report shows.

    Args:
        result: the analyses.
        groups: one for each group.
    """

    result: ReportResult
    groups: tuple[GroupContents, ...]

    def paper_figures(self) -> list[PaperFigure]:
        """All figures, for files."""
        return [
            PaperFigure(_named(group, figure.name), _lead(group, figure.caption), figure.spec())
            for group in self.groups
            for section in group.sections
            for figure in section.figures()
        ]

    def paper_tables(self) -> list[PaperTable]:
        """All tables, for files: rankings with all that a caption must say, then the others."""
        items: list[PaperTable] = []
        for held, group in zip(self.result.groups, self.groups, strict=True):
            rankings = {_named(group, name): one for name, one in held.rankings.items()}
            items += ranking_items(rankings, groups=bool(group.name))
            printed = {table.id: table for section in group.sections for table in section.tables()}
            items += [
                PaperTable(_named(group, table.id), _lead(group, table.caption), table.table)
                for table in printed.values()
                if not table.id.startswith("ranking-") and table.table.rows
            ]
        return items


def _named(group: GroupContents, name: str) -> str:
    return f"{group.name} {name}" if group.name else name


def _lead(group: GroupContents, caption: str) -> str:
    return f"{group.name}: {caption}" if group.name else caption


def report_contents(result: ReportResult, *, commands: Sequence[str] = ()) -> ReportContents:
    """What a report shows.

    Args:
        result: of `adjudge.report`; its findings name options as the reader types them.
        commands: what to type to get the same report again.
    """
    return ReportContents(result, tuple(_group(result, group, commands) for group in result.groups))


def _group(result: ReportResult, group: ReportedGroup, commands: Sequence[str]) -> GroupContents:
    rankings = ranking_sections(group)
    sections = (
        rankings[0],
        _findings((*group.findings(), *result.findings), group),
        *rankings[1:],
        *audit_sections(group),
        *assumption_section(group),
        *paper_section(group),
        reproduce_section(group, commands),
    )
    facts = {_noun(noun, number): f"{number:,}" for noun, number in group.facts.items()}
    return GroupContents(group.name, facts, group_verdict(group), sections)


def _noun(noun: str, number: int) -> str:
    return noun.removesuffix("s") if number == 1 else noun


_HEADINGS: dict[Severity, str] = {"error": "error", "warning": "warning", "note": "note"}


def _findings(findings: Sequence[Finding], group: ReportedGroup) -> Section:
    """Findings by severity; notes are folded, because most of them are true of good campaigns."""
    blocks: list[Block] = []
    for severity, noun in _HEADINGS.items():
        some = [one for one in findings if one.severity == severity]
        if some:
            blocks.append(FindingList(some, counted(len(some), noun).capitalize(), folded=severity == "note"))
    check = group.check
    run = f"{counted(len(check.settings['checks']), 'check')} of the linter ran"
    left = f", {len(check.not_checked):,} could not be run" if check.not_checked else ""
    none = "" if findings else " There are no findings."
    return Section(
        "findings", "Findings", (Words(f"{run}{left}.{_say_whose(findings, check)}{none}", small=True), *blocks)
    )


def _say_whose(findings: Sequence[Finding], check: CheckResult) -> str:
    """How many warnings are not the linter's, so that its count and the heading of the list do not contradict."""
    total, own = (sum(one.severity == "warning" for one in some) for some in (findings, check.findings))
    others = total - own
    if others <= 0:
        return ""
    whose = f"{others:,} of the {counted(total, 'warning')}" if own else counted(total, "the warning/the warnings")
    return f" {whose} below {'comes' if others == 1 else 'come'} from the ranking itself or from another section."
