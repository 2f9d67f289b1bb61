from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from adjudge.reporting.charts import PALETTE, Place, bump_chart, pair_chart, places, score_chart, svg
from tests.unit.reporting.builder import HOSTILE, ranking

RESULT = ranking([["A"], ["B", "C"], ["D"]])


def rows(spec, key):
    """The rows that hold a field, without repetition."""
    found = {json.dumps(row, sort_keys=True) for _, data in marks(spec) for row in data if key in row}
    return [json.loads(row) for row in sorted(found)]


def marks(spec, node=None, data=()):
    """Every mark with the rows it draws; altair keeps rows apart and lets layers inherit them."""
    node = spec if node is None else node
    if "data" in node:
        data = spec["datasets"][node["data"]["name"]]
    if "mark" in node:
        yield node["mark"], data
    for child in (*node.get("layer", ()), *node.get("hconcat", ())):
        yield from marks(spec, child, data)


def test_scores_and_clusters_are_drawn():
    spec = score_chart(RESULT)

    scores = {row["system"]: (row["score"], row["cluster"]) for row in rows(spec, "score")}
    assert scores == {"A": (0.5, 1), "B": (-0.5, 2), "C": (-1.5, 2), "D": (-2.5, 3)}
    lines = next(values for mark, values in marks(spec) if mark["type"] == "rule")
    assert [row["system"] for row in lines] == ["B", "D"]
    bands = next(values for mark, values in marks(spec) if mark["type"] == "rect")
    assert [row["system"] for row in bands] == ["A", "D"]


def test_true_quality_has_its_own_panel():
    spec = score_chart(RESULT, truth={"A": 80.0, "B": 75.0, "C": 76.0})

    assert {row["system"]: row["truth"] for row in rows(spec, "truth")} == {"A": 80.0, "B": 75.0, "C": 76.0, "D": None}
    assert len(spec["hconcat"]) == 2
    assert "hconcat" not in score_chart(RESULT)


def test_ends_of_clusters_but_not_of_the_table():
    assert [place.ends_cluster for place in places(RESULT)] == [True, False, True, False]


def test_bump_chart_marks_what_left_its_place():
    truth = [Place(name, i) for i, name in enumerate("BACD", 1)]
    spec = bump_chart({"truth": truth, "recipe": places(RESULT)})

    drawn = {
        (row["order"], row["system"]): (row["rank"], row["move"]) for row in rows(spec, "move") if "piece" not in row
    }
    assert drawn["recipe", "A"] == (1, "above")
    assert drawn["recipe", "B"] == (2, "below")
    assert drawn["recipe", "C"] == (3, "same")
    assert drawn["truth", "B"] == (1, "same")
    bars = next(values for mark, values in marks(spec) if mark["type"] == "tick")
    assert [(row["order"], row["rank"]) for row in bars] == [("recipe", 1), ("recipe", 3)]
    pieces = {row["piece"] for row in rows(spec, "piece")}
    assert len(pieces) == 4


def test_every_pair_has_a_cell_with_its_p_and_verdict():
    cells = {(row["row"], row["column"]): row for row in rows(pair_chart(RESULT), "p")}

    assert len(cells) == 6
    # The builder gives p = 0.01 / clusters between / 2, and 0.4 within a cluster.
    assert cells["1  A", "2"] == {"row": "1  A", "column": "2", "p": 0.005, "text": ".005", "class": "p < 0.01"}
    assert cells["1  A", "4"]["p"] == 0.0025
    assert cells["2  B", "3"]["class"] == "not detected"


@pytest.mark.parametrize(
    ("p", "significant", "text", "shade"),
    [
        (0.0005, True, "<.001", "p < 0.001"),
        (0.03, True, ".030", "p < level"),
        (0.0005, False, "<.001", "not detected"),
        (1.0, False, "1", "not detected"),
        (float("nan"), False, "?", "not detected"),
    ],
)
def test_cells_are_shaded_by_verdict_then_by_p(p, significant, text, shade):
    result = ranking([["A"], ["B"]])
    result = replace(result, pairs=(replace(result.pairs[0], p=p, significant=significant),))
    (cell,) = rows(pair_chart(result), "class")

    assert (cell["text"], cell["class"]) == (text, shade)


def test_specifications_hold_no_address():
    for spec in (score_chart(RESULT), pair_chart(RESULT), bump_chart({"a": places(RESULT), "b": places(RESULT)})):
        assert "://" not in json.dumps(spec)


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
