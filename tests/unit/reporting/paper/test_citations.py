from __future__ import annotations

from dataclasses import replace

import pytest

from adjudge.auditing.checks.result import CheckResult
from adjudge.core.bibliography.citing import sources_in
from adjudge.core.findings import Finding
from adjudge.core.recipes.built_in import RECIPES
from adjudge.core.recipes.rating_tests import RATING_TESTS
from adjudge.core.signature import Signature
from adjudge.ranking.comparisons.registry import METHODS
from adjudge.ranking.corrections import CORRECTIONS
from adjudge.ranking.result import PairwiseTest
from adjudge.reporting.paper import citations
from adjudge.reporting.paper.citations import sources_of
from adjudge.reporting.wording import _COMPARISON_TESTS
from tests.unit.reporting.builder import RANK_SUM, compared, ranking


def _cited(*results: object) -> list[str]:
    return [source.short for source in sources_of(*results)]  # type: ignore[arg-type]


def test_every_test_and_every_correction_has_its_sources_or_needs_none():
    assert set(citations.TESTS) == {*RATING_TESTS, *_COMPARISON_TESTS}
    assert set(citations.CORRECTIONS) == set(CORRECTIONS)
    tables = (citations.TESTS, citations.CORRECTIONS, citations.ERRORS, citations.COEFFICIENTS)
    named = [text for table in tables for text in table.values() if text]
    for text in (*named, citations.RANK_SETS, citations.LETTERS):
        assert len(sources_in(text)) == text.count(";") + 1


@pytest.mark.parametrize("name", RECIPES)
def test_the_papers_of_a_recipe_are_cited(name):
    recipe = RECIPES[name]
    result = replace(ranking([["A"], ["B"]]), settings={"recipe": recipe.to_dict()})

    assert {source.short for source in sources_in(recipe.source)} <= set(_cited(result))


@pytest.mark.parametrize("name", METHODS)
def test_the_papers_of_a_method_are_cited(name):
    assert {source.short for source in sources_in(METHODS[name].source)} <= set(
        _cited(compared([["A"], ["B"]], method=name))
    )


def test_what_a_ranking_did_not_use_is_not_cited():
    assert _cited(ranking([["A"], ["B"]])) == ["Wilcoxon 1945", "Mann and Whitney 1947", "Adjudge"]


def test_sets_of_ranks_letters_weights_and_errors_are_cited_where_they_are_given():
    result = ranking([["A"], ["B"]], test=replace(RANK_SUM, name="sign", correction="by"))
    shown = tuple(replace(one, set_low=1, set_high=2, letters="a") for one in result.systems)
    wald = PairwiseTest("wald", "two-sided", "none", level=0.05, unit="document", errors="sandwich")

    assert _cited(replace(result, systems=shown, settings={"weights": "mqm"})) == [
        "Freitag et al. 2021",
        "Benjamini and Yekutieli 2001",
        "Mogstad et al. 2024",
        "Romano and Wolf 2005",
        "Piepho 2004",
        "Adjudge",
    ]
    assert "Liang and Zeger 1986" in _cited(compared([["A"], ["B"]], method="davidson", test=wald))


def test_the_papers_of_findings_are_cited_once():
    finding = Finding("AJ206", "warning", "x", source="Knowles and Lo 2022, section 3.2; Knowles 2021, footnote 4")
    check = CheckResult(Signature.of({"check": "all"}), {"checks": []}, (finding,), ())

    assert _cited(ranking([["A"], ["B"]], findings=(finding,)), check)[2:] == [
        "Knowles and Lo 2022",
        "Knowles 2021",
        "Adjudge",
    ]


def test_the_program_is_cited_with_the_version_of_the_result():
    result = replace(ranking([["A"]]), signature=Signature((("recipe", "x"),), "7.1.2"))

    assert "version 7.1.2" in sources_of(result)[-1].fields["note"]
    assert sources_of() == []


def test_a_method_and_a_test_of_another_program_have_no_sources_here():
    novel = PairwiseTest("novel", "sideways", "new", level=0.05, unit=None, errors="other")

    assert _cited(compared([["A"], ["B"]], method="novel", test=novel)) == ["Adjudge"]
