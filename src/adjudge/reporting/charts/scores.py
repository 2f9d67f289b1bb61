"""Scores and strengths of systems in rank order, on bands that show the clusters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import altair as alt

from adjudge.ranking.comparisons.result import FittedModel
from adjudge.ranking.orders import systems_above_lines
from adjudge.ranking.result import RankingResult
from adjudge.reporting.charts.drawing import (
    AS_LINES,
    PALETTE,
    SAID,
    Layers,
    Rows,
    Spec,
    chart,
    finish,
    label_width,
    labels,
    minus,
    row_height,
)
from adjudge.reporting.printed_tables import number, printable

#: Pixels; scaled by the page.
_COLUMN, _NARROWEST = 385, 165


def score_chart(result: RankingResult, *, truth: Mapping[str, float] | None = None) -> Spec:
    """Systems in rank order with their scores as points, on their 95% intervals where the recipe has them.

    Args:
        result: a ranking with scores.
        truth: true quality by system, drawn in a second panel because its scale is another one.
    """
    rows = _rows(result)
    for row, system in zip(rows, result.systems, strict=True):
        numbers = {"score": system.score, "low": system.score_low, "high": system.score_high}
        # No noise of summation in a picture.
        row |= {name: None if value is None else round(value, 9) for name, value in numbers.items()}
        row["truth"] = None if truth is None else truth.get(system.system)
    title, width, room = _axis(result), _width(rows), _label_width(rows)
    _describe(rows, result, title)
    if truth is None:
        return finish(_panel(rows, "score", title, width=width, shape="circle", names=True), left=room)
    narrow = round(0.38 * width)
    panel = _panel(rows, "score", title, width=width - narrow, shape="circle", names=True)
    true = _panel(rows, "truth", "true quality", width=narrow, shape="diamond", names=False)
    return finish(alt.hconcat(panel, true, spacing=18), left=room)


def strength_chart(result: RankingResult, model: FittedModel) -> Spec:
    """Systems in rank order with their strengths as points on 95% confidence intervals.

    Args:
        result: a ranking by the model.
        model: with the strengths of the same systems.
    """
    rows, strengths = _rows(result), {row.system: row for row in model.strengths}
    for row, system in zip(rows, result.systems, strict=True):
        found = strengths[system.system]
        row |= {"score": found.strength, "low": found.low, "high": found.high}
    title = "strength with 95% confidence interval"
    _describe(rows, result, "strength")
    panel = _panel(rows, "score", title, width=_width(rows), shape="circle", names=True)
    return finish(panel, left=_label_width(rows))


def _width(rows: Rows) -> int:
    """Of the panel, so that labels and panel together are as wide as a column of the page."""
    return max(_NARROWEST, _COLUMN - round(_label_width(rows)))


def _label_width(rows: Rows) -> float:
    return label_width([row["system"] for row in rows])


def _axis(result: RankingResult) -> str:
    if result.kind == "comparisons":
        return "score"
    if all(s.z is not None and s.z == s.score for s in result.systems):
        return "mean z"
    return "mean score" if all(s.raw == s.score for s in result.systems) else "estimated score"


def _rows(result: RankingResult) -> Rows:
    """One row per system: its label, its cluster, and whether a line stands above it."""
    shown, ends = labels(result.order()), systems_above_lines(result)
    above = [False, *(name in ends for name in result.order())]
    return [
        {"system": shown[s.system], "cluster": s.cluster, "starts": starts}
        for s, starts in zip(result.systems, above, strict=False)
    ]


def _describe(rows: Rows, result: RankingResult, what: str) -> None:
    """Say of every row which system it is, and its numbers."""
    for row, system in zip(rows, result.systems, strict=True):
        said = f"{what} {number(row['score'], 3)}"
        if row["low"] is not None and row["high"] is not None:
            said += f", 95% interval {number(row['low'], 3)} to {number(row['high'], 3)}"
        if row.get("truth") is not None:
            said += f"; true quality {number(row['truth'], 2)}"
        row["said"] = f"{printable(system.system)}, rank {system.rank}: {minus(said)}"


def _panel(rows: Rows, field: str, title: str, *, width: int, shape: str, names: bool) -> Layers:
    order = [row["system"] for row in rows]
    axis = alt.Axis(title=None, ticks=False, domain=False, labels=names, labelPadding=8, labelExpr=AS_LINES)
    scale = alt.Scale(domain=order, paddingInner=0, paddingOuter=0)
    y = alt.Y("system:N", axis=axis, scale=scale)
    bands = (
        chart([row for row in rows if row["cluster"] % 2]).mark_rect(fillOpacity=0.7, color=PALETTE["band"]).encode(y=y)
    )
    lines = (
        chart([row for row in rows if row["starts"]])
        .mark_rule(color=PALETTE["cluster"], strokeWidth=1.2)
        .encode(y=alt.Y("system:N", axis=axis, scale=scale, bandPosition=0))
    )
    dots = (
        chart(rows)
        .mark_point(shape=shape, filled=shape == "circle", size=75, color=PALETTE["ink"], opacity=1, aria=True)
        .encode(x=_numbers(field, title, width, rows), y=y, description=SAID)
    )
    bars = _intervals(rows, _numbers("low", title, width, rows), y) if field == "score" else []
    layers = [bands, lines, *bars, dots]
    return alt.layer(*layers).properties(width=width, height=row_height(order) * len(rows))


def _numbers(field: str, title: str, width: int, rows: Rows) -> alt.X:
    fields = (field,) if field == "truth" else ("score", "low", "high")
    values = {row[name] for row in rows for name in fields if row.get(name) is not None}
    # Around a single value the renderer would draw one tick and round its number.
    around: dict[str, Any] = {"domain": [min(values) - 0.5, max(values) + 0.5]} if len(values) == 1 else {"padding": 12}
    scale = alt.Scale(zero=False, nice=True, **around)
    return alt.X(f"{field}:Q", title=title, scale=scale, axis=alt.Axis(tickCount=width // 55, labelOverlap=True))


def _intervals(rows: Rows, low: alt.X, y: alt.Y) -> list[alt.Chart]:
    """Bars from `low` to `high`, where both are known."""
    known = [row for row in rows if row.get("low") is not None and row.get("high") is not None]
    if not known:
        return []
    return [chart(known).mark_rule(color=PALETTE["muted"], strokeWidth=2).encode(x=low, x2="high:Q", y=y)]
