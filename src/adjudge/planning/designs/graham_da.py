"""`graham-da`: the tasks of direct assessment, segment by segment (Graham et al. 2016; WMT16 to WMT20 on MTurk)."""

from __future__ import annotations

from typing import Final

import numpy as np

from adjudge.planning.controls import catalogue
from adjudge.planning.designs.design import Design, DesignInput
from adjudge.planning.designs.published import Task, Tasks, again, builder, pool_of, shuffled
from adjudge.planning.designs.showings import Showing

NAME: Final = "graham-da"
_SETS: Final = 10
_REAL: Final = 7
#: Control items come from the set so many places away, so a copy is 41 to 59 places from its original.
_AWAY: Final = 5


def _tasks(given: DesignInput, random: np.random.Generator) -> Tasks:
    """70 outputs in ten sets of seven; each set gets a degraded copy, a repeat and a reference of another set.

    All outputs of all segments are shuffled once; what is missing in the last task comes from the head of the pool.
    """
    pool = pool_of(given, 1, random)
    size = _SETS * _REAL
    references = tuple(name for name, reference in given.campaign.references.items() if reference.role == "control")
    tasks = []
    for start in range(0, len(pool), size):
        real = pool[start : start + size]
        real += [again(pool[place % len(pool)]) for place in range(size - len(real))]
        tasks.append(_task(real, references, random))
    missing = catalogue.NO_REFERENCE_CONTROLS(design=NAME, items=_SETS)
    return Tasks(tasks, () if references else (missing,))


def _task(real: list[Showing], references: tuple[str, ...], random: np.random.Generator) -> Task:
    sets = [real[first : first + _REAL] for first in range(0, len(real), _REAL)]
    shown: list[Showing] = []
    for number, own in enumerate(sets):
        away = sets[(number + _AWAY) % _SETS]
        bad, repeat, reference = (away[place] for place in random.permutation(len(away))[:3])
        controls = [_copy(bad, "degraded"), _copy(repeat, "repeat")]
        if references:
            name = references[int(random.integers(len(references)))]
            controls.append(Showing(reference.unit, reference.length, (name,), "reference", original=reference))
        shown += shuffled([*own, *controls], random)
    return tuple(shown)


def _copy(original: Showing, kind: str) -> Showing:
    return Showing(original.unit, original.length, original.systems, kind, original=original)


GRAHAM_DA: Final = Design(
    NAME,
    "tasks of 100 segments in random order, 70 of them outputs (direct assessment)",
    "Graham et al. 2016",
    builder(NAME, _tasks),
    unit="segment",
    own_controls=True,
    complete=False,
    lengths="graham",
)
