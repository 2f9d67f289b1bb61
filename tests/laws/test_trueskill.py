"""TrueSkill against its plain twin, the laws of its update, simulated truth, and truly new runs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from adjudge.kernels.trueskill.run_ranks import cluster_lines, line_shares, rank_ranges
from adjudge.kernels.trueskill.skills import Game, rate, rate_plain, run_trueskill, run_trueskill_plain

_MEANS = st.floats(-2, 2)
_VARIANCES = st.floats(0.01, 0.25)


@st.composite
def _comparisons(draw):
    """A ring, so that every system has met another, and more comparisons at random; some pairs never meet."""
    n = draw(st.integers(2, 5))
    more = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(1, n - 1)), max_size=25))
    pairs = [(a, (a + 1) % n) for a in range(n)] + [(a, (a + gap) % n) for a, gap in more]
    outcome = draw(st.lists(st.sampled_from([-1, 0, 1]), min_size=len(pairs), max_size=len(pairs)))
    first, second = np.array(pairs).T
    return first, second, np.array(outcome), n


@given(_comparisons(), st.integers(0, 2**32))
@settings(max_examples=60)
def test_every_run_equals_the_plain_twin(comparisons, seed):
    first, second, outcome, n = comparisons
    runs = 4
    found = run_trueskill(first, second, outcome, n, runs=runs, rng=np.random.default_rng(seed)).means
    draws = np.random.default_rng(seed).random((len(outcome) + 1, 2, runs))
    for run in range(runs):
        expected = run_trueskill_plain(first, second, outcome, n, draws[:, :, run])
        np.testing.assert_allclose(found[run], expected, rtol=0, atol=1e-9)


@given(
    st.tuples(_MEANS, _MEANS), st.tuples(_VARIANCES, _VARIANCES), st.sampled_from([-1, 0, 1]), st.integers(2, 40_000)
)
def test_an_update_equals_the_printed_formulas(mu, variance, outcome, steps):
    game = Game.of(steps)
    new_mu, new_variance = rate(np.array(mu)[:, None], np.array(variance)[:, None], np.array([outcome]), game)
    expected_mu, expected_variance = rate_plain(mu, variance, outcome, game)
    np.testing.assert_allclose(new_mu[:, 0], expected_mu, rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(new_variance[:, 0], expected_variance, rtol=1e-9)


@given(
    st.tuples(_MEANS, _MEANS), st.tuples(_VARIANCES, _VARIANCES), st.sampled_from([-1, 0, 1]), st.integers(2, 40_000)
)
def test_a_winner_rises_a_tie_brings_together_and_nothing_gets_less_certain(mu, variance, outcome, steps):
    old_mu, old_variance = np.array(mu)[:, None], np.array(variance)[:, None]
    new_mu, new_variance = rate(old_mu, old_variance, np.array([outcome]), Game.of(steps))
    rise = float(np.sign((new_mu - old_mu)[0, 0]))
    assert rise in ({0.0, outcome} if outcome else {0.0, float(np.sign(mu[1] - mu[0]))})
    assert (new_variance <= old_variance).all()
    assert (new_variance > 0).all()


@pytest.mark.parametrize("outcome", [-1, 0, 1])
def test_hopeless_surprises_stay_finite(outcome):
    # Two hundred standard deviations apart: phi(x) / Phi(x) is 0 / 0 in double precision.
    game = Game(0.001, 0.0003)
    variance = np.full((2, 2), 1e-6)
    mu, new_variance = rate(np.array([[-0.5, 0.5], [0.5, -0.5]]), variance, np.array([outcome] * 2), game)
    assert np.isfinite(mu).all()
    assert ((new_variance > 0) & (new_variance <= variance)).all()
    # In the far tail v(x) = -x, so a loser of the impossible kind moves by variance * lead / c^2 towards the other.
    c2 = 2 * game.beta**2 + 2e-6
    surprised = {1: [0], -1: [1], 0: [0, 1]}[outcome]
    for k in surprised:
        gap = 1.0 + (game.margin if outcome else -game.margin)
        assert abs(mu[0, k]) == pytest.approx(0.5 - 1e-6 * gap / c2, rel=1e-4)


@given(_comparisons(), st.integers(0, 2**32))
@settings(max_examples=30)
def test_reversed_outcomes_reverse_the_skills(comparisons, seed):
    first, second, outcome, n = comparisons
    draws = np.random.default_rng(seed).random((len(outcome) + 1, 2))
    mirrored = np.column_stack([draws[:, 0], 1 - draws[:, 1]])
    skills = run_trueskill_plain(first, second, outcome, n, draws)
    np.testing.assert_allclose(run_trueskill_plain(first, second, -outcome, n, mirrored), -skills, atol=1e-12)


def test_only_ties_leave_every_skill_where_it_was():
    first, second = np.array([0, 0, 1]), np.array([1, 2, 2])
    found = run_trueskill(first, second, np.zeros(3, dtype=int), 3, runs=5, rng=np.random.default_rng(0))
    assert found.means.tolist() == [[0.0] * 3] * 5


def test_true_order_of_clearly_different_systems_is_recovered():
    rng = np.random.default_rng(0)
    skills = np.array([0.0, 2.0, -2.0, 1.0, -1.0])
    first = rng.integers(0, 5, 4000)
    second = (first + rng.integers(1, 5, 4000)) % 5
    performance = skills[first] - skills[second] + rng.normal(0, 1.5, 4000)
    outcome = np.where(np.abs(performance) < 0.5, 0, np.sign(performance)).astype(int)
    found = run_trueskill(first, second, outcome, 5, runs=100, rng=rng)
    assert np.argsort(-found.scores).tolist() == [1, 3, 0, 4, 2]
    low, high = rank_ranges(found.means)
    assert low.tolist() == high.tolist() == [3, 1, 5, 2, 4]
    assert line_shares(found.means, rng).tolist() == [1.0] * 4


@given(hnp.arrays(float, st.tuples(st.integers(3, 60), st.integers(2, 5)), elements=st.integers(0, 6).map(float)))
def test_rank_ranges_equal_sorting_and_cutting(means):
    runs, n = means.shape
    cut = math.ceil((runs - 0.95 * runs) / 2)
    low, high = rank_ranges(means)
    for system in range(n):
        best = sorted(1 + sum(other > run[system] for other in run) for run in means)[cut:-cut]
        worst = sorted(sum(other >= run[system] for other in run) for run in means)[cut:-cut]
        assert (low[system], high[system]) == (best[0], worst[-1])


def test_shares_of_lines_are_those_of_truly_new_runs():
    # Four systems; the gaps are chosen such that with 60 runs a line is drawn sometimes.
    truth, runs, executions, held = np.array([1.0, 0.35, 0.0, -0.3]), 60, 1000, 20_000
    rng = np.random.default_rng(1)

    def execute(size):
        return truth + rng.normal(0, 0.15, (size, 4))

    counts = np.zeros(3)
    for _ in range(executions):
        means = execute(runs)
        order = np.argsort(-means.mean(axis=0))
        low, high = rank_ranges(means[:, order])
        same = [set(order[: k + 1]) == set(range(k + 1)) for k in range(3)]
        counts += cluster_lines(low, high) & same
    expected = counts / executions
    assert ((expected[1:] > 0.1) & (expected[1:] < 0.9)).all()
    found = line_shares(execute(held), rng, runs=runs, draws=executions)
    # Two shares of 1,000, and what 20,000 runs do not know: sqrt(60 / 20,000) standard errors of an execution, each
    # worth 0.4 (the density of a normal variable) of a share at most; four standard deviations.
    np.testing.assert_allclose(found, expected, atol=4 * math.sqrt(2 * 0.25 / executions + 0.4**2 * runs / held))
