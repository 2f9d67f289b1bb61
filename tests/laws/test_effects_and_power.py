"""Effect intervals and power: twins, derivations, coverage."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adjudge.kernels.power.difference import normal_power, smallest_difference
from adjudge.kernels.power.rank_sum import rank_sum_power, smallest_effect
from adjudge.kernels.rating_tests.placements import all_effects, effect_interval_plain, placements


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
    # Every score is a unit, so the smaller group has 49 degrees of freedom.
    half = stats.t.ppf(0.975, 49) * np.sqrt(variance) / (theta * (1 - theta))
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
    assert covered / 300 == pytest.approx(0.95, abs=4 * np.sqrt(0.95 * 0.05 / 300))


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
