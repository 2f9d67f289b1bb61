"""Heat maps of crossed tables: lightness and printed numbers say the same, missing cells are blank."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Final

import altair as alt

from adjudge.reporting.charts.drawing import (
    AS_LINES,
    LABEL_LIMIT,
    SAID,
    Rows,
    Spec,
    chart,
    finish,
    label_width,
    labels,
)
from adjudge.reporting.printed_tables import printable

#: One hue, equal steps of lightness: the order is the same in grey, and to colour-blind eyes.
_RAMP: Final = ("#eff3fb", "#c9dcf0", "#9cc3e3", "#629fd0", "#2c72b0", "#0b3f7e")
CLASSES: Final = len(_RAMP)
_DARK, _LIGHT = "#14181d", "#fdfdfd"
_FIRST_WITH_LIGHT_TEXT: Final = 4
#: More rows than this cannot be read on a page.
MOST_ROWS: Final = 120
MOST_COLUMNS: Final = 40
_ROW, _COLUMN = 17, 34


def heat_map(
    cells: Mapping[tuple[str, str], float],
    *,
    rows: Sequence[str],
    columns: Sequence[str],
    title: str,
    digits: int = 0,
    bounds: tuple[float, float] | None = None,
) -> Spec:
    """A table as a picture.

    Args:
        cells: values by row and column; what is missing stays blank.
        rows: names from top to bottom, at most `MOST_ROWS`.
        columns: names from left to right, at most `MOST_COLUMNS`.
        title: what the values are, for the legend.
        digits: decimals of the printed values.
        bounds: least and largest value of the scale; those of the cells if left out.
    """
    low, high = bounds or (min(cells.values()), max(cells.values()))
    names = scale_classes(low, high, digits)
    row_labels, column_labels = labels(rows), labels(columns)
    drawn: Rows = [
        {
            "row": row_labels[row],
            "column": column_labels[column],
            "class": names[scale_class(value, low, high)],
            "text": short_number(value, digits),
            "said": f"{printable(row)} \N{MULTIPLICATION SIGN} {printable(column)}: {short_number(value, digits)}",
        }
        for (row, column), value in cells.items()
        if row in row_labels and column in column_labels
    ]
    x = alt.X("column:N", sort=None, title=None).scale(domain=list(column_labels.values()), padding=0)
    x = x.axis(orient="top", labelAngle=-50, labelExpr=AS_LINES, domain=False, ticks=False, labelPadding=4)
    y = alt.Y("row:N", sort=None, title=None).scale(domain=list(row_labels.values()), padding=0)
    y = y.axis(domain=False, ticks=False, labelPadding=6, labelExpr=AS_LINES, labelLimit=LABEL_LIMIT)
    base = chart(drawn).encode(x=x, y=y)
    legend = alt.Legend(title=title, orient="bottom", direction="horizontal", symbolType="square", symbolStrokeWidth=0)
    tiles = base.mark_rect(stroke="#ffffff", strokeWidth=0.6, aria=True).encode(
        description=SAID, color=_colour(names, _RAMP, legend)
    )
    inks = [_LIGHT if i >= _FIRST_WITH_LIGHT_TEXT else _DARK for i in range(CLASSES)]
    texts = base.mark_text(fontSize=9).encode(text="text:N", color=_colour(names, inks, None))
    layers = alt.layer(tiles, texts).resolve_scale(color="independent")
    two_lines = any("\n" in label for label in row_labels.values())
    height = (2 * _ROW if two_lines else _ROW) * len(rows)
    return finish(
        layers.properties(width=_COLUMN * len(columns), height=height), left=label_width(list(row_labels.values()))
    )


def _colour(names: Sequence[str], colours: Sequence[str], legend: alt.Legend | None) -> alt.Color:
    used = dict(zip(names, colours, strict=False))  # equal names have one colour
    return alt.Color("class:N", scale=alt.Scale(domain=list(used), range=list(used.values())), legend=legend)


def scale_class(value: float, low: float, high: float) -> int:
    """The part of a scale that a value lies in, from 0; the scale has `CLASSES`."""
    if high <= low:
        return 0
    return min(CLASSES - 1, max(0, int(CLASSES * (value - low) / (high - low))))


def scale_classes(low: float, high: float, digits: int) -> list[str]:
    """The parts of the scale in words, lowest first."""
    if high <= low:
        return [short_number(low, digits)] * CLASSES
    step = (high - low) / CLASSES
    if digits == 0 and step == 1:  # a part for every count
        counts = [short_number(low + i, 0) for i in range(CLASSES + 1)]
        return [*counts[: CLASSES - 1], f"{counts[-2]} to {counts[-1]}"]
    more = digits if step >= 2 * 10**-digits else digits + 1
    edges = [short_number(low + i * step, more) for i in range(CLASSES + 1)]
    return [f"{a} to {b}" for a, b in itertools.pairwise(edges)]


def short_number(value: float, digits: int) -> str:
    """A number as a cell prints it."""
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", "\N{MINUS SIGN}")
