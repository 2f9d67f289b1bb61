"""Two distributions over each other: one as bars, one as an outline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from adjudge.auditing.context.degraded import ScoreBin
from adjudge.auditing.context.result import DifferenceBin
from adjudge.reporting.charts.drawing import PALETTE, SAID, Layers, Rows, Spec, chart, finish, minus

#: Pixels; scaled by the page.
_WIDTH, _HEIGHT = 620, 240


@dataclass(frozen=True)
class _Bin:
    low: float
    high: float
    bar: float
    outline: float


def difference_chart(bins: Sequence[DifferenceBin]) -> Spec:
    """Shares of pairs by original - copy: after a degraded item as bars, before as an outline.

    Args:
        bins: of equal width, in order.
    """
    shown = [_Bin(one.low, one.high, one.after, one.before) for one in _within_reach(bins)]
    title = "original - copy, in points: to the right the copy scores lower"
    names = ("after a degraded item (bars)", "before any (outline)")
    zero = chart([{"x": 0}]).mark_rule(color=PALETTE["muted"], strokeDash=[3, 3]).encode(x="x:Q")
    return finish(_drawn(shown, title, "share of pairs", names, zero).properties(width=_WIDTH, height=_HEIGHT))


def degraded_chart(bins: Sequence[ScoreBin], *, others: str) -> Spec:
    """Shares of scores: degraded items as bars, others as an outline.

    Args:
        bins: of equal width, in order.
        others: what the others are.
    """
    shown = [_Bin(one.low, one.high, one.degraded, one.other) for one in bins]
    names = ("degraded items (bars)", f"{others} (outline)")
    return finish(_drawn(shown, "score", "share of scores", names).properties(width=_WIDTH, height=_HEIGHT))


def _drawn(bins: Sequence[_Bin], title: str, share_title: str, names: tuple[str, str], *below: alt.Chart) -> Layers:
    rows: Rows = [
        {"low": one.low, "high": one.high, "bar": round(one.bar, 9), "said": _said(one, names)} for one in bins
    ]
    # The outline goes along the upper edges: two points for every bin.
    corners = [(x, one.outline) for one in bins for x in (one.low, one.high)]
    edges: Rows = [{"x": x, "outline": round(share, 9), "place": i} for i, (x, share) in enumerate(corners)]
    x = alt.X("low:Q", title=title).axis(tickCount=11)
    share = alt.Y("bar:Q", title=share_title).axis(format="%", tickCount=5)
    bars = (
        chart(rows)
        .mark_rect(color=PALETTE["below"], opacity=0.45, aria=True)
        .encode(x=x, x2="high:Q", y=share, y2=alt.datum(0), description=SAID)
    )
    line = chart(edges).mark_line(color=PALETTE["above"], strokeWidth=2)
    outline = line.encode(x=alt.X("x:Q"), y=alt.Y("outline:Q"), order="place:Q")
    # Above the panel, where no bar can reach them.
    words = [
        chart([{"x": bins[-1].high, "text": text}])
        .mark_text(align="right", baseline="top", color=PALETTE[colour])
        .encode(x="x:Q", y=alt.value(height), text="text:N")
        for text, colour, height in zip(names, ("below", "above"), (-36, -18), strict=True)
    ]
    return alt.layer(bars, outline, *below, *words)


def _said(one: _Bin, names: tuple[str, str]) -> str:
    bounds = minus(f"{one.low:g} to {one.high:g}")
    return f"{bounds}: {one.bar:.1%} {names[0]}, {one.outline:.1%} {names[1]}"


def _within_reach(bins: Sequence[DifferenceBin]) -> Sequence[DifferenceBin]:
    """The bins up to the outermost that hold anything, the same on both sides of 0."""
    held = [i for i, one in enumerate(bins) if one.before or one.after]
    if not held:
        return bins
    edge = min(held[0], len(bins) - 1 - held[-1])
    return bins[edge : len(bins) - edge]
