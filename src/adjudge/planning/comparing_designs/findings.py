"""What a reader should know before trusting the figures: campaigns that were refused, idle hours, false differences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Final

from adjudge.core.findings import Finding
from adjudge.planning.comparing_designs.catalogue import ENOUGH_HOURS, NO_FIGURES, REFUSED, TOO_MANY_FALSE
from adjudge.planning.comparing_designs.outcomes import Outcome
from adjudge.planning.comparing_designs.summary import DesignRow

#: Level of the recipes, and how many standard errors beyond it a share must lie before it is called too high.
_LEVEL: Final = 0.05
_ERRORS: Final = 2.0
_Held = Mapping[tuple[str, float | None], Sequence[Outcome]]


def comparison_findings(rows: Sequence[DesignRow], held: _Held) -> Iterator[Finding]:
    """All findings of a comparison.

    Args:
        rows: one for each design, budget and recipe.
        held: the outcomes of every design and budget.
    """
    yield from _unused(held)
    for row in rows:
        outcomes = held[row.design, row.budget]
        if row.recipe == rows[0].recipe:
            yield from _refused(row, [one.refused for one in outcomes], None)
        found = [one.recovered[row.recipe] for one in outcomes if row.recipe in one.recovered]
        yield from _refused(row, [one.refused for one in found], row.recipe)
        yield from _misleading(row)


def _unused(held: _Held) -> Iterator[Finding]:
    """Designs with budgets above the work: nothing is left out for want of hours, and hours are left.

    As `adjudge plan` has it, hours that suffice for no further text are not left.
    """
    for design in dict.fromkeys(design for design, _ in held):
        budgets, taken = [], []
        for (name, hours), outcomes in held.items():
            planned = [one for one in outcomes if one.refused is None]
            if name != design or hours is None or not planned or not all(one.whole for one in planned):
                continue
            spent, text = fmean(one.hours for one in planned), fmean(one.hours / one.units for one in planned)
            if hours - spent > text:
                budgets.append(hours)
                taken.append(spent)
        if budgets:
            yield ENOUGH_HOURS(design=design, taken=max(taken), budgets=[f"{hours:g}" for hours in sorted(budgets)])


def _refused(row: DesignRow, refusals: Sequence[str | None], recipe: str | None) -> Iterator[Finding]:
    """Campaigns that could not be planned, or not be ranked by a recipe."""
    codes = [code for code in refusals if code]
    if not codes:
        return
    campaigns = row.campaigns + row.refused
    left = row.campaigns if recipe else campaigns - len(codes)
    entry = REFUSED if left else NO_FIGURES
    yield entry(
        design=row.design,
        hours=row.budget,
        refused=len(codes),
        campaigns=campaigns,
        codes=sorted(set(codes)),
        recipe=recipe,
        _step="ranked" if recipe else "planned",
    )


def _misleading(row: DesignRow) -> Iterator[Finding]:
    """A recipe that calls too many differences that are not there."""
    expected = _LEVEL * row.campaigns
    most = expected + _ERRORS * math.sqrt(expected * (1 - _LEVEL))
    if row.misled is not None and row.misled > max(most, 1):
        yield TOO_MANY_FALSE(
            design=row.design,
            hours=row.budget,
            recipe=row.recipe,
            misled=row.misled,
            campaigns=row.campaigns,
            level=_LEVEL,
            expected=expected,
        )
