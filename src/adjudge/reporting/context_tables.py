"""The effect of degraded context as tables."""

from __future__ import annotations

from typing import Final

from adjudge.auditing.context.covariates import COVARIATES
from adjudge.auditing.context.effect import ContextGroup
from adjudge.auditing.context.result import ContextResult
from adjudge.core.catalogue import counted
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, number, printable

_UNITS: Final = {"annotator": "annotator", "session": "session", "copy": "copy/copies"}
_HEADINGS: Final = (
    Heading("pairs", "text", "all pairs of scores, or those of one collection or language pair"),
    Heading("n before", meaning="pairs before the first degraded item of the copy"),
    Heading("mean", meaning="mean of original - copy of these", name="before_mean"),
    Heading("n after", meaning="pairs after at least one degraded item"),
    Heading("mean", meaning="mean of original - copy of these", name="after_mean"),
    Heading("p", meaning="one-tailed Welch test of before < after, pairs taken as independent"),
    Heading("p robust", meaning="the same with pairs of one unit taken as dependent"),
    Heading("units", meaning="how many units p robust rests on"),
)


def context_table(result: ContextResult) -> PrintedTable:
    """One row per group but those of annotators: means before and after a degraded item, and both tests."""
    groups = [group for group in result.groups if group.by != "annotator"]
    lines = [i for i, group in enumerate(groups) if i and group.by != groups[i - 1].by]
    return PrintedTable(_HEADINGS, tuple(map(_row, groups)), frozenset(lines))


def context_by_annotator_table(result: ContextResult) -> PrintedTable:
    """The same for each annotator, with the most pairs first."""
    rows = [_row(group) for group in result.groups if group.by == "annotator"]
    return PrintedTable((Heading("annotator", "text"), *_HEADINGS[1:]), tuple(rows))


def _row(group: ContextGroup) -> tuple[str, ...]:
    units = MISSING if group.units is None or group.unit is None else counted(group.units, _UNITS[group.unit])
    return (
        printable(group.name),
        f"{group.before.n:,}",
        number(group.before.mean, 2),
        f"{group.after.n:,}",
        number(group.after.mean, 2),
        _p(group.p),
        _p(group.p_robust),
        units,
    )


def _p(p: float | None) -> str:
    return MISSING if p is None else "<.0001" if p < 0.0001 else f"{p:.4f}"


def covariates_table(result: ContextResult) -> PrintedTable:
    """What the effect depends on, one row per covariate."""
    headings = (
        Heading("covariate", "text"),
        Heading("points", meaning="by how many points the copy scores lower"),
        Heading("95% interval", "range"),
        Heading("p", meaning="two-sided, with errors that allow for dependence within units"),
        Heading("of", "text", "what the covariate stands for"),
    )
    rows = [
        (
            row.name,
            number(row.coefficient, 2),
            MISSING if row.low is None else f"{number(row.low, 2)} to {number(row.high, 2)}",
            _p(row.p),
            COVARIATES.get(row.name, "before any degraded item, original judged first"),
        )
        for row in (result.regression.rows if result.regression else ())
    ]
    return PrintedTable(headings, tuple(rows))
