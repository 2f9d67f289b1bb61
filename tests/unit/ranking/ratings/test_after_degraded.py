"""Rows seen after a degraded item are left out; what they would do to the order is shown."""

from dataclasses import replace

import pytest

import adjudge
from adjudge.core.recipes.recipe import Aggregate, Filters, Recipe, Standardise
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from tests.builders import ratings

RAW = Recipe("raw", filters=Filters(after_degraded="drop"), standardise=Standardise("none"))
BY_ANNOTATOR = replace(RAW, standardise=Standardise("annotator", "counting"))
#: Annotators lose 40 points after a degraded item, and a system is seldom in a control copy as often as another.
HARSH = with_settings(
    preset("wmt20"),
    {
        "systems.count": "6",
        "systems.width": "4",
        "systems.human": "none",
        "annotators.context": "40",
        "annotators.count": "5",
        "texts.documents": "30",
        "sessions.count": "12",
    },
)


def _rows(scores, *, kind="system", showing="first", start=0, annotator="x"):
    return [
        {
            "annotator": annotator,
            "system": system,
            "segment": str(segment),
            "kind": kind,
            "score": float(score),
            "position": start + segment,
            "showing": showing,
        }
        for system, values in scores.items()
        for segment, score in enumerate(values)
    ]


def _after_a_degraded_item(scores, annotator="x"):
    """Repeats of segments 0, 1, ... in showings that begin with a degraded item."""
    damaged = _rows({system: [0] for system in scores}, kind="degraded", showing="copy", start=99, annotator=annotator)
    return [*damaged, *_rows(scores, kind="repeat", showing="copy", start=100, annotator=annotator)]


FIRST = _rows({"a": [90, 80], "b": [70, 60], "c": [50, 40]})


def _finding(rows, recipe=RAW):
    found = [finding for finding in adjudge.rank(ratings(rows), recipe).findings if finding.code == "AJ225"]
    return found[0] if found else None


def test_an_order_that_would_stay_is_said_to_stay():
    finding = _finding([*FIRST, *_after_a_degraded_item({"a": [80, 70]})])
    assert finding.text.endswith("would not change the order of the systems.")
    assert finding.numbers == {"kendall": 1.0, "moved": {}, "order": ["a", "b", "c"]}


def test_two_systems_that_would_swap_are_named():
    # With them b has (70 + 10) / 2 and (60 + 10) / 2, mean 37.5, below c with 45.
    finding = _finding([*FIRST, *_after_a_degraded_item({"b": [10, 10]})])
    assert "would swap b and c (ranks 2 and 3; Kendall's tau 0.333)" in finding.text  # 1 of 3 pairs: 1 - 2/3
    assert finding.numbers["moved"] == {"b": [2, 3], "c": [3, 2]}


def test_systems_that_would_move_are_named_with_their_ranks():
    finding = _finding([*FIRST, *_after_a_degraded_item({"a": [0, 0]})])
    assert (
        "would move 3 of 3 systems: a from 1 to 3, b from 2 to 1, c from 3 to 2 (Kendall's tau -0.333)" in finding.text
    )
    assert finding.numbers["order"] == ["b", "c", "a"]


def test_nothing_is_reported_where_nothing_was_left_out():
    assert _finding(FIRST) is None
    kept = replace(RAW, filters=Filters(after_degraded="keep"))
    assert _finding([*FIRST, *_after_a_degraded_item({"b": [10, 10]})], kept) is None
    without_repeats = replace(RAW, aggregate=Aggregate(("system",)))
    assert _finding([*FIRST, *_after_a_degraded_item({"b": [10, 10]})], without_repeats) is None


def test_a_system_that_was_seen_only_after_degraded_items_is_named():
    finding = _finding([*FIRST, *_after_a_degraded_item({"d": [99, 99]})])
    assert finding.text.endswith("would not change the order of the systems; only one of the two rankings holds d.")
    assert finding.numbers["order"] == ["d", "a", "b", "c"]


def test_a_ranking_is_not_refused_because_of_rows_it_leaves_out():
    # All that annotator x gives after a degraded item is 50. With these rows most scores are, and the quartiles meet.
    recipe = replace(
        BY_ANNOTATOR,
        filters=Filters(after_degraded="drop", zero_spread="refuse"),
        standardise=Standardise("annotator", "counting", centre="median-iqr"),
    )
    finding = _finding([*FIRST, *_after_a_degraded_item({name: [50] * 4 for name in "abc"})], recipe)
    assert finding.text.startswith("The recipe cannot be run with the rows left out because of a degraded item")
    assert finding.text.endswith("1 annotator has scores without spread: x.")


@pytest.mark.parametrize("estimate", ["means", "mixed"])
def test_the_order_shown_is_that_of_the_recipe_that_keeps_the_rows(estimate):
    table = simulate(HARSH, seed=1).table
    recipe = replace(BY_ANNOTATOR, aggregate=Aggregate(estimate=estimate))
    result = adjudge.rank(table, recipe)
    kept = adjudge.rank(table, replace(recipe, filters=replace(recipe.filters, after_degraded="keep")))
    [finding] = [finding for finding in result.findings if finding.code == "AJ225"]
    assert finding.numbers["order"] == [system.system for system in kept.systems]
    assert finding.numbers["moved"]  # 40 points are enough to move somebody
