"""What the campaigns of one design, budget and recipe have in common."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from adjudge.planning.comparing_designs.outcomes import Outcome, ranked


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
        units: pieces of text with a judgement that counts.
        kendall: Kendall's tau with the true order.
        kendall_error: its standard error.
        power: share of the true differences that were found, in the true order.
        false: differences called that are not there, in all campaigns together.
        misled: campaigns with at least one of these. Of these figures there are none if no campaign was ranked.
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
    false: int | None
    misled: int | None
    frontier: bool = False


def summarise(outcomes: Sequence[Outcome], recipe: str, cost_per_hour: float | None) -> DesignRow:
    """The campaigns of one design and budget.

    Args:
        outcomes: at least one.
        recipe: name of the recipe.
        cost_per_hour: what an hour costs.
    """
    job = outcomes[0].job
    held = ranked(outcomes, recipe)
    if not held:
        unknown = (None,) * 9
        return DesignRow(job.design, job.hours, recipe, 0, len(outcomes), *unknown)
    taus = [tau for _, _, tau in held]
    hours = fmean(outcome.hours for outcome, _, _ in held)
    return DesignRow(
        job.design,
        job.hours,
        recipe,
        campaigns=len(held),
        refused=len(outcomes) - len(held),
        hours=hours,
        cost=None if cost_per_hour is None else hours * cost_per_hour,
        judgements=fmean(outcome.judgements for outcome, _, _ in held),
        units=fmean(outcome.units for outcome, _, _ in held),
        kendall=fmean(taus),
        kendall_error=stdev(taus) / math.sqrt(len(taus)) if len(taus) > 1 else None,
        power=fmean(found.share for _, found, _ in held),
        false=sum(found.false for _, found, _ in held),
        misled=sum(found.false > 0 for _, found, _ in held),
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
