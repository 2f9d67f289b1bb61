"""Among how many annotators work is shared, where there are more of them than the work is worth sharing among."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from adjudge.kernels.block_designs.efficiency import linked_systems, system_information
from adjudge.planning.assignment.connecting import Edges
from adjudge.planning.assignment.demand import demand_of
from adjudge.planning.assignment.spreading import shares_of
from adjudge.planning.assignment.times import showings_per_unit
from adjudge.planning.designs.design import DesignInput

#: A single output tells nothing about systems.
_FEWEST: Final = 2


def without_work(given: DesignInput) -> Iterator[tuple[int, ...]]:
    """Which annotators get no work: whose share is below two showings, then more and more, a tenth at a time.

    A single system is compared with nothing, so that nobody is spared for it.

    Shares follow hours. Those with the fewest hours come first, then the last ones named, and the others share what
    would have been theirs. No more are spared than the hours of the others allow. As many annotators as judgements are
    enough to link all systems: each of them then judges everything.

    Args:
        given: units, systems, annotators.
    """
    if len(given.systems) < 2:
        yield ()
        return
    everybody, judgements = len(given.annotators), given.campaign.work.judgements
    seconds = None if given.seconds is None else [given.seconds[name] for name in given.annotators]
    hours = np.zeros(everybody) if seconds is None else np.array(seconds)
    order = np.argsort(-hours, kind="stable")
    showings = showings_per_unit(given.campaign, len(given.systems)) * given.units.height
    demand = demand_of(given.campaign, given.units, len(given.systems), given.tutorial)

    def enough(working: int) -> bool:
        return given.seconds is None or demand.fits(given.units.height, hours[order[:working]])

    def worthwhile(working: int) -> bool:
        shares = shares_of(seconds, everybody, judgements, order[working:].tolist())
        return bool(showings * min(shares[who] for who in order[:working].tolist()) >= _FEWEST)

    working = next((count for count in range(everybody, judgements, -1) if worthwhile(count)), judgements)
    working = next((count for count in range(working, everybody) if enough(count)), everybody)
    while enough(working):
        yield tuple(sorted(order[working:].tolist()))
        if working == judgements:
            return
        working = max(judgements, working - max(1, working // 10))


def links_all(edges: Edges, systems: int) -> bool:
    """Whether all differences of systems can be told from those of annotators and of units.

    Args:
        edges: rows of system, annotator, unit.
        systems: how many there are.
    """
    judgements = np.ones(len(edges))
    found = system_information(edges[:, 0], judgements, (edges[:, 1], edges[:, 2]), systems)
    return len(linked_systems(found, float(len(edges)))) == 1
