"""The effect of degraded context as tables and as a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.auditing.context.covariates import COVARIATES
from adjudge.auditing.context.effect import ContextGroup
from adjudge.auditing.context.result import ContextResult
from adjudge.core.catalogue import counted
from adjudge.reporting.audits.page import AuditSection, audit_page
from adjudge.reporting.charts.densities import degraded_chart, difference_chart
from adjudge.reporting.figures import CaptionedTable, figure
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, number, printable

_LEVEL: Final = 0.05
_UNITS: Final = {"annotator": "annotator", "session": "session", "copy": "copy/copies"}
#: Of differences on scales such as 1..5 or of z-scores.
_SMALL_SPREAD: Final = 3.0
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
    return PrintedTable(_HEADINGS, tuple(_row(group, _decimals(result)) for group in groups), frozenset(lines))


def robust_table(result: ContextResult) -> PrintedTable:
    """The robust test of all pairs by every unit with enough members."""
    digits = _decimals(result)
    headings = (
        Heading("dependent", "text", "pairs of one of these may depend on each other"),
        Heading("units"),
        Heading("p", meaning="one-tailed test of before < after"),
        Heading("95% interval", "range", "of mean after - mean before"),
        Heading("df", meaning="degrees of freedom (Bell and McCaffrey)"),
    )
    rows = [
        (
            f"pairs of one {one.unit}",
            f"{one.units:,}",
            _p(one.p),
            f"{number(one.low, digits)} to {number(one.high, digits)}",
            number(one.freedom, 1),
        )
        for one in result.all.robust
    ]
    return PrintedTable(headings, tuple(rows))


def by_annotator_caption(result: ContextResult) -> str:
    """How to read the table by annotator: so many tests find something by chance."""
    tests = sum(group.by == "annotator" and group.p_robust is not None for group in result.groups)
    chance = f": of {counted(tests, 'test')} about {tests * _LEVEL:.1f} would be below .05 by chance" if tests else ""
    return f"Annotators with the most pairs come first. p is not corrected for their number{chance}."


def context_by_annotator_table(result: ContextResult) -> PrintedTable:
    """The same for each annotator, with the most pairs first."""
    rows = [_row(group, _decimals(result)) for group in result.groups if group.by == "annotator"]
    return PrintedTable((Heading("annotator", "text"), *_HEADINGS[1:]), tuple(rows))


def _decimals(result: ContextResult) -> int:
    """Two for points of a scale to 100, more for small scales and standardised scores."""
    spreads = [shift.sd for shift in (result.all.before, result.all.after) if shift.sd]
    return 3 if spreads and max(spreads) < _SMALL_SPREAD else 2


def _row(group: ContextGroup, digits: int) -> tuple[str, ...]:
    units = MISSING if group.units is None or group.unit is None else counted(group.units, _UNITS[group.unit])
    return (
        printable(group.name),
        f"{group.before.n:,}",
        number(group.before.mean, digits),
        f"{group.after.n:,}",
        number(group.after.mean, digits),
        _p(group.p),
        _p(group.p_robust),
        units,
    )


def _p(p: float | None) -> str:
    return MISSING if p is None else "<.0001" if p < 0.0001 else f"{p:.4f}"


def covariates_table(result: ContextResult) -> PrintedTable:
    """What the effect depends on, one row per covariate."""
    digits = _decimals(result)
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
            number(row.coefficient, digits),
            MISSING if row.low is None else f"{number(row.low, digits)} to {number(row.high, digits)}",
            _p(row.p),
            COVARIATES.get(row.name, "before any degraded item, original judged first"),
        )
        for row in (result.regression.rows if result.regression else ())
    ]
    return PrintedTable(headings, tuple(rows))


def shares_table(
    bins: Sequence[tuple[float, float, float, float]], of: Heading, names: tuple[str, str]
) -> PrintedTable:
    """Shares of two kinds by bin, of those bins that hold anything.

    Args:
        bins: lower and upper bound, and the two shares.
        of: heading of the bounds.
        names: of the two kinds.
    """
    rows = [
        (f"{low:g} to {high:g}", f"{first:.1%}", f"{second:.1%}")
        for low, high, first, second in bins
        if first or second
    ]
    return PrintedTable((of, *(Heading(name) for name in names)), tuple(rows))


def context_page(result: ContextResult, *, source: str, commands: Sequence[str] = ()) -> str:
    """A page with the distributions of both kinds of pairs, all groups, and what the effect depends on.

    Args:
        result: of `adjudge.context`.
        source: the files.
        commands: what to type to get the same page again.
    """
    whole = result.all
    facts = {"pairs before": f"{whole.before.n:,}", "pairs after": f"{whole.after.n:,}", "copies": f"{result.copies:,}"}
    lede = f"{result.summary()} From {source}."
    return audit_page(
        result,
        title="Effect of degraded context",
        lede=lede,
        facts=facts,
        sections=context_sections(result),
        commands=commands,
    )


def context_sections(result: ContextResult) -> list[AuditSection]:
    """Differences before and after a degraded item, how extreme such items are, and what the effect depends on."""
    whole = result.all
    chart = figure(
        difference_chart(result.histogram),
        name="differences",
        title="Differences between original and copy",
        caption=f"Shares of pairs by original - copy. Mean {number(whole.before.mean, 2)} over {whole.before.n:,} "
        f"pairs before a degraded item, {number(whole.after.mean, 2)} over {whole.after.n:,} after one.",
        numbers=CaptionedTable(
            "differences-table",
            "Shares of pairs by original - copy.",
            shares_table(
                [(one.low, one.high, one.before, one.after) for one in result.histogram],
                Heading("original - copy", "range"),
                ("before", "after"),
            ),
        ),
    )
    people, covariates = context_by_annotator_table(result), covariates_table(result)
    return [
        AuditSection(
            "Before and after a degraded item",
            figures=(chart,),
            tables=(
                CaptionedTable("groups", "Mean of original - copy, and both tests.", context_table(result)),
                *([CaptionedTable("robust", _ROBUST, robust_table(result))] if len(whole.robust) > 1 else []),
            ),
        ),
        *_extremes(result),
        *([_section("What the effect depends on", "covariates", _REGRESSED, covariates)] if covariates.rows else []),
        *([_section("By annotator", "annotators", by_annotator_caption(result), people)] if people.rows else []),
    ]


def _extremes(result: ContextResult) -> list[AuditSection]:
    """How extreme degraded items are, if there are any."""
    extreme = result.degraded
    if extreme is None:
        return []
    others = "calibration items" if extreme.against == "calibration" else "items of systems"
    chart = figure(
        degraded_chart(extreme.histogram, others=others),
        name="degraded",
        title=f"Scores of degraded items and of {others}",
        caption=f"Mean {number(extreme.mean, 2)} over {extreme.n:,} degraded items, {number(extreme.other_mean, 2)} "
        f"over {extreme.other_n:,} {others}.",
        numbers=CaptionedTable(
            "degraded-table",
            "Shares of scores.",
            shares_table(
                [(one.low, one.high, one.degraded, one.other) for one in extreme.histogram],
                Heading("score", "range"),
                ("degraded items", others),
            ),
        ),
    )
    return [AuditSection("How extreme degraded items are", figures=(chart,))]


_REGRESSED: Final = "Coefficients of one regression of original - copy, in points of the score."
_ROBUST: Final = "The robust test of all pairs by unit. The largest unit takes least as independent."
_MOST_ROWS: Final = 40


def _section(heading: str, name: str, caption: str, table: PrintedTable) -> AuditSection:
    return AuditSection(heading, tables=(CaptionedTable(name, caption, table, most=_MOST_ROWS),))
