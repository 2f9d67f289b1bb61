from __future__ import annotations

from dataclasses import replace

import pytest

from adjudge.reporting.charts.pairs import pair_chart
from tests.unit.reporting.builder import ranking
from tests.unit.reporting.charts.specification import rows


def test_every_pair_has_a_cell_with_its_p_and_verdict():
    cells = {(row["row"], row["column"]): row for row in rows(pair_chart(ranking([["A"], ["B", "C"], ["D"]])), "p")}

    assert len(cells) == 6
    # The builder gives p = 0.01 / clusters between / 2, and 0.4 within a cluster.
    assert cells["1  A", "2"] == {
        "row": "1  A",
        "column": "2",
        "p": 0.005,
        "text": ".005",
        "class": "p < 0.01",
        "said": "A against B: p .005",
    }
    assert cells["1  A", "4"]["p"] == 0.0025
    assert cells["2  B", "3"]["class"] == "not significant"


@pytest.mark.parametrize(
    ("p", "significant", "text", "shade"),
    [
        (0.0005, True, "<.001", "p < 0.001"),
        (0.03, True, ".030", "p < level"),
        (0.0005, False, "<.001", "not significant"),
        (1.0, False, "1", "not significant"),
        (float("nan"), False, "?", "not significant"),
    ],
)
def test_cells_are_shaded_by_verdict_then_by_p(p, significant, text, shade):
    result = ranking([["A"], ["B"]])
    result = replace(result, pairs=(replace(result.pairs[0], p=p, significant=significant),))
    (cell,) = rows(pair_chart(result), "class")

    assert (cell["text"], cell["class"]) == (text, shade)
