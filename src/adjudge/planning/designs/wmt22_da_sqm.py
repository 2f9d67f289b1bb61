"""`wmt22-da-sqm`: snippets packed by length into tasks of 80 segments, copies up to 100 (WMT22, DA+SQM)."""

from __future__ import annotations

from typing import Final

import numpy as np

from adjudge.core.findings import Finding
from adjudge.planning.controls import catalogue
from adjudge.planning.designs.design import Design, DesignInput
from adjudge.planning.designs.published import (
    ITEMS,
    LONGEST,
    Task,
    Tasks,
    again,
    builder,
    padded,
    pool_of,
    too_long,
)
from adjudge.planning.designs.showings import Showing

NAME: Final = "wmt22-da-sqm"
_REAL: Final = 80
#: No more tasks are written.
_TASKS: Final = 100


def _tasks(given: DesignInput, random: np.random.Generator) -> Tasks:
    """Lengths are drawn, not documents: of those that still fit, an exact fit first.

    A task in which nothing fits is closed; the last is filled up from all outputs. Tasks are shuffled, then cut off.
    """
    pool = pool_of(given, LONGEST, random)
    shelves, chosen, room = _by_length(pool), list[list[Showing]](), 0
    while shelves:
        length = _length(shelves, room, random)
        if length is None:
            chosen.append([])
            room = _REAL
            continue
        chosen[-1].append(_taken(shelves, length))
        room -= length
    if chosen:
        chosen[-1] += _filled(pool, room, random)
    order = random.permutation(len(chosen))
    kept = [_padded(chosen[place], random) for place in order[:_TASKS]]
    return Tasks(kept, (*too_long(given, NAME, LONGEST), *_cut_off([chosen[place] for place in order[_TASKS:]])))


def _by_length(pool: list[Showing]) -> dict[int, list[Showing]]:
    shelves: dict[int, list[Showing]] = {}
    for showing in pool:
        shelves.setdefault(showing.length, []).append(showing)
    return shelves


def _length(shelves: dict[int, list[Showing]], room: int, random: np.random.Generator) -> int | None:
    fitting = sorted(length for length in shelves if length <= room)
    if not fitting:
        return None
    return room if room in shelves else fitting[int(random.integers(len(fitting)))]


def _taken(shelves: dict[int, list[Showing]], length: int) -> Showing:
    showing = shelves[length].pop(0)
    if not shelves[length]:
        del shelves[length]
    return showing


def _filled(pool: list[Showing], room: int, random: np.random.Generator) -> list[Showing]:
    """Further outputs for the last task, drawn from all by the same rule."""
    shelves, found = _by_length([pool[place] for place in random.permutation(len(pool))]), []
    while (length := _length(shelves, room, random)) is not None:
        found.append(again(_taken(shelves, length)))
        room -= length
    return found


def _padded(real: list[Showing], random: np.random.Generator) -> Task:
    """The task with its copies: those with a degraded segment move to any place but the last."""
    copies = padded(real, ITEMS - sum(showing.length for showing in real), random)
    shown = [*real, *(copy for copy in copies if "degraded" not in copy.item_kinds)]
    for copy in copies:
        if "degraded" in copy.item_kinds:
            shown.insert(int(random.integers(len(shown))), copy)
    return tuple(shown)


def _cut_off(lost: list[list[Showing]]) -> tuple[Finding, ...]:
    if not lost:
        return ()
    judgements = sum(showing.length for real in lost for showing in real)
    return (catalogue.BEYOND_HUNDRED(design=NAME, sessions=len(lost), judgements=judgements),)


WMT22_DA_SQM: Final = Design(
    NAME,
    "snippets packed by length into tasks of 80 segments, mixed copies up to 100 (DA+SQM)",
    "Kocmi et al. 2022",
    builder(NAME, _tasks),
    unit="snippet",
    own_controls=True,
    complete=False,
    lengths="wmt22",
)
