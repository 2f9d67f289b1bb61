"""What the campaigns of one design, budget and recipe have in common, and how designs and budgets differ."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from adjudge.kernels.rating_tests.paired import sign_p_of_counts
from adjudge.planning.comparing_designs.outcomes import Outcome, Recovered


@dataclass(frozen=True)
class DesignRow:
    """One design with one budget, ranked by one recipe; means over simulated campaigns.

    Args:
        design: its name.
        budget: hours that were given to all annotators together; None = as many as judging everything takes.
        recipe: its name.
        campaigns: that could be planned and ranked.
        refused: that could not.
        hours: that the work took.
        cost: of these hours, if the campaign says what an hour costs.
        judgements: items, control items among them.
        units: pieces of text that were judged.
        kendall: Kendall's tau with the true order.
        kendall_error: its standard error.
        power: share of the true differences that were found, in the true order.
        false: differences called that are not there, in all campaigns together.
        misled: campaigns with at least one of these.
        frontier: whether no other row of the recipe takes fewer hours and has a higher tau.
    """

    design: str
    budget: float | None
    recipe: str
    campaigns: int
    refused: int
    hours: float | None
    cost: float | None
    judgements: float | None
    units: float | None
    kendall: float | None
    kendall_error: float | None
    power: float | None
    false: int
    misled: int
    frontier: bool = False


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
        hours: mean difference of the hours.
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
    hours: float


def summarise(outcomes: Sequence[Outcome], recipe: str, cost_per_hour: float | None) -> DesignRow:
    """The campaigns of one design and budget.

    Args:
        outcomes: at least one.
        recipe: name of the recipe.
        cost_per_hour: what an hour costs.
    """
    job = outcomes[0].job
    ranked = _ranked(outcomes, recipe)
    if not ranked:
        unknown = (None,) * 7
        return DesignRow(job.design, job.hours, recipe, 0, len(outcomes), *unknown, false=0, misled=0)
    taus = [found.kendall or 0.0 for _, found in ranked]
    hours = fmean(outcome.hours for outcome, _ in ranked)
    return DesignRow(
        job.design,
        job.hours,
        recipe,
        campaigns=len(ranked),
        refused=len(outcomes) - len(ranked),
        hours=hours,
        cost=None if cost_per_hour is None else hours * cost_per_hour,
        judgements=fmean(outcome.judgements for outcome, _ in ranked),
        units=fmean(outcome.units for outcome, _ in ranked),
        kendall=fmean(taus),
        kendall_error=stdev(taus) / math.sqrt(len(taus)) if len(taus) > 1 else None,
        power=fmean(_share(found) for _, found in ranked),
        false=sum(found.false for _, found in ranked),
        misled=sum(found.false > 0 for _, found in ranked),
    )


def contrast(first: Sequence[Outcome], second: Sequence[Outcome], recipe: str) -> DesignContrast | None:
    """Two lists of outcomes, campaign by campaign; None if no campaign of the same truth could be ranked in both."""
    others = {outcome.job.seed: (outcome, found) for outcome, found in _ranked(second, recipe)}
    pairs = [
        (outcome, found, *others[outcome.job.seed])
        for outcome, found in _ranked(first, recipe)
        if outcome.job.seed in others
    ]
    if not pairs:
        return None
    taus = [(mine.kendall or 0.0) - (theirs.kendall or 0.0) for _, mine, _, theirs in pairs]
    better, worse = sum(tau > 0 for tau in taus), sum(tau < 0 for tau in taus)
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
        power=fmean(_share(mine) - _share(theirs) for _, mine, _, theirs in pairs),
        hours=fmean(mine.hours - theirs.hours for mine, _, theirs, _ in pairs),
    )


def on_frontier(row: DesignRow, rows: Sequence[DesignRow]) -> bool:
    """Whether no other row of the recipe is at least as good in hours and in tau, and better in one of them."""
    if row.kendall is None or row.hours is None:
        return False
    rivals = [one for one in rows if one.recipe == row.recipe and one.kendall is not None and one.hours is not None]
    return not any(
        one.hours <= row.hours and one.kendall >= row.kendall and (one.hours < row.hours or one.kendall > row.kendall)
        for one in rivals
        if one.hours is not None and one.kendall is not None
    )


def _ranked(outcomes: Sequence[Outcome], recipe: str) -> list[tuple[Outcome, Recovered]]:
    held = [(outcome, outcome.recovered.get(recipe)) for outcome in outcomes]
    return [(outcome, found) for outcome, found in held if found is not None and found.kendall is not None]


def _share(found: Recovered) -> float:
    return found.found / found.pairs if found.pairs else 1.0
