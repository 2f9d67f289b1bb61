"""Power by sample size: the plan, and what other effects or margins would give."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from adjudge.planning.power.result import PowerCurve, PowerResult
from adjudge.reporting.charts.drawing import PALETTE, SAID, Layers, Rows, Spec, chart, finish
from adjudge.reporting.power.tables import curve_name

#: Pixels; scaled by the page.
_WIDTH, _HEIGHT = 480, 320
#: Power at which the curve of the plan and the others are named, so that names do not meet.
_OWN_NAME, _OTHER_NAMES = 0.62, 0.42


def power_chart(result: PowerResult) -> Spec:
    """Power of every curve by n, on a scale of ratios; the plan is dark, and a point marks it.

    A dashed line is the power asked for. Every curve bears its effect, or its margin, where it crosses a middle power.
    """
    own, *others = result.curves
    sizes = own.sizes
    x = alt.X("n:Q", title=f"{result.unit}s, n").scale(type="log", domain=[sizes[0], sizes[-1]], nice=False)
    x = x.axis(grid=False, format=",d", values=_ticks(sizes[0], sizes[-1]))
    y = alt.Y("power:Q", title="power").scale(domain=[0, 1]).axis(format=".1f", values=[i / 5 for i in range(6)])
    target = chart([{"power": result.target}]).mark_rule(color=PALETTE["muted"], strokeDash=[3, 3]).encode(y=y)
    thin = [_line(curve, PALETTE["same"], 1.5, x, y) for curve in others]
    thick = _line(own, PALETTE["above"], 2.5, x, y)
    names = [_name(curve, _OTHER_NAMES, PALETTE["muted"], x, y) for curve in others]
    own_name = _name(own, _OWN_NAME, PALETTE["above"], x, y, bold=True)
    drawn: Layers = alt.layer(target, *thin, thick, *names, own_name, *_points(own, result, x, y))
    return finish(drawn.properties(width=_WIDTH, height=_HEIGHT))


def _line(curve: PowerCurve, colour: str, width: float, x: alt.X, y: alt.Y) -> alt.Chart:
    rows: Rows = [{"n": n, "power": round(power, 5)} for n, power in zip(curve.sizes, curve.powers, strict=True)]
    drawn: alt.Chart = chart(rows).mark_line(color=colour, strokeWidth=width, clip=True).encode(x=x, y=y)
    return drawn


def _name(curve: PowerCurve, level: float, colour: str, x: alt.X, y: alt.Y, *, bold: bool = False) -> alt.Chart:
    """The effect beside the curve, where it first reaches a level; at its end if it never does."""
    places = zip(curve.sizes, curve.powers, strict=True)
    n, power = next((place for place in places if place[1] >= level), (curve.sizes[-1], curve.powers[-1]))
    row = {"n": n, "power": power, "name": curve_name(curve)}
    at_end = n == curve.sizes[-1]
    mark = chart([row]).mark_text(
        align="right" if at_end else "left",
        dx=-4 if at_end else 7,
        dy=-9 if at_end else 6,
        color=colour,
        fontWeight="bold" if bold else "normal",
    )
    drawn: alt.Chart = mark.encode(x=x, y=y, text="name:N")
    return drawn


def _points(own: PowerCurve, result: PowerResult, x: alt.X, y: alt.Y) -> list[alt.Chart]:
    """Invisible places of the curve that say their numbers, and the plan."""
    places = zip(own.sizes, own.powers, strict=True)
    rows: Rows = [{"n": n, "power": power, "said": f"n = {n:,}: power {power:.3f}"} for n, power in places]
    hidden = chart(rows).mark_point(filled=True, size=40, opacity=0, color=PALETTE["above"], aria=True)
    plan: Rows = [
        {
            "n": result.n,
            "power": result.achieved_power,
            "said": f"the plan, n = {result.n:,}: power {result.achieved_power:.3f}",
        }
    ]
    point = chart(plan).mark_point(filled=True, size=110, opacity=1, color=PALETTE["ink"], shape="diamond", aria=True)
    return [one.encode(x=x, y=y, description=SAID) for one in (hidden, point)]


def _ticks(low: int, high: int) -> Sequence[int]:
    """Round numbers of 1, 2 and 5; of 1 only where there would be many."""
    found = [step * 10**power for power in range(9) for step in (1, 2, 5) if low <= step * 10**power <= high]
    return found if len(found) <= 10 else [one for one in found if str(one)[0] == "1"]
