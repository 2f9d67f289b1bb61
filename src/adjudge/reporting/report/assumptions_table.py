"""The assumptions of a ranking as a table, and how many of them hold in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.auditing.assumptions.verdicts import STATUSES, AssumptionVerdict
from adjudge.core.catalogue import counted
from adjudge.reporting.printed_tables import Heading, PrintedTable, printable
from adjudge.reporting.wording import say_names


def assumptions_table(verdicts: Sequence[AssumptionVerdict]) -> PrintedTable:
    """One row per assumption, those that fail first.

    Args:
        verdicts: from `adjudge.auditing.assumptions.verdicts.assumptions`.
    """
    headings = (
        Heading("status", "text", "holds: tested, and nothing speaks against it; unknown: not tested, or in part only"),
        Heading("assumption", "text", "what must be true for the ranking to mean what it seems to mean"),
        Heading("evidence", "text", "findings with their codes, checks that passed, and what could not be tested"),
    )
    rows = [
        (one.status, one.assumption.statement, printable(" ".join(one.evidence)))
        for one in sorted(verdicts, key=lambda one: STATUSES.index(one.status))
    ]
    return PrintedTable(headings, tuple(rows))


def say_assumptions(verdicts: Sequence[AssumptionVerdict]) -> str:
    """How many assumptions there are of each status."""
    verbs = {"fails": "fails/fail", "doubtful": "is doubtful/are doubtful", "unknown": "is unknown/are unknown"}
    counts = {status: sum(one.status == status for one in verdicts) for status in STATUSES}
    parts = [counted(number, verbs.get(status, "holds/hold")) for status, number in counts.items() if number]
    return (
        f"Of {counted(len(verdicts), 'assumption')}, {say_names(parts)}." if parts else "No assumption was looked at."
    )
