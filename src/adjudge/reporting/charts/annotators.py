"""Annotators side by side: histograms and shared scores as a matrix, and calibration next to later work."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import altair as alt

from adjudge.auditing.annotators.distributions import ScoreDistributions, ScoreHistogram
from adjudge.auditing.annotators.ratings.calibration import LaterWork
from adjudge.reporting.charts.drawing import PALETTE, SAID, Rows, Spec, chart, finish, label_width, labels, minus
from adjudge.reporting.printed_tables import number, printable

#: Pixels of the whole matrix and of one of its squares at most; scaled by the page.
_MATRIX, _CELL, _SQUARE = 600, 130, 340
#: Room around what is drawn in a square, as a share of it.
_PAD = 0.09
#: Small histograms beside each other.
_COLUMNS = 4
#: More names than this lie over each other in a scatter plot.
_MOST_NAMES = 12


@dataclass(frozen=True)
class Correlated:
    """What the upper half of the matrix says of two annotators."""

    a: str
    b: str
    text: str


def matrix_chart(found: ScoreDistributions, correlations: Sequence[Correlated]) -> Spec:
    """Histograms on the diagonal, shared scores below it, correlations above it.

    Every square is a unit of one coordinate system, which is laid out here: row and column are its whole part.

    Args:
        found: of up to eight annotators.
        correlations: of these, with the words to print.
    """
    names = [one.annotator for one in found.annotators]
    places = {name: i for i, name in enumerate(names)}
    bars = [bar for one in found.annotators for bar in _histogram(one, places[one.annotator], found)]
    largest = max((n for pair in found.pairs for _, _, n in pair.cells), default=1)
    dots: Rows = [
        {
            "x": places[pair.a] + _inside((a + 0.5) / found.pair_bins),
            "y": places[pair.b] + 1 - _inside((b + 0.5) / found.pair_bins),
            "n": n / largest,
        }
        for pair in found.pairs
        for a, b, n in pair.cells
    ]
    words: Rows = [
        {"x": places[one.b] + 0.5, "y": places[one.a] + 0.5, "text": one.text.split("\n")} for one in correlations
    ]
    x, y = _axes(names)
    sides: dict[str, Any] = {"x": x, "x2": "x2:Q", "y": y, "y2": "y2:Q"}
    plain, spoken = _squares(names, correlations)
    layers = [chart(plain).mark_rect(filled=False, stroke=PALETTE["line"]).encode(**sides)]
    if spoken:
        described = chart(spoken).mark_rect(filled=False, stroke=PALETTE["line"], aria=True)
        layers.append(described.encode(**sides, description=SAID))
    histograms = chart(bars).mark_rect(color=PALETTE["same"], aria=True)
    layers.append(histograms.encode(x="x:Q", x2="x2:Q", y="y:Q", y2="y2:Q", description=SAID))
    if dots:
        size = alt.Size("n:Q", scale=alt.Scale(domain=[0, 1], range=[4, 60]), legend=None)
        layers.append(
            chart(dots)
            .mark_point(filled=True, color=PALETTE["above"], opacity=0.75)
            .encode(x="x:Q", y="y:Q", size=size)
        )
    if words:
        layers.append(
            chart(words)
            .mark_text(color=PALETTE["ink"], lineHeight=15, baseline="middle", dy=-7)
            .encode(x="x:Q", y="y:Q", text="text:N")
        )
    side = min(_CELL, _MATRIX / len(names)) * len(names)
    return finish(alt.layer(*layers).properties(width=side, height=side), left=label_width(_numbered(names)))


def _inside(share: float) -> float:
    """A share of a square without the room around."""
    return _PAD + (1 - 2 * _PAD) * share


def _squares(names: Sequence[str], correlations: Sequence[Correlated]) -> tuple[Rows, Rows]:
    """All squares of the matrix: those with nothing to say of two annotators, and the others."""
    said = {
        pair: f"{printable(one.a)} and {printable(one.b)}: Spearman {minus(one.text).replace(chr(10), ', ')}"
        for one in correlations
        for pair in ((one.a, one.b), (one.b, one.a))
    }
    squares: Rows = [
        {"x": c, "x2": c + 1, "y": r, "y2": r + 1, "said": said.get((a, b), "")}
        for r, a in enumerate(names)
        for c, b in enumerate(names)
    ]
    return [square for square in squares if not square["said"]], [square for square in squares if square["said"]]


def _histogram(one: ScoreHistogram, place: int, found: ScoreDistributions) -> Rows:
    """The bars of a histogram on the diagonal."""
    said = [
        f"{printable(one.annotator)}, {scores}: {n:,} of {sum(one.counts):,} ratings"
        for scores, n in zip(_bins(found.low, found.high, len(one.counts)), one.counts, strict=True)
    ]
    top = max(one.counts) or 1
    return _bars([n / top for n in one.counts], said, place, place)


def _bins(low: float, high: float, number_of_bins: int) -> list[str]:
    """The bins of a histogram in words."""
    edges = [low + i * (high - low) / number_of_bins for i in range(number_of_bins + 1)]
    if high - low == number_of_bins and low % 1 == 0.5:  # one bin for each point of a short scale, around it
        return [minus(f"score {edge + 0.5:g}") for edge in edges[:-1]]
    return [minus(f"{a:.4g} to {b:.4g}") for a, b in pairwise(edges)]


def _bars(heights: Sequence[float], said: Sequence[str], row: int, column: int) -> Rows:
    """Bars in a square, by the share of its height."""
    return [
        {
            "x": column + _inside(i / len(heights)),
            "x2": column + _inside((i + 1) / len(heights)),
            "y": row + 1 - _PAD,
            "y2": row + 1 - _inside(height),
            "said": said[i],
        }
        for i, height in enumerate(heights)
        if height
    ]


def _numbered(names: Sequence[str]) -> list[str]:
    shown = labels(names)
    return [f"{i}: {shown[name]}" for i, name in enumerate(names, 1)]


def _axes(names: Sequence[str]) -> tuple[alt.X, alt.Y]:
    """Names with numbers at the rows, numbers at the columns."""
    scale = [0, len(names)]
    middles = [i + 0.5 for i in range(len(names))]
    plain: dict[str, Any] = {"values": middles, "title": None, "ticks": False, "domain": False, "grid": False}
    lines = json.dumps([label.split("\n") for label in _numbered(names)])
    rows = alt.Axis(**plain, labelExpr=f"{lines}[floor(datum.value)]", labelPadding=6)
    columns = alt.Axis(**plain, orient="top", labelExpr="floor(datum.value) + 1")
    return (
        alt.X("x:Q", axis=columns, scale=alt.Scale(domain=scale, nice=False)),
        alt.Y("y:Q", axis=rows, scale=alt.Scale(domain=scale, nice=False, reverse=True)),
    )


def calibration_chart(later: Sequence[tuple[str, LaterWork]]) -> Spec:
    """Mean of later work against that of the calibration set; bars run over the means of later sessions.

    Args:
        later: annotators with both.
    """
    shown = labels([name for name, _ in later])
    rows: Rows = []
    for name, one in later:
        low, high = (one.session_means.min, one.session_means.max) if one.session_means else (None, None)
        text = shown[name].replace("\n", "")
        said = f"calibration set {number(one.calibration_mean, 1)}, later {number(one.later_mean, 1)}"
        if low is not None:
            said += f", sessions {number(low, 1)} to {number(high, 1)}"
        row = {"annotator": text, "x": one.calibration_mean, "y": one.later_mean, "low": low, "high": high}
        rows.append({**row, "said": f"{printable(name)}: {minus(said)}"})
    values = [row[name] for row in rows for name in ("x", "y", "low", "high") if row[name] is not None]
    room = 0.06 * (max(values) - min(values)) or 1.0
    bounds = [min(values) - room, max(values) + room]  # the same on both sides, so that the line is a diagonal
    ends: Rows = [{"x": value, "y": value} for value in bounds]
    scale = alt.Scale(zero=False, nice=False, domain=bounds)
    x = alt.X("x:Q", title="mean of the calibration set", scale=scale).axis(grid=False)
    y = alt.Y("y:Q", title="mean of later work", scale=scale)
    known = [row for row in rows if row["low"] is not None]
    line = chart(ends).mark_line(color=PALETTE["line"], strokeWidth=1.5).encode(x=x, y=y)
    layers = [line]
    if known:
        ranges = chart(known).mark_rule(color=PALETTE["same"], strokeWidth=2)
        layers.append(ranges.encode(x=x, y=alt.Y("low:Q", scale=scale), y2="high:Q"))
    points = chart(rows).mark_point(filled=True, size=60, color=PALETTE["ink"], opacity=1, aria=True)
    layers.append(points.encode(x=x, y=y, description=SAID))
    if len(rows) <= _MOST_NAMES:
        words = chart(rows).mark_text(align="left", dx=7, dy=4, color=PALETTE["muted"])
        layers.append(words.encode(x=x, y=y, text="annotator:N"))
    names = [row["annotator"] for row in rows] if len(rows) <= _MOST_NAMES else []
    return finish(alt.layer(*layers).properties(width=_SQUARE, height=_SQUARE), right=label_width(names))


def calibration_histograms(people: Sequence[ScoreHistogram], *, bounds: tuple[float, float]) -> Spec:
    """Scores of later work as bars and of the calibration set as an outline, one square for each annotator.

    Args:
        people: annotators with both.
        bounds: lower end of the first bin and upper end of the last.
    """
    shown = labels([one.annotator for one in people])
    bars, edges, words, squares = list[Rows](), list[Rows](), [], []
    columns = min(_COLUMNS, len(people))
    for i, one in enumerate(people):
        row, column = divmod(i, columns)
        first, second = ([n / (sum(part) or 1) for n in part] for part in (one.calibration or (), one.later or ()))
        top = max(*first, *second)
        said = [
            f"{printable(one.annotator)}, {scores}: {later:.0%} of later work, {before:.0%} of the calibration set"
            for scores, later, before in zip(_bins(*bounds, len(second)), second, first, strict=True)
        ]
        bars.append(_bars([_HIGH * share / top for share in second], said, row, column))
        corners = [(edge, share) for k, share in enumerate(first) for edge in (k, k + 1)]
        edges.append(
            [
                {
                    "x": column + _inside(edge / len(first)),
                    "y": row + 1 - _inside(_HIGH * share / top),
                    "who": one.annotator,
                    "place": place,
                }
                for place, (edge, share) in enumerate(corners)
            ]
        )
        text = shown[one.annotator].replace("\n", "")
        words.append({"x": column + _PAD, "y": row + _PAD, "text": text})
        squares.append({"x": column, "x2": column + 1, "y": row, "y2": row + 1})
    lines = (len(people) + columns - 1) // columns
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, columns], nice=False))
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[0, lines], nice=False, reverse=True))
    outline = chart([edge for part in edges for edge in part]).mark_line(color=PALETTE["above"], strokeWidth=2)
    drawn = alt.layer(
        chart(squares).mark_rect(filled=False, stroke=PALETTE["line"]).encode(x=x, x2="x2:Q", y=y, y2="y2:Q"),
        chart([bar for part in bars for bar in part])
        .mark_rect(color=PALETTE["below"], opacity=0.45, aria=True)
        .encode(x="x:Q", x2="x2:Q", y="y:Q", y2="y2:Q", description=SAID),
        outline.encode(x="x:Q", y="y:Q", detail="who:N", order="place:Q"),
        chart(words)
        .mark_text(align="left", baseline="top", color=PALETTE["ink"])
        .encode(x="x:Q", y="y:Q", text="text:N"),
    )
    return finish(drawn.properties(width=_WIDE * columns, height=_TALL * lines))


#: Pixels of such a square, and the share of it that the highest bar takes: the name stands above.
_WIDE, _TALL, _HIGH = 160, 120, 0.8
