from __future__ import annotations

from dataclasses import replace

import pytest

from adjudge.auditing.agreement import AgreementResult, AgreementRow
from adjudge.core.signature import Signature
from adjudge.reporting.comparison_wording import say_contradicted, say_few_judged_twice, say_method
from adjudge.reporting.tables import caption
from tests.unit.reporting.builder import ranked_counts, with_optimum

# Cycles of weight 2 each; one arc of 2 of a total of 6 has to go, and any of the three will do.
CYCLE = (("p", "q", 3, 1), ("q", "r", 3, 1), ("r", "p", 3, 1))
LINE = (("p", "q", 3, 1), ("q", "r", 3, 1), ("p", "r", 3, 1))


def test_the_method_is_named_in_words():
    assert say_method(ranked_counts(*LINE)) == (
        "Order by mfas: the order that contradicts the least weight, exact (Lopez 2012, section 4)."
    )


def test_a_model_says_which_votes_it_takes_as_dependent():
    result = ranked_counts(*CYCLE, method="davidson")
    assert say_method(result).endswith("(Davidson 1970).")
    assert result.model is not None
    clustered = replace(result, model=replace(result.model, unit="document", units=1200))
    assert say_method(clustered).endswith("Votes of one document are taken as dependent (1,200 clusters).")


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        ("left-out", "Comparisons with the reference are left out."),
        ("opponent", "Comparisons with the reference count for the order, but not for N."),
        ("none", "(Bojar et al. 2011; Lopez 2012, Eq. 3)."),
    ],
)
def test_the_reference_is_accounted_for(reference, said):
    result = replace(ranked_counts(*LINE, method="bojar"), signature=Signature.of({"reference": reference}))
    assert say_method(result).endswith(said)


def test_an_order_without_contradiction():
    assert say_contradicted(ranked_counts(*LINE)) == ("The order contradicts no majority. It is the only such order.")
    assert say_contradicted(ranked_counts(*LINE, method="bojar")) == "The order contradicts no majority."


def test_an_exact_order_says_what_it_contradicts_and_how_many_orders_are_as_good():
    assert say_contradicted(ranked_counts(*CYCLE)) == (
        "The order contradicts a weight of 2 of 6, in 1 pair (the majority of a pair weighs wins minus losses). "
        "Proven: no order contradicts less. It is one of 3 such orders. Systems that share places stand in an "
        "arbitrary order. Systems of one cycle beat each other in turn: no order of them is without contradiction "
        "(3 systems in 1 cycle)."
    )


def test_an_unproven_order_states_its_gap():
    unproven = with_optimum(ranked_counts(*CYCLE), proven=False, bound=1.5, optimal_orders=None, arbitrary=None)
    said = say_contradicted(unproven)
    assert "Not proven to be the least: every order contradicts 1.5 or more (gap 25.0%)." in said
    assert "such order" not in said


def test_what_was_not_counted_is_said():
    said = say_contradicted(with_optimum(ranked_counts(*CYCLE), optimal_orders=None, arbitrary=None))
    assert "Whether it is the only such order was not counted. Which places are arbitrary was not decided." in said


def test_the_caption_of_an_exact_order_has_a_test_of_direct_comparisons():
    said = caption(ranked_counts(*CYCLE))
    assert said.startswith("3 systems, N = 12 comparisons in all. Order by mfas:")
    assert "Pairs of systems: two-sided sign test on the direct comparisons of the two systems" in said
    assert "segment means" not in said


def test_the_lines_of_trueskill_are_not_those_of_its_tests():
    said = caption(ranked_counts(*CYCLE, method="trueskill"))
    assert "Mean of 1,000 random runs." in said
    assert "Pairs of systems, but not lines: two-sided sign test" in said
    assert "A line stands below a system whose range of ranks ends before" in said
    assert "significantly better than every lower one" not in said


@pytest.mark.parametrize(
    ("inter", "intra", "said"),
    [
        (100, 100, ""),
        (99, 100, "Fewer than 100 pairs of judgements, too few to say: different annotators (99)."),
        (
            5,
            7,
            (
                "Fewer than 100 pairs of judgements, too few to say: different annotators (5), annotators with "
                "themselves (7)."
            ),
        ),
        (100, 0, ""),  # the summary says that there are none
    ],
)
def test_agreement_on_few_pairs_is_no_agreement(inter, intra, said):
    rows = (
        AgreementRow("recommended", "inter", 0.5, 0.33, 0.25, inter // 2, inter, 0, 0),
        AgreementRow("recommended", "intra", 0.5, 0.33, 0.25, intra // 2, intra, 0, 0),
    )
    assert say_few_judged_twice(AgreementResult(Signature.of({}), {}, (), rows)) == said
