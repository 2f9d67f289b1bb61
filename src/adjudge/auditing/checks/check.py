"""`check` runs all checks that the data allows, and says which it could not run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.results import Result
from adjudge.core.signature import Signature
from adjudge.core.tables import Table


@dataclass(frozen=True)
class NotChecked:
    """A check that could not be run.

    Args:
        code: of the check.
        needs: what the data would have to hold.
    """

    code: str
    needs: str


@dataclass(frozen=True, repr=False)
class CheckResult(Result):
    """What the checks found, and which of them could not be run.

    Args:
        not_checked: checks for which the data is not enough, in the order of the registry.
    """

    schema: ClassVar[str] = "adjudge.check/1"

    not_checked: tuple[NotChecked, ...]

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
        counts = dict.fromkeys(("error", "warning", "note"), 0)
        for finding in self.findings:
            counts[finding.severity] += 1
        listed = ", ".join(counted(number, severity) for severity, number in counts.items() if number)
        skipped = f" {counted(len(self.not_checked), 'check')} could not be run." if self.not_checked else ""
        return f"{listed or 'No findings'}.{skipped}"


def check(table: Table, checks: Iterable[Check]) -> CheckResult:
    """Run checks on a table.

    Args:
        table: ratings or comparisons of one language pair.
        checks: those to run; the ones for other kinds of tables are passed over.

    Returns:
        The findings in the order of the checks, and the checks that need more than the table holds.
    """
    findings: list[Finding] = []
    not_checked = []
    run = []
    for one in checks:
        if not isinstance(table, one.table):
            continue
        missing = one.missing(table.frame)
        if missing:
            needs = f"a value of {' and '.join(repr(name) for name in missing)} in every row"
            not_checked.append(NotChecked(one.name, needs))
            continue
        findings += one.look(table.frame)
        run.append(one.name)
    return CheckResult(
        signature=Signature.of({"check": "+".join(run) or "none"}),
        settings={"checks": run},
        findings=(*table.findings, *findings),
        not_checked=tuple(not_checked),
    )
