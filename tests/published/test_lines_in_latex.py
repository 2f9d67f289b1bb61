r"""The rules of a LaTeX table stand where the organisers of WMT21 drew their lines."""

from __future__ import annotations

import csv

import pytest

import adjudge
from adjudge.papers import knowles_2021 as paper
from adjudge.reporting.files.rankings import ranking_latex
from tests.unit.reporting.files.latex_parser import parse_table


@pytest.mark.parametrize("pair", ["bn-hi", "hi-bn", "xh-zu", "zu-xh"])
def test_rules_stand_below_the_systems_that_end_a_released_cluster(pair, data_dir, data_file):
    path = data_file("wmt21-facebook-wikipedia/clusters.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=" "))
    released = [row for row in rows if f"{row['SRC']}-{row['TRG']}" == pair]
    release = next(one for one in paper.releases(data_dir) if one.pair == pair)
    table = parse_table(ranking_latex(adjudge.rank(release.ratings, "wmt-da")))
    names = [row[table.headings.index("System")] for row in table.rows]
    assert names == [row["SYSTEM"] for row in released]
    ends = [row["SYSTEM"] for row in released if row["END_OF_CLUSTER"] == "True"]
    assert [names[rule - 1] for rule in sorted(table.rules)] == ends[:-1]
