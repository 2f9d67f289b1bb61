"""`wmt24-esa`: whole documents, twelve degraded items in copies of their own, tutorial first (WMT24, error spans).

Known from the released tasks only: 100 items, of which 12 degraded in six copies (one of 7 segments, five of 1), all
segments of a copy degraded, copies anywhere, and one document cut to fit.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from adjudge.planning.controls.tutorial import tutorial_showings
from adjudge.planning.designs.design import Design, DesignInput
from adjudge.planning.designs.published import ITEMS, Task, Tasks, again, builder, pool_of, shuffled, too_long
from adjudge.planning.designs.showings import Showing

NAME: Final = "wmt24-esa"
_COPIES: Final = (7, 1, 1, 1, 1, 1)


def _tasks(given: DesignInput, random: np.random.Generator) -> Tasks:
    """Documents in random order; what does not fit at the end of a task is begun there and shown whole in the next.

    The last task is filled up from the head of the pool.
    """
    practice = sum(showing.length for showing in tutorial_showings(given))
    real = ITEMS - sum(_COPIES) - practice
    pool = pool_of(given, real, random)
    tasks, queue = [], list(reversed(pool))
    while queue:
        chosen: list[Showing] = []
        room, head = real, 0
        while room > 0:
            first = bool(queue)
            if first:
                following = queue.pop()
            elif head < len(pool):
                following, head = again(pool[head]), head + 1
            else:
                break
            if following.length > room:
                # Somebody else judges the whole of it.
                chosen.append(replace(following, length=room, kind="filler"))
                if first:
                    queue.append(following)
                break
            chosen.append(following)
            room -= following.length
        tasks.append((*tutorial_showings(given), *_with_copies(chosen, random)))
    return Tasks(tasks, too_long(given, NAME, real))


def _with_copies(chosen: list[Showing], random: np.random.Generator) -> Task:
    """The documents in order, and copies with all segments degraded anywhere between them."""
    shown = list(chosen)
    for copy in _copies([showing for showing in chosen if showing.counts], random):
        shown.insert(int(random.integers(len(shown) + 1)), copy)
    return tuple(shown)


def _copies(originals: list[Showing], random: np.random.Generator) -> list[Showing]:
    """One copy of 7 segments and five of 1 as far as documents allow: exact lengths first, longer ones cut.

    If no document is long enough for the first, the longest is copied, and more copies follow until there are 12 items.
    """
    left, free = sum(_COPIES), list(shuffled(originals, random))
    copies: list[Showing] = []
    while left > 0 and free:
        wanted = _COPIES[len(copies)] if len(copies) < len(_COPIES) else 1
        wanted = left if len(free) == 1 else min(wanted, left)
        best = min(free, key=lambda showing: (showing.length < wanted, abs(showing.length - wanted)))
        free.remove(best)
        length = min(best.length, wanted)
        copies.append(Showing(best.unit, length, best.systems, "degraded", original=best))
        left -= length
    return copies


WMT24_ESA: Final = Design(
    NAME,
    "whole documents, 12 degraded items in copies of their own, tutorial first (ESA)",
    "Kocmi et al. 2024",
    builder(NAME, _tasks),
    unit="document",
    own_controls=True,
    complete=False,
    lengths="wmt22",
)
