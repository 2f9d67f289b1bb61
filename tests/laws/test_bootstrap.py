"""Bootstrap, rank sets, letters, effect intervals and power: twins, derivations, levels."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adjudge.kernels.ranks.letters import compact_letters
from adjudge.kernels.ranks.rank_sets import document_t, model_t, rank_sets, surely_better
from adjudge.kernels.rating_tests.bootstrap import bootstrap_p, bootstrap_ratios, bootstrap_ratios_plain
from adjudge.kernels.rating_tests.placements import all_effects, effect_interval_plain, placements
from adjudge.kernels.rating_tests.power import normal_power, rank_sum_power, smallest_difference, smallest_effect


def test_fast_bootstrap_equals_plain():
    rng = np.random.default_rng(0)
    counts = rng.integers(0, 4, size=(9, 3)).astype(float)
    sums = rng.normal(size=(9, 3)) * counts
    fast = bootstrap_ratios(sums, counts, 600, np.random.default_rng(1))
    plain = bootstrap_ratios_plain(sums, counts, 600, np.random.default_rng(1))
    np.testing.assert_allclose(fast, plain, rtol=1e-12)


def test_bootstrap_spread_is_that_of_the_mean():
    # One score to a document: the variance of the bootstrap mean is (D - 1) / D s^2 / D.
    x = np.random.default_rng(2).normal(size=(40, 1))
    replicates = bootstrap_ratios(x, np.ones_like(x), 20_000, np.random.default_rng(3))
    expected = x.std(ddof=0) / np.sqrt(40)
    assert replicates.std() == pytest.approx(expected, rel=4 / np.sqrt(2 * 20_000))


@pytest.mark.parametrize("documents", [10, 20, 60])
def test_bootstrap_p_keeps_its_level(documents):
    rng = np.random.default_rng(4)
    # 400 columns are 400 comparisons without a difference; documents hold one to three segments.
    counts = rng.integers(1, 4, size=(documents, 400)).astype(float)
    sums = rng.normal(size=(documents, 400)) * np.sqrt(counts)
    rejected = (bootstrap_p(sums, counts, 499, rng) <= 0.05).mean()
    assert rejected < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 400)


@given(
    st.integers(1, 7).flatmap(lambda k: st.lists(st.booleans(), min_size=k * (k - 1) // 2, max_size=k * (k - 1) // 2))
)
def test_two_systems_share_a_letter_exactly_if_they_do_not_differ(flags):
    k = next(k for k in range(1, 8) if k * (k - 1) // 2 == len(flags))
    different = np.zeros((k, k), dtype=bool)
    for (i, j), flag in zip(combinations(range(k), 2), flags, strict=True):
        different[i, j] = different[j, i] = flag
    letters = compact_letters(different)
    for i, j in combinations(range(k), 2):
        assert (not set(letters[i]) & set(letters[j])) == different[i, j]
    assert all(letters)


def test_letters_show_ties_that_are_not_transitive():
    different = np.array([[0, 0, 1], [0, 0, 0], [1, 0, 0]], dtype=bool)
    assert compact_letters(different) == ["a", "ab", "b"]


def test_letters_are_left_out_where_groups_would_be_countless():
    # 30 pairs that differ within each pair only: one group for every choice of one from each pair, 2 to the 30.
    different = np.kron(np.eye(30), np.array([[0, 1], [1, 0]])).astype(bool)
    assert compact_letters(different) == [""] * 60


def _documents(means, groups, rng):
    """Sums and counts of systems with these means over documents of three segments each."""
    scores = rng.normal(0, 1, (groups, 3, len(means))) + np.asarray(means) + rng.normal(0, 1, (groups, 1, 1))
    return scores.sum(axis=1), np.full((groups, len(means)), 3.0)


def test_rank_sets_of_clear_and_of_equal_systems():
    rng = np.random.default_rng(5)
    for means, expected in (([9.0, 5.0, 1.0], [(1, 1), (2, 2), (3, 3)]), ([0.0, 0.0, 0.0], [(1, 3)] * 3)):
        sums, counts = _documents(means, 30, rng)
        t, t_star = document_t(sums, counts, 500, rng)
        assert rank_sets(surely_better(t, t_star, 0.95)) == expected


@pytest.mark.parametrize(("systems", "groups"), [(6, 10), (13, 10), (13, 20), (13, 40)])
def test_equal_systems_are_rarely_separated_by_document_sets(systems, groups):
    rng = np.random.default_rng(6)
    runs = 120
    wrong = 0
    for _ in range(runs):
        sums, counts = _documents([0.0] * systems, groups, rng)
        t, t_star = document_t(sums, counts, 400, rng)
        wrong += bool(surely_better(t, t_star, 0.95).any())
    assert wrong / runs < 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs)


@pytest.mark.parametrize("freedom", [5, 10, 30])
def test_equal_systems_are_rarely_separated_by_model_sets(freedom):
    rng = np.random.default_rng(7)
    runs, systems, wrong = 200, 13, 0
    for _ in range(runs):
        # Thirteen means with a common variance that is estimated with few degrees of freedom.
        variance = rng.chisquare(freedom) / freedom
        t, t_star = model_t(rng.normal(size=systems), variance * np.eye(systems), freedom, 400, rng)
        wrong += bool(surely_better(t, t_star, 0.95).any())
    assert wrong / runs < 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs)


def test_step_down_decides_more_than_one_step():
    # Without the clear pair in the maximum the second one passes: 3 > 2.5, not > 4.
    t = np.array([[0.0, 5.0], [-5.0, 0.0]])
    t_star = np.zeros((100, 2, 2))
    t_star[:, 0, 1] = np.linspace(0, 4, 100)
    assert surely_better(t, t_star, 0.95).tolist() == [[False, True], [False, False]]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=20), st.lists(st.integers(0, 5), min_size=1, max_size=20))
def test_mean_placement_is_the_mann_whitney_share(x, y):
    u = stats.mannwhitneyu(x, y, method="asymptotic").statistic
    assert placements(np.array(x, float), np.array(y, float)).mean() == pytest.approx(u / (len(x) * len(y)))


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2), st.integers(0, 5)), min_size=6, max_size=40).filter(
        lambda rows: {g for _, g, _ in rows} == {0, 1, 2}
    )
)
def test_all_effects_equal_the_plain_twin(rows):
    values, groups, documents = (np.array(column) for column in zip(*rows, strict=True))
    effects = all_effects(values.astype(float), groups, documents, 3)
    for a, b in combinations(range(3), 2):
        x, y = values[groups == a].astype(float), values[groups == b].astype(float)
        assert effects.theta[a, b] == pytest.approx(placements(x, y).mean())
        expected = effect_interval_plain(x, y, documents[groups == a], documents[groups == b])
        assert (effects.low[a, b], effects.high[a, b]) == pytest.approx(expected, abs=1e-9)


def test_effect_interval_with_single_scores_equals_delong():
    rng = np.random.default_rng(7)
    x, y = rng.normal(0.3, 1, 50), rng.normal(0, 1, 60)
    v, w = placements(x, y), placements(y, x)
    theta = v.mean()
    # DeLong et al. 1988 with n instead of n - 1 in each part, times G / (G - 1) for the 110 units.
    variance = (v.var() / 50 + w.var() / 60) * 110 / 109
    half = stats.norm.ppf(0.975) * np.sqrt(variance) / (theta * (1 - theta))
    logit = np.log(theta / (1 - theta))
    effects = all_effects(np.r_[x, y], np.repeat([0, 1], [50, 60]), np.arange(110), 2)
    assert (effects.low[0, 1], effects.high[0, 1]) == pytest.approx(
        (1 / (1 + np.exp(half - logit)), 1 / (1 + np.exp(-half - logit)))
    )


def test_effect_interval_covers_when_documents_have_effects_of_their_own():
    rng = np.random.default_rng(8)
    covered, documents = 0, np.repeat(np.arange(30), 10)
    for _ in range(300):
        x = rng.normal(0, 1, 300) + np.repeat(rng.normal(0, 0.5, 30), 10)
        y = rng.normal(0, 1, 300) + np.repeat(rng.normal(0, 0.5, 30), 10)
        effects = all_effects(np.r_[x, y], np.repeat([0, 1], 300), np.r_[documents, documents], 2)
        covered += effects.low[0, 1] <= 0.5 <= effects.high[0, 1]
    assert 0.90 < covered / 300 < 0.99


@pytest.mark.parametrize(("n", "p"), [(55, 0.348), (114, 0.394), (385, 0.442), (902, 0.462), (1500, 0.4705)])
def test_smallest_effect_that_is_found_four_times_in_five(n, p):
    assert smallest_effect(n, n) == pytest.approx(p, abs=5e-4)


def test_power_agrees_with_simulated_tests():
    rng = np.random.default_rng(9)
    theta = np.sqrt(2) * stats.norm.ppf(0.4)
    x, y = rng.normal(theta, 1, (2000, 110)), rng.normal(0, 1, (2000, 110))
    found = (stats.mannwhitneyu(x, y, axis=1, method="asymptotic").pvalue < 0.05).mean()
    assert rank_sum_power(110, 110, 0.4) == pytest.approx(found, abs=4 * np.sqrt(0.25 / 2000))


def test_smallest_difference_has_the_power_asked_for():
    assert normal_power(smallest_difference(0.37), 0.37) == pytest.approx(0.8, abs=1e-3)
