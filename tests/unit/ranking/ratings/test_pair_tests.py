"""The tests a recipe can name give the p-values of scipy, and refuse what the data cannot support."""

from dataclasses import replace
from typing import get_args

import numpy as np
import polars as pl
import pytest
from scipy import stats

import adjudge
from adjudge.core.errors import RecipeError
from adjudge.core.recipes.rating_tests import RATING_TESTS
from adjudge.core.recipes.recipe import Recipe, Standardise, Test, TestName
from adjudge.ranking.ratings.analysis import Analysis
from adjudge.ranking.ratings.pair_tests import HOW
from tests.builders import campaign, ratings

RAW = Recipe("raw", standardise=Standardise("none"))


def _values(table, system):
    return table.frame.filter(pl.col("system") == system).sort("document", "segment")["score"].to_numpy()


def _document_means(table):
    means = table.frame.group_by("system", "document").agg(pl.col("score").mean()).sort("document")
    return (means.filter(pl.col("system") == system)["score"].to_numpy() for system in ("system-1", "system-0"))


def _tested(table, test):
    return Analysis(table.frame, replace(RAW, test=test)).tests


def _one_pair(table, test):
    [pair] = adjudge.rank(table, replace(RAW, test=test)).pairs
    return pair


def test_every_test_has_facts_a_function_and_a_type():
    assert set(HOW) == set(RATING_TESTS) == set(get_args(TestName))


@pytest.mark.parametrize("alternative", ["greater", "two-sided", "halved"])
def test_the_three_published_variants_of_the_rank_sum_test(alternative):
    table = campaign([0, 4])
    pair = _one_pair(table, Test("rank-sum", alternative=alternative))
    x, y = _values(table, pair.a), _values(table, pair.b)
    named = "two-sided" if alternative == "halved" else alternative
    expected = stats.mannwhitneyu(x, y, alternative=named, method="asymptotic").pvalue
    assert pair.p == pytest.approx(expected / 2 if alternative == "halved" else expected, rel=1e-9)


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_paired_tests_take_the_differences_of_shared_segments(alternative):
    table = campaign([0, 4])
    d = _values(table, "system-1") - _values(table, "system-0")
    expected = stats.wilcoxon(d[d != 0], correction=True, alternative=alternative, method="asymptotic").pvalue
    assert _one_pair(table, Test("signed-rank", alternative=alternative)).p == pytest.approx(expected, rel=1e-9)
    expected = stats.binomtest(int((d > 0).sum()), int((d != 0).sum()), alternative=alternative).pvalue
    assert _one_pair(table, Test("sign", alternative=alternative)).p == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("name", ["signed-rank", "sign"])
def test_the_paired_test_decides_who_is_ahead(name):
    # Forty small wins against five big losses: ranks and signs favour a, the mean favours b, which ranks first.
    rows = [
        {"system": s, "segment": str(i), "document": f"d{i % 9}", "score": 50.0 + (s == "a") * (1 if i < 40 else -50)}
        for i in range(45)
        for s in "ab"
    ]
    result = adjudge.rank(ratings(rows), replace(RAW, test=Test(name, alternative="two-sided")))
    assert result.order() == ["b", "a"]
    assert not result.pairs[0].significant
    [finding] = [finding for finding in result.findings if finding.code == "AJ211"]
    assert finding.numbers == {"pairs": [["a", "b"]]}


def test_a_test_blind_to_direction_says_so():
    # The same data: b ranks first and is called better by half a two-sided p, although the ranks favour a.
    rows = [
        {"system": s, "segment": str(i), "document": f"d{i % 9}", "score": 50.0 + (s == "a") * (1 if i < 40 else -50)}
        for i in range(45)
        for s in "ab"
    ]
    result = adjudge.rank(ratings(rows), replace(RAW, test=Test("sign", alternative="halved")))
    assert result.pairs[0].significant
    [finding] = [finding for finding in result.findings if finding.code == "AJ211"]
    assert finding.text.endswith("The test ignores the direction and counts them for the higher-ranked system.")


def test_document_as_unit_tests_document_means():
    table = campaign([0, 4])
    x, y = _document_means(table)
    expected = stats.mannwhitneyu(x, y, alternative="greater", method="asymptotic").pvalue
    assert _one_pair(table, Test("rank-sum", "document")).p == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("name", ["bootstrap", "permutation"])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_documents_drawn_or_flipped_agree_with_the_t_test_where_documents_are_many(name, seed):
    table = campaign([0, 0.5], documents=80, seed=seed)
    p = stats.ttest_rel(*_document_means(table)).pvalue  # .05, .09 and .53
    # Four standard errors of 10,000 draws, and the difference between a t and a normal tail.
    tolerance = 4 * np.sqrt(p * (1 - p) / 10_000) + 0.002
    assert _one_pair(table, Test(name, alternative="two-sided")).p == pytest.approx(p, abs=tolerance)


@pytest.mark.parametrize("name", ["bootstrap", "permutation"])
def test_one_sided_p_values_of_drawn_tests_add_up_to_one(name):
    analysis = Analysis(campaign([0, 0.5], documents=80).frame, replace(RAW, test=Test(name, alternative="greater")))
    two_sided = analysis.with_recipe(replace(RAW, test=Test(name, alternative="two-sided"))).tests.p
    assert analysis.tests.p[0, 1] == pytest.approx(two_sided[0, 1] / 2)
    assert analysis.tests.p[0, 1] + analysis.tests.p[1, 0] == pytest.approx(1)


@pytest.mark.parametrize(("correction", "method"), [("bh", "bh"), ("by", "by"), ("holm", None)])
def test_the_family_is_every_pair_once(correction, method):
    test, upper = Test("rank-sum", alternative="two-sided"), np.triu_indices(3, 1)
    table = campaign([0, 1, 4])
    plain = _tested(table, test).p[upper]
    if method is None:
        step_down = np.maximum.accumulate(np.sort(plain) * [3, 2, 1])
        expected = np.minimum(step_down, 1)[np.argsort(np.argsort(plain))]
    else:
        expected = stats.false_discovery_control(plain, method=method)
    corrected = _tested(table, replace(test, correction=correction)).p
    assert corrected[upper].tolist() == pytest.approx(expected.tolist(), rel=1e-9)
    assert (corrected == corrected.T).all()


def test_the_family_of_a_one_sided_test_is_every_ordered_pair():
    table, off = campaign([0, 1, 4]), ~np.eye(3, dtype=bool)
    plain = _tested(table, Test("rank-sum", alternative="greater")).p[off]
    expected = stats.false_discovery_control(plain)
    corrected = _tested(table, Test("rank-sum", alternative="greater", correction="bh")).p[off]
    assert corrected.tolist() == pytest.approx(expected.tolist(), rel=1e-9)


@pytest.mark.parametrize("test", [Test("permutation"), Test("bootstrap"), Test("rank-sum", "document")])
def test_tests_by_document_need_documents(test):
    frame = campaign([0, 4]).frame.drop("document").with_row_index("position")
    with pytest.raises(RecipeError, match=f"AJ032 the test '{test.name}' uses documents as its unit"):
        adjudge.rank(frame, replace(RAW, test=test))


@pytest.mark.parametrize("name", ["signed-rank", "sign", "permutation", "bootstrap"])
def test_paired_tests_need_shared_segments(name):
    frame = campaign([0, 4]).frame.with_columns(segment=pl.format("{}-{}", "system", "segment"))
    with pytest.raises(RecipeError, match="system-1 and system-0 have no segment in common"):
        adjudge.rank(frame, replace(RAW, test=Test(name, alternative="two-sided")))


def test_a_test_that_does_not_exist_is_refused_with_the_nearest_name():
    with pytest.raises(RecipeError, match="did you mean 'rank-sum'"):
        adjudge.rank(campaign([0, 4]), replace(RAW, test=Test("ranksum")))  # type: ignore[arg-type]


def test_the_result_says_how_pairs_were_tested():
    result = adjudge.rank(campaign([0, 4]), replace(RAW, test=Test("permutation", correction="holm", draws=500)))
    test = result.test
    assert (test.name, test.unit, test.draws, test.correction, test.level) == (
        "permutation",
        "document",
        500,
        "holm",
        0.05,
    )
    assert adjudge.rank(campaign([0, 4]), RAW).test.draws is None


def test_the_seed_decides_the_draws():
    recipe = replace(RAW, test=Test("permutation", draws=100))
    first, again = (Analysis(campaign([0, 0.5], documents=80).frame, recipe) for _ in range(2))
    assert first.tests.p[0, 1] == again.tests.p[0, 1]
    assert len({float(first.with_seed(seed).tests.p[0, 1]) for seed in range(8)}) > 1
