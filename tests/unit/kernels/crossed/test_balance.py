"""Sessions drawn at random against the exact distribution for two systems."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from adjudge.kernels.crossed.balance import chance_to_meet, drawn_balance, imbalance


def test_the_imbalance_is_the_share_of_items_that_would_have_to_change():
    # The campaign has 20 items of each of two systems. 10 + 0: half of the items are too many of one system.
    counts = np.array([[10, 0], [5, 5], [5, 15]])
    assert imbalance(counts) == pytest.approx([0.5, 0.0, 0.25])


def test_expectation_and_p_are_those_of_the_hypergeometric_distribution():
    counts = np.array([[9, 1], [5, 5], [16, 24]])
    expected, p = drawn_balance(counts, 20_000, np.random.default_rng(1))
    drawn = stats.hypergeom(60, 30, 10)
    values = np.arange(11)
    assert expected[0] == expected[1]
    assert expected[0] == pytest.approx((np.abs(values / 10 - 0.5) * drawn.pmf(values)).sum(), abs=0.002)
    assert p[0] == pytest.approx(2 * drawn.sf(8), abs=0.003)
    assert p[1] == 1.0


def test_the_chance_to_meet_is_that_of_drawing_without_replacement():
    # 10 blocks, 3 of the other system; besides the known block k are drawn from the other 9.
    drawn = np.array([0, 1, 4, 7])
    exact = [1 - stats.hypergeom(9, 3, k).pmf(0) for k in drawn]
    assert chance_to_meet(10, 3, drawn) == pytest.approx(exact)
