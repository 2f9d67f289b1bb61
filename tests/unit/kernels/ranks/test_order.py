"""Agreement of two orders against SciPy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from adjudge.kernels.ranks.order import discordant_pairs, kendall_tau, spearman_rho


def test_pairs_that_two_orders_put_the_other_way_round():
    assert discordant_pairs("abc", "bca") == [("a", "b"), ("a", "c")]


@given(st.permutations(list("abcdef")))
def test_kendall_equals_scipy(order):
    expected = stats.kendalltau(range(6), [order.index(name) for name in "abcdef"]).statistic
    assert kendall_tau("abcdef", order) == pytest.approx(expected)


@given(st.permutations(list("abcdef")))
def test_spearman_equals_scipy(order):
    expected = stats.spearmanr(range(6), [order.index(name) for name in "abcdef"]).statistic
    assert spearman_rho("abcdef", order) == pytest.approx(expected)


def test_different_names_are_refused():
    with pytest.raises(ValueError, match="same names"):
        discordant_pairs("ab", "ac")
    with pytest.raises(ValueError, match="same names"):
        discordant_pairs("aab", "ab")
