"""Every chart is in the gallery, with a picture that exists and the command that draws it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import adjudge
from tools.gallery import CAMPAIGNS, IMAGES, PAGE, PICTURES, draw, without_layout

CHARTS = Path(adjudge.__file__).parent / "reporting" / "charts"
#: What all charts share is no chart.
SHARED = "drawing.py"
#: Bytes of a picture; a page of fifteen stays below a megabyte.
MOST_BYTES = 64_000


def chart_functions() -> set[str]:
    """Public functions of the package of charts that return a specification."""
    modules = [ast.parse(path.read_text(encoding="utf-8")) for path in CHARTS.glob("*.py") if path.name != SHARED]
    functions = [node for module in modules for node in module.body if isinstance(node, ast.FunctionDef)]
    returned = {node.name: ast.unparse(node.returns) for node in functions if node.returns is not None}
    return {name for name, kind in returned.items() if "Spec" in kind and not name.startswith("_")}


def test_every_chart_is_in_the_gallery() -> None:
    assert chart_functions() == {picture.chart for picture in PICTURES}


def test_the_page_shows_every_picture_once_and_no_other() -> None:
    shown = re.findall(r"!\[.+?\]\(images/gallery/(.+?)\.svg\)", PAGE.read_text(encoding="utf-8"))
    assert shown == [picture.name for picture in PICTURES]
    assert sorted(shown) == sorted(path.stem for path in IMAGES.iterdir())


def test_the_page_has_every_command() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert {*CAMPAIGNS, *(picture.command for picture in PICTURES)} <= set(lines)


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_small_and_needs_nothing_else(picture) -> None:
    text = (IMAGES / f"{picture.name}.svg").read_text(encoding="utf-8")
    assert len(text.encode()) < MOST_BYTES
    assert text.startswith("<svg ")
    assert re.findall(r"https?://[^\"' ]+", text.replace("http://www.w3.org/", "")) == []
    assert "var(--" not in text


def test_pictures_are_told_apart_by_words_and_marks_and_not_by_fonts() -> None:
    drawn = '<svg width="20"><g transform="translate(-6.5,8)"><path aria-label="a: 1.5" d="M1,2L3e-7,4"/></g>b</svg>'
    wider = '<svg width="21"><g transform="translate(7,-8)"><path aria-label="a: 1.5" d="M1,2.5L3,4"/></g>b</svg>'
    assert without_layout(drawn) == without_layout(wider)
    for other in (drawn.replace("a: 1.5", "a: 1.6"), drawn.replace(">b<", ">c<"), drawn.replace("L3", "M3")):
        assert without_layout(drawn) != without_layout(other)


@pytest.mark.slow
def test_the_pictures_are_current() -> None:
    written = {picture.name: (IMAGES / f"{picture.name}.svg").read_text(encoding="utf-8") for picture in PICTURES}
    drawn = draw()
    others = [name for name, text in written.items() if without_layout(text) != without_layout(drawn[name])]
    assert others == [], "run: python tools/gallery.py"
