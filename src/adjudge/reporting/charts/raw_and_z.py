"""Raw against standardised means: where standardisation changes places."""

from __future__ import annotations

import altair as alt

from adjudge.auditing.report.raw_and_z import RawAndZ
from adjudge.reporting.charts.drawing import PALETTE, SAID, Rows, Spec, chart, finish, label_width, labels, minus
from adjudge.reporting.printed_tables import decimals_of, number, printable

#: Pixels; scaled by the page.
_WIDTH, _HEIGHT = 420, 320
#: Share of the height that a name takes; where points lie closer, only the higher one is named.
_ROOM = 0.05


def raw_and_z_chart(found: RawAndZ) -> Spec:
    """Systems by raw mean (to the right) and mean z-score (upwards); a triangle marks one that changes places.

    Going up from point to point, a step to the left is a pair of systems that the two orders put the other way round.
    """
    shown = labels([one.system for one in found.systems])
    digits = decimals_of([one.raw for one in found.systems])
    rows: Rows = [
        {
            "system": shown[one.system].replace("\n", ""),
            "raw": round(one.raw, 9),
            "z": round(one.z, 9),
            "move": "same" if one.raw_rank == one.z_rank else "up" if one.z_rank < one.raw_rank else "down",
            "said": f"{printable(one.system)}: raw {minus(number(one.raw, digits))} (rank {one.raw_rank}), "
            f"z {minus(number(one.z, 3))} (rank {one.z_rank})",
        }
        for one in found.systems
    ]
    x = alt.X("raw:Q", title="mean raw score", scale=alt.Scale(zero=False, padding=18)).axis(grid=False)
    y = alt.Y("z:Q", title="mean z-score", scale=alt.Scale(zero=False, padding=18))
    moves = ["up", "same", "down"]
    shape = alt.Shape("move:N", legend=None).scale(domain=moves, range=["triangle-up", "circle", "triangle-down"])
    colours = [PALETTE["above"], PALETTE["ink"], PALETTE["below"]]
    colour = alt.Color("move:N", legend=None).scale(domain=moves, range=colours)
    path = chart(rows).mark_line(color=PALETTE["line"], strokeWidth=1.5).encode(x=x, y=y, order="z:Q")
    points = chart(rows).mark_point(filled=True, size=70, opacity=1, aria=True)
    named = _named(rows)
    words = chart(named).mark_text(align="left", dx=8, dy=4, color=PALETTE["muted"]).encode(x=x, y=y, text="system:N")
    drawn = alt.layer(path, points.encode(x=x, y=y, shape=shape, color=colour, description=SAID), words)
    room = label_width([row["system"] for row in named])
    return finish(drawn.properties(width=_WIDTH, height=_HEIGHT), right=room)


def _named(rows: Rows) -> Rows:
    """The points whose names do not lie over each other, from the highest down; a table names all."""
    span = (rows[0]["z"] - rows[-1]["z"]) or 1.0
    kept: Rows = []
    for row in rows:
        if not kept or (kept[-1]["z"] - row["z"]) / span >= _ROOM:
            kept.append(row)
    return kept
