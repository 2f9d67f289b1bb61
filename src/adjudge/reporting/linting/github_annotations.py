"""Findings as workflow commands of GitHub Actions, which shows them as annotations of a pull request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.auditing.checks.result import CheckResult
from adjudge.core.findings import Finding

_LEVELS: Final = {"error": "error", "warning": "warning", "note": "notice"}
#: What would end the message, and in a property also what would end the property.
_IN_MESSAGE: Final = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTY: Final = _IN_MESSAGE | {":": "%3A", ",": "%2C"}


def workflow_commands(result: CheckResult, files: Sequence[str]) -> str:
    """One line for each finding.

    Args:
        result: what the checks found.
        files: names of the files that were checked; an annotation belongs to the first.
    """
    return "".join(f"{workflow_command(finding, next(iter(files), ''))}\n" for finding in result.findings)


def workflow_command(finding: Finding, file: str) -> str:
    r"""One finding as a command.

    Example:
        >>> workflow_command(Finding("AJ401", "note", "50% of it.\nMore."), "a,b.csv")
        '::notice file=a%2Cb.csv,title=AJ401::50%25 of it.%0AMore.'
    """
    text = finding.text if finding.todo is None else f"{finding.text} To do: {finding.todo}"
    place = f"file={_escaped(file, _IN_PROPERTY)},title={_escaped(finding.code, _IN_PROPERTY)}"
    return f"::{_LEVELS[finding.severity]} {place}::{_escaped(text, _IN_MESSAGE)}"


def _escaped(text: str, signs: dict[str, str]) -> str:
    return "".join(signs.get(sign, sign) for sign in text)
