"""Reports with options as they are typed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from adjudge.cli.spelling import spelled, spelled_findings, spelled_problem, spelled_result

if TYPE_CHECKING:
    from adjudge.auditing.checks.result import NotChecked
    from adjudge.auditing.report.group import ReportedGroup
    from adjudge.auditing.report.result import ReportResult


def spelled_report(result: ReportResult) -> ReportResult:
    """The same with findings and problems that name options as they are typed."""
    return replace(result, findings=spelled_findings(result.findings), groups=tuple(map(_spelled_group, result.groups)))


def _spelled_needs(row: NotChecked) -> NotChecked:
    return replace(row, needs=spelled(row.needs))


def _spelled_group(group: ReportedGroup) -> ReportedGroup:
    from adjudge.core.results import Result

    check = replace(group.check, not_checked=tuple(map(_spelled_needs, group.check.not_checked)))
    group = replace(group, check=check)
    audits = {name: spelled_result(one) for name, one in vars(group).items() if isinstance(one, Result)}
    return replace(
        group,
        rankings={name: spelled_result(one) for name, one in group.rankings.items()},
        not_made=tuple(replace(one, problem=spelled_problem(one.problem)) for one in group.not_made),
        **audits,  # type: ignore[arg-type]
    )
