from __future__ import annotations

from adjudge.reporting.charts.bump import Place, bump_chart, places
from tests.unit.reporting.builder import ranking
from tests.unit.reporting.charts.specification import drawn_by, rows

RESULT = ranking([["A"], ["B", "C"], ["D"]])


def test_ends_of_clusters_but_not_of_the_table():
    assert [place.ends_cluster for place in places(RESULT)] == [True, False, True, False]


def test_what_left_its_place_is_marked():
    truth = [Place(name, i) for i, name in enumerate("BACD", 1)]
    spec = bump_chart({"truth": truth, "recipe": places(RESULT)})

    drawn = {
        (row["order"], row["system"]): (row["rank"], row["move"]) for row in rows(spec, "move") if "piece" not in row
    }
    assert drawn["recipe", "A"] == (1, "above")
    assert drawn["recipe", "B"] == (2, "below")
    assert drawn["recipe", "C"] == (3, "same")
    assert drawn["truth", "B"] == (1, "same")
    (bars,) = drawn_by(spec, "tick")
    assert [(row["order"], row["rank"]) for row in bars] == [("recipe", 1), ("recipe", 3)]


def test_every_system_has_a_line_from_order_to_order():
    spec = bump_chart(dict.fromkeys(["one", "two", "three"], places(RESULT)))

    (ends,) = drawn_by(spec, "line")  # nothing moved
    assert sorted({(row["piece"], row["order"]) for row in ends}) == sorted(
        (f"{right} {system}", order)
        for left, right in (("one", "two"), ("two", "three"))
        for system in "ABCD"
        for order in (left, right)
    )


def test_a_system_that_one_order_lacks_has_no_line_there():
    spec = bump_chart({"one": places(RESULT), "two": places(ranking([["A"], ["B"]]))})

    assert {row["system"] for layer in drawn_by(spec, "line") for row in layer} == {"A", "B"}


def test_names_are_written_at_both_ends():
    spec = bump_chart(dict.fromkeys(["one", "two", "three"], places(RESULT)))

    assert {row["order"] for layer in drawn_by(spec, "text") for row in layer} == {"one", "three"}
