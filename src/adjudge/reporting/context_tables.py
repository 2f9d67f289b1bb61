"""The effect of degraded context as tables."""

from __future__ import annotations

from adjudge.auditing.context.covariates import COVARIATES
from adjudge.auditing.context.effect import ContextGroup
from adjudge.auditing.context.result import ContextResult
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, number, printable

_WORDS = {"all": "", "collection": "collection", "pair": "language pair", "annotator": "annotator"}


def context_table(result: ContextResult) -> PrintedTable:
    """One row per group: means before and after a degraded item, and both tests."""
    headings = (
        Heading("group", "text", "all pairs, or those of one collection, language pair or annotator"),
        Heading("", "text", "what the pairs of the group share", name="by"),
        Heading("n before", meaning="pairs before the first degraded item of the copy"),
        Heading("mean", meaning="mean of original - copy of these", name="before_mean"),
        Heading("n after", meaning="pairs after at least one degraded item"),
        Heading("mean", meaning="mean of original - copy of these", name="after_mean"),
        Heading("p", meaning="one-tailed Welch test of before < after, pairs taken as independent"),
        Heading("p robust", meaning="the same with pairs of one cluster taken as dependent"),
        Heading("clusters", meaning="how many clusters p robust rests on"),
    )
    lines = [i for i, group in enumerate(result.groups) if i and group.by != result.groups[i - 1].by]
    return PrintedTable(headings, tuple(map(_row, result.groups)), frozenset(lines))


def _row(group: ContextGroup) -> tuple[str, ...]:
    clusters = MISSING if group.clusters is None else f"{group.clusters:,} {group.cluster}"
    return (
        printable(group.name),
        _WORDS[group.by],
        f"{group.before.n:,}",
        number(group.before.mean, 2),
        f"{group.after.n:,}",
        number(group.after.mean, 2),
        _p(group.p),
        _p(group.p_robust),
        clusters,
    )


def _p(p: float | None) -> str:
    return MISSING if p is None else "<.0001" if p < 0.0001 else f"{p:.4f}"


def covariates_table(result: ContextResult) -> PrintedTable:
    """What the effect depends on, one row per covariate."""
    headings = (
        Heading("covariate", "text"),
        Heading("points", meaning="by how many points the copy scores lower"),
        Heading("95% interval", "range"),
        Heading("p", meaning="two-sided, with cluster-robust errors"),
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
