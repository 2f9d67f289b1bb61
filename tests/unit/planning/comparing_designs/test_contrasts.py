"""Designs and budgets against each other, on numbers that were computed by hand."""

from __future__ import annotations

from math import comb

import pytest

from adjudge.kernels.power.binomial import sign_power_plain
from adjudge.planning.comparing_designs.contrasts import (
    MOST_CAMPAIGNS,
    DesignContrast,
    campaigns_needed,
    contrast,
    corrected,
)
from tests.unit.planning.comparing_designs.small_outcomes import FIRST, SECOND, outcomes


def against(other: str, better: int, *, campaigns: int = 6, budget: float | None = None) -> DesignContrast:
    """Design `a`, better in so many campaigns and worse in all others."""
    mine = outcomes("a", [0.5] * campaigns, budget=budget)
    theirs = [0.4] * better + [0.6] * (campaigns - better)
    found = contrast(mine, outcomes(other, theirs, budget=budget), "r", None)
    assert found is not None
    return found


def step(less: float, more: float, *, counting: int = 80) -> DesignContrast:
    """Two budgets of a design in six campaigns; the larger one is always better."""
    large = outcomes("a", [0.5] * 6, budget=more, counting=90)
    found = contrast(large, outcomes("a", [0.4] * 6, budget=less, counting=counting), "r", None)
    assert found is not None
    return found


def test_a_contrast_pairs_campaigns_of_the_same_truth():
    found = contrast(FIRST, SECOND, "r", 30.0)
    assert found is not None
    assert (found.campaigns, found.better, found.worse) == (3, 2, 0)  # seeds 0, 1 and 3: .2, 0 and .6
    assert found.kendall == pytest.approx(0.8 / 3)
    assert found.power == pytest.approx(0.2)
    assert found.judgements == pytest.approx(-10)
    assert found.hours == pytest.approx(-1.0)
    assert found.cost == pytest.approx(-30.0)
    assert found.p == pytest.approx(0.5)  # two of two: 2 * (1/2)^2


def test_without_a_common_campaign_there_is_no_contrast():
    assert contrast(outcomes("a", [None]), SECOND, "r", None) is None


@pytest.mark.parametrize(("campaigns", "told"), [(1, False), (5, False), (6, True)])
def test_fewer_than_six_campaigns_tell_nothing(campaigns, told):
    """The least p is 2 / 2^n: 1, .0625 and .03125."""
    [one] = corrected([against("b", campaigns, campaigns=campaigns)])
    assert one.told is told
    assert one.needed is None


def test_p_is_corrected_for_the_designs_on_the_same_budget():
    """Six of six is .03125; of two designs Holm doubles the smaller p, here of equal ones both."""
    both = corrected([against("b", 6), against("c", 6), against("b", 6, budget=1.0)])
    assert [one.corrected for one in both] == pytest.approx([0.0625, 0.0625, 0.03125])
    assert [one.told for one in both] == [False, False, True]


@pytest.mark.parametrize(("decided", "named"), [(5, False), (6, True)])
def test_fewer_than_six_campaigns_that_differ_are_no_guess_at_how_many_are_needed(decided, named):
    theirs = [0.4] * (decided - 1) + [0.6] + [0.5] * (8 - decided)
    found = contrast(outcomes("a", [0.5] * 8), outcomes("b", theirs), "r", None)
    assert found is not None
    [one] = corrected([found])
    assert one.decided == decided
    assert (one.needed is not None) is named


def test_a_step_with_which_nothing_more_is_judged_is_no_test():
    found = corrected([step(1, 2), step(2, 3, counting=90)])
    assert [one.of_nothing for one in found] == [False, True]
    assert [one.told for one in found] == [True, False]  # six of six, alone
    assert found[1].needed is None


def test_steps_of_a_design_are_corrected_apart_from_designs():
    found = corrected([against("b", 6), step(1, 2), step(2, 3)])
    assert [one.corrected for one in found] == pytest.approx([0.03125, 0.0625, 0.0625])


@pytest.mark.parametrize(("better", "worse", "tests"), [(1, 0, 1), (0, 1, 1), (5, 1, 1), (5, 1, 3)])
def test_campaigns_needed_are_the_first_with_a_power_of_four_fifths(better, worse, tests):
    """Checked with the plain twin of the power of the sign test."""
    campaigns = better + worse
    share = (max(better, worse) + 1) / (campaigns + 2)
    needed = campaigns_needed(better, worse, campaigns, tests=tests)
    assert needed is not None
    assert sign_power_plain(needed, share, 0.05 / tests) >= 0.8 > sign_power_plain(needed - 1, share, 0.05 / tests)


def test_ties_make_more_campaigns_needed():
    """Of three campaigns one was a tie: the number of others is binomial with 2/3, and 3 of 4 of them favour one."""
    needed = campaigns_needed(2, 0, 3)
    assert needed is not None

    def power(n: int) -> float:
        chances = [comb(n, k) * (2 / 3) ** k * (1 / 3) ** (n - k) for k in range(n + 1)]
        return sum(chance * sign_power_plain(k, 0.75) for k, chance in enumerate(chances))

    assert power(needed) >= 0.8 > power(needed - 1)


@pytest.mark.parametrize(("better", "worse", "campaigns"), [(0, 0, 4), (3, 3, 6), (501, 500, 1001)])
def test_where_nothing_speaks_for_a_difference_no_number_is_named(better, worse, campaigns):
    assert campaigns_needed(better, worse, campaigns) is None


def test_no_fewer_campaigns_are_needed_than_there_were():
    assert campaigns_needed(20, 10, MOST_CAMPAIGNS) is None
    needed = campaigns_needed(9, 1, 100, tests=100)
    assert needed is not None
    assert needed > 100
