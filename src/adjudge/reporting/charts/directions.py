"""Systems on forward and on reverse created text: how far each moves, and how the two orders lie to each other."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from adjudge.auditing.origin.difference import SystemDifference
from adjudge.reporting.charts.drawing import (
    AS_LINES,
    PALETTE,
    SAID,
    Rows,
    Spec,
    chart,
    finish,
    label_width,
    labels,
    minus,
    row_height,
)
from adjudge.reporting.printed_tables import decimals_of, number, printable

#: Pixels; scaled by the page.
_WIDTH, _SQUARE = 420, 320
#: More names than this lie over each other in a scatter plot.
_MOST_NAMES = 12


def gain_chart(differences: Sequence[SystemDifference]) -> Spec:
    """Reverse - forward of every system as points on their 95% intervals, best system on forward text first."""
    shown = labels([one.system for one in differences])
    rows: Rows = [
        {"system": shown[one.system], "difference": one.difference, "low": one.low, "high": one.high, "said": said}
        for one, said in zip(differences, _said(differences), strict=True)
    ]
    order = [row["system"] for row in rows]
    axis = alt.Axis(title=None, ticks=False, domain=False, labelPadding=8, labelExpr=AS_LINES)
    y = alt.Y("system:N", axis=axis, scale=alt.Scale(domain=order))
    x = alt.X("difference:Q", title="reverse - forward, with 95% interval by documents", scale=alt.Scale(padding=12))
    known = [row for row in rows if row["low"] is not None]
    bars = chart(known).mark_rule(color=PALETTE["muted"], strokeWidth=2).encode(x="low:Q", x2="high:Q", y=y)
    point = chart(rows).mark_point(filled=True, size=75, color=PALETTE["ink"], opacity=1, aria=True)
    dots = point.encode(x=x, y=y, description=SAID)
    zero = chart([{"x": 0}]).mark_rule(color=PALETTE["muted"], strokeDash=[3, 3]).encode(x="x:Q")
    drawn = alt.layer(zero, *([bars] if known else []), dots)
    return finish(drawn.properties(width=_WIDTH, height=row_height(order) * len(rows)), left=label_width(order))


def _said(differences: Sequence[SystemDifference]) -> list[str]:
    """Every system with its numbers."""
    digits = decimals_of([value for one in differences for value in (one.forward, one.reverse)])
    said = []
    for one in differences:
        words = f"forward {number(one.forward, digits)}, reverse {number(one.reverse, digits)}"
        words += f", difference {number(one.difference, digits)}"
        if one.low is not None:
            words += f" ({number(one.low, digits)} to {number(one.high, digits)})"
        said.append(f"{printable(one.system)}: {minus(words)}")
    return said


def scatter_chart(differences: Sequence[SystemDifference]) -> Spec:
    """Forward against reverse means of the systems; on the line both are equal."""
    shown = labels([one.system for one in differences])
    rows: Rows = [
        {"system": shown[one.system].replace("\n", ""), "forward": one.forward, "reverse": one.reverse, "said": said}
        for one, said in zip(differences, _said(differences), strict=True)
    ]
    values = [value for row in rows for value in (row["forward"], row["reverse"])]
    ends: Rows = [{"forward": value, "reverse": value} for value in (min(values), max(values))]
    scale = alt.Scale(zero=False, padding=18)
    x = alt.X("forward:Q", title="mean on forward created text", scale=scale).axis(grid=False)
    y = alt.Y("reverse:Q", title="mean on reverse created text", scale=scale)
    line = chart(ends).mark_line(color=PALETTE["line"], strokeWidth=1.5).encode(x=x, y=y)
    point = chart(rows).mark_point(filled=True, size=60, color=PALETTE["ink"], opacity=1, aria=True)
    dots = point.encode(x=x, y=y, description=SAID)
    layers = [line, dots]
    if len(rows) <= _MOST_NAMES:
        layers.append(
            chart(rows).mark_text(align="left", dx=7, dy=4, color=PALETTE["muted"]).encode(x=x, y=y, text="system:N")
        )
    room = label_width([row["system"] for row in rows]) if len(rows) <= _MOST_NAMES else 0
    return finish(alt.layer(*layers).properties(width=_SQUARE, height=_SQUARE), right=room)
