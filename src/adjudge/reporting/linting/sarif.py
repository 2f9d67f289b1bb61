"""Findings as SARIF 2.1.0, the format in which linters hand their results to code review tools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import adjudge
from adjudge.auditing.checks.registry import CHECKS
from adjudge.auditing.checks.result import CheckResult
from adjudge.core.findings import Finding

#: The three severities are the levels of SARIF of the same names (section 3.27.10 of the standard).
_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(result: CheckResult, files: Sequence[str]) -> dict[str, Any]:
    """The log of one run.

    Args:
        result: what the checks found.
        files: names of the files that were checked; findings are about all of them together.

    Returns:
        Plain data for JSON: one run, a rule for every code that was looked for or found, a result for every finding.
    """
    codes = list(dict.fromkeys([*result.settings["checks"], *(finding.code for finding in result.findings)]))
    driver = {"name": "adjudge", "version": adjudge.__version__, "rules": [_rule(code, result) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "artifacts": [{"location": {"uri": _uri(name)}} for name in files],
        "results": [_result(finding, codes.index(finding.code), files) for finding in result.findings],
        "properties": {"not_checked": [asdict(row) for row in result.not_checked]},
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _uri(path: str) -> str:
    """A path as a reference that SARIF takes: relative to where the command ran, or a whole one."""
    return Path(path).as_uri() if Path(path).is_absolute() else quote(path)


def _rule(code: str, result: CheckResult) -> dict[str, Any]:
    """A check; what only reading can find has no more than its code."""
    if code not in CHECKS:
        level = next(finding.severity for finding in result.findings if finding.code == code)
        return {"id": code, "defaultConfiguration": {"level": level}}
    check = CHECKS[code]
    described = {"fullDescription": {"text": check.explanation}} if check.explanation else {}
    return {
        "id": code,
        "shortDescription": {"text": check.title},
        **described,
        "defaultConfiguration": {"level": check.entry.severity},
    }


def _result(finding: Finding, rule: int, files: Sequence[str]) -> dict[str, Any]:
    text = finding.text if finding.todo is None else f"{finding.text}\nTo do: {finding.todo}"
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": text},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(name)}}} for name in files[:1]],
        "properties": {"numbers": dict(finding.numbers), "source": finding.source},
    }
