"""Two distributions of differences over each other: one as bars, one as an outline."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from adjudge.auditing.context.result import DifferenceBin
from adjudge.reporting.charts.drawing import PALETTE, Rows, Spec, chart, finish

#: Pixels; scaled by the page.
_WIDTH, _HEIGHT = 620, 240


def difference_chart(bins: Sequence[DifferenceBin]) -> Spec:
    """Shares of pairs by original - copy: after a degraded item as bars, before as an outline.

    Args:
        bins: of equal width, in order.
    """
    shown = _within_reach(bins)
    rows: Rows = [
        {"low": one.low, "high": one.high, "before": round(one.before, 9), "after": round(one.after, 9)}
        for one in shown
    ]
    # The outline goes along the upper edges: two points for every bin.
    edges: Rows = [{"x": x, "before": row["before"]} for row in rows for x in (row["low"], row["high"])]
    for place, edge in enumerate(edges):
        edge["place"] = place
    x = alt.X("low:Q", title="original - copy, in points: to the right the copy scores lower").axis(tickCount=11)
    share = alt.Y("after:Q", title="share of pairs").axis(format="%", tickCount=5)
    bars = (
        chart(rows).mark_rect(color=PALETTE["below"], opacity=0.45).encode(x=x, x2="high:Q", y=share, y2=alt.datum(0))
    )
    outline = (
        chart(edges)
        .mark_line(color=PALETTE["above"], strokeWidth=2, interpolate="linear")
        .encode(x=alt.X("x:Q"), y=alt.Y("before:Q"), order="place:Q")
    )
    zero = chart([{"x": 0}]).mark_rule(color=PALETTE["muted"], strokeDash=[3, 3]).encode(x="x:Q")
    top = max((max(one.before, one.after) for one in shown), default=1.0)
    names: Rows = [
        {"x": shown[-1].high, "y": top, "text": "after a degraded item (bars)"},
        {"x": shown[-1].high, "y": 0.92 * top, "text": "before any (outline)"},
    ]
    words = [
        chart([row])
        .mark_text(align="right", baseline="top", color=PALETTE[colour])
        .encode(x="x:Q", y="y:Q", text="text:N")
        for row, colour in zip(names, ("below", "above"), strict=True)
    ]
    drawn = alt.layer(bars, outline, zero, *words)
    return finish(drawn.properties(width=_WIDTH, height=_HEIGHT))


def _within_reach(bins: Sequence[DifferenceBin]) -> Sequence[DifferenceBin]:
    """The bins up to the outermost that hold anything, the same on both sides of 0."""
    held = [i for i, one in enumerate(bins) if one.before or one.after]
    if not held:
        return bins
    edge = min(held[0], len(bins) - 1 - held[-1])
    return bins[edge : len(bins) - edge]
