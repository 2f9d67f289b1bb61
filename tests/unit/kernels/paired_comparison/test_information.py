"""The next pairs: cases that can be computed by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from adjudge.kernels.paired_comparison.information import (
    Belief,
    choose_pairs,
    fair_share,
    information_gains,
    order_uncertainty,
)


def independent(means, variances):
    return Belief(np.array(means, dtype=float), np.diag(np.array(variances, dtype=float)))


def pairs(n):
    return np.triu_indices(n, 1)


def test_two_systems_of_which_nothing_is_known_are_one_bit():
    assert order_uncertainty(independent([0, 0], [1, 1])) == pytest.approx(1.0)
    # Phi(1) = .8413 (any table of the normal distribution): entropy .6311 bits.
    assert order_uncertainty(independent([1, 0], [0.5, 0.5])) == pytest.approx(0.6311, abs=1e-4)


def test_a_known_difference_is_no_uncertainty():
    assert order_uncertainty(independent([1, 0], [0, 0])) == 0
    assert information_gains(independent([1, 0], [0, 0]), *pairs(2)).tolist() == [0.0]


def test_the_gain_of_one_vote_on_equal_systems():
    # Small v: E[logistic'] = 1/4, k = (1/16) / (1/4) = 1/4, c = phi(0)^2 / (2 ln 2 v / 4) = 1 / (pi ln 2 v);
    # gain = k c v^2 = v / (4 pi ln 2).
    v = 1e-5
    gain = information_gains(independent([0, 0], [v / 2, v / 2]), *pairs(2))[0]
    assert gain == pytest.approx(v / (4 * math.pi * math.log(2)), rel=1e-4)


def test_close_pairs_tell_more_than_distant_ones():
    gains = information_gains(independent([3, 0.1, 0], [0.1, 0.1, 0.1]), *pairs(3))
    assert np.argmax(gains) == 2  # the pair (1, 2)
    assert gains[2] > 10 * max(gains[:2])


def test_a_system_of_which_little_is_known_is_asked_first():
    gains = information_gains(independent([0, 0, 0], [1.0, 0.01, 0.01]), *pairs(3))
    assert gains[0] == pytest.approx(gains[1])
    assert gains[0] > 10 * gains[2]


def test_a_batch_is_spread_over_pairs_that_are_equally_open():
    belief = independent([0, 0, 0, 0], [0.5] * 4)
    one, two = pairs(4)
    chosen, _ = choose_pairs(belief, one, two, 2)
    # After a vote on two systems the other two are the least known.
    assert {one[chosen[0]], two[chosen[0]]}.isdisjoint({one[chosen[1]], two[chosen[1]]})


def test_only_candidates_are_chosen():
    belief = independent([0, 0, 5], [1, 1, 1])
    chosen, _ = choose_pairs(belief, np.array([0, 1]), np.array([2, 2]), 3)
    # 0 and 1 are the nearest pair, but not a candidate; the two candidates tell equally much, so both are chosen.
    assert len(chosen) == 3
    assert set(chosen.tolist()) == {0, 1}


#: One pair leads by a little, and a vote changes next to nothing: 0 and 1 are equal, 2 and 3 nearly so.
SETTLED = independent([0.0, 0.0, 1.0, 1.0001], [1e-6] * 4)


def test_without_a_share_one_pair_may_fill_a_batch():
    one, two = pairs(4)
    chosen, _ = choose_pairs(SETTLED, one, two, 6)
    assert chosen.tolist() == [0] * 6


def test_no_pair_gets_more_than_its_share():
    one, two = pairs(4)
    chosen, gains = choose_pairs(SETTLED, one, two, 6, share=fair_share(6, 4))
    # The best pair and the second best twice each; the last two votes go to pairs that are settled.
    assert chosen[:4].tolist() == [0, 0, 5, 5]
    assert len(chosen) == len(gains) == 6
    assert np.bincount(chosen).max() == 2


def test_the_share_gives_way_when_nothing_else_has_room():
    # Only the first two candidates can be judged: four times and once.
    one, two = pairs(4)
    chosen, _ = choose_pairs(SETTLED, one, two, 9, share=2, room=np.array([4.0, 1, 0, 0, 0, 0]))
    assert chosen.tolist() == [0, 0, 1, 0, 0]


@pytest.mark.parametrize(("count", "systems", "share"), [(100, 14, 8), (3, 14, 1), (50, 2, 50), (12, 5, 3), (13, 5, 4)])
def test_a_share_is_an_equal_part_for_every_pair_of_neighbours(count, systems, share):
    # 100 / 13 = 7.7, 3 / 13 = 0.2, 50 / 1, 12 / 4, 13 / 4 = 3.25, rounded up.
    assert fair_share(count, systems) == share


def test_dependent_votes_tell_less():
    alone = independent([0, 0.2, 0.5], [0.1, 0.2, 0.3])
    together = alone._replace(effect=4.0)
    expected = information_gains(alone, *pairs(3)) / 4
    np.testing.assert_allclose(information_gains(together, *pairs(3)), expected)
    # Nor do they settle as much: three votes on the same pair lose less of their worth.
    one, two = np.array([0]), np.array([1])
    (_, fast), (_, slow) = (choose_pairs(belief, one, two, 3) for belief in (alone, together))
    assert slow[2] / slow[0] > fast[2] / fast[0]
