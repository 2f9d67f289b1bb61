"""WMT24 error span annotation, wave 3: rows kept and means of 26 systems, against an independent computation."""

from __future__ import annotations

from dataclasses import replace

from adjudge.core.recipes import Filters
from adjudge.core.tables import Ratings
from adjudge.papers import esa_2024 as paper
from adjudge.papers.data import read_as


def test_nothing_is_unexplained(reproduced):
    result = reproduced("wmt24-esa")
    # Nine facts on rows; place, mean and segments of 13 systems in each of two pairs.
    assert (len(result.rows), result.count("equal")) == (9 + 2 * 13 * 3, 87)


def test_earlier_judgements_that_were_revised_would_change_the_figures(data_file):
    ratings = read_as(Ratings, data_file("wmt24-esa-wave3/esa_generalMT2024_wave3.csv.gz"))
    rows = paper.means(ratings, replace(paper.RECIPE, filters=Filters(revisions="keep-all")))
    assert {row.figure for row in rows if row.status == "different"} >= {"rows kept", "mean of rows kept"}


def test_figures_agree_with_those_beside_the_data(expected):
    computed = expected("wmt24-esa-wave3")["computed"]
    for pair, means in paper.MEANS.items():
        assert computed[f"{pair} (337 segments each)"] == means
        assert list(computed[f"{pair} (337 segments each)"]) == list(means)
