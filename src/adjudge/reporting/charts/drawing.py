"""What all charts share: colours, rows of systems, and the way from a specification to SVG.

Colours come from the palette of Okabe and Ito or differ in lightness, and every distinction is also one of shape or of
printed text, so that a chart reads the same to colour-blind eyes and on grey paper.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Any, Final

import altair as alt

from adjudge.reporting.printed_tables import printable

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
#: Pixels; a longer name is cut.
LABEL_LIMIT: Final = 190
_LARGE, _SMALL = 24, 16
#: With more systems rows are set closer, so that a page stays a page.
_MANY: Final = 50


def row_height(systems: int) -> int:
    """Pixels for one system, so that its name can be read."""
    return _LARGE if systems <= _MANY else _SMALL


def labels(names: Sequence[str]) -> dict[str, str]:
    """Names as a chart prints them; those that would look the same are numbered, so that none hides another."""
    seen: Counter[str] = Counter()
    shown = {}
    for name in names:
        label = printable(name)
        seen[label] += 1
        shown[name] = label if seen[label] == 1 else f"{label} ({seen[label]})"
    return shown


def chart(rows: Rows) -> alt.Chart:
    """A chart of rows that it carries with it."""
    return alt.Chart(alt.InlineData(values=rows))


def finish(drawn: Layers | alt.HConcatChart) -> Spec:
    """A chart in the style of the page, as data."""
    text = {
        "labelFont": FONT,
        "titleFont": FONT,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": 400,
    }
    axis = {**text, "labelColor": PALETTE["ink"], "titleColor": PALETTE["muted"], "labelLimit": LABEL_LIMIT}
    lines = {"gridColor": PALETTE["line"], "domainColor": PALETTE["line"], "tickColor": PALETTE["line"]}
    configured = (
        drawn.configure(font=FONT, background="transparent", padding=4)
        .configure_view(stroke=None)
        .configure_axis(**axis, **lines)
        .configure_axisY(grid=False)
        .configure_text(font=FONT, fontSize=12)
    )
    spec: Spec = configured.to_dict()
    del spec["$schema"]  # the only address in a specification, and nobody is to fetch it
    return spec


def _shown(text: str) -> str:
    return escape(printable(text))


_HEAD = re.compile(r'<svg [^>]*(width="([\d.]+)" height="[\d.]+" viewBox="[^"]+")[^>]*>')


def svg(spec: Spec, *, name: str, title: str, description: str) -> str:
    """Draw a chart as an SVG element to be put into a page.

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
            f'aria-labelledby="{name}-title {name}-desc"><title id="{name}-title">{_shown(title)}</title>'
            f'<desc id="{name}-desc">{_shown(description)}</desc>'
        )

    drawn = _HEAD.sub(head, vl_convert.vegalite_to_svg(spec, allowed_base_urls=[]), count=1)
    for colour, value in PALETTE.items():
        drawn = drawn.replace(f'"{value}"', f'"var(--chart-{colour}, {value})"')
    return drawn
