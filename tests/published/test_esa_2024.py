"""WMT24 error span annotation, wave 3: rows kept and means of 26 systems, against an independent computation."""

from __future__ import annotations

from dataclasses import replace

from adjudge.core.recipes.recipe import Filters
from adjudge.core.tables import Ratings
from adjudge.papers import esa_2024 as paper
from adjudge.papers.data import read_as


def test_every_figure_is_equal(reproduced):
    assert [row for row in reproduced("wmt24-esa").rows if row.status != "equal"] == []


def test_every_fact_of_the_independent_computation_is_a_figure(reproduced, expected):
    facts = expected("wmt24-esa-wave3")["computed"]
    names = ("rows", "tutorial", "BAD", "BAD_mean", "kept", "kept_mean")
    published = [*(facts[name] for name in names), *facts["paired_BAD"].values()]
    result = reproduced("wmt24-esa")
    assert sorted(row.published for row in result.of_table(paper.TABLE)) == sorted(published)
    for pair in paper.MEANS:
        # Place, mean and number of segments of every system.
        assert len(result.of_table(f"Means {pair}")) == 3 * len(facts[f"{pair} (337 segments each)"])


def test_earlier_judgements_that_were_revised_would_change_the_figures(data_file):
    ratings = read_as(Ratings, data_file("wmt24-esa-wave3/esa_generalMT2024_wave3.csv.gz"))
    rows = paper.means(ratings, replace(paper.RECIPE, filters=Filters(revisions="keep-all")))
    assert {row.figure for row in rows if row.status == "different"} >= {"rows kept", "mean of rows kept"}


def test_figures_agree_with_those_beside_the_data(expected):
    computed = expected("wmt24-esa-wave3")["computed"]
    for pair, means in paper.MEANS.items():
        assert computed[f"{pair} (337 segments each)"] == means
        assert list(computed[f"{pair} (337 segments each)"]) == list(means)
