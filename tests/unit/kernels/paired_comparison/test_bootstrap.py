"""The bootstrap of strengths against fits from scratch and against the sandwich."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.paired_comparison import bootstrap as comparison_bootstrap
from adjudge.kernels.paired_comparison.bootstrap import PairedReplicates, bootstrap_cells, bootstrap_units
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.connectivity import NoFiniteFit
from adjudge.kernels.paired_comparison.counts import count_outcomes, pairs_met
from adjudge.kernels.paired_comparison.davidson import fit_davidson
from adjudge.kernels.paired_comparison.rao_kupper import fit_rao_kupper
from adjudge.kernels.paired_comparison.sandwich import sandwich, sandwich_by_unit
from adjudge.kernels.rating_tests.bootstrap import document_weights

FITS = [fit_bradley_terry, fit_davidson, fit_rao_kupper]


def votes(seed, size, systems=4, spread=0.5):
    """Comparisons by Davidson's model, with some ties."""
    rng = np.random.default_rng(seed)
    strengths = rng.normal(0, spread, systems)
    first = rng.integers(0, systems, size)
    second = (first + rng.integers(1, systems, size)) % systems
    up = np.exp((strengths[first] - strengths[second]) / 2)
    z, u = up + 1 / up + 0.6, rng.random(size)
    return first, second, np.where(u < up / z, 1, np.where(u < (up + 0.6) / z, 0, -1))


def refitted(fit_model, resamples):
    """Fits from scratch to (wins, ties) after (wins, ties), and how many have none."""
    strengths, unused = [], 0
    for wins, ties in resamples:
        try:
            strengths.append(fit_model(wins, ties).strengths)
        except NoFiniteFit:
            unused += 1
    return np.array(strengths), unused


def drawn_cells(wins, ties, draws, rng):
    """The same draws as `bootstrap_cells` makes, as matrices."""
    pairs = pairs_met(wins, ties)
    counts = np.concatenate(pairs.outcomes)
    filled, total = np.flatnonzero(counts), int(counts.sum())
    for _ in range(draws):
        drawn = np.zeros(len(counts))
        drawn[filled] = rng.multinomial(total, counts[filled] / total)
        won, lost, tied = np.split(drawn, 3)
        again, even = np.zeros_like(wins), np.zeros_like(wins)
        again[pairs.first, pairs.second], again[pairs.second, pairs.first] = won, lost
        even[pairs.first, pairs.second] = even[pairs.second, pairs.first] = tied
        yield again, even


# With three votes to a pair some replicates have no finite fit, with two hundred all have one.
@pytest.mark.parametrize(("size", "some_lost"), [(20, True), (1200, False)])
@pytest.mark.parametrize("fit_model", FITS)
def test_cells_equal_fits_from_scratch(fit_model, size, some_lost):
    first, second, outcome = votes(2, size, spread=0.8)
    counts = count_outcomes(first, second, outcome, 4)
    fast = bootstrap_cells(fit_model(*counts), *counts, 150, np.random.default_rng(1))
    slow, unused = refitted(fit_model, drawn_cells(*counts, 150, np.random.default_rng(1)))
    assert fast.unused == unused
    assert (unused > 0) == some_lost
    np.testing.assert_allclose(fast.strengths, slow, atol=1e-6)


@pytest.mark.parametrize("fit_model", FITS)
def test_units_equal_fits_from_scratch(fit_model):
    first, second, outcome = votes(4, 40)
    rng = np.random.default_rng(5)
    weights, unit = rng.uniform(0.5, 2, 40), rng.integers(10, 20, 40)
    fit = fit_model(*count_outcomes(first, second, outcome, 4, weights))
    fast = bootstrap_units(
        *(fit, first, second, outcome, unit), draws=150, rng=np.random.default_rng(2), weights=weights
    )
    codes = np.unique(unit, return_inverse=True)[1]
    (times,) = document_weights(codes.max() + 1, 150, np.random.default_rng(2))
    slow, unused = refitted(
        fit_model, (count_outcomes(first, second, outcome, 4, weights * row[codes]) for row in times)
    )
    assert fast.unused == unused > 0
    np.testing.assert_allclose(fast.strengths, slow, atol=1e-6)


def test_a_small_chunk_changes_nothing(monkeypatch):
    first, second, outcome = votes(6, 400)
    counts = count_outcomes(first, second, outcome, 4)
    fit = fit_davidson(*counts)
    done: list[int] = []
    whole = bootstrap_cells(fit, *counts, 50, np.random.default_rng(3))
    monkeypatch.setattr(comparison_bootstrap, "CHUNK", 18 * 20)
    parts = bootstrap_cells(fit, *counts, 50, np.random.default_rng(3), progress=done.append)
    np.testing.assert_allclose(parts.strengths, whole.strengths, atol=1e-6)
    assert done == [20, 40, 50]


@pytest.mark.parametrize("fit_model", FITS)
def test_spread_is_that_of_the_sandwich(fit_model):
    # Both estimate the same error; 2,000 replicates know it to 1 / sqrt(4000), the rest is of order 1 / votes.
    first, second, outcome = votes(7, 6000)
    counts = count_outcomes(first, second, outcome, 4)
    fit, unit = fit_model(*counts), np.arange(6000) // 4
    cells = bootstrap_cells(fit, *counts, 2000, np.random.default_rng(4))
    units = bootstrap_units(fit, first, second, outcome, unit, draws=2000, rng=np.random.default_rng(5))
    for drawn, covariance in (
        (cells, sandwich(fit, *counts)),
        (units, sandwich_by_unit(fit, first, second, outcome, unit)),
    ):
        assert drawn.unused == 0
        ratio = drawn.strengths.std(axis=0) / np.sqrt(np.diag(covariance))
        np.testing.assert_allclose(ratio, 1, atol=4 / np.sqrt(2 * 2000) + 0.01)


def test_weighted_counts_are_refused_for_cells():
    wins, none = np.array([[0.0, 1.5], [2.0, 0]]), np.zeros((2, 2))
    with pytest.raises(ValueError, match="whole counts"):
        bootstrap_cells(fit_bradley_terry(wins, none), wins, none, 10, np.random.default_rng(0))


def test_intervals_of_many_units_are_percentiles():
    # Strengths 0 to 100 of one system, and their negatives of the other one.
    replicates = PairedReplicates(np.arange(101.0)[:, None] * [1, -1], 0)
    low, high = replicates.strength_intervals(10**9, 0.9)
    np.testing.assert_allclose((low, high), [[5, -95], [95, -5]])
