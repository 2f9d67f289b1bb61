"""What `check` gives: findings, and the checks that could not be run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.findings import SEVERITIES, Severity
from adjudge.core.results import Result


@dataclass(frozen=True)
class NotChecked:
    """A check that could not be run.

    Args:
        code: of the check.
        needs: what the data would have to hold.
        pair: the language pair, if the check could be run on another one.
    """

    code: str
    needs: str
    pair: str | None = None


@dataclass(frozen=True, repr=False)
class CheckResult(Result):
    """What the checks found, and which of them could not be run.

    Args:
        not_checked: checks for which the data is not enough, in the order of the registry.
    """

    schema: ClassVar[str] = "adjudge.check/1"

    not_checked: tuple[NotChecked, ...]

    def count(self, severity: Severity) -> int:
        """How many findings are of this severity."""
        return sum(finding.severity == severity for finding in self.findings)

    def to_frame(self) -> pl.DataFrame:
        """One row per finding."""
        names = ("code", "severity", "text", "source", "todo")
        rows = [{name: getattr(finding, name) for name in names} for finding in self.findings]
        return pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; `from_dict` is the inverse."""
        return {
            "schema": self.schema,
            "signature": str(self.signature),
            "settings": dict(self.settings),
            "findings": [finding.to_dict() for finding in self.findings],
            "not_checked": [asdict(row) for row in self.not_checked],
        }

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Self:
        return cls(**cls._common_parts(data), not_checked=tuple(NotChecked(**row) for row in data["not_checked"]))

    def summary(self) -> str:
        """How many findings there are, by severity, and how many checks could not be run."""
        counts = {severity: self.count(severity) for severity in SEVERITIES}
        listed = ", ".join(counted(number, severity) for severity, number in counts.items() if number)
        run = len(self.settings["checks"])
        skipped = f" {counted(len(self.not_checked), 'check')} could not be run." if self.not_checked else ""
        return f"{listed or 'No findings'} from {counted(run, 'check')}.{skipped}"
