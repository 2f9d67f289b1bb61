"""What a comparison says: nobody is called better without a test, and the answer about hours is one sentence."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adjudge.planning.comparing_designs.contrasts import contrast, corrected
from adjudge.planning.comparing_designs.outcomes import Outcome
from adjudge.planning.comparing_designs.summary import summarise
from adjudge.planning.comparing_designs.verdict import about_designs, about_hours
from tests.unit.planning.comparing_designs.small_outcomes import outcomes


def told(*designs: Sequence[Outcome]) -> list[str]:
    """The first design against every other one."""
    first, *others = designs
    contrasts = [contrast(first, other, "r", None) for other in others]
    rows = [summarise(one, "r", None) for one in designs]
    return about_designs(rows, corrected([one for one in contrasts if one]))


def bought(more: Sequence[Outcome], less: Sequence[Outcome], cost: float | None = None) -> str:
    """What the larger budget buys."""
    found = contrast(more, less, "r", cost)
    assert found is not None
    [sentence] = about_hours(corrected([found]), "EUR")
    return sentence


def taus(better: int, worse: int, same: int = 0) -> list[float]:
    """Of a design that is compared with one whose tau is always .5."""
    return [0.6] * better + [0.3] * worse + [0.5] * same


def test_one_campaign_names_no_winner():
    [sentence] = told(outcomes("a", [1.0]), outcomes("b", [0.2]))
    assert sentence.startswith("With the hours for everything, 1 simulated campaign does not tell a and b apart ")
    assert "tau of a +0.800, higher in 1, lower in 0; p = 1)" in sentence
    assert sentence.endswith("; fewer than 6 campaigns cannot tell anything.")


@pytest.mark.parametrize(("better", "winner", "loser"), [(6, "a", "b"), (0, "b", "a")])
def test_a_winner_is_named_if_the_sign_test_shows_it(better, winner, loser):
    [sentence] = told(outcomes("a", taus(better, 6 - better)), outcomes("b", [0.5] * 6))
    assert f"{winner} recovers the true order better than {loser}" in sentence
    assert "p = .031)" in sentence  # 2 / 2^6
    assert "may be needed" not in sentence


def test_what_tells_one_design_does_not_tell_it_among_two():
    """Six of six is .031 alone, and .062 if another design is compared."""
    lines = told(outcomes("a", taus(6, 0)), outcomes("b", [0.5] * 6), outcomes("c", [0.5] * 6))
    assert len(lines) == 2
    assert all("do not tell" in line and "corrected p = .06" in line for line in lines)


def test_ties_name_no_winner_and_no_number():
    [sentence] = told(outcomes("a", [0.5] * 8), outcomes("b", [0.5] * 8))
    assert "8 simulated campaigns do not tell a and b apart (the same tau in all of them)" in sentence
    assert sentence.endswith("and nothing suggests that more would.")
    [sentence] = told(outcomes("a", taus(3, 3, 1)), outcomes("b", [0.5] * 7))
    assert "higher in 3, lower in 3, the same in 1; p = 1)" in sentence
    assert sentence.endswith("and nothing suggests that more would.")


def test_fewer_than_six_campaigns_are_said_to_tell_nothing():
    """One win and one tie are no guess at how many may be needed."""
    [sentence] = told(outcomes("a", taus(1, 0, 1)), outcomes("b", [0.5] * 2))
    assert sentence.endswith("; fewer than 6 campaigns cannot tell anything.")
    [sentence] = told(outcomes("a", taus(2, 1, 5)), outcomes("b", [0.5] * 8))
    assert sentence.endswith("; fewer than 6 of them differ, too few to say how many may be needed.")


def test_a_difference_that_is_too_small_for_any_number_of_campaigns_is_said_to_be():
    """501 of 1,001: a share of .5005."""
    [sentence] = told(outcomes("a", taus(501, 500)), outcomes("b", [0.5] * 1001))
    assert sentence.endswith("more than 2,000 may be needed.")


def test_a_design_without_a_ranked_campaign_is_left_out_by_name():
    lines = told(outcomes("a", [0.5, 0.5], budget=3.0), outcomes("b", [None, None], budget=3.0))
    assert len(lines) == 2
    assert lines[0].startswith("With 3 h, a reaches a tau of 0.500 with the true order and finds 50% of the true diff")
    assert lines[1] == "With 3 h, b is left out, because none of its campaigns could be ranked."


def test_what_is_the_same_with_two_budgets_is_said_once():
    pairs = [(outcomes("a", [0.5], budget=hours), outcomes("b", [0.4], budget=hours)) for hours in (1.0, 2.0)]
    contrasts = [contrast(first, other, "r", None) for first, other in pairs]
    rows = [summarise(one, "r", None) for pair in pairs for one in pair]
    [sentence] = about_designs(rows, corrected([one for one in contrasts if one]))
    assert sentence.startswith("With 1 h and 2 h, 1 simulated campaign")


def test_more_hours_are_answered_in_one_sentence():
    more = outcomes("a", taus(6, 0), found=[7] * 6, hours=60.0, budget=60.0, counting=900)
    less = outcomes("a", [0.5] * 6, found=[5] * 6, hours=20.0, budget=20.0, counting=300)
    assert bought(more, less, 30.0) == (
        "With a, 40 more hours (60 h in place of 20 h, 1,200.00 EUR more) change tau by +0.100 (higher in 6, lower in "
        "0; p = .031), and the share of true differences that are found by +20.0 percentage points."
    )


def test_more_hours_that_no_test_shows_to_help_are_said_to_be_that():
    more = outcomes("a", taus(5, 2), hours=60.0, budget=60.0, counting=900)
    sentence = bought(more, outcomes("a", [0.5] * 7, hours=20.0, budget=20.0, counting=300))
    assert "EUR" not in sentence
    assert "; 7 simulated campaigns do not tell the two budgets apart by tau; about " in sentence


def test_hours_above_the_work_buy_nothing():
    more, less = outcomes("a", taus(6, 0), budget=60.0), outcomes("a", [0.5] * 6, budget=20.0)
    assert bought(more, less) == "With a, no more is judged in 60 h than in 20 h."
