"""The solver: what it promises about order, bound, proof and time."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.linear_ordering.mfas import solve_mfas
from adjudge.kernels.linear_ordering.tournament import violated_weight
from benchmarks.generators import random_tournament

#: Minimum costs that an earlier prototype proved with a programme and a solver of another kind.
PROVEN = {"B20": 75, "B25": 66, "B30": 78, "B40": 147, "b20": 48, "b25": 93, "b30": 87, "b40": 225, "b60": 587} | {
    "U20": 2273,
    "U25": 4352,
    "U30": 5392,
}


@pytest.mark.parametrize(("name", "cost"), PROVEN.items())
def test_random_tournaments_are_proven(name, cost):
    solved = solve_mfas(random_tournament(name[0], int(name[1:])), time_limit=120)
    assert (solved.cost, solved.bound, solved.proven, solved.gap) == (cost, cost, True, 0)


def test_the_lightest_arc_of_a_cycle_is_violated():
    solved = solve_mfas([[0, 5, 0], [0, 0, 4], [3, 0, 0]])
    assert solved.order.tolist() == [0, 1, 2]
    assert (solved.cost, solved.bound, solved.proven) == (3, 3, True)


def test_components_come_one_after_the_other():
    arcs = np.zeros((7, 7))
    arcs[[0, 1, 2], [1, 2, 0]] = [5, 4, 3]
    arcs[[3, 4, 5], [4, 5, 3]] = [2, 2, 1]
    arcs[3:6, :3] = 1
    arcs[6, :6] = 1
    solved = solve_mfas(arcs)
    assert [component.tolist() for component in solved.components] == [[6], [3, 4, 5], [0, 1, 2]]
    assert (solved.order.tolist(), solved.cost) == ([6, 3, 4, 5, 0, 1, 2], 4)


@pytest.mark.parametrize("systems", [0, 1, 2])
def test_few_systems_need_no_search(systems):
    solved = solve_mfas(np.zeros((systems, systems)))
    assert (solved.order.tolist(), solved.cost, solved.proven) == (list(range(systems)), 0, True)


def test_without_time_the_bound_still_holds():
    arcs = random_tournament("b", 40)
    solved = solve_mfas(arcs, time_limit=0)
    assert sorted(solved.order) == list(range(40))
    assert violated_weight(arcs, solved.order) == solved.cost >= 225
    assert 0 < solved.bound <= 225
    assert solved.gap == pytest.approx((solved.cost - solved.bound) / solved.cost)
    assert not solved.proven


@pytest.mark.parametrize(("kind", "best_known"), [("B", 1922), ("U", 89520)])
def test_a_short_limit_gives_an_order_with_a_bound_for_a_hundred_systems(kind, best_known):
    # The costs are those of orders an earlier prototype found: no bound can be above them.
    arcs = random_tournament(kind, 100)
    solved = solve_mfas(arcs, time_limit=2)
    assert violated_weight(arcs, solved.order) == solved.cost
    assert 0.7 * best_known < solved.bound <= best_known


def test_the_same_seed_gives_the_same_order():
    arcs = random_tournament("b", 30)
    first, second = solve_mfas(arcs, seed=3), solve_mfas(arcs, seed=3)
    assert first.order.tolist() == second.order.tolist()


def test_shares_have_the_same_best_cost_as_counts():
    arcs = random_tournament("b", 30)
    solved = solve_mfas(arcs / 7)
    assert solved.proven
    assert solved.cost == pytest.approx(87 / 7, rel=1e-9)
    assert violated_weight(arcs, solved.order) == 87


def test_progress_shows_costs_that_fall_and_bounds_that_rise():
    shown = []
    solve_mfas(random_tournament("U", 30), progress=lambda cost, bound: shown.append((cost, bound)))
    costs, bounds = zip(*shown, strict=True)
    assert len(shown) > 2
    assert list(costs) == sorted(costs, reverse=True)
    assert list(bounds) == sorted(bounds)
    assert bounds[-1] <= 5392 <= costs[-1]


def test_arcs_both_ways_are_refused():
    with pytest.raises(ValueError, match="net_wins"):
        solve_mfas([[0, 2], [1, 0]])
