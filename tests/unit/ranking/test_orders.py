from __future__ import annotations

import json
from itertools import permutations

import pytest
import scipy.stats

from adjudge.ranking.orders import MovedSystem, compare_orders, systems_above_lines
from tests.unit.reporting.builder import ranking


def _ranked(order):
    return ranking([list(order)])


@pytest.mark.parametrize("order", ["".join(order) for order in permutations("abcd")])
def test_agreement_is_that_of_scipy_on_the_places(order):
    (found,) = compare_orders({"one": _ranked("abcd"), "two": _ranked(order)})
    places = [order.index(name) for name in "abcd"]

    assert found.kendall == pytest.approx(scipy.stats.kendalltau(range(4), places).statistic)
    assert found.spearman == pytest.approx(scipy.stats.spearmanr(range(4), places).statistic)


def test_systems_that_move_are_named_with_both_places_in_the_second_order():
    (found,) = compare_orders({"one": _ranked("abcd"), "two": _ranked("acdb")})

    assert found.moved == (MovedSystem("c", 3, 2), MovedSystem("d", 4, 3), MovedSystem("b", 2, 4))


def test_every_two_rankings_are_compared_in_the_order_of_their_names():
    found = compare_orders({"one": _ranked("ab"), "two": _ranked("ba"), "three": _ranked("ab")})

    assert [(row.a, row.b, row.kendall) for row in found] == [
        ("one", "two", -1.0),
        ("one", "three", 1.0),
        ("two", "three", -1.0),
    ]
    assert found[1].moved == ()


def test_orders_of_different_systems_have_no_agreement():
    (found,) = compare_orders({"one": _ranked("abc"), "two": _ranked("abd")})

    assert (found.spearman, found.kendall, found.moved, found.same_systems) == (None, None, (), False)


def test_plain_data_survives_json():
    (found,) = compare_orders({"one": _ranked("ab"), "two": _ranked("ba")})

    assert json.loads(json.dumps(found.to_dict())) == {
        "a": "one",
        "b": "two",
        "spearman": -1.0,
        "kendall": -1.0,
        "moved": [{"system": "b", "place_a": 2, "place_b": 1}, {"system": "a", "place_a": 1, "place_b": 2}],
    }


@pytest.mark.parametrize(
    ("clusters", "above"),
    [([["A"], ["B", "C"], ["D"]], {"A", "C"}), ([["A", "B"]], set()), ([["A"]], set())],
)
def test_lines_stand_below_the_last_of_a_cluster_but_not_below_the_last_of_all(clusters, above):
    assert systems_above_lines(ranking(clusters)) == above
