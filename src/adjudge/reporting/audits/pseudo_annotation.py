"""Pseudo-annotation as tables and as a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudge.auditing.pseudo_annotation.result import PseudoAnnotationResult, PseudoRanking
from adjudge.reporting.audits.page import AuditSection, audit_page
from adjudge.reporting.charts.bump import Place, bump_chart
from adjudge.reporting.figures import CaptionedTable, Figure, figure
from adjudge.reporting.printed_tables import Heading, PrintedTable, number, printable


def recipes_table(result: PseudoAnnotationResult) -> PrintedTable:
    """One row per metric and recipe."""
    headings = (
        Heading("metric", "text", "in the place of the annotators"),
        Heading("recipe", "text", "how systems were ranked"),
        Heading("kendall", meaning="Kendall's tau of the orders by raw means and by the recipe"),
        Heading("spearman", meaning="Spearman's rho of the same orders"),
        Heading("moved", meaning="systems with another place than by raw means"),
        Heading("raw, all", meaning="Kendall's tau of the orders by raw means and by the metric on all segments"),
        Heading("recipe, all", meaning="Kendall's tau of the orders by the recipe and by the metric on all segments"),
        Heading("displaced", "text", "the systems that moved, with their places by raw means and by the recipe"),
    )
    rows = [
        (
            printable(one.metric),
            printable(one.recipe),
            number(one.kendall, 3),
            number(one.spearman, 3),
            str(len(one.moved)),
            number(one.whole_raw, 3),
            number(one.whole_recipe, 3),
            ", ".join(f"{printable(m.system)} {m.place_a}>{m.place_b}" for m in one.moved),
        )
        for one in result.rankings
    ]
    return PrintedTable(headings, tuple(rows))


def pseudo_annotation_page(result: PseudoAnnotationResult, *, source: str, commands: Sequence[str] = ()) -> str:
    """A page with the orders of each metric side by side."""
    metrics = list(dict.fromkeys(one.metric for one in result.rankings))
    table = CaptionedTable("recipes", "Orders by recipes against raw means of the metric.", recipes_table(result))
    sections = [
        AuditSection("Recipes", tables=(table,)),
        *(
            AuditSection(f"Orders by {metric}", figures=_orders(i, metric, result.rankings))
            for i, metric in enumerate(metrics, 1)
        ),
    ]
    return audit_page(
        result,
        sections=sections,
        title="Pseudo-annotation",
        lede=f"{source}: {result.summary()}",
        facts={"metrics": f"{len(metrics):,}", "rankings": f"{len(result.rankings):,}"},
        commands=commands,
    )


def orders_table(orders: Mapping[str, Sequence[Place]]) -> PrintedTable:
    """Ranks of every system in several orders of the same systems."""
    ranks = {(name, place.system): str(place.rank) for name, order in orders.items() for place in order}
    systems = [place.system for place in next(iter(orders.values()))]
    headings = (Heading("system", "text"), *(Heading(printable(name)) for name in orders))
    return PrintedTable(headings, tuple((printable(one), *(ranks[name, one] for name in orders)) for one in systems))


def _orders(index: int, metric: str, rankings: Sequence[PseudoRanking]) -> tuple[Figure, ...]:
    mine = [one for one in rankings if one.metric == metric]
    first = mine[0]
    raw = sorted(first.systems, key=lambda one: (-one.raw, one.system))
    orders = {"raw means": [Place(one.system, i) for i, one in enumerate(raw, 1)]}
    names = {one.system for one in raw}
    orders |= {
        one.recipe: [Place(name, i) for i, name in enumerate(one.order, 1)] for one in mine if set(one.order) == names
    }
    caption = (
        "Systems by raw means of the metric and by each recipe. Triangles mark systems above or below their places."
    )
    drawn = figure(
        bump_chart(orders),
        name=f"orders-{index}",
        title=f"Orders by {metric}",
        caption=caption,
        numbers=CaptionedTable(f"orders-{index}-table", "Rank of every system.", orders_table(orders)),
    )
    return (drawn,)
