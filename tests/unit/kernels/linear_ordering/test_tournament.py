"""Tournaments small enough to check by eye."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.linear_ordering import tournament as t

#: 0 beats 1 beats 2 beats 0; all of them beat 3, which beats 4. 5 is even with everyone.
CYCLE = np.zeros((6, 6))
CYCLE[[0, 1, 2, 0, 1, 2, 3], [1, 2, 0, 3, 3, 3, 4]] = [5, 4, 3, 2, 2, 2, 1]


def test_net_wins_point_to_the_loser_and_leave_out_even_pairs():
    wins = np.array([[0, 7, 2], [4, 0, 3], [2, 5, 0]])
    assert t.net_wins(wins).tolist() == [[0, 3, 0], [0, 0, 0], [0, 2, 0]]


def test_normalised_net_wins_are_shares_of_judgements():
    wins = np.array([[0, 7, 0], [4, 0, 3], [0, 5, 0]])
    ties = np.array([[0, 1, 0], [1, 0, 8], [0, 8, 0]])
    # 2 (7 - 4) / 12 = 1/2; 2 (5 - 3) / 16 = 1/4; 0 and 2 never met.
    assert t.normalised_net_wins(wins, ties).tolist() == [[0, 0.5, 0], [0, 0, 0], [0, 0.25, 0]]


def test_violated_weight_counts_arcs_whose_winner_stands_after_its_loser():
    assert t.violated_weight(CYCLE, [0, 1, 2, 3, 4, 5]) == 3
    assert t.violated_weight(CYCLE, [5, 4, 3, 2, 1, 0]) == 5 + 4 + 2 + 2 + 2 + 1


def test_violations_are_listed_by_the_places_of_winner_and_loser():
    assert t.violations(CYCLE, [0, 1, 2, 3, 4, 5]).tolist() == [[2, 0]]
    assert t.violations(CYCLE, [4, 0, 3, 2, 1, 5]).tolist() == [[3, 4], [2, 0], [2, 3], [1, 3], [1, 2]]


def test_components_follow_the_arcs_and_then_the_index():
    found = [component.tolist() for component in t.strong_components(CYCLE)]
    assert found == [[0, 1, 2], [3], [4], [5]]
    renamed = np.array([5, 4, 3, 2, 1, 0])
    mirrored = [component.tolist() for component in t.strong_components(CYCLE[np.ix_(renamed, renamed)])]
    # The even system is 0 now and comes first, because nothing keeps it back.
    assert mirrored == [[0], [3, 4, 5], [2], [1]]


def test_a_tournament_is_acyclic_if_every_component_is_one_system():
    assert not t.is_acyclic(CYCLE)
    broken = CYCLE.copy()
    broken[2, 0] = 0
    assert t.is_acyclic(broken)


def test_shortest_cycle_is_given_in_the_order_of_wins():
    assert t.shortest_cycle(CYCLE, [0, 1, 2]) == (0, 1, 2)
    assert t.shortest_cycle(CYCLE, [2, 3, 4, 5]) == ()
    four = np.zeros((5, 5))
    four[[0, 1, 2, 3, 1, 4], [1, 2, 3, 0, 4, 0]] = 1
    assert t.shortest_cycle(four, range(5)) == (0, 1, 4)
    four[1, 4] = 0
    assert t.shortest_cycle(four, range(5)) == (0, 1, 2, 3)


def test_condorcet_winner_must_win_against_everyone():
    assert t.condorcet_winner(CYCLE) is None
    wins = np.triu(np.ones((4, 4)), 1)
    assert t.condorcet_winner(wins) == 0
    wins[0, 3] = 0  # even is not a win
    assert t.condorcet_winner(wins) is None


def test_whole_costs_are_exact_and_others_equal_within_rounding():
    assert t.tolerance(CYCLE) == 0
    assert t.tolerance(CYCLE / 10) == pytest.approx(1e-9 * 1.9)


@pytest.mark.parametrize(
    ("arcs", "message"),
    [
        ([[0, 1, 2], [0, 0, 1]], "square matrix"),
        ([[0, -1], [0, 0]], "not negative"),
        ([[0, np.inf], [0, 0]], "finite"),
        ([[0, 1], [2, 0]], "net_wins"),
        ([[1, 0], [0, 0]], "net_wins"),
    ],
)
def test_what_is_not_a_tournament_is_refused(arcs, message):
    with pytest.raises(ValueError, match=message):
        t.checked_arcs(arcs)
