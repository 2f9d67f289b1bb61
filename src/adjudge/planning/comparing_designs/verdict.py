"""What a comparison of designs says, and what it leaves open, in plain sentences.

A design is called better only if the sign test of its contrast says so, corrected for all designs that are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from adjudge.core.catalogue import counted, figure
from adjudge.planning.comparing_designs.contrasts import FEWEST, MOST_CAMPAIGNS, DesignContrast
from adjudge.planning.comparing_designs.summary import DesignRow

_Words = tuple[str, str]
_Place = TypeVar("_Place")


def about_designs(rows: Sequence[DesignRow], contrasts: Sequence[DesignContrast]) -> list[str]:
    """Designs against each other, those that are compared with nothing, and those that could not be ranked.

    Args:
        rows: one for each design, budget and recipe.
        contrasts: after correction.
    """
    by = _by([row.recipe for row in rows])
    against = [((by[one.recipe], _told(one)), one.budget) for one in contrasts if not one.of_budgets]
    alone = [row for row in rows if row.campaigns and not any(_is_about(one, row) for one in contrasts)]
    levels = [((by[row.recipe], _level(row)), row.budget) for row in alone]
    unranked = [((by[row.recipe], _unranked(row)), row.budget) for row in rows if not row.campaigns]
    told = _grouped([*against, *levels, *unranked])
    return [f"With {_listed(list(map(_budget, hours)))}{recipe}, {words}." for (recipe, words), hours in told]


def about_hours(contrasts: Sequence[DesignContrast], currency: str) -> list[str]:
    """What more hours buy.

    Args:
        contrasts: after correction.
        currency: of costs.
    """
    by = _by([one.recipe for one in contrasts])
    told = _grouped([((by[one.recipe], _gain(one, currency)), one.design) for one in contrasts if one.of_budgets])
    return [f"With {_listed(designs)}{recipe}, {words}." for (recipe, words), designs in told]


def _by(recipes: Sequence[str]) -> dict[str, str]:
    """Recipes in words, which are not needed if there is one."""
    several = len(set(recipes)) > 1
    return {recipe: f", ranked by {recipe}" if several else "" for recipe in recipes}


def _grouped(held: Sequence[tuple[_Words, _Place]]) -> Iterable[tuple[_Words, list[_Place]]]:
    """The budgets or designs for which the same is to be said, so that it is said once."""
    groups: dict[_Words, list[_Place]] = {}
    for words, place in held:
        groups.setdefault(words, []).append(place)
    return groups.items()


def _told(one: DesignContrast) -> str:
    """What the campaigns tell about two designs."""
    differ = one.better or one.worse
    seen = f"tau of {one.design} {_signed(one.kendall, 3)}, {_counts(one)}" if differ else _counts(one)
    if not one.told:
        return f"{_untold(one, f'{one.design} and {one.other}')} ({seen}){_further(one)}"
    better, worse = (one.design, one.other) if one.better > one.worse else (one.other, one.design)
    return f"{better} recovers the true order better than {worse} ({seen})"


def _gain(one: DesignContrast, currency: str) -> str:
    """What the larger budget of a design buys."""
    if one.of_nothing:
        return f"no more is judged in {_budget(one.budget)} than in {_budget(one.other_budget)}"
    cost = "" if one.cost is None else f", {one.cost:,.2f} {currency} more"
    doubt = "" if one.told else f"; {_untold(one, 'the two budgets')} by tau{_further(one)}"
    return (
        f"{figure(one.hours)} more hours ({_budget(one.budget)} in place of {_budget(one.other_budget)}{cost}) change "
        f"tau by {_signed(one.kendall, 3)} ({_counts(one)}), and the share of true differences that are found by "
        f"{_signed(100 * one.power, 1)} percentage points{doubt}"
    )


def _untold(one: DesignContrast, both: str) -> str:
    verb = "does" if one.campaigns == 1 else "do"
    return f"{counted(one.campaigns, 'simulated campaign')} {verb} not tell {both} apart"


def _counts(one: DesignContrast) -> str:
    if not one.better and not one.worse:
        return "the same tau in all of them" if one.campaigns > 1 else "the same tau"
    ties = one.campaigns - one.better - one.worse
    same = f", the same in {ties:,}" if ties else ""
    kind = "p" if one.corrected == one.p else "corrected p"
    return f"higher in {one.better:,}, lower in {one.worse:,}{same}; {kind} {_p(one.corrected)}"


def _further(one: DesignContrast) -> str:
    """How many campaigns may be needed, where these tell nothing."""
    if one.needed is not None:
        return f"; about {one.needed:,} may be needed"
    if one.campaigns < FEWEST:
        return f"; fewer than {FEWEST} campaigns cannot tell anything"
    if one.better == one.worse:
        return ", and nothing suggests that more would"
    if one.decided < FEWEST:
        return f"; fewer than {FEWEST} of them differ, too few to say how many may be needed"
    return f"; more than {max(MOST_CAMPAIGNS, one.campaigns):,} may be needed"


def _p(p: float) -> str:
    return "< .0001" if p < 0.0001 else f"= {p:.2g}".replace("= 0.", "= .")


def _level(row: DesignRow) -> str:
    """What a design recovers that is compared with nothing."""
    return (
        f"{row.design} reaches a tau of {row.kendall:.3f} with the true order and "
        f"finds {row.power:.0%} of the true differences, in {figure(row.hours or 0.0)} hours "
        f"(mean of {counted(row.campaigns, 'simulated campaign')})"
    )


def _is_about(one: DesignContrast, row: DesignRow) -> bool:
    sides = {(one.design, one.budget), (one.other, one.other_budget)}
    return one.recipe == row.recipe and (row.design, row.budget) in sides


def _unranked(row: DesignRow) -> str:
    return f"{row.design} is left out, because none of its campaigns could be ranked"


def _budget(hours: float | None) -> str:
    return "the hours for everything" if hours is None else f"{hours:g} h"


def _listed(names: Sequence[str]) -> str:
    return " and ".join([*([", ".join(names[:-1])] if names[1:] else []), names[-1]])


def _signed(value: float, digits: int) -> str:
    """A difference with its sign; none if it is zero as printed."""
    text = f"{value:+.{digits}f}"
    return text if float(text) else text[1:]
