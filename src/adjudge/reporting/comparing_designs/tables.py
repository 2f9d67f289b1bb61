"""Tables of designs that were compared."""

from __future__ import annotations

from adjudge.planning.comparing_designs.result import DesignComparisonResult
from adjudge.planning.comparing_designs.summary import DesignContrast, DesignRow
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, number


def say_budget(hours: float | None) -> str:
    """A budget in words: `40 h`, or `all` where everything is judged."""
    return "all" if hours is None else f"{hours:g} h"


def designs_table(result: DesignComparisonResult) -> PrintedTable:
    """One row for each design, budget and recipe."""
    costs = any(row.cost is not None for row in result.rows)
    headings = (
        Heading("design", "text", is_name=True),
        Heading("budget", "text", "hours given to all annotators together"),
        Heading("recipe", "text", is_name=True),
        Heading("hours", meaning="hours that the work took, control items among them"),
        *([Heading("cost", meaning="of these hours")] if costs else []),
        Heading("judgements", meaning="items judged, control items among them"),
        Heading("units", meaning="documents, snippets or parts that were judged"),
        Heading("tau", meaning="Kendall's tau with the true order, mean of the campaigns"),
        Heading("s.e.", meaning="standard error of tau"),
        Heading("found", meaning="share of the true differences that were called, in the true order"),
        Heading("false", meaning="differences called that are not there, in all campaigns"),
        Heading("misled", meaning="campaigns with at least one of these, of all that were ranked"),
        Heading("frontier", "text", "nothing takes fewer hours and has a higher tau"),
    )
    return PrintedTable(headings, tuple(_design(row, costs=costs) for row in result.rows))


def _design(row: DesignRow, *, costs: bool) -> tuple[str, ...]:
    def whole(value: float | None) -> str:
        return MISSING if value is None else f"{value:,.0f}"

    return (
        row.design,
        say_budget(row.budget),
        row.recipe,
        number(row.hours, 1),
        *([whole(row.cost)] if costs else []),
        whole(row.judgements),
        whole(row.units),
        number(row.kendall, 3),
        number(row.kendall_error, 3),
        MISSING if row.power is None else f"{row.power:.1%}",
        f"{row.false:,}",
        f"{row.misled:,} of {row.campaigns:,}",
        "yes" if row.frontier else "",
    )


def contrasts_table(result: DesignComparisonResult, *, budgets: bool) -> PrintedTable:
    """Designs against each other, or budgets of one design, on the same simulated truths.

    Args:
        result: what was compared.
        budgets: whether budgets are compared, not designs.
    """
    headings = (
        Heading("recipe", "text", is_name=True),
        Heading("design", "text", is_name=True),
        Heading("budget", "text"),
        Heading("compared with", "text"),
        Heading("campaigns", meaning="pairs of campaigns with the same truth"),
        Heading("better", meaning="campaigns in which the first has the higher tau"),
        Heading("worse", meaning="campaigns in which it has the lower tau"),
        Heading("p", meaning="two-sided sign test of better against worse"),
        Heading("tau", meaning="mean difference of Kendall's tau"),
        Heading("found", meaning="mean difference of the shares of true differences found, in percentage points"),
        Heading("hours", meaning="mean difference of the hours"),
    )
    chosen = [one for one in result.contrasts if (one.design == one.other) == budgets]
    return PrintedTable(headings, tuple(_contrast(one) for one in chosen))


def _contrast(one: DesignContrast) -> tuple[str, ...]:
    other = say_budget(one.other_budget) if one.design == one.other else one.other
    return (
        one.recipe,
        one.design,
        say_budget(one.budget),
        other,
        f"{one.campaigns:,}",
        f"{one.better:,}",
        f"{one.worse:,}",
        "<.0001" if one.p < 0.0001 else f"{one.p:.4f}".removeprefix("0"),
        f"{one.kendall:+.3f}",
        f"{100 * one.power:+.1f}",
        f"{one.hours:+.1f}",
    )
