"""Charts of rankings: Vega-Lite specifications as data, rendered to SVG without browser or network.

Colours come from the palette of Okabe and Ito or differ in lightness, and every distinction is also one of
shape or of printed text, so that a chart reads the same to colour-blind eyes and on grey paper.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import isnan
from typing import Any, Final, Literal

import altair as alt

from adjudge.ranking.result import RankedSystem, RankingResult
from adjudge.reporting.tables import printable

Spec = dict[str, Any]
Rows = list[dict[str, Any]]
Layers = alt.LayerChart | alt.FacetChart

#: Every colour has a value of its own: in a page each becomes a variable, which dark mode sets anew.
PALETTE: Final = {
    "ink": "#1b1f24",
    "muted": "#6b7280",
    "line": "#d5d8dd",
    "cluster": "#9aa1ab",
    "band": "#f3f4f6",
    "same": "#a4abb5",
    "above": "#0072b2",
    "below": "#d55e00",
    "heat0": "#f1f2f4",
    "heat1": "#c6dbef",
    "heat2": "#6baed6",
    "heat3": "#08519c",
    "heat0-text": "#6b7281",
    "heat1-text": "#1b1f25",
    "heat2-text": "#1b1f26",
    "heat3-text": "#fefefe",
}
FONT: Final = "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif"

_ROW = 24
_ABOVE, _SAME, _BELOW = "above", "same", "below"
_CLASSES: Final = ("not detected", "p < level", "p < 0.01", "p < 0.001")


@dataclass(frozen=True)
class Place:
    """The place of a system in one order of a bump chart.

    Args:
        system: its name.
        rank: from 1.
        ends_cluster: whether a line stands below it.
    """

    system: str
    rank: int
    ends_cluster: bool = False


def places(result: RankingResult) -> list[Place]:
    """The order of a ranking, with the ends of its clusters but the last."""
    following: list[RankedSystem | None] = [*result.systems[1:], None]
    return [
        Place(s.system, s.rank, after is not None and after.cluster != s.cluster)
        for s, after in zip(result.systems, following, strict=True)
    ]


def score_chart(result: RankingResult, *, truth: Mapping[str, float] | None = None) -> Spec:
    """Systems in rank order with their scores as points on bands that show the clusters.

    Args:
        result: any ranking.
        truth: true quality by system, drawn in a panel of its own because its scale is another one.
    """
    rows: Rows = [
        {
            "system": printable(s.system),
            "score": None if s.score is None else round(s.score, 9),  # no noise of summation in a picture
            "cluster": s.cluster,
            "truth": None if truth is None else truth.get(s.system),
        }
        for s in result.systems
    ]
    axis = "mean z" if all(s.z is not None and s.z == s.score for s in result.systems) else "mean score"
    panel = _panel(rows, "score", axis, width=250 if truth else 380, shape="circle", labels=True)
    if truth is None:
        return _finish(panel)
    true = _panel(rows, "truth", "true quality", width=150, shape="diamond", labels=False)
    return _finish(alt.hconcat(panel, true, spacing=18))


def _panel(rows: Rows, field: str, title: str, *, width: int, shape: str, labels: bool) -> Layers:
    order = [row["system"] for row in rows]
    names = alt.Axis(title=None, ticks=False, domain=False, labels=labels, labelPadding=8)
    rows_of = alt.Scale(domain=order, paddingInner=0, paddingOuter=0)
    y = alt.Y("system:N", axis=names, scale=rows_of)
    odd = [row for row in rows if row["cluster"] % 2]
    bands = _chart(odd).mark_rect(fillOpacity=0.7, color=PALETTE["band"]).encode(y=y)
    scale = alt.Scale(zero=False, nice=True, padding=12)
    dots = (
        _chart(rows)
        .mark_point(shape=shape, filled=shape == "circle", size=75, color=PALETTE["ink"], opacity=1)
        .encode(x=alt.X(f"{field}:Q", title=title, scale=scale, axis=alt.Axis(tickCount=width // 55)), y=y)
    )
    starts = [row for above, row in pairwise(rows) if above["cluster"] != row["cluster"]]
    lines = (
        _chart(starts)
        .mark_rule(color=PALETTE["cluster"], strokeWidth=1.2)
        .encode(y=alt.Y("system:N", axis=names, scale=rows_of, bandPosition=0))
    )
    return alt.layer(bands, lines, dots).properties(width=width, height=_ROW * len(rows))


def bump_chart(orders: Mapping[str, Sequence[Place]]) -> Spec:
    """Orders of the same systems side by side, with a line for each system and a bar where a cluster ends.

    Args:
        orders: places by the name of the order; the first one is what the others are measured by.
    """
    names = list(orders)
    first = {place.system: place.rank for place in orders[names[0]]}
    points: Rows = [
        {
            "order": name,
            "system": printable(place.system),
            "rank": place.rank,
            "ends_cluster": place.ends_cluster,
            "move": _move(place.rank, first.get(place.system)),
        }
        for name in names
        for place in orders[name]
    ]
    columns = alt.X("order:N", sort=names, title=None, scale=alt.Scale(padding=0.22)).axis(
        orient="top",
        labelFontWeight=600,
        labelFontSize=13,
        labelPadding=14,
        labelAngle=0,
        grid=False,
        domain=False,
        ticks=False,
    )
    deepest = max(point["rank"] for point in points)
    rank = alt.Y("rank:Q", axis=None, scale=alt.Scale(domain=[0.5, deepest + 0.5], reverse=True, nice=False))
    layers = [
        *_bump_lines(points, names, columns, rank),
        _bump_bars([p for p in points if p["ends_cluster"]], columns),
        _bump_points(points, columns, rank),
        *_bump_labels([p for p in points if p["order"] == names[0]], columns, rank, left=True),
        *_bump_labels([p for p in points if p["order"] == names[-1]], columns, rank, left=False),
    ]
    chart = alt.layer(*layers).properties(width=165 * len(names), height=(_ROW + 6) * deepest)
    return _finish(chart)


def _move(rank: int, true: int | None) -> str:
    if true is None or rank == true:
        return _SAME
    return _ABOVE if rank < true else _BELOW


_MOVES = [_ABOVE, _SAME, _BELOW]
_MOVE_COLOUR = alt.Color(
    "move:N",
    scale=alt.Scale(domain=_MOVES, range=[PALETTE["above"], PALETTE["same"], PALETTE["below"]]),
    legend=None,
)


def _bump_lines(points: Rows, names: list[str], columns: alt.X, rank: alt.Y) -> list[alt.Chart]:
    """Lines from order to order, in the colour of where they arrive; what moved is drawn on top."""
    at = {(p["order"], p["system"]): p for p in points}
    ends = []
    for left, right in pairwise(names):
        for (order, system), end in at.items():
            if order == right and (left, system) in at:
                piece = {"piece": f"{right} {system}", "move": end["move"]}
                ends += [{**at[left, system], **piece}, {**end, **piece}]
    still, moved = ([e for e in ends if (e["move"] == _SAME) is same] for same in (True, False))
    return [
        _chart(part).mark_line(strokeWidth=width).encode(x=columns, y=rank, detail="piece:N", color=_MOVE_COLOUR)
        for part, width in ((still, 1.5), (moved, 2.5))
        if part
    ]


def _bump_points(points: Rows, columns: alt.X, rank: alt.Y) -> alt.Chart:
    shapes = alt.Scale(domain=_MOVES, range=["triangle-up", "circle", "triangle-down"])
    chart: alt.Chart = (
        _chart(points)
        .mark_point(filled=True, size=90, opacity=1)
        .encode(x=columns, y=rank, color=_MOVE_COLOUR, shape=alt.Shape("move:N", scale=shapes, legend=None))
    )
    return chart


def _bump_bars(ends: Rows, columns: alt.X) -> alt.Chart:
    below = alt.Y("below:Q", axis=None)
    chart: alt.Chart = (
        _chart(ends)
        .transform_calculate(below="datum.rank + 0.5")
        .mark_tick(orient="horizontal", size=54, thickness=1.6, color=PALETTE["ink"], opacity=1)
        .encode(x=columns, y=below)
    )
    return chart


def _bump_labels(points: Rows, columns: alt.X, rank: alt.Y, *, left: bool) -> list[alt.Chart]:
    """Rank next to the point, name beyond it."""
    base = _chart(points).encode(x=columns, y=rank)
    side = -1 if left else 1
    numbers = base.mark_text(align="center", dx=side * 21, color=PALETTE["muted"]).encode(text="rank:Q")
    align: Literal["left", "right"] = "right" if left else "left"
    names = base.mark_text(align=align, dx=side * 36, color=PALETTE["ink"], limit=170)
    return [numbers, names.encode(text="system:N")]


def pair_chart(result: RankingResult) -> Spec:
    """Every pair of systems: the p-value of the higher one (row) against the lower one (column)."""
    rank = {s.system: s.rank for s in result.systems}
    cells: Rows = [
        {
            "row": f"{rank[pair.a]}  {printable(pair.a)}",
            "column": str(rank[pair.b]),
            "p": None if isnan(pair.p) else pair.p,
            "text": _short_p(pair.p),
            "class": _p_class(pair.p, significant=pair.significant),
        }
        for pair in result.pairs
    ]
    rows = list(dict.fromkeys(cell["row"] for cell in cells))
    columns = [str(s.rank) for s in result.systems[1:]]
    x = alt.X("column:O", sort=columns, title="against the system of rank", scale=alt.Scale(padding=0.04)).axis(
        orient="top", labelAngle=0, domain=False, ticks=False
    )
    y = alt.Y("row:N", sort=rows, title=None, scale=alt.Scale(padding=0.06)).axis(
        domain=False, ticks=False, labelPadding=8
    )
    base = _chart(cells).encode(x=x, y=y)
    tiles = base.mark_rect(stroke="transparent", strokeWidth=0).encode(color=_heat(""))
    texts = base.mark_text(fontSize=10).encode(text="text:N", color=_heat("-text"))
    chart = alt.layer(tiles, texts).resolve_scale(color="independent")
    return _finish(chart.properties(width=34 * len(columns), height=_ROW * len(rows)))


def _heat(suffix: str) -> alt.Color:
    colours = [PALETTE[f"heat{i}{suffix}"] for i in range(len(_CLASSES))]
    return alt.Color("class:N", scale=alt.Scale(domain=list(_CLASSES), range=colours), legend=None)


def _p_class(p: float, *, significant: bool) -> str:
    if not significant:
        return _CLASSES[0]
    return _CLASSES[3] if p < 0.001 else _CLASSES[2] if p < 0.01 else _CLASSES[1]


def _short_p(p: float) -> str:
    if isnan(p) or p < 0.001:
        return "?" if isnan(p) else "<.001"
    return "1" if p >= 0.9995 else f"{p:.3f}".removeprefix("0")


def _chart(rows: Rows) -> alt.Chart:
    return alt.Chart(alt.InlineData(values=rows))


def _finish(chart: Layers | alt.HConcatChart) -> Spec:
    text = {
        "labelFont": FONT,
        "titleFont": FONT,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": 400,
    }
    axis = {**text, "labelColor": PALETTE["ink"], "titleColor": PALETTE["muted"], "labelLimit": 190}
    lines = {"gridColor": PALETTE["line"], "domainColor": PALETTE["line"], "tickColor": PALETTE["line"]}
    configured = (
        chart.configure(font=FONT, background="transparent", padding=4)
        .configure_view(stroke=None)
        .configure_axis(**axis, **lines)
        .configure_axisY(grid=False)
        .configure_text(font=FONT, fontSize=12)
    )
    spec: Spec = configured.to_dict()
    del spec["$schema"]  # the only address in a specification, and nobody is to fetch it
    return spec


_HEAD = re.compile(r'<svg [^>]*(width="([\d.]+)" height="[\d.]+" viewBox="[^"]+")[^>]*>')


def svg(spec: Spec, *, name: str, title: str, description: str) -> str:
    """Render a chart as an SVG element to be put into a page.

    Args:
        spec: what one of the chart functions returned.
        name: prefix of the ids, unique in the page.
        title: short name for those who hear the page.
        description: what the chart shows, in words.

    Returns:
        SVG whose colours are the CSS variables `--chart-NAME`, with the light palette as fallback.
    """
    import vl_convert  # loads a JavaScript engine

    def head(match: re.Match[str]) -> str:
        # Smaller, labels could not be read, and the page scrolls instead; larger, they would outgrow the text.
        limits = f"min-width:{0.75 * float(match[2]):.0f}px;max-width:{1.3 * float(match[2]):.0f}px"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {match[1]} style="{limits}" role="img" '
            f'aria-labelledby="{name}-title {name}-desc"><title id="{name}-title">{escape(title)}</title>'
            f'<desc id="{name}-desc">{escape(description)}</desc>'
        )

    drawn = _HEAD.sub(head, vl_convert.vegalite_to_svg(spec, allowed_base_urls=[]), count=1)
    for colour, value in PALETTE.items():
        drawn = drawn.replace(f'"{value}"', f'"var(--chart-{colour}, {value})"')
    return drawn
