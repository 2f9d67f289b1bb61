"""Domains, criteria and origins have no natural weight: an average that mixes them says so (G4, R1)."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from adjudge.core.findings import Finding
from adjudge.core.selecting.conditions import Condition
from adjudge.ranking.catalogue import POOLED


def pooled(counting: pl.DataFrame, columns: Sequence[str] = ("domain", "criterion", "origin")) -> list[Finding]:
    """One finding for each of the columns with more than one value.

    Args:
        counting: the judgements that count.
        columns: what should not be mixed; a column that is absent has one value.
    """
    findings = []
    for column in columns:
        if column in counting.columns and counting[column].n_unique() > 1:
            values = {str(value): n for value, n in counting.group_by(column).len().sort(column).iter_rows()}
            listed = [f"{value} ({n:,})" for value, n in values.items()]
            first = Condition(column, "=", (counting[column].drop_nulls().sort()[0],))
            findings.append(POOLED(column=column, values=values, _n=len(values), _values=listed, _example=str(first)))
    return findings
