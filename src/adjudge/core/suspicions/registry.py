"""All suspicions, in the order in which a reader should hear of them; `suspect` looks for each."""

from __future__ import annotations

from typing import Final

import polars as pl

from adjudge.core.check import Check
from adjudge.core.findings import Finding
from adjudge.core.suspicions import copies, directions, exchanged, identifiers, names, scales, times
from adjudge.core.tables import Table

SUSPICIONS: Final[tuple[Check, ...]] = (
    *scales.CHECKS,
    *directions.CHECKS,
    *exchanged.CHECKS,
    *copies.CHECKS,
    *names.CHECKS,
    *identifiers.CHECKS,
    *times.CHECKS,
)


def suspect(table: Table) -> tuple[Finding, ...]:
    """What in a table is allowed and very likely wrong.

    Args:
        table: judgements of one language pair.

    Returns:
        The findings, in the order of the registry; checks that need more than the table holds are passed over.
    """
    if table.shared is None:
        return _suspicions(type(table), table.frame)
    return table.shared.step(_suspicions, type(table), table.frame).value


def _suspicions(kind: type[Table], frame: pl.DataFrame) -> tuple[Finding, ...]:
    able = (one for one in SUSPICIONS if issubclass(kind, one.table) and not one.missing(frame))
    return tuple(finding for one in able for finding in one.look(frame))
