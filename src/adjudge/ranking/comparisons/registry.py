"""The catalogue of methods that turn comparisons into an order."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import Final, Literal

from adjudge.core.errors import Problem, UsageError

Kind = Literal["heuristic", "tournament", "model", "trueskill"]


@dataclass(frozen=True)
class Method:
    """One way to an order.

    Args:
        name: as on the command line.
        title: one line for lists.
        source: who published it.
        kind: `heuristic` counts wins, `tournament` is exact, `model` has parameters with intervals.
    """

    name: str
    title: str
    source: str
    kind: Kind


#: The default: the rule picks `davidson`, or `mfas` where no finite fit exists, and says so.
RECOMMENDED: Final = "recommended"

#: The model with a reliability per annotator.
ANNOTATORS: Final = "annotator-bradley-terry"

METHODS: Final[dict[str, Method]] = {
    method.name: method
    for method in (
        Method("wmt-official", "share of comparisons not lost, reference included", "Lopez 2012, Eq. 1", "heuristic"),
        Method("heuristic-2", "share of comparisons won", "Lopez 2012, Eq. 2", "heuristic"),
        Method("bojar", "share of decided comparisons won", "Bojar et al. 2011; Lopez 2012, Eq. 3", "heuristic"),
        Method("expected-wins", "mean share of decided comparisons won, over opponents", "Koehn 2012", "heuristic"),
        Method("net-wins", "mean of wins minus losses over opponents", "after Koehn 2012", "heuristic"),
        Method("mfas", "the order that contradicts the least weight, exact", "Lopez 2012, section 4", "tournament"),
        Method("bradley-terry", "Bradley-Terry, a tie is half a win", "Bradley and Terry 1952", "model"),
        Method("davidson", "Bradley-Terry with ties as an outcome", "Davidson 1970", "model"),
        Method("rao-kupper", "Bradley-Terry with a threshold for ties", "Rao and Kupper 1967", "model"),
        Method(
            ANNOTATORS,
            "Bradley-Terry with a reliability per annotator",
            "after Chen et al. 2013",
            "model",
        ),
        Method("trueskill", "TrueSkill as WMT14 to WMT16 ran it", "Sakaguchi et al. 2014", "trueskill"),
    )
}


def find_method(name: str) -> Method:
    """The method of this name.

    Raises:
        UsageError: AJ033 if there is none.
    """
    if not isinstance(name, str):
        problem = Problem(
            "AJ033", f"a method is a name, not {name!r}", "one name", "1 argument", "call it once for each method"
        )
        raise UsageError(problem)
    if name in METHODS:
        return METHODS[name]
    near = difflib.get_close_matches(name, METHODS, 1)
    raise UsageError(
        Problem(
            "AJ033",
            f"there is no method '{name}'",
            f"one of {RECOMMENDED}, {', '.join(METHODS)}",
            "1 method",
            f"did you mean '{near[0]}'?" if near else "adjudge rank --methods says what each is",
        )
    )
