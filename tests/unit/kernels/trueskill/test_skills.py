"""TrueSkill: printed examples, rank ranges and lines by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from adjudge.kernels.probability.normal import quantile
from adjudge.kernels.trueskill.run_ranks import cluster_lines, line_shares, rank_ranges
from adjudge.kernels.trueskill.skills import Game, rate, run_on_counts, run_trueskill

#: The usual constants of TrueSkill: mu 25, sigma 25/3, beta 25/6, tau 25/300, draw probability 0.10.
USUAL = Game(25 / 6, quantile(0.55) * math.sqrt(2) * 25 / 6)
#: tau widens every skill before a match; WMT set it to 0, so the kernel has none.
WIDENED = (25 / 3) ** 2 + (25 / 300) ** 2


@pytest.mark.parametrize(
    ("before", "outcome", "after", "sigma"),
    [
        # As printed in the documentation of the trueskill package.
        ((25.0, 30.0), 1, (30.768, 24.232), 7.030),
        # ... and by Moser 2010, whose examples most implementations are tested with.
        ((25.0, 25.0), 1, (29.396, 20.604), 7.171),
        ((25.0, 25.0), -1, (20.604, 29.396), 7.171),
        ((25.0, 25.0), 0, (25.0, 25.0), 6.458),
    ],
)
def test_an_update_gives_the_printed_example(before, outcome, after, sigma):
    mu, variance = rate(np.array(before)[:, None], np.full((2, 1), WIDENED), np.array([outcome]), USUAL)
    assert mu[:, 0] == pytest.approx(after, abs=5e-4)
    assert np.sqrt(variance[:, 0]) == pytest.approx([sigma, sigma], abs=5e-4)


def test_beta_grows_with_the_data_and_a_quarter_of_equals_tie():
    game = Game.of(80)
    assert game.beta == 1.0
    # Two equals differ by N(0, 2 beta^2): P(|d| < margin) = 2 Phi(margin / sqrt 2) - 1 = erf(margin / 2).
    assert math.erf(game.margin / 2) == pytest.approx(0.25)


def test_single_comparisons_and_counts_are_the_same():
    first, second, outcome = np.array([0, 1, 2, 0]), np.array([1, 2, 0, 1]), np.array([1, 0, -1, -1])
    wins = np.array([[0.0, 1, 1], [1, 0, 0], [0, 0, 0]])
    ties = np.array([[0.0, 0, 0], [0, 0, 1], [0, 1, 0]])
    by_comparison = run_trueskill(first, second, outcome, 3, runs=6, rng=np.random.default_rng(0)).means
    assert (run_on_counts(wins, ties, runs=6, rng=np.random.default_rng(0)).means == by_comparison).all()


def test_progress_ends_with_the_last_step():
    shown: list[int] = []
    pair = np.zeros(300, dtype=int), np.ones(300, dtype=int), np.ones(300, dtype=int)
    run_trueskill(*pair, 2, runs=3, rng=np.random.default_rng(0), progress=shown.append)
    assert shown == sorted(shown)
    assert shown[-1] == 301


@pytest.mark.parametrize(("second", "n"), [([1, 1], 3), ([1, 0], 2)])
def test_a_system_without_an_opponent_or_against_itself_is_refused(second, n):
    with pytest.raises(ValueError, match="needs a comparison with another one"):
        run_trueskill(np.array([0, 0]), np.array(second), np.array([1, 1]), n, rng=np.random.default_rng(0))


def test_one_run_in_forty_is_dropped_at_each_end():
    # 1,000 runs of two systems: ceil(25) ranks go at each end, so 25 upsets are not seen and 26 are.
    means = np.tile([1.0, 0.0], (1000, 1))
    means[:25] = [0.0, 1.0]
    assert [ends.tolist() for ends in rank_ranges(means)] == [[1, 2], [1, 2]]
    means[25] = [0.0, 1.0]
    assert [ends.tolist() for ends in rank_ranges(means)] == [[1, 1], [2, 2]]


def test_systems_that_are_always_equal_share_all_ranks():
    assert [ends.tolist() for ends in rank_ranges(np.zeros((10, 3)))] == [[1, 1, 1], [3, 3, 3]]


def test_two_runs_have_no_range():
    with pytest.raises(ValueError, match="three runs or more"):
        rank_ranges(np.zeros((2, 3)))


def test_a_line_needs_every_system_below_but_none_above():
    # The third system ends at 3 and all below begin at 4: a line, although the first reaches down to 4.
    low, high = np.array([1, 1, 2, 4, 4]), np.array([4, 2, 3, 5, 5])
    assert cluster_lines(low, high).tolist() == [False, False, True, False]
    # The last may hold rank 3: no line above it anywhere.
    assert cluster_lines(np.array([1, 2, 3, 4, 1]), high).tolist() == [False] * 4


def test_runs_that_never_differ_draw_the_same_lines_every_time():
    means = np.tile([0.0, 2.0, 1.0, 1.0], (40, 1))
    assert line_shares(means, np.random.default_rng(0), draws=50).tolist() == [1.0, 0.0, 1.0]
