from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest
import vl_convert

from adjudge.reporting.charts.bump import bump_chart, places
from adjudge.reporting.charts.drawing import LINE_LENGTH, PALETTE, drawn_width, in_lines, labels, row_height, svg
from adjudge.reporting.charts.pairs import pair_chart
from adjudge.reporting.charts.scores import score_chart, strength_chart
from tests.unit.reporting.builder import HOSTILE, compared, model, ranking

RESULT = ranking([["A"], ["B", "C"], ["D"]])
MODEL = model("A", "B", "C", "D")
SPECS = {
    "scores": score_chart(RESULT),
    "strengths": strength_chart(compared([["A"], ["B", "C"], ["D"]], method="davidson", model=MODEL), MODEL),
    "pairs": pair_chart(RESULT),
    "orders": bump_chart({"a": places(RESULT), "b": places(RESULT)}),
}


@pytest.mark.parametrize("name", SPECS)
def test_specifications_hold_no_address(name):
    assert "://" not in json.dumps(SPECS[name])


@pytest.mark.parametrize("name", SPECS)
def test_all_systems_are_drawn(name):
    drawn = svg(SPECS[name], name=name, title="t", description="d")
    texts = " ".join(text.text or "" for text in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text"))

    assert [system for system in "ABC" if system not in texts.split()] == []


def test_svg_is_well_formed_named_and_takes_colours_from_the_page():
    drawn = svg(score_chart(ranking([HOSTILE])), name="x", title="A & B", description="<all>")
    root = ET.fromstring(drawn)
    space = "{http://www.w3.org/2000/svg}"

    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "x-title x-desc"
    assert root.findtext(f"{space}title") == "A & B"
    assert root.findtext(f"{space}desc") == "<all>"
    assert {text.text for text in root.iter(f"{space}text")} >= {"<script>alert(1)</script>", "a_b & 50%"}
    assert not list(root.iter(f"{space}script"))
    assert f"var(--chart-ink, {PALETTE['ink']})" in drawn
    assert f'"{PALETTE["ink"]}"' not in drawn


def test_no_two_colours_share_a_value():
    assert len(set(PALETTE.values())) == len(PALETTE)


def test_names_that_would_look_the_same_are_numbered():
    assert labels(["a\x00", "b", "a\x01"]) == {"a\x00": "a\ufffd", "b": "b", "a\x01": "a\ufffd (2)"}


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("short", ["short"]),
        ("Organisation-01_Constrained-Large-EnDe-v", ["Organisation-01_", "Constrained-Large-EnDe-v"]),
        ("a name of many words that has spaces", ["a name of many", "words that has spaces"]),
        ("x" * 41, ["x" * 21, "x" * 20]),
        ("x" * 60 + "y", ["x" * LINE_LENGTH, "\u2026" + "x" * (LINE_LENGTH - 2) + "y"]),
    ],
)
def test_a_long_name_is_two_lines_and_the_middle_of_a_longer_one_is_left_out(name, lines):
    assert in_lines(name).split("\n") == lines


def test_names_that_differ_in_the_middle_only_are_numbered():
    names = ["x" * 40 + str(i) + "x" * 40 for i in range(2)]

    assert len(set(labels(names).values())) == 2


def test_rows_are_higher_where_a_label_has_two_lines():
    assert row_height(["a\nb", "c"]) > row_height(["a", "c"]) > row_height(["a"] * 60)


def test_both_lines_are_drawn_around_the_middle_of_the_row():
    drawn = svg(
        score_chart(ranking([["Organisation-01_Constrained-Large-EnDe-v", "B"]])), name="x", title="", description=""
    )

    assert '<tspan dy="-7">Organisation-01_</tspan><tspan x="0" dy="14">Constrained-Large-EnDe-v</tspan>' in drawn


def test_the_width_of_a_chart_is_read_from_it():
    assert drawn_width('<svg xmlns="..." width="512.5" height="3">') == 512.5


@pytest.mark.parametrize("name", SPECS)
def test_a_compacted_chart_shows_the_same_texts_at_the_same_places(name):
    def places(drawn):
        """Every text with the sum of all translations around it, to a tenth of a pixel."""
        found = []

        def follow(element, x, y):
            moved = re.match(r"translate\(([-\d.e]+),([-\d.e]+)\)", element.get("transform", ""))
            x, y = (x + float(moved[1]), y + float(moved[2])) if moved else (x, y)
            if element.tag.endswith("text"):
                found.append(("".join(element.itertext()), round(x, 1), round(y, 1)))
            for child in element:
                follow(child, x, y)

        follow(ET.fromstring(drawn), 0.0, 0.0)
        return [(text, pytest.approx(x, abs=0.11), pytest.approx(y, abs=0.11)) for text, x, y in found]

    whole = vl_convert.vegalite_to_svg(SPECS[name], allowed_base_urls=[])
    small = svg(SPECS[name], name=name, title="t", description="d")

    assert places(small) == [(text, x.expected, y.expected) for text, x, y in places(whole)]
    assert len(small) < len(whole) / 2 + 300  # the name, the description and what marks say are new
