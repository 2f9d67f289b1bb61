"""Power of planned tests: twins, derivations, and what must hold for every plan."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.sandwich import model_covariance
from adjudge.kernels.power.binomial import (
    critical_counts,
    mixed_over_ties,
    sign_equivalence_power_plain,
    sign_equivalence_powers,
    sign_power_plain,
    sign_powers,
)
from adjudge.kernels.power.clusters import design_effect, effective_in_documents, most_effective
from adjudge.kernels.power.normal_shift import both_below, both_below_plain, paired_shift
from adjudge.kernels.power.rank_sum import rank_sum_equivalence_power, rank_sum_moments, rank_sum_power
from adjudge.kernels.power.searching import nearest_effect, smallest_lasting_size, smallest_size
from adjudge.kernels.power.signed_rank import signed_rank_equivalence_power, signed_rank_moments, signed_rank_power

EFFECTS = st.floats(0.02, 0.98)
LEVELS = st.sampled_from([0.001, 0.01, 0.05, 0.1])
SIDES = st.sampled_from([1, 2])


@given(st.floats(-4, 4))
def test_two_correlated_normals_stay_below(h):
    assert both_below(h) == pytest.approx(both_below_plain(h), abs=1e-12)


def test_two_correlated_normals_agree_with_scipy():
    cov = [[1, 0.5], [0.5, 1]]
    for h in (-1.5, -0.2, 0.0, 0.7):
        assert both_below(h) == pytest.approx(stats.multivariate_normal([0, 0], cov).cdf([h, h]), abs=1e-7)
    assert both_below(0.0) == pytest.approx(1 / 3)  # 1/4 + arcsin(1/2) / (2 pi)


@given(st.floats(0.05, 0.95), st.floats(-0.9, 0.9))
def test_shift_of_pairs_is_the_chance_on_the_same_segment(p, correlation):
    # B - A is normal with mean sqrt(2) Phi^-1(p) and variance 2 - 2 correlation.
    mean, sd = math.sqrt(2) * stats.norm.ppf(p), math.sqrt(2 - 2 * correlation)
    assert paired_shift(p, correlation) == pytest.approx(mean / sd)


@given(st.integers(1, 500), st.integers(1, 500))
def test_rank_sum_moments_without_an_effect(n, m):
    moments = rank_sum_moments(n, m, 0.5)
    assert moments.mean == n * m / 2
    assert moments.sd**2 == pytest.approx(n * m * (n + m + 1) / 12)


@given(st.integers(1, 500))
def test_signed_rank_moments_without_an_effect(n):
    moments = signed_rank_moments(n, 0.0)
    assert moments.mean == pytest.approx(n * (n + 1) / 4)
    assert moments.sd**2 == pytest.approx(n * (n + 1) * (2 * n + 1) / 24)


@pytest.mark.parametrize(("n", "shift"), [(4, 0.3), (12, -0.5), (30, 0.8)])
def test_signed_rank_moments_are_those_of_simulated_sums(n, shift):
    rng = np.random.default_rng(3)
    d = rng.normal(shift, 1, (40_000, n))
    ranks = np.abs(d).argsort(axis=1).argsort(axis=1) + 1
    sums = (ranks * (d > 0)).sum(axis=1)
    moments = signed_rank_moments(n, shift)
    assert moments.mean == pytest.approx(sums.mean(), abs=4 * sums.std() / 200)
    assert moments.sd == pytest.approx(sums.std(), rel=0.02)


@pytest.mark.parametrize(("n", "m", "p"), [(5, 9, 0.3), (20, 20, 0.6), (12, 40, 0.85)])
def test_rank_sum_moments_are_those_of_simulated_counts(n, m, p):
    rng = np.random.default_rng(4)
    x, y = rng.normal(0, 1, (20_000, n)), rng.normal(math.sqrt(2) * stats.norm.ppf(p), 1, (20_000, m))
    counts = (x[:, :, None] < y[:, None, :]).sum(axis=(1, 2))
    moments = rank_sum_moments(n, m, p)
    assert moments.mean == pytest.approx(counts.mean(), abs=4 * counts.std() / math.sqrt(20_000))
    assert moments.sd == pytest.approx(counts.std(), rel=0.03)


@given(st.integers(1, 40), EFFECTS, LEVELS, SIDES)
def test_exact_power_equals_the_plain_twin(n, p, level, sides):
    assert sign_powers(np.array([n]), p, level, sides)[0] == pytest.approx(sign_power_plain(n, p, level, sides))


@given(st.integers(1, 25), st.floats(0.4, 0.6), st.sampled_from([0.15, 0.3, 0.45]), LEVELS)
def test_exact_equivalence_equals_the_plain_twin(n, p, margin, level):
    expected = sign_equivalence_power_plain(n, p, margin, level)
    assert sign_equivalence_powers(np.array([n]), p, margin, level)[0] == pytest.approx(expected)


@given(st.integers(1, 60), st.floats(0.01, 0.9), st.floats(0.2, 0.8))
def test_ties_are_averaged_over_their_number(n, ties, p):
    numbers = np.arange(n + 1)
    expected = stats.binom.pmf(numbers, n, 1 - ties) @ sign_powers(numbers, p)
    mixed = mixed_over_ties(lambda counts: sign_powers(counts, p), np.array([n, 3 * n]), ties)
    assert mixed[0] == pytest.approx(expected, abs=1e-12)
    assert mixed_over_ties(lambda counts: sign_powers(counts, p), np.array([n]), 0.0) == sign_powers(np.array([n]), p)


@given(st.integers(1, 3000), LEVELS, st.floats(0.1, 0.9))
def test_critical_counts_are_the_least_that_are_significant(n, level, p):
    c = int(critical_counts(np.array([n]), level, p)[0])
    assert stats.binom.sf(c - 1, n, p) <= level
    assert stats.binom.sf(c - 2, n, p) > level


@given(st.integers(10, 3000), st.floats(0.02, 0.3), LEVELS)
def test_no_equivalence_test_exceeds_its_level_at_the_margin(n, margin, level):
    for end in (0.5 - margin, 0.5 + margin):
        assert rank_sum_equivalence_power(n, n, end, margin, level) <= level + 1e-9
        assert signed_rank_equivalence_power(n, end, margin, 0.3, level) <= level + 1e-9
        assert sign_equivalence_powers(np.array([n]), end, margin, level)[0] <= level + 1e-9


#: From 20 on: below, not even equal signs are significant at .001, and the normal approximation has no meaning.
@given(st.integers(20, 2000), st.floats(0.3, 0.5), LEVELS, SIDES)
def test_power_grows_with_n_with_the_effect_and_with_correlation(n, p, level, sides):
    assert rank_sum_power(n + 1, n + 1, p, level, sides) >= rank_sum_power(n, n, p, level, sides) - 1e-12
    assert rank_sum_power(n, n, p - 0.01, level, sides) >= rank_sum_power(n, n, p, level, sides)
    assert signed_rank_power(n, p - 0.01, 0.2, level, sides) >= signed_rank_power(n, p, 0.2, level, sides)
    assert signed_rank_power(n, p, 0.4, level, sides) >= signed_rank_power(n, p, 0.2, level, sides) - 1e-12
    counts = np.array([n])
    assert sign_powers(counts, p - 0.01, level, sides)[0] >= sign_powers(counts, p, level, sides)[0] - 1e-12


@given(st.integers(5, 500), EFFECTS, LEVELS, SIDES)
def test_both_directions_are_found_alike(n, p, level, sides):
    assert rank_sum_power(n, n + 7, p, level, sides) == pytest.approx(rank_sum_power(n + 7, n, 1 - p, level, sides))
    assert signed_rank_power(n, p, 0.1, level, sides) == pytest.approx(signed_rank_power(n, 1 - p, 0.1, level, sides))


def test_shared_segments_without_correlation_are_worth_independent_ones():
    # Noether 1987: both need (z + z)^2 / (6 (p - .5)^2) for small effects.
    for p in (0.43, 0.47, 0.49):
        n = round((stats.norm.ppf(0.975) + stats.norm.ppf(0.8)) ** 2 / (6 * (p - 0.5) ** 2))
        assert signed_rank_power(n, p) == pytest.approx(rank_sum_power(n, n, p), abs=0.006)
        assert signed_rank_power(n, p) == pytest.approx(0.8, abs=0.015)


@given(st.integers(1, 400), st.floats(0, 1), st.floats(1, 50))
def test_documents_bound_what_segments_are_worth(documents, icc, length):
    n = documents * length
    worth = effective_in_documents(n, documents, icc)
    assert worth == pytest.approx(n / (1 + (length - 1) * icc))
    assert min(1.0, worth) <= worth <= min(n, most_effective(documents, icc)) * (1 + 1e-12)
    assert design_effect(0.5, icc) == 1.0


def test_the_design_effect_is_that_of_the_variance_of_a_mean():
    rng = np.random.default_rng(5)
    documents, length, icc = 30, 8, 0.2
    shared = rng.normal(0, math.sqrt(icc), (20_000, documents, 1))
    means = (shared + rng.normal(0, math.sqrt(1 - icc), (20_000, documents, length))).mean(axis=(1, 2))
    assert means.var() * documents * length == pytest.approx(design_effect(length, icc), rel=0.03)


@pytest.mark.parametrize("systems", [2, 3, 6])
def test_a_model_of_strengths_uses_as_many_votes_as_half_the_systems(systems):
    votes = 50.0
    wins = np.full((systems, systems), votes / 2)
    np.fill_diagonal(wins, 0)
    fit = fit_bradley_terry(wins, np.zeros_like(wins))
    covariance = model_covariance(fit)
    difference = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
    # The direct votes alone: 1 / (votes p (1 - p)) = 4 / votes.
    assert difference == pytest.approx(4 / votes * 2 / systems, rel=1e-6)


@given(st.integers(0, 2000), st.integers(1, 50))
def test_a_search_finds_the_first_size(where, least):
    assert smallest_size(lambda n: n >= where, least, 5000) == max(where, least)
    assert smallest_size(lambda n: n >= where, 1, 10) == (max(where, 1) if where <= 10 else None)


@given(st.sets(st.integers(1, 30), max_size=20))
def test_a_lasting_size_is_behind_the_last_tooth(missing):
    def reach(sizes):
        return ~np.isin(sizes, list(missing))

    assert smallest_lasting_size(reach, 1, 10_000, 0.1) in {n for n in range(1, 32) if n - 1 in {0, *missing}}
    first = smallest_lasting_size(reach, 1, 10_000, 0.1)
    assert first is not None
    assert all(n not in missing for n in range(first, 100))


def test_the_nearest_effect_is_found_from_both_sides():
    assert nearest_effect(lambda p: p <= 0.37, 0.0, 0.5) == pytest.approx(0.37)
    assert nearest_effect(lambda p: p >= 0.37, 0.5, 0.0) == pytest.approx(0.37)
    assert nearest_effect(lambda _: False, 0.0, 0.5) is None
