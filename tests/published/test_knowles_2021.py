"""Knowles 2021: the toy example, and the scenarios of section 5.2 on WMT21 and WMT22, against expected.json."""

from __future__ import annotations

from dataclasses import replace

import pytest

import adjudge
from adjudge.core.recipes.recipe import Test
from adjudge.papers import knowles_2021 as paper
from adjudge.papers import knowles_2021_figures as figures

NAMES = {
    "rm_human_ref": "remove:human",
    "rm_low": "remove:worst",
    "rm_high": "remove:best",
    **{f"div{d:g}": f"divide:human:{d:g}" for d in (1.25, 1.5, 2, 4, 10)},
}
FOLDERS = {"wmt22-toen-mturk": ("cs-en", "zh-en"), "wmt21-facebook-wikipedia": ("bn-hi", "hi-bn", "xh-zu", "zu-xh")}


def test_everything_is_equal_or_absent(reproduced):
    assert {row.status for row in reproduced("knowles-2021").rows} == {"equal", "absent"}


def test_the_toy_example(reproduced):
    rows = reproduced("knowles-2021").of_table("Section 5, toy example")
    assert [row.published for row in rows] == [0.0, 0.39, -0.39]


@pytest.mark.parametrize("folder", FOLDERS)
def test_figures_are_those_beside_the_data(folder, expected):
    computed = expected(folder)["computed"]
    stability = next(value for key, value in computed.items() if key.startswith("stability"))
    for pair in FOLDERS[folder]:
        beside = {
            NAMES[name]: (one["rank_changed"], one["clusters_changed"], one["both"])
            for name, one in stability[pair].items()
            if name in NAMES
        }
        assert figures.STABILITY[pair] == beside
        assert [list(cluster) for cluster in figures.CLUSTERS[pair]] == stability[pair]["clusters_halved_two_sided"]
        assert sum(figures.ITEMS[pair].values()) == computed["comparison"][pair]["rows"]
        order = [name for cluster in figures.CLUSTERS[pair] for name in cluster]
        assert order == stability[pair]["order"]


def test_counts_of_items_are_those_beside_the_data(expected):
    kinds = {"SYSTEM": "system", "REPEAT": "repeat", "REF": "reference", "BAD_REF": "degraded"}
    for pair, facts in expected("wmt22-toen-mturk")["computed"]["comparison"].items():
        assert figures.ITEMS[pair] == {kinds[name]: n for name, n in facts["types"].items()}


def test_a_test_that_sees_the_direction_gives_other_figures(data_dir, data_file):
    data_file("wmt21-facebook-wikipedia")
    release = next(one for one in paper.releases(data_dir) if one.pair == "hi-bn")
    directional = replace(paper.RECIPE, test=Test("rank-sum", alternative="greater"))
    assert "different" in {row.status for row in paper.of_release(release, directional)}


def test_only_leaving_a_system_out_of_the_table_is_another_thing_than_removing_it(data_dir, data_file):
    """z-scores of the others are computed without the judgements of what is removed, so they change."""
    data_file("wmt22-toen-mturk")
    release = next(one for one in paper.releases(data_dir) if one.pair == "zh-en")
    result = adjudge.stability(release.ratings, "knowles-2021", scenarios=["remove:best"])
    [removed] = result.scenarios
    assert removed.left_out == ("HUMAN-B.12",)
    assert [name for name in result.order if name != "HUMAN-B.12"] != list(removed.order)


@pytest.mark.parametrize("pair", FOLDERS["wmt21-facebook-wikipedia"])
def test_the_released_clusters_are_a_reference(pair, data_dir, data_file):
    """With the recipe of the organisers the ranking is the one they released, so nothing differs."""
    clusters = data_file("wmt21-facebook-wikipedia/clusters.csv")
    release = next(one for one in paper.releases(data_dir) if one.pair == pair)
    result = adjudge.stability(release.ratings, "wmt-da", scenarios=["remove:worst"], against=clusters)
    ranking = adjudge.rank(release.ratings, "wmt-da")
    assert result.published
    assert [list(cluster) for cluster in result.clusters] == ranking.clusters()
    assert "AJ507" not in {finding.code for finding in result.findings}
    other = adjudge.stability(release.ratings, "knowles-2021", scenarios=["remove:worst"], against=clusters)
    # The rule that the paper states draws other lines on hi-bn only.
    assert ("AJ507" in {finding.code for finding in other.findings}) == (pair == "hi-bn")
