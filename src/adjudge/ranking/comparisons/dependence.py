"""Which votes hang together: those on one document, segment or ranking, or of one annotator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.catalogue import counted
from adjudge.core.errors import InputError, Problem
from adjudge.core.findings import Finding
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.comparisons.tally import Tally, Unit, Votes

Ints = NDArray[np.intp]
#: A system that does well on a document does so in all rankings of it. In simulated campaigns of equal systems,
#: units by ranking or segment call far too many pairs different, units by document as many as they should
#: (docs/explanation/comparisons.md).
LARGEST_FIRST: Final[tuple[Unit, ...]] = ("document", "segment", "ranking")
#: With fewer units, smaller ones are taken where they are known; errors from so few would say little.
MIN_UNITS: Final = 10
#: With fewer units the sandwich is too narrow (Cameron and Miller 2015, section VI, speak of 20 to 50).
FEW_UNITS: Final = 30


@dataclass(frozen=True, eq=False)
class Dependence:
    """What dependent votes have in common.

    Args:
        by: the name of the column; None if votes are taken as independent.
        codes: the unit of every vote.
    """

    by: Unit | None
    codes: Ints | None

    @property
    def units(self) -> int:
        """How many there are; 0 if votes are taken as independent."""
        return 0 if self.codes is None else len(np.unique(self.codes))

    def of(self, votes: Votes) -> Ints:
        """The unit of every vote; each its own if they are taken as independent."""
        return np.arange(len(votes)) if self.codes is None else self.codes


def find_dependence(ranked: Tally, settings: ComparisonSettings) -> tuple[Dependence, list[Finding]]:
    """The units of the votes: as asked for, or the largest unit that is known and numerous enough.

    Raises:
        InputError: AJ034 if the units asked for are unknown, or there is only one.
    """
    if settings.unit == "none":
        return Dependence(None, None), []
    if ranked.votes is None:
        if settings.unit != "auto":
            raise InputError(_unknown(ranked, settings.unit))
        text = "Votes are taken as independent, because counts do not tell which of them are on one text."
        return Dependence(None, None), [Finding("AJ311", "warning", text, {}, "Lopez 2012, section 6")]
    if settings.unit != "auto":
        return _asked_for(ranked, settings.unit)
    held = {by: ranked.votes.units(by) for by in LARGEST_FIRST}
    known = [Dependence(by, codes) for by, codes in held.items() if codes is not None]
    usable = [one for one in known if one.units >= MIN_UNITS]
    if not usable:
        text = (
            "Votes are taken as independent, because too few documents, segments or rankings are known to group them."
        )
        numbers = {str(one.by): one.units for one in known}
        return Dependence(None, None), [Finding("AJ311", "warning", text, numbers, "Lopez 2012, section 6")]
    return usable[0], [_about(usable[0], passed_over=[one for one in known if one.units < MIN_UNITS])]


def _asked_for(ranked: Tally, by: Unit) -> tuple[Dependence, list[Finding]]:
    codes = None if ranked.votes is None else ranked.votes.units(by)
    if codes is None:
        raise InputError(_unknown(ranked, by))
    found = Dependence(by, codes)
    if found.units < 2:
        raise InputError(
            Problem(
                "AJ034",
                f"units by {by} were asked for, but all votes have the same {by}",
                "two units or more, better thirty",
                "1 unit",
                "choose another --unit",
            )
        )
    return found, [_about(found)]


def _about(dependence: Dependence, passed_over: list[Dependence] | None = None) -> Finding:
    """Which votes are taken as dependent, and why intervals may still be too narrow."""
    units, by = dependence.units, dependence.by
    text = f"Votes of one {by} are taken as dependent ({counted(units, 'unit')})."
    doubts = [f"{counted(one.units, str(one.by))} are too few to be taken instead" for one in passed_over or ()]
    if units < FEW_UNITS:
        doubts.append("so few units make errors uncertain")
    if by in {"segment", "ranking"}:
        doubts.append(f"votes of one {'document' if by == 'segment' else 'text'} may hang together as well")
    if not doubts:
        return Finding("AJ311", "note", text, {"units": units}, "Lopez 2012, section 6")
    text += f" Differences may be called significant too often: {'; '.join(doubts)}."
    todo = "name the document of every vote" if by in {"segment", "ranking"} and not passed_over else None
    return Finding("AJ311", "warning", text, {"units": units}, "Lopez 2012, section 6", todo)


def _unknown(ranked: Tally, by: str) -> Problem:
    votes = ranked.votes
    if votes is None:
        held, count = "the file holds counts, no single votes", "all comparisons"
    else:
        missing = votes.frame[by].null_count() if by in votes.frame.columns else len(votes)
        held = f"the {by} of {'the' if missing == len(votes) else 'some'} votes is unknown"
        count = f"{missing:,} of {counted(len(votes), 'comparison')}"
    return Problem(
        "AJ034",
        f"units by {by} were asked for, but {held}",
        f"a value of '{by}' for every comparison",
        count,
        f"add a column '{by}', or choose another --unit",
    )
