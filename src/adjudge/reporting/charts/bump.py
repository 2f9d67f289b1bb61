"""Orders of the same systems side by side, with a line for each system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

import altair as alt

from adjudge.ranking.orders import systems_above_lines
from adjudge.ranking.result import RankingResult
from adjudge.reporting.charts.drawing import (
    AS_LINES,
    LABEL_LIMIT,
    PALETTE,
    SAID,
    Rows,
    Spec,
    chart,
    finish,
    label_width,
    labels,
    row_height,
)
from adjudge.reporting.printed_tables import printable

_ABOVE, _SAME, _BELOW = "above", "same", "below"
_MOVES: Final = [_ABOVE, _SAME, _BELOW]
_NARROWEST: Final = 165
#: Of a letter in the heading of a column.
_LETTER: Final = 10.0


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
    ends = systems_above_lines(result)
    return [Place(s.system, s.rank, s.system in ends) for s in result.systems]


def bump_chart(orders: Mapping[str, Sequence[Place]]) -> Spec:
    """Orders of the same systems side by side, with a line for each system and a bar where a cluster ends.

    Args:
        orders: places by the name of the order; the first one is what the others are measured by.
    """
    points, names = _points(orders), list(labels(list(orders)).values())
    columns = alt.X("order:N", sort=names, title=None, scale=alt.Scale(padding=0.22)).axis(
        orient="top",
        labelFontWeight=600,
        labelFontSize=13,
        labelPadding=14,
        labelAngle=0,
        labelLimit=300,
        labelExpr=AS_LINES,
        grid=False,
        domain=False,
        ticks=False,
    )
    deepest = max(point["rank"] for point in points)
    rank = alt.Y("rank:Q", axis=None, scale=alt.Scale(domain=[0.5, deepest + 0.5], reverse=True, nice=False))
    layers = [
        *_lines(points, names, columns, rank),
        _bars([p for p in points if p["ends_cluster"]], columns),
        _marks(points, columns, rank),
        *_labels([p for p in points if p["order"] == names[0]], columns, rank, left=True),
        *_labels([p for p in points if p["order"] == names[-1]], columns, rank, left=False),
    ]
    longest = max(len(line) for name in names for line in name.split("\n"))
    width = max(_NARROWEST, _LETTER * longest) * len(names)
    shown = [point["system"] for point in points if point["order"] == names[0]]
    height = (row_height(shown) + 6) * deepest
    room = label_width([point["system"] for point in points])
    return finish(alt.layer(*layers).properties(width=width, height=height), left=room, right=room)


def _points(orders: Mapping[str, Sequence[Place]]) -> Rows:
    shown = labels(list(dict.fromkeys(place.system for order in orders.values() for place in order)))
    first = {place.system: place.rank for place in next(iter(orders.values()))}
    headings, base = labels(list(orders)), next(iter(orders))
    return [
        {
            "order": headings[name],
            "system": shown[place.system],
            "rank": place.rank,
            "ends_cluster": place.ends_cluster,
            "move": _move(place.rank, first.get(place.system)),
            "said": _said(place, name, base, first.get(place.system)),
        }
        for name, order in orders.items()
        for place in order
    ]


def _said(place: Place, order: str, base: str, first: int | None) -> str:
    said = f"{printable(place.system)}: rank {place.rank} in {printable(order)}"
    return said if first is None or order == base else f"{said}, {first} in {printable(base)}"


def _move(rank: int, first: int | None) -> str:
    if first is None or rank == first:
        return _SAME
    return _ABOVE if rank < first else _BELOW


def _move_colour() -> alt.Color:
    colours = alt.Scale(domain=_MOVES, range=[PALETTE["above"], PALETTE["same"], PALETTE["below"]])
    return alt.Color("move:N", scale=colours, legend=None)


def _lines(points: Rows, names: list[str], columns: alt.X, rank: alt.Y) -> list[alt.Chart]:
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
        chart(part).mark_line(strokeWidth=width).encode(x=columns, y=rank, detail="piece:N", color=_move_colour())
        for part, width in ((still, 1.5), (moved, 2.5))
        if part
    ]


def _marks(points: Rows, columns: alt.X, rank: alt.Y) -> alt.Chart:
    shapes = alt.Scale(domain=_MOVES, range=["triangle-up", "circle", "triangle-down"])
    drawn: alt.Chart = (
        chart(points)
        .mark_point(filled=True, size=90, opacity=1, aria=True)
        .encode(
            x=columns,
            y=rank,
            color=_move_colour(),
            shape=alt.Shape("move:N", scale=shapes, legend=None),
            description=SAID,
        )
    )
    return drawn


def _bars(ends: Rows, columns: alt.X) -> alt.Chart:
    below = alt.Y("below:Q", axis=None)
    drawn: alt.Chart = (
        chart(ends)
        .transform_calculate(below="datum.rank + 0.5")
        .mark_tick(orient="horizontal", size=54, thickness=1.6, color=PALETTE["ink"], opacity=1)
        .encode(x=columns, y=below)
    )
    return drawn


def _labels(points: Rows, columns: alt.X, rank: alt.Y, *, left: bool) -> list[alt.Chart]:
    """Rank next to the point, name beyond it."""
    base = chart(points).encode(x=columns, y=rank)
    side = -1 if left else 1
    numbers = base.mark_text(align="center", dx=side * 21, color=PALETTE["muted"]).encode(text="rank:Q")
    align: Literal["left", "right"] = "right" if left else "left"
    names = base.mark_text(align=align, dx=side * 36, color=PALETTE["ink"], limit=LABEL_LIMIT, lineBreak="\n")
    return [numbers, names.encode(text="system:N")]
