"""Tables of designs that were compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge.core.catalogue import counted
from adjudge.planning.comparing_designs.contrasts import DesignContrast
from adjudge.planning.comparing_designs.result import DesignComparisonResult
from adjudge.planning.comparing_designs.summary import DesignRow
from adjudge.reporting.printed_tables import MISSING, Heading, PrintedTable, number, whole

#: Fewer hours are shown with two decimals.
_FEW_HOURS: Final = 10
#: What a p-value is corrected for, by whether budgets are compared.
_COMPARED: Final = {False: "designs compared on the same budget", True: "steps between budgets of the design"}


def say_budget(hours: float | None) -> str:
    """A budget in words: `40 h`, or `all` where everything is judged."""
    return "all" if hours is None else f"{hours:g} h"


def designs_table(result: DesignComparisonResult) -> PrintedTable:
    """One row for each design, budget and recipe."""
    costs = any(row.cost is not None for row in result.rows)
    refused = any(row.refused for row in result.rows)
    headings = (
        Heading("design", "text", is_name=True),
        Heading("budget", "text", "hours given to all annotators together"),
        Heading("recipe", "text", is_name=True),
        *([Heading("ranked", meaning="campaigns that could be planned and ranked")] if refused else []),
        Heading("hours", meaning="hours that the work took, control items among them"),
        *([Heading(f"cost in {result.currency}", meaning="of these hours")] if costs else []),
        Heading("judgements", meaning="items judged, control items among them"),
        Heading("units", meaning="documents, snippets or parts that were judged, not only in tutorial or calibration"),
        Heading("tau", meaning="Kendall's tau with the true order, mean of the campaigns"),
        Heading("s.e.", meaning="standard error of tau"),
        Heading("found", meaning="share of the true differences that were called, in the true order"),
        Heading("false", meaning="differences called that are not there, in all campaigns"),
        Heading("misled", meaning="campaigns with at least one of these, of all that were ranked"),
        Heading("frontier", "text", "by these means, nothing takes fewer hours and has a higher tau"),
    )
    digits = _digits([row.hours or 0.0 for row in result.rows])
    rows = (_design(row, digits, costs=costs, refused=refused) for row in result.rows)
    return PrintedTable(headings, tuple(rows))


def _digits(hours: Sequence[float]) -> int:
    """Decimals of hours: the tenth of an hour says little about a campaign of a few."""
    return 2 if max(map(abs, hours), default=0.0) < _FEW_HOURS else 1


def _design(row: DesignRow, digits: int, *, costs: bool, refused: bool) -> tuple[str, ...]:
    return (
        row.design,
        say_budget(row.budget),
        row.recipe,
        *([_ranked(row)] if refused else []),
        number(row.hours, digits),
        *([_rounded(row.cost)] if costs else []),
        _rounded(row.judgements),
        _rounded(row.units),
        number(row.kendall, 3),
        number(row.kendall_error, 3),
        MISSING if row.power is None else f"{row.power:.1%}",
        whole(row.false),
        MISSING if row.misled is None else f"{row.misled:,} of {row.campaigns:,}",
        "yes" if row.frontier else "",
    )


def _ranked(row: DesignRow) -> str:
    """How many campaigns the figures of a row rest on."""
    return f"{row.campaigns:,} of {row.campaigns + row.refused:,}" if row.campaigns else "none"


def _rounded(value: float | None) -> str:
    return MISSING if value is None else f"{value:,.0f}"


def contrasts_table(result: DesignComparisonResult, *, budgets: bool) -> PrintedTable:
    """Designs against each other, or budgets of one design, on the same simulated truths.

    Args:
        result: what was compared.
        budgets: whether budgets are compared, not designs.
    """
    chosen = [one for one in result.contrasts if one.of_budgets == budgets]
    costs = any(one.cost is not None for one in chosen)
    several = any(one.corrected != one.p for one in chosen if not one.of_nothing)
    headings = (
        Heading("recipe", "text", is_name=True),
        Heading("design", "text", is_name=True),
        Heading("budget", "text"),
        Heading("compared with", "text"),
        Heading("campaigns", meaning="pairs of campaigns with the same truth"),
        Heading("better", meaning="campaigns in which the first has the higher tau"),
        Heading("worse", meaning="campaigns in which it has the lower tau"),
        Heading("p", meaning="two-sided sign test of better against worse"),
        *([Heading("corrected", meaning=f"p, corrected for all {_COMPARED[budgets]}, Holm")] if several else []),
        Heading("tau", meaning="mean difference of Kendall's tau"),
        Heading("found", meaning="mean difference of the shares of true differences found, in percentage points"),
        Heading("hours", meaning="mean difference of the hours"),
        *([Heading(f"cost in {result.currency}", meaning="of these hours")] if costs else []),
    )
    digits = _digits([one.hours for one in chosen])
    return PrintedTable(headings, tuple(_contrast(one, digits, costs=costs, several=several) for one in chosen))


def _contrast(one: DesignContrast, digits: int, *, costs: bool, several: bool) -> tuple[str, ...]:
    other = say_budget(one.other_budget) if one.of_budgets else one.other
    return (
        one.recipe,
        one.design,
        say_budget(one.budget),
        other,
        f"{one.campaigns:,}",
        f"{one.better:,}",
        f"{one.worse:,}",
        _p(one.p),
        *([_p(one.corrected)] if several else []),
        _signed(one.kendall, 3),
        _signed(100 * one.power, 1),
        _signed(one.hours, digits),
        *([MISSING if one.cost is None else _signed(one.cost, 0)] if costs else []),
    )


def _p(p: float) -> str:
    return "<.0001" if p < 0.0001 else f"{p:.4f}".removeprefix("0")


def _signed(value: float, digits: int) -> str:
    """A difference with its sign; none if it is zero as printed."""
    text = f"{value:+,.{digits}f}"
    return text if any(char in "123456789" for char in text) else text[1:]


def titled_tables(result: DesignComparisonResult) -> list[tuple[str, PrintedTable]]:
    """All tables under their titles."""
    count = result.settings["campaigns"]
    held = [
        (f"Means over {counted(count, 'simulated campaign')}:", designs_table(result)),
        ("Designs against each other, on the same truths:", contrasts_table(result, budgets=False)),
        ("More hours for the same design, on the same truths:", contrasts_table(result, budgets=True)),
    ]
    return [(title, table) for title, table in held if table.rows]
