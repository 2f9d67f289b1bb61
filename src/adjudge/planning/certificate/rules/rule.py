"""What a rule of the certificate is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from adjudge.core.catalogue import FindingEntry
from adjudge.core.findings import Finding
from adjudge.planning.certificate.counted import CountedPlan
from adjudge.planning.certificate.parts import RuleRow


@dataclass(frozen=True)
class Verdict:
    """What a rule found.

    Args:
        value: what the plan has.
        limit: what is allowed.
        finding: if the rule is broken.
    """

    value: float
    limit: float
    finding: Finding | None = None


@dataclass(frozen=True)
class Rule:
    """A rule that plans should keep.

    Args:
        name: as in JSON.
        title: what it asks for, one line.
        value: what is measured.
        bound: whether the limit is the most or the least that is allowed.
        limit: where the limit lies and why there.
        source: paper and section, or "our choice".
        entry: the finding if it is broken.
        check: measures; None if the rule does not apply to the plan.
        needs: what a plan must have for the rule to apply; empty if it always does.
    """

    name: str
    title: str
    value: str
    bound: Literal["most", "least"]
    limit: str
    source: str
    entry: FindingEntry
    check: Callable[[CountedPlan], Verdict | None]
    needs: str = ""

    def row(self, verdict: Verdict) -> RuleRow:
        """The verdict as a row of the table."""
        return RuleRow(
            rule=self.name,
            title=self.title,
            ok=verdict.finding is None,
            value=float(verdict.value),
            limit=float(verdict.limit),
            bound=self.bound,
            code=self.entry.code,
        )
