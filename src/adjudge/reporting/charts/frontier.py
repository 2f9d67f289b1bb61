"""What hours buy: designs by the hours they take and what they recover of the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import altair as alt

from adjudge.core.catalogue import figure
from adjudge.reporting.charts.drawing import PALETTE, SAID, Rows, Spec, chart, finish, minus
from adjudge.reporting.printed_tables import printable

#: Pixels; scaled by the page.
_WIDTH: Final = 520
_HEIGHT: Final = 300
#: Height of a line of text.
_LINE: Final = 14
#: Every design has a shape and a colour of its own, and its name stands beside its last point.
_SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
_COLOURS: Final = ("ink", "above", "below", "muted", "heat2", "same")


@dataclass(frozen=True)
class FrontierPoint:
    """One design with one budget.

    Args:
        design: its name.
        hours: that it takes.
        kendall: tau with the truth.
        error: its standard error; None after a single campaign.
        power: share of the true differences that it finds.
        best: whether nothing takes fewer hours and has a higher tau.
    """

    design: str
    hours: float
    kendall: float
    error: float | None
    power: float
    best: bool


def frontier_chart(points: Sequence[FrontierPoint]) -> Spec:
    """Points by hours and tau with bars of two standard errors; a line joins the budgets of a design.

    Args:
        points: in any order; at least one.
    """
    layers: list[alt.Chart] = []
    designs = list(dict.fromkeys(point.design for point in points))
    low = min(point.kendall - 2 * (point.error or 0.0) for point in points)
    high = max(point.kendall + 2 * (point.error or 0.0) for point in points)
    x = alt.X("hours:Q", title="hours of all annotators").scale(zero=False, padding=24)
    x = x.axis(tickCount=6, labelFlush=False)
    y = alt.Y("kendall:Q", title="Kendall's tau with the truth").scale(domain=[low, min(1.0, high)], nice=True)
    last = [max((p for p in points if p.design == design), key=lambda p: p.hours).kendall for design in designs]
    heights = spread_heights(last, _LINE * (min(1.0, high) - low) / _HEIGHT)
    for place, design in enumerate(designs):
        rows = _rows([point for point in points if point.design == design])
        colour = PALETTE[_COLOURS[place % len(_COLOURS)]]
        shape = _SHAPES[place % len(_SHAPES)]
        layers.append(chart(rows).mark_line(color=colour, strokeWidth=1.2).encode(x=x, y=y))
        known = [row for row in rows if "low" in row]
        if known:
            bars = chart(known).mark_rule(color=colour, opacity=0.6)
            layers.append(bars.encode(x=x, y=alt.Y("low:Q", title="Kendall's tau with the truth"), y2="high:Q"))
        for best in (True, False):
            held = [row for row in rows if row["best"] is best]
            marks = chart(held).mark_point(shape=shape, filled=best, size=80, color=colour, opacity=1, aria=True)
            if held:
                layers.append(marks.encode(x=x, y=y, description=SAID))
        named = [rows[-1] | {"height": round(heights[place], 9)}]
        name = chart(named).mark_text(align="left", dx=10, dy=-8, color=colour)
        layers.append(name.encode(x=x, y=alt.Y("height:Q", title="Kendall's tau with the truth"), text="design:N"))
    return finish(alt.layer(*layers).properties(width=_WIDTH, height=_HEIGHT), right=90)


def spread_heights(heights: Sequence[float], gap: float) -> list[float]:
    """Heights of labels that do not touch: from the top down, each at least a gap below the one before.

    Args:
        heights: where they would stand.
        gap: between two of them.

    Example:
        >>> spread_heights([0.5, 0.6, 0.59], 0.1)
        [0.4, 0.6, 0.5]
    """
    placed, limit = list(heights), float("inf")
    for place in sorted(range(len(placed)), key=lambda place: (-placed[place], place)):
        placed[place] = min(placed[place], limit)
        limit = placed[place] - gap
    return placed


def _rows(points: Sequence[FrontierPoint]) -> Rows:
    return [_row(point) for point in sorted(points, key=lambda point: point.hours)]


def _row(point: FrontierPoint) -> dict[str, Any]:
    error = "unknown standard error" if point.error is None else f"standard error {point.error:.3f}"
    row = {
        "design": printable(point.design),
        "hours": round(point.hours, 6),
        "kendall": round(point.kendall, 9),
        "best": point.best,
        "said": minus(
            f"{printable(point.design)}, {figure(point.hours)} hours: tau {point.kendall:.3f} with {error}, "
            f"{point.power:.0%} of the true differences found"
        ),
    }
    if point.error is None:
        return row
    low, high = point.kendall - 2 * point.error, min(1.0, point.kendall + 2 * point.error)
    return row | {"low": round(low, 9), "high": round(high, 9)}
