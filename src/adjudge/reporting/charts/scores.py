"""Scores and strengths of systems in rank order, on bands that show the clusters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import altair as alt

from adjudge.ranking.comparisons.result import FittedModel
from adjudge.ranking.orders import systems_above_lines
from adjudge.ranking.result import RankingResult
from adjudge.reporting.charts.drawing import LABEL_LIMIT, PALETTE, Layers, Rows, Spec, chart, finish, labels, row_height

#: Pixels; scaled by the page.
_COLUMN: Final = 450


def score_chart(result: RankingResult, *, truth: Mapping[str, float] | None = None) -> Spec:
    """Systems in rank order with their scores as points.

    Args:
        result: a ranking with scores.
        truth: true quality by system, drawn in a second panel because its scale is another one.
    """
    rows = _rows(result)
    for row, system in zip(rows, result.systems, strict=True):
        row["score"] = None if system.score is None else round(system.score, 9)  # no noise of summation in a picture
        row["truth"] = None if truth is None else truth.get(system.system)
    panel = _panel(rows, "score", _axis(result), width=250 if truth else _width(rows), shape="circle", names=True)
    if truth is None:
        return finish(panel)
    true = _panel(rows, "truth", "true quality", width=150, shape="diamond", names=False)
    return finish(alt.hconcat(panel, true, spacing=18))


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
    return finish(_panel(rows, "score", title, width=_width(rows), shape="circle", names=True))


def _width(rows: Rows) -> int:
    """Of the panel, so that labels and panel together are as wide as a column of the page."""
    return _COLUMN - min(LABEL_LIMIT, 7 * max(len(row["system"]) for row in rows))


def _axis(result: RankingResult) -> str:
    if result.kind == "comparisons":
        return "score"
    return "mean z" if all(s.z is not None and s.z == s.score for s in result.systems) else "mean score"


def _rows(result: RankingResult) -> Rows:
    """One row per system: its label, its cluster, and whether a line stands above it."""
    shown, ends = labels(result.order()), systems_above_lines(result)
    above = [False, *(name in ends for name in result.order())]
    return [
        {"system": shown[s.system], "cluster": s.cluster, "starts": starts}
        for s, starts in zip(result.systems, above, strict=False)
    ]


def _panel(rows: Rows, field: str, title: str, *, width: int, shape: str, names: bool) -> Layers:
    order = [row["system"] for row in rows]
    axis = alt.Axis(title=None, ticks=False, domain=False, labels=names, labelPadding=8)
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
        .mark_point(shape=shape, filled=shape == "circle", size=75, color=PALETTE["ink"], opacity=1)
        .encode(x=_numbers(field, title, width), y=y)
    )
    layers = [bands, lines, *_intervals(rows, _numbers("low", title, width), y), dots]
    return alt.layer(*layers).properties(width=width, height=row_height(len(rows)) * len(rows))


def _numbers(field: str, title: str, width: int) -> alt.X:
    scale = alt.Scale(zero=False, nice=True, padding=12)
    return alt.X(f"{field}:Q", title=title, scale=scale, axis=alt.Axis(tickCount=width // 55, labelOverlap=True))


def _intervals(rows: Rows, low: alt.X, y: alt.Y) -> list[alt.Chart]:
    """Bars from `low` to `high`, where rows have them."""
    if "low" not in rows[0]:
        return []
    return [chart(rows).mark_rule(color=PALETTE["muted"], strokeWidth=2).encode(x=low, x2="high:Q", y=y)]
