"""Rows on their way from raw judgements to scores, with what the steps so far found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import polars as pl

from adjudge.core.findings import Finding


@dataclass(frozen=True, eq=False)
class Rows:
    """Ratings after some steps.

    Args:
        frame: the rows.
        findings: what the steps found, in their order.
    """

    frame: pl.DataFrame
    findings: tuple[Finding, ...] = ()

    def then(self, step: Callable[[pl.DataFrame], Rows]) -> Rows:
        """These rows after one more step, with the findings of both."""
        done = step(self.frame)
        return Rows(done.frame, (*self.findings, *done.findings))


@dataclass(frozen=True, eq=False)
class FilteredRows(Rows):
    """Rows after a filter.

    Args:
        left_out: how many rows it left out.
    """

    left_out: int = 0


@dataclass(frozen=True, eq=False)
class BasisRows(Rows):
    """The rows that centre and spread of a standardisation come from.

    Args:
        anchor: the system they are of; None if they are of all systems.
    """

    anchor: str | None = None
