"""Findings: what a careful reader should know about the data or the analysis, in reviewed words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

Severity = Literal["error", "warning", "note"]
#: From the most serious one on.
SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "note")


@dataclass(frozen=True)
class Finding:
    """One observation with the numbers behind it.

    Args:
        code: stable identifier from a catalogue (`adjudge.core.catalogue`).
        severity: `error`, `warning` or `note`.
        text: one sentence.
        numbers: the figures the sentence rests on.
        source: paper and section the rule comes from, if any.
        todo: what to do about it, if anything.
    """

    code: str
    severity: Severity
    text: str
    numbers: Mapping[str, Any] = field(default_factory=dict)
    source: str | None = None
    todo: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The finding as plain data."""
        return {
            "code": self.code,
            "severity": self.severity,
            "text": self.text,
            "numbers": dict(self.numbers),
            "source": self.source,
            "todo": self.todo,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Finding:
        """The inverse of `to_dict`."""
        return cls(**data)


def by_severity(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Errors before warnings before notes, each in the order in which they come."""
    return tuple(sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity)))
