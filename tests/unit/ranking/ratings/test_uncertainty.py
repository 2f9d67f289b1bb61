"""Tests, ties, margins, hidden systems: what a ranking says about its own uncertainty."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy import stats

import adjudge
from adjudge.core.errors import AdjudgeError
from adjudge.core.recipes import BUILT_IN, Aggregate, Clusters, Recipe, Standardise, Test
from adjudge.ranking.lines import cluster_numbers, lines_below
from adjudge.ranking.ratings.pipeline import Claims
from adjudge.ranking.ratings.precision import pair_precision, two_sided_level
from adjudge.ranking.ratings.segment_scores import SegmentScores
from adjudge.scoring.aggregate import segment_means
from tests.builders import campaign, ratings

RAW = Recipe("raw", standardise=Standardise("none"))


def _values(table, system):
    return table.frame.filter(pl.col("system") == system).sort("document", "segment")["score"].to_numpy()


def _one_pair(table, test):
    [pair] = adjudge.rank(table, replace(RAW, test=test)).pairs
    return pair


@pytest.mark.parametrize("alternative", ["greater", "two-sided", "halved"])
def test_the_three_published_variants_of_the_rank_sum_test(alternative):
    table = campaign([0, 4])
    pair = _one_pair(table, Test("rank-sum", alternative=alternative))
    x, y = _values(table, pair.a), _values(table, pair.b)
    named = "two-sided" if alternative == "halved" else alternative
    expected = stats.mannwhitneyu(x, y, alternative=named, method="asymptotic").pvalue
    assert pair.p == pytest.approx(expected / 2 if alternative == "halved" else expected, rel=1e-9)


def test_paired_tests_take_the_differences_of_shared_segments():
    table = campaign([0, 4])
    d = _values(table, "system-1") - _values(table, "system-0")
    expected = stats.wilcoxon(d[d != 0], correction=True, method="asymptotic").pvalue
    assert _one_pair(table, Test("signed-rank", alternative="two-sided")).p == pytest.approx(expected, rel=1e-9)
    expected = stats.binomtest(int((d > 0).sum()), int((d != 0).sum())).pvalue
    assert _one_pair(table, Test("sign", alternative="two-sided")).p == pytest.approx(expected, rel=1e-9)


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
    assert "AJ211" in [f.code for f in result.findings]


def test_document_as_unit_tests_document_means():
    table = campaign([0, 4])
    means = table.frame.group_by("system", "document").agg(pl.col("score").mean()).sort("document")
    x, y = (means.filter(pl.col("system") == s)["score"].to_numpy() for s in ("system-1", "system-0"))
    expected = stats.mannwhitneyu(x, y, alternative="greater", method="asymptotic").pvalue
    assert _one_pair(table, Test("rank-sum", "document")).p == pytest.approx(expected, rel=1e-9)


def test_bootstrap_and_permutation_agree_where_documents_are_many():
    table = campaign([0, 1], documents=80)
    p = [_one_pair(table, Test(name, alternative="two-sided")).p for name in ("bootstrap", "permutation")]
    # Both estimate the same tail of a mean of 80 documents; they differ by terms of order 1 / 80 and by the draws.
    assert p[0] == pytest.approx(p[1], abs=0.03)


@pytest.mark.parametrize(("correction", "factor"), [("holm", 3.0), ("bh", 3.0)])
def test_the_smallest_p_of_three_is_multiplied_by_three(correction, factor):
    table = campaign([0, 1, 30])
    test = Test("rank-sum", alternative="two-sided")
    plain = min(pair.p for pair in adjudge.rank(table, replace(RAW, test=test)).pairs)
    corrected = min(p.p for p in adjudge.rank(table, replace(RAW, test=replace(test, correction=correction))).pairs)
    second = sorted(p.p for p in adjudge.rank(table, replace(RAW, test=test)).pairs)[1]
    assert corrected == pytest.approx(min(plain * factor, second * 1.5) if correction == "bh" else plain * factor)


def test_hidden_systems_draw_no_lines():
    # 0 beats all, 1 (hidden) beats nobody, 2 beats 3.
    beats = np.zeros((4, 4), dtype=bool)
    beats[0, 2:] = beats[2, 3] = True
    assert cluster_numbers(beats, "stated") == [1, 1, 1, 2]
    assert cluster_numbers(beats, "stated", hidden=[1]) == [1, 1, 2, 3]


def test_the_strict_rule_asks_everybody_above():
    beats = np.zeros((3, 3), dtype=bool)
    beats[1, 2] = True
    assert lines_below(beats, "stated") == [False, True, False]
    assert lines_below(beats, "strict") == [False, False, False]
    table = campaign([0, 0, 0])
    assert adjudge.rank(table, hide=["system-1"]).settings["recipe"]["clusters"]["hide"] == ["system-1"]
    with pytest.raises(AdjudgeError, match="no system 'absent'"):
        adjudge.rank(table, hide=["absent"])


@pytest.mark.parametrize("margin", [0.0, -1.0, float("nan"), float("inf")])
def test_a_senseless_margin_is_refused(margin):
    with pytest.raises(AdjudgeError, match="AJ040"):
        Claims(margin=margin)


@pytest.mark.parametrize("name", ["permutation", "bootstrap"])
def test_tests_by_document_need_documents(name):
    frame = campaign([0, 4]).frame.drop("document").with_row_index("position")
    with pytest.raises(AdjudgeError, match="AJ032"):
        adjudge.rank(frame, replace(RAW, test=Test(name, alternative="two-sided")))


def test_paired_tests_need_shared_segments():
    frame = campaign([0, 4]).frame.with_columns(segment=pl.format("{}-{}", "system", "segment"))
    with pytest.raises(AdjudgeError, match="no segment in common"):
        adjudge.rank(frame, replace(RAW, test=Test("signed-rank", alternative="two-sided")))


@pytest.mark.parametrize("name", ["wmt-da", "recommended", "wmt24-esa"])
def test_one_segment_and_equal_scores_are_refused(name):
    frame = campaign([0, 40], documents=1, length=1, annotators=1).frame
    with pytest.raises(AdjudgeError, match="AJ032"):
        adjudge.rank(frame, name)
    equal = campaign([0, 40]).frame.with_columns(score=pl.lit(50.0))
    with pytest.raises(AdjudgeError, match="all scores that count are equal"):
        adjudge.rank(equal, name)


def test_only_a_margin_given_in_advance_shows_equality():
    table = campaign([0, 0], documents=60, noise=5)
    assert adjudge.rank(table, RAW).pairs[0].equivalent is None
    assert adjudge.rank(table, RAW, claims=Claims(margin=5.0)).pairs[0].equivalent is True
    assert adjudge.rank(table, RAW, claims=Claims(margin=0.01)).pairs[0].equivalent is False


def test_a_tie_with_a_post_edited_translation_is_named():
    result = adjudge.rank(campaign([0, 0, 40], seed=3), claims=Claims(post_edited=("system-1",)))
    [finding] = [f for f in result.findings if f.code == "AJ218"]
    assert [sorted(pair) for pair in finding.numbers["pairs"]] == [["system-0", "system-1"]]


def test_every_tie_states_its_power_and_only_ties_do():
    result = adjudge.rank(campaign([0, 0, 40]))
    for pair in result.pairs:
        assert (pair.power is None) == pair.significant
        assert (pair.smallest is None) == pair.significant
        assert pair.effect is not None
        assert pair.effect_low is not None
        assert pair.effect_high is not None
        assert pair.effect_low <= pair.effect <= pair.effect_high


def test_standard_error_of_a_pair_is_that_of_its_document_sums():
    table = campaign([0, 4])
    segments = segment_means(table.frame.with_columns(z=pl.lit(None, dtype=pl.Float64)))
    scores = SegmentScores.of(segments, ["system-1", "system-0"], "raw")
    d = (_values(table, "system-1") - _values(table, "system-0")).reshape(12, 4)
    precision = pair_precision(scores, 0, Test("permutation", alternative="two-sided"))
    # Documents of equal length: the standard error of the mean of the twelve document means.
    assert precision.difference == pytest.approx(d.mean())
    assert precision.standard_error == pytest.approx(d.mean(axis=1).std(ddof=1) / np.sqrt(12))


def test_power_is_stated_for_the_level_that_was_used():
    assert two_sided_level(Test(alternative="two-sided", correction="holm"), 10) == pytest.approx(0.005)
    assert two_sided_level(Test(alternative="greater"), 10) == pytest.approx(0.1)


def test_expected_false_positives_and_other_rules_are_told():
    result = adjudge.rank(campaign([0, 2, 4, 6], seed=5), "wmt-da")
    [finding] = [f for f in result.findings if f.code == "AJ212"]
    assert finding.numbers == {"pairs": 6, "expected": pytest.approx(0.6)}


def test_the_mixed_model_ranks_by_its_estimates():
    result = adjudge.rank(campaign([-20, 0, 20]), "mixed-model")
    assert result.order() == ["system-2", "system-1", "system-0"]
    # A balanced campaign without missing cells: the estimates differ by what the means differ by.
    gaps = -np.diff([system.score for system in result.systems if system.score is not None])
    raw = -np.diff([system.raw for system in result.systems if system.raw is not None])
    assert gaps.tolist() == pytest.approx(raw.tolist(), abs=1e-6)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_recipe_runs_and_says_so(name):
    table = campaign([0, 10, 20], annotators=2)
    result = adjudge.rank(table, name)
    assert str(result.signature).startswith(f"recipe:{name}|")
    assert len(result.systems) == 3


def test_judgements_of_documents_are_ranked_when_asked_for():
    frame = campaign([0, 30]).frame.with_columns(scope=pl.lit("document"))
    recipe = replace(RAW, aggregate=Aggregate(scope="document"), clusters=Clusters("strict"))
    assert adjudge.rank(frame, recipe).order() == ["system-1", "system-0"]
    with pytest.raises(AdjudgeError):
        adjudge.rank(frame, RAW)
