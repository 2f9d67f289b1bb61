"""Laws of comparing two rankings: one with itself, the two exchanged, and the correlations of scipy."""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

import adjudge
from adjudge.core.recipes.built_in import RECIPES
from adjudge.ranking.result import RatingRankingResult
from tests.builders import small_campaigns
from tests.built_rankings import built_ranking

NAMES = "abcdefgh"


@st.composite
def rankings(draw: st.DrawFn) -> RatingRankingResult:
    """Some of eight systems in any order, with any lines and any significant pairs."""
    order: list[str] = draw(st.permutations(list(NAMES)))[: draw(st.integers(2, len(NAMES)))]
    clusters: list[list[str]] = [[]]
    for name in order:
        has_line: bool = draw(st.booleans())
        if clusters[-1] and has_line:
            clusters.append([])
        clusters[-1].append(name)
    significant = draw(st.sets(st.sampled_from(list(combinations(order, 2)))))
    recipe = RECIPES[draw(st.sampled_from(["wmt-da", "knowles-2021"]))]
    return built_ranking(clusters, significant, recipe=recipe, counts={order[0]: draw(st.integers(10, 12))})


def exchanged(row: Any) -> dict[str, Any]:
    """The fields of A as those of B, and the other way round."""
    ends = {"_a": "_b", "_b": "_a"}
    whole = {"a": "b", "b": "a"}
    return {whole.get(key) or key[:-2] + ends.get(key[-2:], key[-2:]): value for key, value in asdict(row).items()}


def by_system(rows: Any) -> dict[str, Any]:
    return {row["system"]: row for row in rows}


def ends(pair: Any) -> frozenset[str]:
    return frozenset((pair["upper"], pair["lower"]))


@given(rankings())
def test_a_ranking_and_itself_do_not_differ(ranking):
    result = adjudge.compare(ranking, ranking)
    assert not result.differs
    assert not result.moved
    assert not result.pairs
    assert not result.choices
    assert result.turned.total == 0
    assert (result.kendall, result.spearman) == (1.0, 1.0)
    assert {line.change for line in result.lines} <= {"kept"}
    assert len(result.lines) == len(ranking.clusters()) - 1
    assert {finding.code for finding in result.findings} == {"AJ514"}


@given(rankings(), rankings())
def test_exchanging_the_rankings_mirrors_everything(first, second):
    assume(len(set(first.order()) & set(second.order())) > 1)
    there, back = adjudge.compare(first, second), adjudge.compare(second, first)
    assert (there.kendall, there.spearman, there.turned) == (back.kendall, back.spearman, back.turned)
    assert by_system(map(asdict, there.systems)) == by_system(map(exchanged, back.systems))
    assert {(line.above, line.a, line.b, line.same_above) for line in there.lines} == {
        (line.above, line.b, line.a, line.same_above) for line in back.lines
    }
    mirrored = {ends(row): row for row in map(exchanged, back.pairs)}
    assert {ends(row) for row in map(asdict, there.pairs)} == set(mirrored)
    for pair in there.pairs:
        other = mirrored[frozenset((pair.upper, pair.lower))]
        assert (pair.better_a, pair.better_b) == (other["better_a"], other["better_b"])
        assert (pair.p_a, pair.p_b) == (other["p_a"], other["p_b"])
    assert [asdict(choice) for choice in there.choices] == [exchanged(choice) for choice in back.choices]
    assert [finding.code for finding in there.findings] == [finding.code for finding in back.findings]
    assert (there.only_a, there.only_b) == (back.only_b, back.only_a)


@given(rankings(), rankings())
def test_correlations_are_those_of_scipy(first, second):
    common = set(first.order()) & set(second.order())
    assume(len(common) > 1)
    result = adjudge.compare(first, second)
    places = [[row.place_a for row in result.common], [row.place_b for row in result.common]]
    assert result.kendall == pytest.approx(stats.kendalltau(*places).statistic)
    assert result.spearman == pytest.approx(stats.spearmanr(*places).statistic)
    assert result.turned.total == round((1 - result.kendall) / 2 * len(common) * (len(common) - 1) / 2)


@given(rankings(), rankings())
def test_lines_are_the_sets_of_systems_above_them(first, second):
    common = set(first.order()) & set(second.order())
    assume(len(common) > 1)

    def above(ranking):
        clusters = [[name for name in cluster if name in common] for cluster in ranking.clusters()]
        kept = [cluster for cluster in clusters if cluster]
        return {frozenset(chain(*kept[:k])) for k in range(1, len(kept))}

    result = adjudge.compare(first, second)
    assert len(result.lines_of("kept")) == len(above(first) & above(second))
    assert len(result.lines_of("lost")) == len(above(first) - above(second))
    assert len(result.lines_of("gained")) == len(above(second) - above(first))


@given(rankings(), rankings())
def test_letters_stand_for_pairs_that_were_not_stored(first, second):
    """A page of a report holds no pairs; systems that share no letter differ."""
    assume(len(set(first.order()) & set(second.order())) > 1)
    with_pairs = adjudge.compare(first, second)
    without = adjudge.compare(replace(first, pairs=()), replace(second, pairs=()))
    assert without.a.evidence == without.b.evidence == "tests"
    assert [(p.upper, p.lower, p.better_a, p.better_b) for p in without.pairs] == [
        (p.upper, p.lower, p.better_a, p.better_b) for p in with_pairs.pairs
    ]


@given(small_campaigns())
def test_a_stored_ranking_is_the_ranking(table):
    try:
        ranking = adjudge.rank(table, "wmt-da")
    except adjudge.AdjudgeError:
        assume(False)
    result = adjudge.compare(ranking.to_dict(), table, recipe="wmt-da")
    assert not result.differs
    assert not result.choices
