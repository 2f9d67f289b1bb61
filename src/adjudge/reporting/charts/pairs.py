"""Every pair of systems as a heat map of p-values."""

from __future__ import annotations

from math import isnan
from typing import Final

import altair as alt

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

#: With more systems the numbers of a heat map cannot be read.
MOST_SYSTEMS: Final = 30
#: Pixels of a rank before a name.
_RANK: Final = 30
P_CLASSES: Final = ("not significant", "p < level", "p < 0.01", "p < 0.001")


def pair_chart(result: RankingResult) -> Spec:
    """Every pair of systems: the p-value of the higher one (row) against the lower one (column)."""
    rank, shown = {s.system: s.rank for s in result.systems}, labels(result.order())
    cells: Rows = [
        {
            "row": f"{rank[pair.a]}  {shown[pair.a]}",
            "column": str(rank[pair.b]),
            "p": None if isnan(pair.p) else pair.p,
            "text": short_p(pair.p),
            "class": P_CLASSES[p_class(pair.p, significant=pair.significant)],
            "said": f"{printable(pair.a)} against {printable(pair.b)}: p {short_p(pair.p)}",
        }
        for pair in result.pairs
    ]
    rows = list(dict.fromkeys(cell["row"] for cell in cells))
    columns = [str(s.rank) for s in result.systems[1:]]
    x = alt.X("column:O", sort=columns, title="against the system of rank", scale=alt.Scale(padding=0.04)).axis(
        orient="top", labelAngle=0, domain=False, ticks=False
    )
    y = alt.Y("row:N", sort=rows, title=None, scale=alt.Scale(padding=0.06)).axis(
        domain=False, ticks=False, labelPadding=8, labelExpr=AS_LINES, labelLimit=LABEL_LIMIT + _RANK
    )
    base = chart(cells).encode(x=x, y=y)
    tiles = base.mark_rect(stroke="transparent", strokeWidth=0, aria=True).encode(color=_heat(""), description=SAID)
    texts = base.mark_text(fontSize=10).encode(text="text:N", color=_heat("-text"))
    drawn = alt.layer(tiles, texts).resolve_scale(color="independent")
    sized = drawn.properties(width=34 * len(columns), height=row_height(rows) * len(rows))
    return finish(sized, left=label_width(rows) + _RANK)


def _heat(suffix: str) -> alt.Color:
    colours = [PALETTE[f"heat{i}{suffix}"] for i in range(len(P_CLASSES))]
    return alt.Color("class:N", scale=alt.Scale(domain=list(P_CLASSES), range=colours), legend=None)


def p_class(p: float, *, significant: bool) -> int:
    """Which of `P_CLASSES` a pair is in: first by its verdict, then by its p-value."""
    if not significant:
        return 0
    return 3 if p < 0.001 else 2 if p < 0.01 else 1


def short_p(p: float) -> str:
    """A p-value as a small cell prints it."""
    if isnan(p) or p < 0.001:
        return "?" if isnan(p) else "<.001"
    return "1" if p >= 0.9995 else f"{p:.3f}".removeprefix("0")
