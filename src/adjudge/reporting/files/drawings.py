"""A chart for paper: one drawing as SVG, PDF and PNG, in the light palette on white."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import Final

from adjudge.reporting.charts.compacting import compact
from adjudge.reporting.charts.drawing import Spec, drawn_width, plain_svg, written
from adjudge.reporting.printed_tables import printable

#: Pixels per inch of the PNG, if the chart is printed as large as it is drawn; printed smaller it has more.
PIXELS_PER_INCH: Final = 300
#: Pixels of the longer side of a PNG; a longer one is drawn with fewer per inch.
_MOST_PIXELS: Final = 12_000
#: Entries of a dictionary of resources in a PDF, which the library writes in any order.
_RESOURCES: Final = re.compile(rb"(?:^ +/[a-z]+\d+ \d+ 0 R\n){2,}", re.MULTILINE)
_OPENING: Final = re.compile(r"<svg ([^>]*)>")


@dataclass(frozen=True)
class Drawing:
    """One chart, drawn.

    Args:
        svg: stands alone: no style sheet, no script, nothing to load.
        pdf: a page of the same size, with fonts embedded.
        png: the same in pixels.
        width: in points.
    """

    svg: str
    pdf: bytes
    png: bytes
    width: float


def draw(spec: Spec, *, title: str, description: str) -> Drawing:
    """Draw a chart for paper.

    The same chart gives the same bytes on the same computer; fonts may differ on another. Only a PDF with several fonts
    looks the same but differs: the library numbers them in any order.

    Args:
        spec: what one of the chart functions returned.
        title: short name for those who hear the picture.
        description: what the chart shows, in words.
    """
    import vl_convert  # loads a JavaScript engine

    drawn = _on_white(spec)
    longest = max(map(float, re.findall(r' (?:width|height)="([\d.]+)"', _opening(drawn))))
    ppi = min(PIXELS_PER_INCH, 72 * _MOST_PIXELS / longest)
    return Drawing(
        svg=_standalone(drawn, title, description),
        pdf=_in_order(vl_convert.svg_to_pdf(drawn)),
        png=vl_convert.svg_to_png(drawn, ppi=ppi),
        width=drawn_width(drawn),
    )


def draw_svg(spec: Spec, *, title: str, description: str) -> str:
    """The same drawing as SVG alone.

    Args:
        spec: what one of the chart functions returned.
        title: short name for those who hear the picture.
        description: what the chart shows, in words.
    """
    return _standalone(_on_white(spec), title, description)


def _on_white(spec: Spec) -> str:
    return plain_svg({**spec, "config": {**spec.get("config", {}), "background": "white"}})


def _standalone(drawn: str, title: str, description: str) -> str:
    said = f"<title>{escape(printable(title))}</title><desc>{escape(printable(description))}</desc>"
    root = compact(drawn)
    root.set("xmlns", "http://www.w3.org/2000/svg")
    small = written(root)
    return _OPENING.sub(lambda match: f'<svg {match[1]} role="img">{said}', small, count=1) + "\n"


def _opening(drawn: str) -> str:
    found = _OPENING.search(drawn)
    return found[0] if found else ""


def _in_order(pdf: bytes) -> bytes:
    """The same PDF with resources in the order of their names; places in the file stay as they are."""
    return _RESOURCES.sub(lambda match: b"".join(sorted(match[0].splitlines(keepends=True))), pdf)
