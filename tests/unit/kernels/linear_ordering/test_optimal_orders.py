"""Numbers of best orders that can be derived by hand, and positions that are arbitrary."""

from __future__ import annotations

from math import factorial

import numpy as np
import pytest

from adjudge.kernels.linear_ordering.optimal_orders import (
    arbitrary_positions,
    count_optimal_orders,
    forced_blocks,
    separate_groups,
)


def ring(systems):
    arcs = np.zeros((systems, systems))
    arcs[np.arange(systems), np.roll(np.arange(systems), -1)] = 1
    return arcs


def test_systems_without_arcs_can_stand_in_any_order():
    assert count_optimal_orders(np.zeros((30, 30))) == factorial(30)


def test_a_ring_can_be_cut_at_every_arc():
    assert count_optimal_orders(ring(24)) == 24


def test_a_winner_of_all_leaves_the_others_free():
    star = np.zeros((25, 25))
    star[0, 1:] = 1
    assert count_optimal_orders(star) == factorial(24)


def test_separate_groups_are_interleaved():
    arcs = np.zeros((7, 7))
    arcs[:3, :3] = ring(3)
    arcs[3:, 3:] = np.triu(np.ones((4, 4)), 1)
    # 7! / (3! 4!) ways to interleave, 3 orders of the ring, 1 of the chain.
    assert count_optimal_orders(arcs) == 35 * 3
    assert [group.tolist() for group in separate_groups(arcs)] == [[0, 1, 2], [3, 4, 5, 6]]


def test_a_chain_through_the_inside_of_a_component_forces_nothing():
    # 3 -> 0, ring 0 -> 1 -> 2 -> 0, 1 -> 4: in the order 1 2 4 3 0 only 0 -> 1 is violated, and 4 stands before 3.
    arcs = np.zeros((5, 5))
    arcs[:3, :3] = ring(3)
    arcs[3, 0] = arcs[1, 4] = 1
    assert [block.tolist() for block in forced_blocks(arcs)] == [[0, 1, 2, 3, 4]]
    # 0 1 2 is best with 3 before 0 and 4 in either of two gaps: 2 orders. 2 0 1 likewise: 2. In 1 2 0 both have three
    # gaps: 9 pairs of gaps, of which the two with both in one gap count twice: 11.
    assert count_optimal_orders(arcs) == 2 + 2 + 11


def test_too_many_sets_are_not_counted():
    assert count_optimal_orders(ring(24), most=5) is None
    assert count_optimal_orders(ring(24), time_limit=0) is None


def test_shares_tie_as_counts_do():
    assert count_optimal_orders(ring(9) / 7) == 9


def test_neighbours_that_are_even_are_arbitrary():
    arcs = np.zeros((4, 4))
    arcs[[0, 0, 0, 1, 2], [1, 2, 3, 3, 3]] = 1
    assert arbitrary_positions(arcs, [0, 1, 2, 3], 0) == [1]


def test_every_place_of_a_ring_is_arbitrary():
    assert arbitrary_positions(ring(6), range(6), 1) == [0, 1, 2, 3, 4]


def test_a_unique_order_has_no_arbitrary_place():
    arcs = np.array([[0, 5, 0], [0, 0, 4], [3, 0, 0]])
    assert arbitrary_positions(arcs, [0, 1, 2], 3) == []


def test_an_order_that_is_not_the_best_is_refused():
    arcs = np.array([[0, 5, 0], [0, 0, 4], [3, 0, 0]])
    with pytest.raises(ValueError, match="not of minimum cost"):
        arbitrary_positions(arcs, [1, 2, 0], 5)
    with pytest.raises(ValueError, match="the order costs 5, not 3"):
        arbitrary_positions(arcs, [1, 2, 0], 3)


def test_positions_that_cannot_be_decided_are_not_guessed():
    assert arbitrary_positions(ring(12), range(12), 1, most=1) is None
