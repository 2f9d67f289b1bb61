"""How well pairs are measured: errors, power, and equivalence with a margin fixed in advance."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy import stats

import adjudge
from adjudge.core.errors import UsageError
from adjudge.core.recipes.recipe import Recipe, Standardise, Test
from adjudge.ranking.ratings.analysis import Analysis
from adjudge.ranking.ratings.claims import Claims
from adjudge.ranking.ratings.precision import pair_precision, two_sided_level
from tests.builders import campaign

RAW = Recipe("raw", standardise=Standardise("none"))


def _scores(table):
    return Analysis(table.frame, RAW).estimate.scores


def _differences(table):
    by_system = [
        table.frame.filter(pl.col("system") == system).sort("document", "segment")["score"].to_numpy()
        for system in ("system-1", "system-0")
    ]
    return by_system[0] - by_system[1]


def test_standard_error_of_a_pair_is_that_of_its_document_sums():
    table = campaign([0, 4])
    d = _differences(table).reshape(12, 4)
    precision = pair_precision(_scores(table), 0, Test("permutation", alternative="two-sided"))
    # Documents of equal length: the standard error of the mean of the twelve document means.
    assert precision.difference == pytest.approx(d.mean())
    assert precision.standard_error == pytest.approx(d.mean(axis=1).std(ddof=1) / np.sqrt(12))
    assert precision.freedom == 11


def test_standard_error_of_a_paired_test_on_segments_is_that_of_its_segments():
    table = campaign([0, 4])
    d = _differences(table)
    precision = pair_precision(_scores(table), 0, Test("signed-rank", alternative="two-sided"))
    assert precision.standard_error == pytest.approx(d.std(ddof=1) / np.sqrt(48))
    assert precision.freedom == 47


def test_power_is_stated_for_the_level_that_was_used():
    assert two_sided_level(Test(alternative="two-sided", correction="holm"), 10) == pytest.approx(0.005)
    assert two_sided_level(Test(alternative="greater"), 10) == pytest.approx(0.1)


@pytest.mark.parametrize("name", ["rank-sum", "signed-rank", "permutation"])
@pytest.mark.parametrize("correction", ["bh", "by"])
def test_power_is_not_stated_with_the_false_discovery_rate(name, correction):
    # Its critical value depends on the other pairs; that of a single uncorrected test would promise too much.
    scores = _scores(campaign([0, 0], documents=77, length=5))
    corrected = pair_precision(scores, 0, Test(name, alternative="two-sided", correction=correction))
    assert (corrected.power, corrected.smallest) == (None, None)
    assert pair_precision(scores, 0, Test(name, alternative="two-sided")).power is not None
    assert corrected.standard_error is not None


def test_power_of_the_rank_sum_test_is_that_of_published_tables():
    # Graham et al. 2020, Table 2: 385 segments find P(A < B) = .442 four times in five, at .05 two-sided.
    table = campaign([0, 0], documents=77, length=5)
    precision = pair_precision(_scores(table), 0, Test("rank-sum", alternative="two-sided"))
    assert precision.smallest == pytest.approx(1 - 0.442, abs=5e-4)


def test_power_of_a_test_by_document_follows_from_its_standard_error():
    table = campaign([0, 4])
    scores = _scores(table)
    precision = pair_precision(scores, 0, Test("permutation", alternative="two-sided"))
    spread = np.sqrt(scores.variances.mean())
    shift = np.sqrt(2) * stats.norm.ppf(0.53) * spread / precision.standard_error
    expected = stats.norm.cdf(shift - stats.norm.ppf(0.975)) + stats.norm.cdf(-shift - stats.norm.ppf(0.975))
    assert precision.power == pytest.approx(expected, rel=1e-6)


def test_pairs_that_are_not_separated_state_their_power_and_only_they_do():
    result = adjudge.rank(campaign([0, 0, 40], seed=3))
    assert {pair.significant for pair in result.pairs} == {True, False}
    for pair in result.pairs:
        assert (pair.power is None) == pair.significant
        assert (pair.smallest is None) == pair.significant
    [finding] = [finding for finding in result.findings if finding.code == "AJ216"]
    assert finding.numbers["pairs"] == 1
    assert "was not separated, which is not evidence of equal quality" in finding.text


def test_effects_lie_within_their_intervals():
    frame = adjudge.rank(campaign([0, 4, 8])).pairs_frame()
    for low, effect, high in frame.select("effect_low", "effect", "effect_high").iter_rows():
        assert 0 < low < effect < high < 1


def test_only_a_margin_given_in_advance_shows_equivalence():
    table = campaign([0, 0], documents=60, noise=5)
    assert adjudge.rank(table, RAW).pairs[0].equivalent is None
    # Two one-sided t tests: the 90% interval of the difference, documents as the unit.
    means = _differences(table).reshape(60, 4).mean(axis=1)
    low, high = stats.t.interval(0.9, 59, means.mean(), stats.sem(means))
    edge = max(-low, high)
    assert adjudge.rank(table, RAW, claims=Claims(margin=edge * 1.001)).pairs[0].equivalent is True
    assert adjudge.rank(table, RAW, claims=Claims(margin=edge * 0.999)).pairs[0].equivalent is False


@pytest.mark.parametrize("margin", [0.0, -1.0, float("nan"), float("inf")])
def test_a_margin_that_is_not_a_positive_number_is_refused(margin):
    with pytest.raises(UsageError, match="AJ040 the margin is"):
        Claims(margin=margin)


def test_a_system_not_separated_from_a_post_edited_translation_is_named():
    result = adjudge.rank(campaign([0, 0, 40], seed=3), claims=Claims(post_edited=("system-1",)))
    [finding] = [finding for finding in result.findings if finding.code == "AJ218"]
    assert [sorted(pair) for pair in finding.numbers["pairs"]] == [["system-0", "system-1"]]


def test_an_unknown_post_edited_system_is_refused():
    with pytest.raises(UsageError, match="there is no system 'absent'"):
        adjudge.rank(campaign([0, 9]), claims=Claims(post_edited=("absent",)))


def test_the_mixed_model_gives_the_difference_where_it_gives_the_order():
    table = campaign([0, 4])
    result = adjudge.rank(table, "mixed-model")
    by_means = adjudge.rank(table, replace(RAW, test=Test("mixed", alternative="two-sided")))
    assert result.pairs[0].difference == pytest.approx(-result.to_frame()["score"].diff()[1])
    assert by_means.pairs[0].difference == pytest.approx(_differences(table).mean())
