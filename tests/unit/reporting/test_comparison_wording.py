from __future__ import annotations

import pytest

from adjudge.reporting.comparison_wording import say_contradicted, say_method, say_weight
from tests.unit.reporting.builder import compared, cycle, majorities, model, optimum

ABC = [["a", "b", "c"]]


def test_the_method_is_named_with_its_source():
    said = say_method(compared(ABC, method="mfas"))

    assert said.startswith("Systems are ranked by mfas: ")
    assert said.endswith("(Lopez 2012, section 4).")


def test_a_method_of_another_program_is_named_as_it_is():
    assert say_method(compared(ABC, method="novel")) == "Systems are ranked by novel."


def test_a_model_says_which_comparisons_it_treats_as_dependent():
    alone = compared(ABC, method="davidson", model=model("a", "b", "c"))
    by_document = compared(ABC, method="davidson", model=model("a", "b", "c", unit="document", units=1200))

    assert say_method(alone).endswith("(Davidson 1970).")
    assert say_method(by_document).endswith(
        "(Davidson 1970). Comparisons on the same document are treated as dependent (1,200 documents)."
    )


@pytest.mark.parametrize(
    ("use", "said"),
    [
        ("left-out", "Comparisons with the reference are left out."),
        ("opponent", "Comparisons with the reference count for the order, but not for N."),
        ("none", "(Bojar et al. 2011; Lopez 2012, Eq. 3)."),
    ],
)
def test_the_reference_is_accounted_for(use, said):
    assert say_method(compared(ABC, method="bojar", settings={"reference_use": use})).endswith(said)


def test_random_runs_are_counted():
    said = say_method(compared(ABC, method="trueskill", settings={"runs": 1000}, rule="ranges"))

    assert "Scores are means over 1,000 random runs." in said


def test_an_order_without_contradiction():
    assert say_contradicted(compared(ABC)) == "The order contradicts no majority."
    exact = compared(ABC, optimum=optimum(optimal_orders=1, places=((1, 1), (2, 2), (3, 3))))
    assert say_contradicted(exact) == "The order contradicts no majority. It is the only optimal order."


@pytest.mark.parametrize(
    ("arcs", "weight"),
    [
        ("net", "wins minus losses"),
        ("normalised", "twice wins minus losses, divided by the number of comparisons of the pair"),
    ],
)
def test_what_another_method_contradicts_is_weighed(arcs, weight):
    found = majorities(("c", "a", 1.5), ("b", "a", 1000.0), total=2003.0, arcs=arcs)

    assert say_contradicted(compared(ABC, method="bojar", tournament=found)) == (
        f"The order contradicts the majority in 2 pairs, with a weight of 1,001.5 out of 2,003 (the weight of a "
        f"majority is {weight})."
    )


def test_an_exact_order_says_that_it_is_optimal_and_how_many_others_are():
    assert say_contradicted(cycle()) == (
        "The order contradicts the majority in 1 pair, with a weight of 2 out of 6 (the weight of a majority is wins "
        "minus losses). It is proven that no order contradicts less. It is one of 3 optimal orders. Ranks are given "
        "as the best and worst place over all of them. 3 systems beat each other in cycles, so that every order of "
        "them contradicts a majority."
    )


def test_an_unproven_order_states_the_bound_and_claims_nothing_more():
    said = say_contradicted(cycle(optimum=optimum(proven=False, bound=1.5, optimal_orders=None, places=None)))

    assert "The order is not proven to be optimal: no order contradicts less than 1.5." in said
    assert "optimal order" not in said
    assert "It is proven" not in said


@pytest.mark.parametrize(
    ("orders", "places", "said"),
    [
        (None, None, "Other optimal orders were not counted. Which places they leave open was not decided."),
        (8, None, "It is one of 8 optimal orders. Which places they leave open was not decided."),
        (None, ((1, 2), (1, 2), (3, 3)), "counted. Ranks are given as the best and worst place over all of them."),
    ],
)
def test_what_was_not_counted_or_decided_is_said(orders, places, said):
    assert said in say_contradicted(cycle(optimum=optimum(optimal_orders=orders, places=places)))


def test_groups_of_cycles_are_counted():
    found = majorities(
        ("r", "p", 2.0),
        ("f", "d", 2.0),
        total=12.0,
        groups=(("p", "q", "r"), ("d", "e", "f")),
        cycles=(("p", "q", "r"), ("d", "e", "f")),
    )
    said = say_contradicted(compared([list("pqrdef")], tournament=found, optimum=optimum()))

    assert "6 systems in 2 groups beat each other in cycles" in said


@pytest.mark.parametrize(("weight", "said"), [(2.0, "2"), (1234.0, "1,234"), (0.5, "0.5"), (0.125, "0.12")])
def test_weights(weight, said):
    assert say_weight(weight) == said
