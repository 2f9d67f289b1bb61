"""Which comparisons are dependent: those on one document or segment, from one ranking, or by one annotator."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.ranking.comparisons.catalogue import (
    COUNTS_ARE_INDEPENDENT,
    DEPENDENT,
    DOUBTFUL_UNITS,
    FEW_ANNOTATORS,
    NO_UNITS,
    NO_UNITS_IN_COUNTS,
    ONE_LARGER_UNIT,
    ONE_UNIT,
    PREPOSITIONS,
    UNKNOWN_IN_SOME,
    UNKNOWN_UNITS,
)
from adjudge.ranking.comparisons.settings import Unit
from adjudge.ranking.comparisons.tally import Tally
from adjudge.ranking.comparisons.votes import Votes, dense_codes

Ints = NDArray[np.intp]
#: A system that does well on a document does so in all rankings of it. In simulated campaigns of equal systems,
#: units by ranking or segment call far too many pairs different, units by document as many as they should
#: (docs/explanation/comparisons.md).
LARGEST_FIRST: Final[tuple[Unit, ...]] = ("document", "segment", "ranking")
#: With fewer annotators who met several units their tastes cannot be told from the quality of systems.
FEWEST_ANNOTATORS: Final = 6
#: What comparisons may share besides these units, which would make them dependent as well.
_LARGER: Final = {"segment": "document", "ranking": "text"}


@dataclass(frozen=True, eq=False)
class Dependence:
    """What dependent comparisons share.

    Args:
        unit: what it is; None if comparisons are treated as independent.
        codes: the unit of every comparison, from 0 without gaps; None likewise.
        annotators: the annotator of every comparison, if their tastes are a second reason; None if they are not looked
            for.
        findings: which comparisons are dependent, and what to doubt about it.
        about_annotators: that there are too few of them for their tastes.
    """

    unit: Unit | None = None
    codes: Ints | None = None
    annotators: Ints | None = None
    findings: tuple[Finding, ...] = ()
    about_annotators: tuple[Finding, ...] = ()

    @property
    def units(self) -> int:
        """How many there are; 0 if comparisons are treated as independent."""
        return 0 if self.codes is None else int(self.codes.max()) + 1

    def of(self, votes: Votes) -> Ints:
        """The unit of every comparison; each is one if they are treated as independent."""
        return np.arange(len(votes)) if self.codes is None else self.codes


def find_dependence(tally: Tally, unit: Unit | Literal["auto", "none"] = "auto") -> Dependence:
    """The units of the comparisons.

    Args:
        tally: comparisons without the reference.
        unit: `auto` for the largest unit that is known, with annotators beside it, `none` to treat all as independent.

    Raises:
        InputError: AJ034 if the units asked for are unknown, or there is only one.
    """
    if unit == "none":
        return Dependence()
    if tally.votes is None:
        if unit != "auto":
            raise NO_UNITS_IN_COUNTS(unit=unit)
        return Dependence(findings=(COUNTS_ARE_INDEPENDENT(),))
    return _largest(tally.votes) if unit == "auto" else _asked_for(tally.votes, unit)


def _largest(votes: Votes) -> Dependence:
    """The largest unit that is known and has two values at least, however few: a finer one would be too sure."""
    single: Unit | None = None
    for unit in LARGEST_FIRST:
        codes, missing = votes.units_where_known(unit) or (None, 0)
        found = Dependence(unit, codes)
        if found.units > 1:
            unknown = (UNKNOWN_IN_SOME(_unit=unit, comparisons=missing, total=len(votes)),) if missing else ()
            return _with_annotators(replace(found, findings=(_about(found, single), *unknown)), votes)
        single = single or (unit if found.units else None)
    return _with_annotators(Dependence(findings=(NO_UNITS(_single=single),)), votes)


def _with_annotators(found: Dependence, votes: Votes) -> Dependence:
    """The same with annotators as a second unit, if enough of them met several units: only then tastes are seen."""
    who = votes.units("annotator")
    if who is None:
        return found
    annotators = int(who.max()) + 1
    pairs = dense_codes(found.of(votes) * annotators + who)
    of_pair = np.zeros(int(pairs.max()) + 1, dtype=np.intp)
    of_pair[pairs] = who
    several = int((np.bincount(of_pair) > 1).sum())
    if several >= FEWEST_ANNOTATORS:
        return replace(found, annotators=who)
    if not several:
        return found
    few = FEW_ANNOTATORS(
        annotators=annotators, several=several, _fewest=FEWEST_ANNOTATORS, _unit=found.unit or "comparison"
    )
    return replace(found, about_annotators=(few,))


def _asked_for(votes: Votes, unit: Unit) -> Dependence:
    found = Dependence(unit, votes.units(unit))
    if found.codes is None:
        missing = votes.frame[unit].null_count() if unit in votes.frame.columns else len(votes)
        raise UNKNOWN_UNITS(unit=unit, missing=missing, total=len(votes))
    if found.units < 2:
        raise ONE_UNIT(unit=unit)
    return replace(found, findings=(_about(found),))


def _about(found: Dependence, single: Unit | None = None) -> Finding:
    """Which comparisons are treated as dependent, and why differences may still be called significant too often.

    Args:
        found: the units.
        single: a larger unit of which there is only one.
    """
    unit = str(found.unit)
    words: dict[str, Any] = {"_unit": unit, "_shared": PREPOSITIONS[unit], "units": found.units}
    larger = _LARGER.get(unit)
    if single is not None:
        return ONE_LARGER_UNIT(**words, _single=single)
    return DEPENDENT(**words) if larger is None else DOUBTFUL_UNITS(**words, _larger=larger)
