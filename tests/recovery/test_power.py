"""Closed forms and exact powers against simulated tests, as an analyst would run them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

import adjudge
from adjudge.kernels.power.rank_sum import rank_sum_equivalence_power, rank_sum_power
from adjudge.kernels.power.signed_rank import signed_rank_equivalence_power, signed_rank_power

Floats = NDArray[np.float64]
RUNS, BATCH = 20_000, 2_000


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def batches(n: int, m: int, p: float, seed: int, runs: int = RUNS) -> Iterator[tuple[Floats, Floats]]:
    """Scores of A and B, normal with P(A < B) = p; one row for each run."""
    draw, shift = rng(seed), np.sqrt(2) * stats.norm.ppf(p)
    for _ in range(runs // BATCH):
        yield draw.normal(0, 1, (BATCH, n)), draw.normal(shift, 1, (BATCH, m))


def found(p_values: Floats, level: float = 0.05) -> int:
    return int((p_values < level).sum())


@pytest.mark.parametrize(
    ("n", "m", "p", "within"),
    [
        (330, 330, 0.43, 0.01),  # the case of the plan: 20,000 runs
        (55, 55, 0.39, 0.01),
        (40, 80, 0.35, 0.01),
        (20, 20, 0.3, 0.02),
    ],
)
def test_the_rank_sum_test_finds_what_the_closed_form_says(n, m, p, within):
    share = sum(found(stats.mannwhitneyu(x, y, axis=1, method="asymptotic").pvalue) for x, y in batches(n, m, p, 1))
    assert rank_sum_power(n, m, p) == pytest.approx(share / RUNS, abs=within)
    assert adjudge.power(n, p, m=m).power == rank_sum_power(n, m, p)


def differences(n: int, p: float, correlation: float, seed: int) -> Iterator[Floats]:
    """B - A on shared segments whose scores correlate."""
    draw, shift = rng(seed), np.sqrt(2) * stats.norm.ppf(p)
    for _ in range(RUNS // BATCH):
        common = draw.normal(0, np.sqrt(correlation), (BATCH, n))
        a, b = (common + draw.normal(0, np.sqrt(1 - correlation), (BATCH, n)) for _ in range(2))
        yield b + shift - a


@pytest.mark.parametrize(
    ("n", "p", "correlation", "within"),
    [(330, 0.43, 0.0, 0.01), (200, 0.43, 0.3, 0.01), (50, 0.4, 0.5, 0.02), (20, 0.35, 0.3, 0.04)],
)
def test_the_signed_rank_test_finds_what_the_closed_form_says(n, p, correlation, within):
    share = sum(found(stats.wilcoxon(d, axis=1, method="asymptotic").pvalue) for d in differences(n, p, correlation, 2))
    assert signed_rank_power(n, p, correlation) == pytest.approx(share / RUNS, abs=within)
    assert adjudge.power(n, p, test="paired", correlation=correlation).power == signed_rank_power(n, p, correlation)


@pytest.mark.parametrize(
    ("test", "n", "p", "alpha"),
    [
        ("rank-sum", 14, 0.25, 0.05),
        ("paired", 25, 0.35, 0.05),
        ("paired", 20, 0.25, 0.05),
        ("paired", 10, 0.2, 0.05),
        ("rank-sum", 10, 0.2, 0.01),
        ("rank-sum", 10, 0.1, 0.001),
        ("paired", 15, 0.1, 0.001),
    ],
)
@pytest.mark.parametrize("method", ["exact", "asymptotic"])
def test_small_plans_are_off_by_no_more_than_their_warning_says(test, n, p, alpha, method):
    runs = batches(n, n, p, 11)
    if test == "rank-sum":
        shares = [found(stats.mannwhitneyu(x, y, axis=1, method=method).pvalue, alpha + 1e-12) for x, y in runs]
    else:
        shares = [found(stats.wilcoxon(y - x, axis=1, method=method).pvalue, alpha + 1e-12) for x, y in runs]
    planned = adjudge.power(n, p, test=test, alpha=alpha)
    warned = [finding.numbers["off"] for finding in planned.findings if finding.code == "AJ607"]
    assert abs(planned.power - sum(shares) / RUNS) <= max([0.04, *warned])
    assert bool(warned) == ((test, n) not in {("rank-sum", 14), ("paired", 25)})


def test_a_small_paired_plan_finds_far_more_with_exact_p_values():
    shares = [found(stats.wilcoxon(y - x, axis=1, method="exact").pvalue) for x, y in batches(10, 10, 0.2, 12)]
    planned = adjudge.power(10, 0.2, test="paired")
    assert sum(shares) / RUNS - planned.power > 0.05
    [finding] = [finding for finding in planned.findings if finding.code == "AJ607"]
    assert finding.numbers["off"] > 0.07


def sign_p(wins: NDArray[np.int64], losses: NDArray[np.int64]) -> Floats:
    """Two-sided exact p-values of the sign test."""
    larger = np.maximum(wins, losses)
    values: Floats = np.minimum(1.0, 2 * stats.binom.sf(larger - 1, wins + losses, 0.5))
    return values


@pytest.mark.parametrize(("n", "p", "correlation"), [(330, 0.43, 0.0), (150, 0.42, 0.4), (40, 0.3, 0.0)])
def test_the_sign_test_finds_what_the_exact_power_says(n, p, correlation):
    share = sum(
        found(sign_p((d > 0).sum(axis=1), (d < 0).sum(axis=1)), 0.05 + 1e-12) for d in differences(n, p, correlation, 3)
    )
    assert adjudge.power(n, p, test="sign", correlation=correlation).power == pytest.approx(share / RUNS, abs=0.01)


@pytest.mark.parametrize(("n", "effect", "ties"), [(300, 0.42, 0.0), (300, 0.42, 0.3), (800, 0.55, 0.15)])
def test_votes_with_ties_find_what_the_exact_power_says(n, effect, ties):
    draw = rng(4)
    decisive = draw.binomial(n, 1 - ties, RUNS)
    wins = draw.binomial(decisive, effect)
    share = found(sign_p(wins, decisive - wins), 0.05 + 1e-12) / RUNS
    # The power is that of the expected number of decisive votes; the number itself varies.
    assert adjudge.power(n, effect, test="comparisons", ties=ties).power == pytest.approx(share, abs=0.015)


def test_ties_of_segments_count_half():
    draw, n, ties = rng(5), 250, 0.2
    effect = 0.44  # P(A < B) + half of the ties
    wins = draw.binomial(n, effect - ties / 2, RUNS)
    losses = draw.binomial(n - wins, (1 - effect - ties / 2) / (1 - (effect - ties / 2)))
    share = found(sign_p(wins, losses), 0.05 + 1e-12) / RUNS
    assert adjudge.power(n, effect, test="sign", ties=ties).power == pytest.approx(share, abs=0.015)


@pytest.mark.parametrize(("people", "each", "icc", "effect"), [(60, 10, 0.1, 0.56), (100, 5, 0.3, 0.58)])
def test_dependent_votes_find_what_the_design_effect_says(people, each, icc, effect):
    # People differ: their chances are beta with correlation icc between their votes. The test sums by person.
    draw = rng(6)
    spread = (1 - icc) / icc
    chances = draw.beta(effect * spread, (1 - effect) * spread, (RUNS, people))
    sums = 2 * draw.binomial(each, chances) - each
    z = sums.sum(axis=1) / np.sqrt((sums**2).sum(axis=1))
    share = found(2 * stats.norm.sf(np.abs(z))) / RUNS
    planned = adjudge.power(people * each, effect, test="comparisons", votes_per_unit=each, icc=icc)
    assert planned.power == pytest.approx(share, abs=0.04)
    ignored = adjudge.power(people * each, effect, test="comparisons")
    assert ignored.power > share + 0.1


def test_segments_of_documents_find_what_the_design_effect_says():
    # Other documents for each system; the test of document means, which knows about them.
    draw, documents, length, icc, effect = rng(7), 60, 8, 0.15, 0.42
    shift = np.sqrt(2) * stats.norm.ppf(effect)

    def means(count: int) -> Floats:
        shared = draw.normal(0, np.sqrt(icc), (count, documents, 1))
        values: Floats = (shared + draw.normal(0, np.sqrt(1 - icc), (count, documents, length))).mean(axis=2)
        return values

    share = np.mean(
        [found(stats.ttest_ind(means(500), means(500) + shift, axis=1).pvalue) / 500 for _ in range(RUNS // 1000)]
    )
    planned = adjudge.power(documents * length, effect, documents=documents, icc=icc)
    # The t-test needs 3 / pi of the segments of the rank-sum test.
    assert planned.power == pytest.approx(share, abs=0.03)


def equivalent(x: Floats, y: Floats, margin: float, level: float = 0.05) -> NDArray[np.bool_]:
    """Two one-sided tests of P(A < B) with variances from placements (Wellek 2010, section 6.2)."""
    n, m = x.shape[1], y.shape[1]
    ranks = stats.rankdata(np.concatenate([x, y], axis=1), axis=1)
    of_y = (ranks[:, n:] - stats.rankdata(y, axis=1)) / n
    of_x = 1 - (ranks[:, :n] - stats.rankdata(x, axis=1)) / m
    error = np.sqrt(of_y.var(axis=1, ddof=1) / m + of_x.var(axis=1, ddof=1) / n)
    p, z = of_y.mean(axis=1), stats.norm.isf(level)
    inside: NDArray[np.bool_] = (p - z * error > 0.5 - margin) & (p + z * error < 0.5 + margin)
    return inside


def share_equivalent(n: int, m: int, p: float, margin: float, seed: int) -> float:
    return sum(int(equivalent(x, y, margin).sum()) for x, y in batches(n, m, p, seed)) / RUNS


@pytest.mark.parametrize(
    ("n", "m", "margin"),
    [
        (100, 200, 0.12),
        (330, 330, 0.06),
        pytest.param(330, 330, 0.1, marks=pytest.mark.slow),
        pytest.param(1000, 1000, 0.05, marks=pytest.mark.slow),
    ],
)
def test_equality_is_shown_wrongly_at_most_as_often_as_the_level(n, m, margin):
    error = 4 * np.sqrt(0.05 * 0.95 / RUNS)
    for end in (0.5 - margin, 0.5 + margin):
        assert share_equivalent(n, m, end, margin, 8) <= 0.05 + error
        assert rank_sum_equivalence_power(n, m, end, margin) <= 0.05 + 1e-12


@pytest.mark.parametrize(
    ("n", "p", "margin"), [(330, 0.5, 0.06), (330, 0.52, 0.08), (200, 0.5, 0.1), (600, 0.48, 0.06)]
)
def test_equality_is_shown_as_often_as_the_closed_form_says(n, p, margin):
    assert adjudge.power(n, p, margin=margin).power == pytest.approx(share_equivalent(n, n, p, margin, 9), abs=0.015)


@pytest.mark.parametrize(("n", "p", "margin", "correlation"), [(250, 0.5, 0.08, 0.3), (250, 0.58, 0.08, 0.3)])
def test_equality_on_shared_segments(n, p, margin, correlation):
    # The signed-rank statistic against its moments at the ends of the margin.
    from adjudge.kernels.power.normal_shift import paired_shift
    from adjudge.kernels.power.signed_rank import signed_rank_moments

    low, high = (signed_rank_moments(n, paired_shift(0.5 + end, correlation)) for end in (-margin, margin))
    z = stats.norm.isf(0.05)
    shown = 0
    for d in differences(n, p, correlation, 10):
        w = (stats.rankdata(np.abs(d), axis=1) * (d > 0)).sum(axis=1)
        shown += int(((w > low.mean + z * low.sd) & (w < high.mean - z * high.sd)).sum())
    assert signed_rank_equivalence_power(n, p, margin, correlation) == pytest.approx(shown / RUNS, abs=0.01)
