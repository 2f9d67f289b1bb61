"""The clusters that WMT21 and WMT22 released, against the released judgements ranked by the recipe of that time."""

from __future__ import annotations

from dataclasses import replace

import pytest

import adjudge

WIKIPEDIA = "wmt21-facebook-wikipedia"
#: Systems and lines of every language pair, counted in clusters.csv of the release.
RELEASED = {"bn-hi": (9, 2), "hi-bn": (9, 2), "xh-zu": (6, 2), "zu-xh": (5, 2)}


@pytest.mark.parametrize("pair", RELEASED)
def test_released_clusters_are_those_of_the_recipe(pair, data_file):
    files = [data_file(f"{WIKIPEDIA}/{name}") for name in ("ad-latest.csv.gz", "clusters.csv")]
    result = adjudge.compare(*files, recipe="wmt-da", pair=pair)
    systems, lines = RELEASED[pair]
    assert not result.differs
    assert len(result.common) == len(result.systems) == systems
    assert [line.change for line in result.lines] == ["kept"] * lines
    assert (result.kendall, result.spearman) == (1.0, 1.0)
    assert result.b.kind == "published"


def test_released_averages_have_the_same_order_scores_and_counts(data_file):
    """ad-sys-ranking holds z to three decimals, and n and N of every system."""
    files = [data_file(f"{WIKIPEDIA}/{name}") for name in ("ad-latest.csv.gz", "ad-sys-ranking-bn-hi-z.csv")]
    result = adjudge.compare(*files, recipe="wmt-da", pair="bn-hi")
    assert not result.differs
    assert not result.lines_known
    for row in result.common:
        assert row.score_a == pytest.approx(row.score_b, abs=6e-4)
        assert (row.n_a, row.judgements_a) == (row.n_b, row.judgements_b)


def test_the_rule_that_papers_state_draws_one_line_more_on_hi_bn(data_file, expected):
    """expected.json gives the clusters by the stated rule, and says which line the release has lost, and why."""
    files = [data_file(f"{WIKIPEDIA}/{name}") for name in ("ad-latest.csv.gz", "clusters.csv")]
    recipe = adjudge.load_recipe("wmt-da")
    assert isinstance(recipe, adjudge.Recipe)
    stated = replace(recipe, name="stated", clusters=adjudge.Clusters("stated"))
    result = adjudge.compare(*files, recipe=stated, pair="hi-bn")
    assert not result.moved
    [lost] = [line for line in result.lines if line.change != "kept"]
    assert (lost.change, lost.above, lost.a, lost.same_above) == ("lost", 7, ("Online-B.5", "MS-EgDC.8"), True)
    clusters = expected(WIKIPEDIA)["computed"]["clusters_by_stated_rule_directional"]["hi-bn"]
    assert not adjudge.compare(files[0], clusters, recipe=stated, pair="hi-bn").differs


def test_letters_of_hi_bn_do_not_stand_for_pairs(data_file):
    """expected.json: Online-B beats TRANSSION, which has the higher mean z; letters would turn the two round."""
    ratings = adjudge.read(data_file(f"{WIKIPEDIA}/ad-latest.csv.gz"), pair="hi-bn")
    ranking = adjudge.rank(ratings, "wmt-da")
    assert adjudge.compare(ranking, ranking).a.evidence == "tests"
    assert adjudge.compare(ranking.to_dict() | {"pairs": []}, ranking).a.evidence == "lines"
