"""How two designs or two budgets differ on the same simulated truths, and whether so many campaigns show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final

import numpy as np

from adjudge.kernels.power.binomial import Floats, Ints, mixed_over_ties, sign_powers
from adjudge.kernels.power.searching import smallest_size
from adjudge.kernels.probability.multiplicity import holm
from adjudge.kernels.rating_tests.paired import sign_p_of_counts
from adjudge.planning.comparing_designs.outcomes import Outcome, ranked

#: Level of the sign tests, and the power that further campaigns are to have.
LEVEL: Final = 0.05
_POWER: Final = 0.8
#: Fewer that differ show nothing at this level: 2 / 2^5 = .062.
FEWEST: Final = 6
#: Nobody simulates more campaigns to tell two designs apart.
MOST_CAMPAIGNS: Final = 2000


@dataclass(frozen=True)
class DesignContrast:
    """Two designs or two budgets on the same simulated truths.

    Args:
        recipe: that ranked both.
        design: the first one.
        budget: its hours.
        other: the design it is compared with.
        other_budget: the hours of that.
        campaigns: pairs of campaigns with the same truth.
        better: campaigns in which the first has the higher tau.
        worse: the lower one.
        p: two-sided sign test of these two numbers.
        kendall: mean difference of the taus.
        power: mean difference of the shares that were found.
        judgements: mean difference of the judgements that count.
        hours: mean difference of the hours.
        cost: of these hours, if the campaign says what an hour costs.
        corrected: p by Holm's method, for all designs that are compared with the first one on the same budget, or for
            all steps between budgets of the design with which more is judged.
        needed: campaigns that may tell the two apart, see `campaigns_needed`; None if these do, or nobody can say, as
            where fewer than six of them differ.
    """

    recipe: str
    design: str
    budget: float | None
    other: str
    other_budget: float | None
    campaigns: int
    better: int
    worse: int
    p: float
    kendall: float
    power: float
    judgements: float
    hours: float
    cost: float | None
    corrected: float = 1.0
    needed: int | None = None

    @property
    def of_budgets(self) -> bool:
        """Whether two budgets of a design are compared, not two designs."""
        return self.design == self.other

    @property
    def of_nothing(self) -> bool:
        """Whether the larger budget is above the work, so that nothing more is judged and there is nothing to test."""
        return self.of_budgets and self.judgements == 0

    @property
    def decided(self) -> int:
        """Campaigns that are no ties."""
        return self.better + self.worse

    @property
    def told(self) -> bool:
        """Whether the campaigns tell the two apart."""
        return self.corrected < LEVEL


def contrast(
    first: Sequence[Outcome], second: Sequence[Outcome], recipe: str, cost_per_hour: float | None
) -> DesignContrast | None:
    """Two lists of outcomes, campaign by campaign, before correction.

    Args:
        first: campaigns of one design and budget.
        second: of another.
        recipe: that ranked them.
        cost_per_hour: what an hour costs.

    Returns:
        The contrast; None if no campaign of the same truth could be ranked in both.
    """
    others = {outcome.job.seed: (outcome, found, tau) for outcome, found, tau in ranked(second, recipe)}
    pairs = [(held, others[held[0].job.seed]) for held in ranked(first, recipe) if held[0].job.seed in others]
    if not pairs:
        return None
    taus = [tau - other_tau for (_, _, tau), (_, _, other_tau) in pairs]
    better, worse = sum(tau > 0 for tau in taus), sum(tau < 0 for tau in taus)
    hours = fmean(mine.hours - theirs.hours for (mine, _, _), (theirs, _, _) in pairs)
    one, other = first[0].job, second[0].job
    return DesignContrast(
        recipe,
        one.design,
        one.hours,
        other.design,
        other.hours,
        campaigns=len(pairs),
        better=better,
        worse=worse,
        p=sign_p_of_counts(better, worse, "two-sided"),
        kendall=fmean(taus),
        power=fmean(mine.share - theirs.share for (_, mine, _), (_, theirs, _) in pairs),
        judgements=fmean(mine.counting - theirs.counting for (mine, _, _), (theirs, _, _) in pairs),
        hours=hours,
        cost=None if cost_per_hour is None else hours * cost_per_hour,
    )


def corrected(contrasts: Sequence[DesignContrast]) -> list[DesignContrast]:
    """The same contrasts, each corrected for those that answer the same question, with the campaigns it may need.

    Args:
        contrasts: of all recipes, designs and budgets.
    """
    families: dict[object, list[int]] = {}
    for place, one in enumerate(contrasts):
        if one.of_nothing:
            continue
        question = (one.recipe, one.of_budgets, one.design if one.of_budgets else one.budget)
        families.setdefault(question, []).append(place)
    made = list(contrasts)
    for places in families.values():
        for place, p in zip(places, holm(np.array([made[place].p for place in places])).tolist(), strict=True):
            one = replace(made[place], corrected=p)
            if not one.told and one.decided >= FEWEST:
                one = replace(one, needed=campaigns_needed(one.better, one.worse, one.campaigns, tests=len(places)))
            made[place] = one
    return made


def campaigns_needed(better: int, worse: int, campaigns: int, *, tests: int = 1) -> int | None:
    """Campaigns with which a sign test, corrected for the number of tests, has a power of .8.

    Ties stay as frequent as they were. Of the others the larger group is taken to be `(larger + 1) / (both + 2)`, the
    mean of what it may be after these campaigns if every share was as likely before, because two of two are no proof
    of always.

    Args:
        better: campaigns in which the first was better.
        worse: in which the second was.
        campaigns: all of them, ties too.
        tests: that are corrected for.

    Returns:
        More than `campaigns`; None if better and worse are as frequent, or if `MOST_CAMPAIGNS` are too few.
    """
    decided = better + worse
    if better == worse or campaigns >= MOST_CAMPAIGNS:
        return None
    share, ties = (max(better, worse) + 1) / (decided + 2), 1 - decided / campaigns

    def powers(counts: Ints) -> Floats:
        return sign_powers(counts, share, LEVEL / tests)

    def reaches(size: int) -> bool:
        return float(mixed_over_ties(powers, np.array([size]), ties)[0]) >= _POWER

    return smallest_size(reaches, campaigns + 1, MOST_CAMPAIGNS)
