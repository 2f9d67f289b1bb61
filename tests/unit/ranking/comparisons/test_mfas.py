"""The exact order: what it contradicts, its certificate, and the places that other optimal orders leave open."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge.ranking.comparisons.pipeline import rank_comparisons
from adjudge.ranking.comparisons.settings import ComparisonSettings
from tests.unit.ranking.comparisons.builders import CLEAR, CYCLE, codes, counts, finding, optimum_of


def test_the_best_order_contradicts_only_the_weakest_majority_of_a_cycle():
    result = rank_comparisons(CYCLE, "mfas")
    assert result.order() == ["x", "y", "z", "w"]
    assert result.tournament.cost == 3
    assert [(v.winner, v.loser, v.weight) for v in result.tournament.violations] == [("z", "x", 3)]
    optimum = optimum_of(result)
    assert (optimum.bound, optimum.proven, optimum.optimal_orders) == (3, True, 1)
    assert optimum.places == ((1, 1), (2, 2), (3, 3), (4, 4))
    # The cycle itself is the certificate.
    assert [(sorted(row.cycle), row.weight) for row in optimum.packing] == [(["x", "y", "z"], 3)]
    assert "No order avoids all contradictions" in finding(result, "AJ305").text
    assert finding(result, "AJ306").text == "The order is proven to be the only optimal one."


def test_even_systems_share_their_places_and_are_named():
    even = counts([("x", "y", 5, 0, 5), ("x", "z", 9, 0, 1), ("y", "z", 9, 0, 1)])
    result = rank_comparisons(even, "mfas")
    assert optimum_of(result).optimal_orders == 2
    assert optimum_of(result).places == ((1, 2), (1, 2), (3, 3))
    found = finding(result, "AJ306")
    assert (found.severity, found.numbers["places"]) == ("warning", {"x": [1, 2], "y": [1, 2]})
    assert "2 systems have no fixed place: x (1 to 2), y (1 to 2)" in found.text


@settings(max_examples=40, deadline=None)
@given(wins=st.lists(st.integers(0, 3), min_size=20, max_size=20))
def test_places_are_those_of_all_orders_that_contradict_least(wins):
    names = "abcde"
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    rows = [(a, b, won, 1, lost) for (a, b), won, lost in zip(pairs, wins[:10], wins[10:], strict=True)]
    result = rank_comparisons(counts(rows), "mfas")
    margin = {(a, b): won - lost for a, b, won, _, lost in rows} | {(b, a): lost - won for a, b, won, _, lost in rows}

    def cost(order):
        return sum(max(0, margin[lower, higher]) for i, higher in enumerate(order) for lower in order[i + 1 :])

    costs = {order: cost(order) for order in permutations(names)}
    best = [order for order, weight in costs.items() if weight == min(costs.values())]
    optimum = optimum_of(result)
    assert (result.tournament.cost, optimum.optimal_orders) == (min(costs.values()), len(best))
    places = {name: [order.index(name) + 1 for order in best] for name in names}
    assert optimum.places == tuple((min(places[name]), max(places[name])) for name in result.order())


def test_without_time_the_order_is_not_proven_and_says_by_how_much():
    # Thirty systems whose majorities go round in many cycles: no search is done in a hundredth of a second.
    names = [f"s{i:02}" for i in range(30)]
    rows = [
        (a, b, 50 + (7 * i * i + 13 * j * (i + 3)) % 41, 0, 50 + (11 * j * j + 5 * i * (j + 1)) % 43)
        for i, a in enumerate(names)
        for j, b in enumerate(names[i + 1 :], i + 1)
    ]
    result = rank_comparisons(counts(rows), "mfas", settings=ComparisonSettings(time_limit=0.01))
    optimum = optimum_of(result)
    assert not optimum.proven
    assert (optimum.optimal_orders, optimum.places) == (None, None)
    assert optimum.bound < result.tournament.cost
    found = finding(result, "AJ307")
    assert found.numbers == {"cost": result.tournament.cost, "bound": optimum.bound}
    assert found.todo == "allow more time: `time_limit=0.02`"
    # An order of the exact search is not advised to use the exact search.
    assert finding(result, "AJ305").todo is None


def test_normalised_arcs_are_in_the_signature():
    result = rank_comparisons(CYCLE, "mfas", settings=ComparisonSettings(arcs="normalised"))
    assert dict(result.signature.choices)["arcs"] == "normalised"
    # x over y: 2 * 10 / 30, y over z: 2 * 6 / 26, z over x: 2 * 3 / 23 is the weakest again.
    assert result.tournament.cost == pytest.approx(6 / 23)


def test_the_time_limit_is_in_the_signature_whether_given_or_not():
    for given_limit, limit in ((None, "60s"), (2.5, "2.5s")):
        result = rank_comparisons(CLEAR, "mfas", settings=ComparisonSettings(time_limit=given_limit))
        assert dict(result.signature.choices)["limit"] == limit
    assert "AJ307" not in codes(rank_comparisons(CLEAR, "mfas"))
