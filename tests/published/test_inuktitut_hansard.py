"""Knowles and Lo 2022, Table 3: raw and z of every system, in order, from the recipe that needs no anchor."""

from __future__ import annotations

import json

import adjudge


def test_table_3_averages_and_order(data_file):
    expected = json.loads(data_file("iku-wmt20/expected.json").read_text())["published"]
    table = next(value for key, value in expected.items() if key.startswith("table3"))
    published = [row for row in table if row != "line"]
    ratings = adjudge.read(data_file("iku-wmt20/Hansard-A.csv.gz"), data_file("iku-wmt20/Hansard-B.csv.gz"))
    # Without degraded rows in Hansard, "all rows" and the paper's basis are the same.
    ours = adjudge.rank(ratings, "wmt-da").systems
    assert [[s.system.rsplit(".", 1)[0], round(s.raw, 1), round(s.z, 3)] for s in ours] == published
