"""`wmt20-sr-dc`: whole documents drawn from one pool (WMT19 to WMT21, segment rating with document context).

The papers say how documents are drawn (Knowles 2021, section 2; Knowles and Lo 2024, section 3.2) and that control
documents fill the task; that these are copies of its documents, partly degraded, is Knowles and Lo 2024, section 5.2.
That the last task is filled up with further documents is our own choice: nothing is published about it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from adjudge.planning.designs.design import Design, DesignInput
from adjudge.planning.designs.published import (
    ITEMS,
    LONGEST,
    Tasks,
    again,
    builder,
    padded,
    pool_of,
    shuffled,
    too_long,
)
from adjudge.planning.designs.showings import Showing

NAME: Final = "wmt20-sr-dc"
_REAL: Final = 70


def _tasks(given: DesignInput, random: np.random.Generator) -> Tasks:
    """Documents are drawn without replacement until the next would exceed 70 segments; copies fill up to 100."""
    pool = pool_of(given, LONGEST, random)
    chosen: list[list[Showing]] = []
    room = 0
    for showing in pool:
        if not chosen or showing.length > room:
            chosen.append([])
            room = _REAL
        chosen[-1].append(showing)
        room -= showing.length
    if chosen:
        chosen[-1] += _filled(pool, room, random)
    tasks = [
        shuffled([*real, *padded(real, ITEMS - sum(showing.length for showing in real), random)], random)
        for real in chosen
    ]
    return Tasks(tasks, too_long(given, NAME, LONGEST))


def _filled(pool: list[Showing], room: int, random: np.random.Generator) -> list[Showing]:
    """Further documents for the last task, drawn from all."""
    found = []
    for showing in shuffled(pool, random):
        if showing.length > room:
            break
        found.append(again(showing))
        room -= showing.length
    return found


WMT20_SR_DC: Final = Design(
    NAME,
    "whole documents drawn at random up to 70 segments, copies up to 100 (SR+DC)",
    "Barrault et al. 2020",
    builder(NAME, _tasks),
    unit="document",
    own_controls=True,
    complete=False,
    lengths="wmt22",
)
