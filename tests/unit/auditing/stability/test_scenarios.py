"""Names of scenarios and the single scenarios that they stand for."""

from __future__ import annotations

import pytest

from adjudge.auditing.stability.scenarios import DEFAULT, Names, scenarios_of
from adjudge.core.errors import UsageError

NAMES = Names(
    systems=["human", "x:2", "y"],
    units={"annotator": ["anna", "ben"], "document": ["d1"]},
    recipes=["wmt-da", "rule=strict"],
    draws=["annotator"],
    word="recipe",
    also=["wmt-da", "graham-2020"],
)


def names(*asked: str) -> list[str]:
    return [scenario.name for scenario in scenarios_of(asked, NAMES)]


def test_the_default_are_the_scenarios_of_the_paper_and_each_system():
    assert names(*DEFAULT) == [
        "remove:human",
        "remove:best",
        "remove:worst",
        "remove:system:human",
        "remove:system:x:2",
        "remove:system:y",
        *(f"divide:human:{d}" for d in ("1.25", "1.5", "2", "4", "10")),
    ]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("remove:annotator", ["remove:annotator:anna", "remove:annotator:ben"]),
        ("remove:annotator:ben", ["remove:annotator:ben"]),
        ("remove:session", []),
        ("divide:human:3", ["divide:human:3"]),
        ("divide:worst:2", ["divide:worst:2"]),
        ("divide:system:y:1.5", ["divide:system:y:1.5"]),
        ("multiply:best:2", ["multiply:best:2"]),
        ("recipe", ["recipe:wmt-da", "recipe:rule=strict"]),
        ("recipe:graham-2020", ["recipe:graham-2020"]),
        ("resample", ["resample:annotator"]),
        ("resample:segment", ["resample:segment"]),
    ],
)
def test_groups_and_single_names(asked, found):
    assert names(asked) == found


def test_a_name_that_ends_in_a_number_is_a_name():
    found = scenarios_of(["divide:system:x:2"], NAMES)
    assert {one.what for one in found} == {"x:2"}
    assert len(found) == 5
    assert [one.factor for one in scenarios_of(["divide:system:x:2:4"], NAMES)] == [4.0]


def test_a_multiplication_is_a_division_by_less_than_one():
    [one] = scenarios_of(["multiply:worst:4"], NAMES)
    assert (one.kind, one.factor) == ("divide", 0.25)


def test_a_scenario_that_is_asked_for_twice_is_run_once():
    assert names("remove:human", "remove")[0] == "remove:human"
    assert names("remove:human", "remove").count("remove:human") == 1


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("delete:human", "no scenario 'delete:human'"),
        ("remove:everything", "no scenario"),
        ("divide:nobody:2", "no scenario"),
        ("divide:system", "no scenario"),
        ("remove:system:z", "no system 'z'"),
        ("remove:annotator:carl", "no annotator 'carl'"),
        ("divide:human:0.5", "factor '0.5'"),
        ("divide:human:nan", "factor 'nan'"),
        ("recipe:nobody", "no recipe 'nobody'"),
        ("resample:week", "no scenario"),
    ],
)
def test_what_there_is_not_is_refused(asked, says):
    with pytest.raises(UsageError, match=f"AJ061 .*{says}"):
        names(asked)


@pytest.mark.parametrize("slip", ["resample:docment", "recipe:wmt-dda", "method:mfass"])
def test_a_slip_of_the_pen_is_refused(slip):
    with pytest.raises(UsageError, match="AJ061"):
        names(slip)
