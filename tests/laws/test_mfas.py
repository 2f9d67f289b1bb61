"""Tournaments: every fast kernel against all orders of few systems, and against plain twins."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.sparse.csgraph import connected_components

from adjudge.kernels.linear_ordering import tournament as t
from adjudge.kernels.linear_ordering.local_search import climb, local_search, move_costs
from adjudge.kernels.linear_ordering.mfas import solve_mfas
from adjudge.kernels.linear_ordering.optimal_orders import count_optimal_orders, optimal_places
from adjudge.kernels.linear_ordering.packing import check_packing, cycle_packing, greedy_packing
from adjudge.kernels.linear_ordering.relaxation import Relaxation, best_prices, violated_triangles
from adjudge.kernels.linear_ordering.shortest_paths import dijkstra_mfas
from adjudge.kernels.linear_ordering.subsets import Guide, SearchGaveUpError, cheapest_orders
from adjudge.kernels.linear_ordering.triangles import TrianglePrices, price_bound


class AllOrders(NamedTuple):
    """What trying every order tells."""

    cost: float
    number: int
    places: list[tuple[int, int]]  # smallest and largest rank of each system in best orders


@cache
def orders_of(systems):
    return np.array(list(permutations(range(systems))), dtype=np.int8).reshape(-1, systems)


def try_all(arcs):
    orders = orders_of(len(arcs))
    costs = np.zeros(len(orders))
    for first, second in combinations(range(len(arcs)), 2):
        costs += arcs[orders[:, second], orders[:, first]]
    best = orders[costs <= costs.min() + t.tolerance(arcs)]
    ranks = best.argsort(axis=1) + 1
    places = list(zip(ranks.min(axis=0).tolist(), ranks.max(axis=0).tolist(), strict=True))
    return AllOrders(float(costs.min()), len(best), places)


def random_tournament(seed):
    """Up to 9 systems; even and missing pairs, small weights that tie often, now and then groups without a link."""
    rng = np.random.default_rng(seed)
    systems = int(rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 9], p=[0.02, 0.03, 0.05, 0.1, 0.15, 0.2, 0.2, 0.15, 0.1]))
    margins = rng.integers(-4, 5, (systems, systems)) * (rng.random((systems, systems)) < rng.choice([0.3, 0.7, 1.0]))
    if rng.random() < 0.3:
        group = rng.integers(0, 2, systems)
        margins[group[:, None] != group[None, :]] = 0
    return t.net_wins(np.triu(margins, 1).clip(0) + np.triu(-margins, 1).clip(0).T)


@st.composite
def tournaments(draw, largest=6):
    systems = draw(st.integers(1, largest))
    margins = draw(st.lists(st.integers(-5, 5), min_size=systems**2, max_size=systems**2))
    upper = np.triu(np.array(margins, dtype=float).reshape(systems, systems), 1)
    return np.maximum(upper, 0) + np.maximum(-upper, 0).T


def all_triangles(systems):
    return np.array([[i, j, k] for i, j, k in permutations(range(systems), 3) if i < min(j, k)], dtype=int).reshape(
        -1, 3
    )


@pytest.mark.parametrize("block", range(10))
def test_cost_count_and_places_equal_those_of_all_orders(block):
    for seed in range(30 * block, 30 * (block + 1)):
        arcs = random_tournament(seed)
        expected, solved = try_all(arcs), solve_mfas(arcs, seed=seed)
        assert (solved.cost, solved.bound, solved.proven) == (expected.cost, expected.cost, True)
        assert t.violated_weight(arcs, solved.order) == expected.cost
        assert count_optimal_orders(arcs) == expected.number
        assert optimal_places(arcs, solved.order, solved.cost) == expected.places
        assert check_packing(arcs, cycle_packing(arcs)) <= expected.cost


@given(tournaments(7))
@settings(max_examples=50)
def test_shares_give_the_same_orders_as_counts(arcs):
    expected, solved = try_all(arcs), solve_mfas(arcs / 7)
    assert solved.proven
    assert solved.cost == pytest.approx(expected.cost / 7, abs=1e-8)
    assert solved.bound == solved.cost
    assert t.violated_weight(arcs, solved.order) == expected.cost
    assert count_optimal_orders(arcs / 7) == expected.number
    assert optimal_places(arcs / 7, solved.order, solved.cost) == expected.places


@st.composite
def loose_tournaments(draw):
    """Cycles, single systems and few arcs between them: parts that interleave wholly, in part, or not at all."""
    sizes = draw(st.lists(st.sampled_from([1, 1, 3, 4]), min_size=2, max_size=4).filter(lambda s: sum(s) <= 7))
    part = np.repeat(np.arange(len(sizes)), sizes)
    arcs = np.zeros((len(part), len(part)))
    for start, size in zip(np.cumsum(sizes) - sizes, sizes, strict=True):
        if size > 1:
            ring = start + np.arange(size)
            arcs[ring, np.roll(ring, -1)] = draw(st.lists(st.sampled_from([1, 2]), min_size=size, max_size=size))
    for winner, loser in zip(*np.nonzero(part[:, None] < part[None, :]), strict=True):
        arcs[winner, loser] = draw(st.sampled_from([0, 0, 0, 1]))
    names = draw(st.permutations(range(len(part))))
    return arcs[np.ix_(names, names)]


@given(loose_tournaments(), st.sampled_from([1.0, 1 / 3, 0.1]))
@settings(max_examples=200)
def test_places_of_parts_that_are_joined_loosely_equal_those_of_all_orders(arcs, unit):
    expected, solved = try_all(arcs), solve_mfas(unit * arcs)
    assert optimal_places(unit * arcs, solved.order, solved.cost) == expected.places
    assert count_optimal_orders(unit * arcs) == expected.number


@given(tournaments(7), st.integers(0, 2**32 - 1))
@settings(max_examples=50)
def test_weights_without_a_common_unit_have_the_places_of_all_orders(arcs, seed):
    weights = arcs * np.random.default_rng(seed).choice([1.0, np.sqrt(2), np.pi], arcs.shape)
    expected, solved = try_all(weights), solve_mfas(weights)
    assert optimal_places(weights, solved.order, solved.cost) == expected.places


@given(tournaments(7))
def test_the_plain_twin_equals_all_orders(arcs):
    order, cost = dijkstra_mfas(arcs)
    assert cost == t.violated_weight(arcs, order) == try_all(arcs).cost


@pytest.mark.parametrize("seed", range(20))
def test_the_solver_equals_its_plain_twin(seed):
    # Sizes that are too large for all orders.
    rng = np.random.default_rng(seed)
    margins = np.triu(rng.integers(-6, 8, (12, 12)), 1)
    arcs = np.maximum(margins, 0).astype(float) + np.maximum(-margins, 0).T
    assert solve_mfas(arcs).cost == dijkstra_mfas(arcs)[1]


@given(tournaments(), st.randoms(use_true_random=False))
def test_an_order_costs_the_bound_and_what_its_decisions_add(arcs, random):
    systems = len(arcs)
    triangles = all_triangles(systems)
    found = TrianglePrices(triangles, np.array([random.randrange(4) / 2 for _ in triangles]))
    bound, reduced = price_bound(arcs, found)
    assert (reduced >= 0).all()
    for order in orders_of(systems)[:: max(1, systems)]:
        place = np.argsort(order)
        decided = sum(reduced[a, b] for a, b in combinations(order, 2))
        held = [np.sum(place[row] < place[np.roll(row, -1)]) for row in triangles]
        alone = sum(price for price, count in zip(found.prices, held, strict=True) if count == 1)
        assert t.violated_weight(arcs, order) == bound + decided + alone


@given(tournaments(), st.randoms(use_true_random=False))
def test_any_guide_leads_to_the_same_orders(arcs, random):
    triangles = all_triangles(len(arcs))
    prices = TrianglePrices(triangles, np.array([random.randrange(3) / 4 for _ in triangles]))
    guide, expected = Guide.of(arcs, prices), try_all(arcs)
    found = cheapest_orders(guide, arcs.sum() - guide.bound)
    assert found is not None
    assert (found.excess + guide.bound, found.count) == (expected.cost, expected.number)
    assert t.violated_weight(arcs, found.order) == expected.cost
    assert cheapest_orders(guide, expected.cost - guide.bound - 0.125) is None


@given(tournaments(7).filter(lambda arcs: not t.is_acyclic(arcs)))
def test_a_search_that_may_keep_no_set_proves_nothing(arcs):
    with pytest.raises(SearchGaveUpError):
        cheapest_orders(Guide.of(arcs, TrianglePrices.none()), arcs.sum(), most=0)


@given(tournaments(6))
@settings(max_examples=50)
def test_lazy_rows_give_the_bound_of_the_whole_programme(arcs):
    # The same programme with all its triangles at once, written out for SciPy.
    n = len(arcs)
    rows, limits = [], []
    for triangle in all_triangles(n):
        row = np.zeros((n, n))
        row[triangle, np.roll(triangle, -1)] = 1
        rows.append(row.ravel())
        limits.append(2.0)
    both = []
    for a, b in combinations(range(n), 2):
        row = np.zeros((n, n))
        row[a, b] = row[b, a] = 1
        both.append(row.ravel())
    if not rows:
        return
    value = linprog(
        arcs.T.ravel(), np.array(rows), np.array(limits), np.array(both), np.ones(len(both)), bounds=(0, 1)
    ).fun
    bound, _ = price_bound(arcs, best_prices(arcs))
    assert bound == pytest.approx(value, abs=1e-6)
    assert bound <= try_all(arcs).cost


@given(tournaments(7).filter(lambda arcs: not t.is_acyclic(arcs)))
def test_the_programme_is_no_worse_than_the_packing_it_starts_from(arcs):
    packing = greedy_packing(arcs)
    relaxation = Relaxation(arcs, [cycle for cycle, _ in packing])
    # The first round alone: the goal is below every bound.
    relaxation.tighten(goal=-1, deadline=np.inf, on_round=lambda _: None)
    assert relaxation.bound >= sum(weight for _, weight in packing) - 1e-6


@given(tournaments(6))
def test_an_order_violates_no_triangle_and_a_draw_of_all_none_either(arcs):
    systems = len(arcs)
    order = local_search(arcs, np.random.default_rng(0))
    x = np.zeros(arcs.shape)
    x[np.ix_(order, order)] = np.triu(np.ones(arcs.shape), 1)
    assert len(violated_triangles(x, 100)) == 0
    assert len(violated_triangles(np.full((systems, systems), 0.5), 100)) == 0


@given(st.integers(3, 6), st.randoms(use_true_random=False))
def test_violated_triangles_are_those_a_loop_finds(systems, random):
    x = np.zeros((systems, systems))
    for a, b in combinations(range(systems), 2):
        x[a, b] = random.random()
        x[b, a] = 1 - x[a, b]
    loop = {(i, j, k): x[i, j] + x[j, k] + x[k, i] for i, j, k in all_triangles(systems)}
    expected = {triangle for triangle, total in loop.items() if total > 2 + 1e-6}
    assert {tuple(row) for row in violated_triangles(x, 1000).tolist()} == expected
    # Of several equally violated triangles any may be among the worst two.
    worst = sorted((loop[triangle] for triangle in expected), reverse=True)[:2]
    assert sorted((loop[tuple(row)] for row in violated_triangles(x, 2).tolist()), reverse=True) == pytest.approx(worst)


@given(tournaments(7), st.randoms(use_true_random=False))
def test_a_move_costs_what_the_orders_differ_by(arcs, random):
    order = list(range(len(arcs)))
    random.shuffle(order)
    margins = (arcs - arcs.T)[np.ix_(order, order)]
    before = t.violated_weight(arcs, order)
    for place, row in enumerate(move_costs(margins)):
        for target, change in enumerate(row):
            moved = order[:place] + order[place + 1 :]
            moved.insert(target, order[place])
            assert t.violated_weight(arcs, moved) - before == change


@given(tournaments(7), st.randoms(use_true_random=False))
def test_climbing_ends_where_no_single_move_helps(arcs, random):
    order = list(range(len(arcs)))
    random.shuffle(order)
    top = climb(arcs, np.array(order))
    assert sorted(top) == sorted(order)
    assert t.violated_weight(arcs, top) <= t.violated_weight(arcs, order)
    assert move_costs((arcs - arcs.T)[np.ix_(top, top)]).min() >= 0


@given(tournaments(8))
def test_components_equal_scipy_and_no_arc_points_back(arcs):
    components = t.strong_components(arcs)
    count, label = connected_components(arcs > 0, connection="strong")
    assert len(components) == count
    assert all(len(set(label[component])) == 1 for component in components)
    order = np.concatenate(components)
    place = np.repeat(np.arange(count), [len(component) for component in components])
    winners, losers = np.nonzero(arcs[np.ix_(order, order)])
    assert (place[winners] <= place[losers]).all()


@given(tournaments(7))
def test_violations_add_up_to_the_cost(arcs):
    order = list(reversed(range(len(arcs))))
    pairs = t.violations(arcs, order)
    assert arcs[pairs[:, 0], pairs[:, 1]].sum() == t.violated_weight(arcs, order)
    assert (arcs[pairs[:, 0], pairs[:, 1]] > 0).all()


@given(tournaments(7))
def test_the_shortest_cycle_is_a_cycle_and_none_is_shorter(arcs):
    cycle = t.shortest_cycle(arcs, range(len(arcs)))
    if t.is_acyclic(arcs):
        assert cycle == ()
        return
    assert (arcs[list(cycle), np.roll(cycle, -1)] > 0).all()
    # Closed walks of fewer steps: none, so the powers of the arcs have an empty diagonal.
    step = (arcs > 0).astype(int)
    walks = [np.trace(np.linalg.matrix_power(step, length)) for length in range(1, len(cycle) + 1)]
    assert walks[:-1] == [0] * (len(cycle) - 1)
    assert walks[-1] > 0
