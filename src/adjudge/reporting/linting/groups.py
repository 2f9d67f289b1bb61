"""Findings of the linter under the headings of their subjects, and what could not be checked by what it needs."""

from __future__ import annotations

from typing import Final

from adjudge.auditing.checks.registry import SUBJECTS, subject_of
from adjudge.auditing.checks.result import CheckResult
from adjudge.core.catalogue import counted
from adjudge.core.findings import Finding

_READING: Final = "Reading the file"


def findings_by_subject(result: CheckResult) -> dict[str, list[Finding]]:
    """Findings by the heading they stand under, in the order of the subjects; those of one subject as they came."""
    titles = [_READING, *(subject.title for subject in SUBJECTS)]
    groups: dict[str, list[Finding]] = {title: [] for title in titles}
    for finding in result.findings:
        subject = subject_of(finding.code)
        groups[subject.title if subject else _READING].append(finding)
    return {title: findings for title, findings in groups.items() if findings}


def heading(title: str, findings: list[Finding]) -> str:
    """A heading with how many findings stand under it.

    Example:
        >>> heading("Annotators", [])
        'Annotators (0 findings)'
    """
    return f"{title} ({counted(len(findings), 'finding')})"


def not_checked_by_need(result: CheckResult) -> dict[str, list[str]]:
    """Codes of the checks that could not be run, with their language pair if there is one, by what they need."""
    needs: dict[str, list[str]] = {}
    for row in result.not_checked:
        needs.setdefault(row.needs, []).append(row.code if row.pair is None else f"{row.code} ({row.pair})")
    return needs
