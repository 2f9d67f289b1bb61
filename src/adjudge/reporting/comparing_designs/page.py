"""One self-contained HTML page about designs that were compared."""

from __future__ import annotations

from collections.abc import Sequence

from adjudge.core.catalogue import counted
from adjudge.planning.comparing_designs.result import DesignComparisonResult
from adjudge.planning.comparing_designs.verdict import about_designs, about_hours
from adjudge.reporting.audits.page import AuditSection, audit_page
from adjudge.reporting.charts.frontier import FrontierPoint, frontier_chart
from adjudge.reporting.comparing_designs import tables
from adjudge.reporting.figures import CaptionedTable, Figure, figure


def designs_page(result: DesignComparisonResult, *, source: str, commands: Sequence[str] = ()) -> str:
    """A page with the table, a chart of hours against what is recovered, and the contrasts.

    Args:
        result: what was compared.
        source: the campaign file.
        commands: what to type to get the same page again.

    Returns:
        HTML without references to anything outside of it.
    """
    told = " ".join(about_designs(result.rows, result.contrasts))
    lede = f"What designs of the campaign in {source} recover of a known truth, and what they cost. {told}"
    return audit_page(
        result, title="Designs compared", lede=lede, facts=_facts(result), sections=_sections(result), commands=commands
    )


def _facts(result: DesignComparisonResult) -> dict[str, str]:
    """Numbers by nouns that agree with them."""
    settings = result.settings
    told = (
        counted(len(settings["designs"]), "design"),
        counted(len(settings["hours"]), "budget"),
        counted(settings["campaigns"], "campaign of each/campaigns of each"),
    )
    return {noun: number for number, _, noun in (one.partition(" ") for one in told)}


def _sections(result: DesignComparisonResult) -> list[AuditSection]:
    rows = CaptionedTable("designs", "Means over simulated campaigns.", tables.designs_table(result))
    designs = tables.contrasts_table(result, budgets=False)
    budgets = tables.contrasts_table(result, budgets=True)
    against = "Designs against each other, campaign by campaign on the same truth."
    more = "More hours for the same design, campaign by campaign on the same truth."
    parts = [
        CaptionedTable("design-contrasts", against, designs) if designs.rows else None,
        CaptionedTable("budget-contrasts", more, budgets) if budgets.rows else None,
    ]
    told = (
        f"Every design was planned, judged by simulated annotators and ranked in "
        f"{counted(result.settings['campaigns'], 'campaign')}. The figures hold for truths of this kind only."
    )
    gains = " ".join(about_hours(result.contrasts, result.currency))
    figures = tuple(comparison_figures(result))
    return [
        AuditSection("What is recovered", told, figures=figures, tables=(rows,)),
        *([AuditSection("Differences", gains, tables=tuple(part for part in parts if part))] if any(parts) else []),
    ]


def comparison_figures(result: DesignComparisonResult) -> list[Figure]:
    """Hours against tau: one chart for each recipe.

    Args:
        result: what was compared.
    """
    drawn = []
    for place, recipe in enumerate(dict.fromkeys(row.recipe for row in result.rows), 1):
        points = [
            FrontierPoint(row.design, row.hours, row.kendall, row.kendall_error, row.power or 0.0, row.frontier)
            for row in result.rows
            if row.recipe == recipe and row.hours is not None and row.kendall is not None
        ]
        if points:
            caption = (
                f"Kendall's tau with the truth by the hours of all annotators, ranked by {recipe}, with bars of two "
                "standard errors. Filled points: by these means, nothing takes fewer hours and has a higher tau."
                f"{_not_drawn(result, recipe)}"
            )
            title = f"What hours buy, ranked by {recipe}"
            drawn.append(figure(frontier_chart(points), name=f"frontier-{place}", title=title, caption=caption))
    return drawn


def _not_drawn(result: DesignComparisonResult, recipe: str) -> str:
    """Designs without a point, with their budgets."""
    names = [
        f"{row.design} ({tables.say_budget(row.budget)})"
        for row in result.rows
        if row.recipe == recipe and not row.campaigns
    ]
    return f" Not drawn, because no campaign could be ranked: {', '.join(names)}." if names else ""
