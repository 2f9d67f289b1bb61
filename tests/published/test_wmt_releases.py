"""WMT21 Wikipedia and WMT22 into English: averages, p-values and clusters as released."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudge.core.recipes.recipe import Aggregate, Clusters
from adjudge.papers import wmt_releases as releases
from adjudge.ranking.rank import rank
from tests.published.conftest import FOLDERS

SYSTEMS = {"bn-hi": 9, "hi-bn": 9, "xh-zu": 6, "zu-xh": 5, "cs-en": 12, "zh-en": 13}
PAIRS = [("wmt21-wikipedia", pair) for pair in releases.WIKIPEDIA] + [
    ("wmt22-toen", pair) for pair in releases.INTO_ENGLISH
]


@pytest.fixture(scope="module")
def hindi(data_file):
    return releases.Release(data_file("wmt21-facebook-wikipedia"), "hi-bn", "clusters.csv", "z")


@pytest.fixture(scope="module")
def czech(data_file):
    return releases.Release(data_file("wmt22-toen-mturk"), "cs-en", "clusters.csen-zhen.csv", "z-names")


@pytest.mark.parametrize("paper", ["wmt21-wikipedia", "wmt22-toen"])
def test_nothing_is_unexplained_or_absent(reproduced, paper):
    assert [row for row in reproduced(paper).rows if row.status not in {"equal", "explained"}] == []


@pytest.mark.parametrize(("paper", "pair"), PAIRS)
def test_every_system_has_its_averages_place_wins_and_cluster(reproduced, data_file, paper, pair):
    tables = {table: len(reproduced(paper).of_table(table)) for table in reproduced(paper).tables if pair in table}
    systems = SYSTEMS[pair]
    p_values = tables.pop(f"adwilcox {pair}")
    # Every p-value that the release prints; .12 is printed where nothing is significant, and counted once.
    matrix = data_file(f"{FOLDERS[paper]}/adwilcox-{pair.replace('-', '')}.csv").read_text().splitlines()[1:]
    cells = [cell for line in matrix for cell in line.split()[1:]]
    assert p_values == len([cell for cell in cells if cell != "0.12"]) + 1
    assert sorted(tables.values()) == [1, 2, 2 * systems + 1, 3 * systems, 4 * systems]


def test_lines_of_hindi_bengali_depend_on_the_rule(hindi):
    wins = rank(hindi.ratings, releases.RECIPE).clusters()
    stated = rank(hindi.ratings, replace(releases.RECIPE, clusters=Clusters("stated"))).clusters()
    assert [len(cluster) for cluster in wins] == [4, 4, 1]
    assert [len(cluster) for cluster in stated] == [4, 3, 1, 1]


def test_the_rule_stated_in_the_papers_is_the_only_difference(reproduced):
    assert reproduced("wmt22-toen").count("explained") == 0
    explained = [row for row in reproduced("wmt21-wikipedia").rows if row.status == "explained"]
    assert [(row.published, row.computed) for row in explained] == [
        ("UEdin.4, MS-EgDC.8", "UEdin.4, Online-B.5, MS-EgDC.8")
    ]


def test_averages_without_repeats_are_different(czech):
    recipe = replace(releases.RECIPE, aggregate=Aggregate(("system",)))
    rows = releases.averages(czech, rank(czech.ratings, recipe))
    assert sum(row.status == "different" for row in rows if row.figure.startswith("z of")) == 12


def test_a_two_sided_test_gives_other_wins(czech):
    recipe = replace(releases.RECIPE, test=replace(releases.RECIPE.test, alternative="two-sided"))
    rows = releases.clusters(czech, rank(czech.ratings, recipe))
    assert any(row.status == "different" for row in rows if row.figure.startswith("wins of"))


@pytest.mark.parametrize(
    ("folder", "paper"), [("wmt21-facebook-wikipedia", "wmt21-wikipedia"), ("wmt22-toen-mturk", "wmt22-toen")]
)
def test_agrees_with_an_independent_computation(reproduced, expected, folder, paper):
    computed = expected(folder)["computed"]
    for pair, facts in computed["comparison"].items():
        assert facts["n_sys"] == SYSTEMS[pair]
        if "clusters" in facts:
            assert [names[-1] for names in facts["clusters"]] == [
                row.figure.removeprefix("cluster ends at ")
                for row in reproduced(paper).rows
                if pair in row.table and row.figure.startswith("cluster ends") and row.computed
            ]
