"""Compacting keeps the picture: marks, places, colours and words."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from adjudge.reporting.charts.compacting import compact, name_clips

LINE = '<line y2="4" stroke="red" />'


def compacted(body: str) -> str:
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" width="10">{body}</svg>'
    return ET.tostring(compact(drawn), encoding="unicode")


@pytest.mark.parametrize(
    ("drawn", "kept"),
    [
        # Numbers to a hundredth of a pixel.
        ('<path d="M1.23456,-0.001L1e-7,2.5" fill="red"/>', '<path d="M1.23,0L0,2.5" fill="red" />'),
        # A circle of a renderer is a path of two arcs.
        (
            '<path transform="translate(5.126,6)" d="M2,0A2,2,0,1,1,-2,0A2,2,0,1,1,2,0" fill="red"/>',
            '<circle fill="red" cx="5.13" cy="6" r="2" />',
        ),
        # What is meant without being said.
        ('<line transform="translate(0,0)" x2="0" y2="4" stroke="red" stroke-width="1" opacity="1"/>', None),
        # Programs that read a chart mark by mark.
        ('<line class="mark" role="x" aria-roledescription="y" pointer-events="none" y2="4" stroke="red"/>', None),
        # Groups that say nothing.
        ('<g><g transform="translate(0,0)"><line y2="4" stroke="red"/></g></g>', None),
        # What cannot be seen: backgrounds without colour, and what is not displayed.
        ('<path class="background" d="M0,0h3"/><line y2="4" stroke="red"/><path display="none" fill="red"/>', None),
    ],
)
def test_what_says_nothing_goes(drawn, kept):
    assert compacted(drawn) == f'<svg width="10">{kept or LINE}</svg>'


def test_what_all_marks_of_a_group_share_is_said_once():
    drawn = (
        '<g fill="none"><g><line stroke="red" y2="1"/><line stroke="red" y2="2"/></g><line stroke="blue" y2="3"/></g>'
    )

    assert compacted(drawn) == (
        '<svg width="10"><g fill="none"><g stroke="red"><line y2="1" /><line y2="2" /></g>'
        '<line stroke="blue" y2="3" /></g></svg>'
    )


def test_a_mark_without_the_attribute_keeps_its_default():
    drawn = '<g><line stroke="red" stroke-width="2" y2="1"/><line stroke="red" stroke-width="1" y2="2"/></g>'

    assert compacted(drawn) == (
        '<svg width="10"><g stroke="red"><line stroke-width="2" y2="1" /><line y2="2" /></g></svg>'
    )


def test_the_usual_font_is_said_at_the_root_and_others_stay():
    text = '<text fill="red" font-family="Inter" font-size="{}px">{}</text>'
    drawn = "".join(text.format(size, word) for size, word in ((12, "a"), (12, "b"), (9, "c")))

    assert compacted(drawn) == (
        '<svg width="10" font-family="Inter" font-size="12px"><text fill="red">a</text><text fill="red">b</text>'
        '<text fill="red" font-size="9px">c</text></svg>'
    )


def test_the_label_of_a_mark_becomes_its_title():
    assert compacted('<path aria-label="&lt;b&gt; &amp; 1" fill="red" d="M0,0h3"/>') == (
        '<svg width="10"><path fill="red" d="M0,0h3"><title>&lt;b&gt; &amp; 1</title></path></svg>'
    )


def test_areas_that_clip_lines_are_numbered_within_a_drawing():
    """The renderer counts them over all drawings of its life; on a page each drawing has names of its own."""

    def clipped(first: int) -> str:
        areas = "".join(
            f'<clipPath id="clip{n}"><rect width="{n - first + 1}"/></clipPath>' for n in (first, first + 1)
        )
        lines = "".join(f'<line y2="4" stroke="red" clip-path="url(#clip{n})"/>' for n in (first + 1, first))
        return f"<defs>{areas}</defs>{lines}"

    assert compacted(clipped(1)) == compacted(clipped(8))
    assert 'clip-path="url(#clip2)"' in compacted(clipped(8))
    root = ET.fromstring(compacted(clipped(8)))
    name_clips(root, "power-")
    assert [area.get("id") for area in root.iter("clipPath")] == ["power-clip1", "power-clip2"]
    assert [line.get("clip-path") for line in root.iter("line")] == [
        "url(#power-clip2)",
        "url(#power-clip1)",
    ]
