"""What all charts share: colours, rows of systems, and the way from a specification to SVG.

Colours come from the palette of Okabe and Ito or differ in lightness, and every distinction is also one of shape or of
printed text, so that a chart reads the same to colour-blind eyes and on grey paper.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final
from xml.etree import ElementTree as ET

import altair as alt

from adjudge.reporting.charts.compacting import compact, name_clips
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
#: Pixels of a line of a label; what is longer is cut.
LABEL_LIMIT: Final = 190
#: Characters of such a line.
LINE_LENGTH: Final = 26
#: Field of a row with the words for its mark, which a page shows under the pointer.
SAID: Final = "said:N"
#: Draws a label of several lines.
AS_LINES: Final = r"split(datum.label, '\n')"
#: Pixels of a letter, and how much wider than measured the font of a reader may be (DejaVu Sans: by a fifth).
_LETTER, _WIDER = 8.0, 1.25
_LARGE, _SMALL, _TWO_LINES = 24, 16, 34
#: With more systems rows are set closer, so that a page stays a page.
_MANY: Final = 50


def row_height(shown: Sequence[str]) -> int:
    """Pixels for one system, so that its label can be read."""
    if any("\n" in label for label in shown):
        return _TWO_LINES
    return _LARGE if len(shown) <= _MANY else _SMALL


def label_width(shown: Sequence[str]) -> float:
    """Pixels that labels may take, in a wide font."""
    longest = max((len(line) for label in shown for line in label.split("\n")), default=0)
    return _WIDER * min(LABEL_LIMIT, _LETTER * longest)


def labels(names: Sequence[str]) -> dict[str, str]:
    """Names as a chart prints them; those that would look the same are numbered, so that none hides another."""
    seen: Counter[str] = Counter()
    shown = {}
    for name in names:
        label = in_lines(printable(name))
        seen[label] += 1
        shown[name] = label if seen[label] == 1 else f"{label} ({seen[label]})"
    return shown


def in_lines(name: str) -> str:
    """A long name in two lines, broken where words or parts of it end; of a longer one the middle is left out."""
    if len(name) <= LINE_LENGTH:
        return name
    ends = [place.end() for place in _PART.finditer(name) if len(name) - LINE_LENGTH <= place.end() <= LINE_LENGTH]
    if ends:
        end = min(ends, key=lambda place: abs(2 * place - len(name)))
        return f"{name[:end].rstrip()}\n{name[end:]}"
    if len(name) <= 2 * LINE_LENGTH:
        return f"{name[: (len(name) + 1) // 2]}\n{name[(len(name) + 1) // 2 :]}"
    return f"{name[:LINE_LENGTH]}\n\N{HORIZONTAL ELLIPSIS}{name[1 - LINE_LENGTH :]}"


def minus(text: str) -> str:
    """Numbers as text, with true minus signs."""
    return text.replace("-", "\N{MINUS SIGN}")


def chart(rows: Rows) -> alt.Chart:
    """A chart of rows that it carries with it."""
    return alt.Chart(alt.InlineData(values=rows))


def finish(drawn: Layers | alt.HConcatChart, *, left: float = 0.0, right: float = 0.0) -> Spec:
    """A chart in the style of the page, as data.

    Args:
        drawn: the chart.
        left: width of the labels at its left edge in a wide font: the room that measured ones leave of it is added.
        right: the same at its right edge.
    """
    text = {
        "labelFont": FONT,
        "titleFont": FONT,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": 400,
    }
    axis = {**text, "labelColor": PALETTE["ink"], "titleColor": PALETTE["muted"], "labelLimit": LABEL_LIMIT}
    lines = {"gridColor": PALETTE["line"], "domainColor": PALETTE["line"], "tickColor": PALETTE["line"]}
    spare = 1 - 1 / _WIDER
    padding = {"left": 4 + spare * left, "right": 12 + spare * right, "top": 4, "bottom": 4}
    configured = (
        drawn.configure(font=FONT, background="transparent", padding=padding)
        .configure_view(stroke=None)
        # A mark has a description where a chart gives it one, in words.
        .configure_mark(aria=False)
        .configure_legend(aria=False)
        .configure_axis(**axis, **lines, aria=False)
        .configure_axisY(grid=False)
        .configure_text(font=FONT, fontSize=12)
    )
    spec: Spec = configured.to_dict()
    del spec["$schema"]  # the only address in a specification, and nobody is to fetch it
    return spec


def drawn_width(drawn: str) -> float:
    """Pixels of a drawn chart."""
    found = re.search(r'width="([\d.]+)"', drawn)
    return float(found[1]) if found else 0.0


#: The name of the language, not an address.
_SPACE: Final = "http://www.w3.org/2000/svg"
_PART = re.compile(r"[\s_./:+-]+")
#: The first line of a label beside a row, which the renderer puts at the middle of the row, and the second below it.
_FIRST_OF_TWO = re.compile(r'(<text [^>]*text-anchor="(?:end|start)"[^>]*>)<tspan>')


def plain_svg(spec: Spec) -> str:
    """Draw a chart as SVG in the light palette."""
    import vl_convert  # loads a JavaScript engine

    return _FIRST_OF_TWO.sub(r'\1<tspan dy="-7">', vl_convert.vegalite_to_svg(spec, allowed_base_urls=[]))


def written(root: ET.Element) -> str:
    """A compacted drawing as text."""
    return ET.tostring(root, encoding="unicode", short_empty_elements=True).replace(" />", "/>")


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
    root = compact(plain_svg(spec))
    name_clips(root, f"{name}-")
    width = float(root.get("width", "0"))
    # Smaller, labels could not be read, and the page scrolls instead; larger, they would outgrow the text.
    root.set("style", f"min-width:{0.75 * width:.0f}px;max-width:{1.3 * width:.0f}px")
    root.attrib |= {"xmlns": _SPACE, "role": "img", "aria-labelledby": f"{name}-title {name}-desc"}
    for place, (tag, text) in enumerate((("title", title), ("desc", description))):
        said = ET.Element(tag, id=f"{name}-{tag}")
        said.text = printable(text)
        root.insert(place, said)
    text = written(root)
    for colour, value in PALETTE.items():
        text = text.replace(f'"{value}"', f'"var(--chart-{colour}, {value})"')
    return text
