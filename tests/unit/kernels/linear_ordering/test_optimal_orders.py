"""Numbers of best orders that can be derived by hand, and the ranks that systems have in them."""

from __future__ import annotations

from math import factorial

import numpy as np
import pytest

from adjudge.kernels.linear_ordering.optimal_orders import (
    count_optimal_orders,
    forced_blocks,
    optimal_places,
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


def test_a_system_that_stands_first_or_last_has_all_ranks_in_its_range():
    # 0 -> 1 by 5, 1 -> 2 and 2 -> 0 by 1: 0 1 2 and 2 0 1 cost 1, all others 2 or more.
    arcs = np.array([[0, 5, 0], [0, 0, 1], [1, 0, 0]])
    assert optimal_places(arcs, [0, 1, 2], 1) == [(1, 2), (2, 3), (1, 3)]


def test_every_system_of_a_ring_can_have_every_rank():
    assert optimal_places(ring(24), range(24), 1) == [(1, 24)] * 24


def test_without_cycles_only_chains_of_wins_bind():
    # 0 -> 2, 1 -> 2, 1 -> 3 in the shape of an N, many times: far too many orders to go through.
    copies = 20
    arcs = np.kron(np.eye(copies), np.array([[0, 0, 1, 0], [0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]]))
    joined = arcs.copy()
    joined[np.arange(1, 4 * copies - 4, 4), np.arange(6, 4 * copies, 4)] = 1  # one group, and no new chains
    systems = 4 * copies
    assert optimal_places(joined, range(systems), 0, most=1) == [
        (1 + sum(joined[:, i] > 0), systems - sum(joined[i] > 0)) for i in range(systems)
    ]


def test_a_unique_order_leaves_every_system_one_rank():
    arcs = np.array([[0, 5, 0], [0, 0, 4], [3, 0, 0]])
    assert optimal_places(arcs, [0, 1, 2], 3) == [(1, 1), (2, 2), (3, 3)]


def test_groups_that_no_arc_joins_pass_through_each_other():
    arcs = np.zeros((5, 5))
    arcs[0, 1] = arcs[2, 3] = arcs[3, 4] = 1
    assert optimal_places(arcs, [0, 1, 2, 3, 4], 0) == [(1, 4), (2, 5), (1, 3), (2, 4), (3, 5)]


def test_no_systems_and_one_system():
    assert optimal_places(np.zeros((0, 0)), [], 0) == []
    assert optimal_places(np.zeros((1, 1)), [0], 0) == [(1, 1)]


def test_places_are_those_of_the_systems_and_not_of_the_order():
    arcs = np.zeros((3, 3))
    arcs[2, 1] = arcs[2, 0] = arcs[1, 0] = 1
    assert optimal_places(arcs, [2, 1, 0], 0) == [(3, 3), (2, 2), (1, 1)]


@pytest.mark.parametrize(
    ("order", "cost", "message"),
    [
        ([1, 2, 0], 5, "not of minimum cost: one costs 2 less"),
        ([1, 2, 0], 3, "the order costs 5, not 3"),
        ([0, 1, 1], 3, "each of the 3 systems once"),
    ],
)
def test_places_are_refused_for_an_order_that_is_not_the_best(order, cost, message):
    with pytest.raises(ValueError, match=message):
        optimal_places(np.array([[0, 5, 0], [0, 0, 4], [3, 0, 0]]), order, cost)


def test_an_order_against_a_forced_block_is_not_the_best():
    arcs = np.zeros((2, 2))
    arcs[0, 1] = 1
    with pytest.raises(ValueError, match="not of minimum cost: one costs 1 less"):
        optimal_places(arcs, [1, 0], 1)


def test_places_that_cannot_be_decided_are_not_guessed():
    assert optimal_places(ring(12), range(12), 1, most=1) is None
    assert optimal_places(ring(12), range(12), 1, time_limit=0) is None
