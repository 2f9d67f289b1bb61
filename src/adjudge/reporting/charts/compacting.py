"""Drawn charts in few bytes: the same picture without what a renderer says twice.

A renderer repeats font, colour and width on every mark and wraps each in empty groups. Here they are said once, on the
group that holds the marks.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final
from xml.etree import ElementTree as ET

#: What groups pass on to what they hold.
_INHERITED: Final = (
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-dasharray",
    "stroke-miterlimit",
    "text-anchor",
    "font-family",
    "font-size",
    "font-weight",
)
#: Attributes that hold coordinates.
_PLACES: Final = ("d", "transform", "x", "y", "x1", "x2", "y1", "y2", "dx", "dy", "viewBox", "width", "height", "r")
#: What an attribute means if it is left out.
_DEFAULTS: Final = {
    ("transform", "translate(0,0)"),
    ("opacity", "1"),
    ("stroke-width", "1"),
    ("font-weight", "400"),
    ("font-weight", "normal"),
    ("x2", "0"),
    ("y2", "0"),
}
#: For programs that read a chart mark by mark; a page gives each mark a title instead.
_ROLES: Final = ("class", "role", "pointer-events", "aria-hidden", "aria-roledescription", "aria-label")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_CIRCLE = re.compile(r"M([\d.]+),0A\1,\1,0,1,1,-\1,0A\1,\1,0,1,1,\1,0")
_MOVED = re.compile(r"translate\(([-\d.]+),([-\d.]+)\)")
_CLIPPED = re.compile(r"url\(#(.+)\)")


def compact(drawn: str) -> ET.Element:
    """A drawn chart with the same picture in few bytes.

    Args:
        drawn: SVG as a renderer of charts writes it, with a label on each mark that is to be described.

    Returns:
        The root. A label became the title of its mark, which browsers show under the pointer.
    """
    root = ET.fromstring(drawn)  # noqa: S314 - of our own renderer, which escapes names
    texts = [element for element in root.iter() if element.get("font-family")]
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        _shorten(element)
    for name in ("font-family", "font-size") if texts else ():
        usual = Counter(text.attrib[name] for text in texts).most_common(1)[0][0]
        root.set(name, usual)
        for text in texts:
            if text.get(name) == usual:
                del text.attrib[name]
    _tidy(root)
    name_clips(root)
    return root


def name_clips(root: ET.Element, prefix: str = "") -> None:
    """Number the areas that clip lines: the renderer counts them over all drawings of its life.

    Args:
        root: of a compacted drawing; changed in place.
        prefix: of the ids, where several drawings stand on one page.
    """
    names = {area.get("id"): f"{prefix}clip{place}" for place, area in enumerate(root.iter("clipPath"), 1)}
    for element in root.iter():
        if element.tag == "clipPath":
            element.set("id", names[element.get("id")])
        if used := _CLIPPED.fullmatch(element.get("clip-path", "")):
            element.set("clip-path", f"url(#{names[used[1]]})")


def _shorten(element: ET.Element) -> None:
    """Attributes without repetition, numbers to a hundredth of a pixel, a label as a title, a circle as a circle."""
    label = element.get("aria-label")
    for name in _ROLES:
        element.attrib.pop(name, None)
    for name in _PLACES:
        if name in element.attrib:
            element.set(name, _NUMBER.sub(_rounded, element.attrib[name]))
    for name, _ in _DEFAULTS & set(element.attrib.items()):
        del element.attrib[name]
    circle, place = _CIRCLE.fullmatch(element.get("d", "")), _MOVED.fullmatch(element.get("transform", ""))
    if circle and place:
        element.tag = "circle"
        del element.attrib["d"], element.attrib["transform"]
        element.attrib |= {"cx": place[1], "cy": place[2], "r": circle[1]}
    if label is not None:
        title = ET.Element("title")
        title.text = label
        element.insert(0, title)


def _rounded(found: re.Match[str]) -> str:
    text = f"{float(found[0]):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _tidy(parent: ET.Element) -> None:
    """What cannot be seen goes, groups that say nothing give way to what they hold, the common is said once."""
    for child in parent:
        _tidy(child)
    parent[:] = [child for child in parent if _visible(child)]
    held = [child for child in parent if child.tag != "title"]
    for name in _INHERITED if parent.tag == "g" and len(held) > 1 else ():
        values = {child.get(name) for child in held}
        if len(values) == 1 and None not in values:
            parent.set(name, held[0].attrib[name])
            for child in held:
                del child.attrib[name]
    parent[:] = [one for child in parent for one in (child if child.tag == "g" and not child.attrib else (child,))]


def _visible(element: ET.Element) -> bool:
    if element.get("display") == "none" or (element.tag == "g" and not len(element)):
        return False
    # The background of a panel without a colour of its own.
    return element.tag != "path" or bool({"fill", "stroke"} & set(element.attrib))
