"""Which comparisons are dependent: those on one document or segment, from one ranking, or by one annotator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from adjudge.core.catalogue import counted
from adjudge.core.findings import Finding
from adjudge.ranking.comparisons.catalogue import (
    COUNTS_ARE_INDEPENDENT,
    DEPENDENT,
    DOUBTFUL_UNITS,
    NO_UNITS_IN_COUNTS,
    ONE_UNIT,
    PREPOSITIONS,
    TOO_FEW_UNITS,
    UNKNOWN_UNITS,
)
from adjudge.ranking.comparisons.settings import Unit
from adjudge.ranking.comparisons.tally import Tally
from adjudge.ranking.comparisons.votes import Votes

Ints = NDArray[np.intp]
#: A system that does well on a document does so in all rankings of it. In simulated campaigns of equal systems,
#: units by ranking or segment call far too many pairs different, units by document as many as they should
#: (docs/explanation/comparisons.md).
LARGEST_FIRST: Final[tuple[Unit, ...]] = ("document", "segment", "ranking")
#: With fewer units, smaller ones are taken where they are known; errors from so few would say little.
MIN_UNITS: Final = 10
#: With fewer units the sandwich is too narrow (Cameron and Miller 2015, section VI, speak of 20 to 50).
FEW_UNITS: Final = 30
#: What comparisons may share besides these units, which would make them dependent as well.
_LARGER: Final = {"segment": "document", "ranking": "text"}


@dataclass(frozen=True, eq=False)
class Dependence:
    """What dependent comparisons share.

    Args:
        unit: what it is; None if comparisons are treated as independent.
        codes: the unit of every comparison, from 0 without gaps; None likewise.
        findings: which comparisons are dependent, and what to doubt about it.
    """

    unit: Unit | None = None
    codes: Ints | None = None
    findings: tuple[Finding, ...] = ()

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
        unit: `auto` for the largest unit that is known and numerous enough, `none` to treat all as independent.

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
    too_few: list[Dependence] = []
    for unit in LARGEST_FIRST:
        found = Dependence(unit, votes.units(unit))
        if found.units >= MIN_UNITS:
            return replace(found, findings=(_about(found, too_few),))
        too_few += [found] if found.units else []
    counts: dict[str, Any] = {str(found.unit): found.units for found in too_few}
    annotators = Dependence("annotator", votes.units("annotator")).units
    enough = annotators if annotators >= MIN_UNITS else None
    return Dependence(findings=(TOO_FEW_UNITS(_fewest=MIN_UNITS, _annotators=enough, **counts),))


def _asked_for(votes: Votes, unit: Unit) -> Dependence:
    found = Dependence(unit, votes.units(unit))
    if found.codes is None:
        missing = votes.frame[unit].null_count() if unit in votes.frame.columns else len(votes)
        raise UNKNOWN_UNITS(unit=unit, missing=missing, total=len(votes))
    if found.units < 2:
        raise ONE_UNIT(unit=unit)
    return replace(found, findings=(_about(found),))


def _about(found: Dependence, too_few: Sequence[Dependence] = ()) -> Finding:
    """Which comparisons are treated as dependent, and why differences may still be called significant too often."""
    unit = str(found.unit)
    words: dict[str, Any] = {"_unit": unit, "_shared": PREPOSITIONS[unit], "units": found.units}
    larger = _LARGER.get(unit)
    if found.units >= FEW_UNITS and larger is None and not too_few:
        return DEPENDENT(**words)
    return DOUBTFUL_UNITS(
        **words,
        _few=FEW_UNITS if found.units < FEW_UNITS else None,
        _too_few=[counted(one.units, str(one.unit)) for one in too_few],
        _larger=larger,
        _column="document" if larger and not too_few else None,
    )
