"""Two rankings compared by hand: places, lines, pairs, choices, and what is said about them."""

from __future__ import annotations

from dataclasses import replace

import polars as pl
import pytest

import adjudge
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.recipe import Clusters
from tests.built_rankings import built_ranking

A = built_ranking([["a"], ["b", "c"], ["d", "e"]])


def codes(result: adjudge.RankingComparisonResult) -> dict[str, str]:
    return {finding.code: finding.text for finding in result.findings}


def test_a_move_within_a_cluster_is_no_contradiction():
    result = adjudge.compare(A, built_ranking([["a"], ["c", "b"], ["d", "e"]]))
    assert [(row.system, row.place_a, row.place_b, row.move) for row in result.moved] == [
        ("b", 2, 3, "open"),
        ("c", 3, 2, "open"),
    ]
    assert [line.change for line in result.lines] == ["kept", "kept"]
    assert result.lines[1].a == ("c", "d")
    assert result.lines[1].b == ("b", "d")
    assert (result.turned.open, result.turned.one_sided, result.turned.contradicted) == (1, 0, 0)
    assert not result.pairs
    assert "the order within a cluster is not established" in codes(result)["AJ511"]
    assert "AJ510" not in codes(result)


def test_a_contradiction_is_significant_in_opposite_directions():
    result = adjudge.compare(A, built_ranking([["b"], ["a", "c"], ["d", "e"]]))
    [pair] = result.contradictions
    assert (pair.upper, pair.lower, pair.better_a, pair.better_b, pair.p_a, pair.p_b) == (
        "a",
        "b",
        "a",
        "b",
        0.01,
        0.01,
    )
    assert {row.system: row.move for row in result.moved} == {"a": "contradiction", "b": "contradiction"}
    # In A the first is better than c, in B the first is: each is significant in one ranking only.
    assert sorted((pair.upper, pair.lower, pair.change) for pair in result.pairs if pair.change != "reversed") == [
        ("a", "c", "lost"),
        ("b", "c", "gained"),
    ]
    assert codes(result)["AJ510"].startswith(
        "1 pair of systems is separated in opposite directions: a over b in A, b over a in B."
    )


def test_a_move_that_one_ranking_separates_is_neither():
    result = adjudge.compare(A, built_ranking([["b", "a", "c"], ["d", "e"]]))
    assert {row.system: row.move for row in result.moved} == {"a": "one-sided", "b": "one-sided"}
    assert (result.turned.open, result.turned.one_sided, result.turned.contradicted) == (0, 1, 0)
    assert "only one of the two separates 1" in codes(result)["AJ511"]


def test_a_significant_pair_within_a_cluster_counts_as_separated():
    # One cluster each, so lines say nothing: only the tests do.
    first, second = built_ranking([["a", "b"]], [("a", "b")]), built_ranking([["b", "a"]], [("b", "a")])
    assert [pair.change for pair in adjudge.compare(first, second).pairs] == ["reversed"]


def test_lines_are_sets_of_systems_above():
    result = adjudge.compare(A, built_ranking([["a", "b"], ["c"], ["d"], ["e"]]))
    assert [(line.above, line.change, line.same_above) for line in result.lines] == [
        (1, "lost", True),
        (2, "gained", True),
        (3, "kept", True),
        (4, "gained", True),
    ]
    other_above = adjudge.compare(A, built_ranking([["b"], ["a", "c"], ["d", "e"]])).lines
    assert [(line.above, line.change, line.same_above) for line in other_above] == [
        (1, "lost", False),
        (1, "gained", False),
        (3, "kept", True),
    ]


def test_only_common_systems_are_compared_and_places_are_among_them():
    result = adjudge.compare(A, built_ranking([["x"], ["a", "c"], ["y", "d"]]))
    assert [(row.system, row.place_a, row.place_b, row.cluster_a, row.cluster_b) for row in result.common] == [
        ("a", 1, 1, 1, 1),
        ("c", 2, 2, 2, 1),
        ("d", 3, 3, 3, 2),
    ]
    assert [(row.rank_a, row.rank_b) for row in result.common] == [(1, 2), (3, 3), (4, 5)]
    assert (result.only_a, result.only_b) == (("b", "e"), ("x", "y"))
    assert not result.moved
    assert [(line.above, line.change) for line in result.lines] == [(1, "lost"), (2, "kept")]
    assert "among the 3 systems that both hold; only A has b, e; only B has x, y" in codes(result)["AJ512"]


@pytest.mark.parametrize("names", [["x", "y"], ["a", "x"]])
def test_fewer_than_two_common_systems_are_refused(names):
    with pytest.raises(adjudge.InputError, match=r"AJ066 A and B share [01] system") as caught:
        adjudge.compare(A, [names])
    [problem] = caught.value.problems
    assert problem.expected
    assert problem.count
    assert problem.todo


def test_choices_that_differ_are_named_one_by_one():
    strict = replace(RECIPES["wmt-da"], name="mine", clusters=Clusters("strict"))
    other = built_ranking([["a"], ["b", "c"], ["d", "e"]], recipe=strict, seed=7, where=["domain=news"])
    found = {choice.title: (choice.concern, choice.a, choice.b) for choice in adjudge.compare(A, other).choices}
    assert found == {
        "rows chosen": ("judgements", None, "domain=news"),
        "recipe": ("analysis", "wmt-da", "mine"),
        "rule for lines": ("analysis", "wins", "strict"),
        "seed": ("program", "0", "7"),
    }


def test_choices_that_a_recipe_does_not_read_are_no_difference():
    none = replace(RECIPES["wmt-da"].standardise, unit="none")
    first = replace(RECIPES["wmt-da"], standardise=none)
    second = replace(first, standardise=replace(none, basis="counting", centre="median-iqr"))
    rankings = [built_ranking([["a"], ["b"]], recipe=recipe) for recipe in (first, second)]
    assert adjudge.compare(*rankings).choices == ()


def test_other_judgements_are_told_by_their_counts():
    other = built_ranking([["a"], ["b", "c"], ["d", "e"]], counts={"a": 90, "b": 80})
    found = codes(adjudge.compare(A, other))
    assert found["AJ515"].startswith("The counts of 2 systems of 5 differ, and no choice of rows explains it")
    assert "cannot say which" not in found["AJ515"]
    # Another analysis of other judgements: nobody can tell the two causes apart.
    both = built_ranking([["a"], ["b", "c"], ["d", "e"]], counts={"a": 90}, recipe=RECIPES["knowles-2021"])
    assert "cannot say which of both moves systems" in codes(adjudge.compare(A, both))["AJ515"]
    # Rows that a choice leaves out explain other counts.
    chosen = built_ranking([["a"], ["b", "c"], ["d", "e"]], counts={"a": 90}, where=["domain=news"])
    assert "AJ515" not in codes(adjudge.compare(A, chosen))


def test_the_same_choices_and_counts_with_another_order_are_a_warning():
    found = codes(adjudge.compare(A, built_ranking([["a"], ["c", "b"], ["d", "e"]])))
    assert "but the order differs: the judgements were changed" in found["AJ513"]
    found = codes(adjudge.compare(A, built_ranking([["a"], ["c", "b", "d", "e"]])))
    assert "but the order and lines differ" in found["AJ513"]


def test_a_list_of_names_says_nothing_about_lines():
    result = adjudge.compare(A, ["b", "a", "c", "d", "e"])
    assert not result.lines_known
    assert not result.lines
    assert result.b.evidence == "none"
    assert not result.contradictions
    assert "does not say where lines are" in codes(result)["AJ516"]
    assert "Lines are not compared" in result.summary()
    assert result.differs


def test_lines_of_a_published_order_stand_for_tests():
    result = adjudge.compare(A, [["b"], ["a", "c", "d", "e"]])
    assert result.b.evidence == "lines"
    assert [(pair.better_a, pair.better_b, pair.p_a, pair.p_b) for pair in result.pairs] == [("a", "b", 0.01, None)]


def test_a_result_survives_json():
    for other in (built_ranking([["x"], ["b"], ["a", "c"], ["d"]], recipe=RECIPES["knowles-2021"]), ["c", "a", "z"]):
        result = adjudge.compare(A, other)
        assert adjudge.RankingComparisonResult.from_dict(result.to_dict()) == result
        frame = result.to_frame()
        assert frame.height == len(result.systems)
        assert frame["system"].to_list() == [row.system for row in result.systems]
    with pytest.raises(adjudge.ResultError, match="AJ024"):
        adjudge.RankingComparisonResult.from_dict(A.to_dict())


def test_rankings_of_ratings_and_of_comparisons_can_be_compared():
    rows = {"system_a": ["a", "b", "a"] * 4, "system_b": ["b", "c", "c"] * 4, "outcome": ["a"] * 12}
    result = adjudge.compare(A, pl.DataFrame(rows), method="mfas")
    assert [row.system for row in result.common] == ["a", "b", "c"]
    assert {choice.key for choice in result.choices} >= {"kind", "recipe", "method"}
    assert result.b.judgements == 12
