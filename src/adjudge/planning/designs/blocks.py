"""The default: the same texts for every system, and every annotator meets every system as evenly as possible.

Let there be U units, K systems, J judgements of every output, and let annotator a have the share s_a of the work.

1. *Units to annotators.* Every unit is shown K J times. Annotator a gets K J s_a of them, rounded up or down, such that
   their number of showings in every wave, and in all waves up to any, is its fraction rounded up or down
   (`spreading`). So an annotator sees a unit twice only if K J s_a > 1, that is if there is no other way.
2. *Systems to showings.* The showings are the edges of a graph of annotators and units. They are split into K classes,
   one for each system, such that every class has J edges at every unit, and at every annotator, wave and run of waves
   1/K of the edges, rounded up or down (`rounding.split_evenly`; de Werra 1971). Hence every output is judged J times,
   by different annotators, and annotator a judges system k on J U s_a units, up or down: for all a and k, in every
   wave, and in all waves up to any. No search is needed and none can fail.
3. *Connection.* If an annotator's share of a system is one unit or more, they meet all systems, and all other
   annotators are connected through them. Otherwise systems are exchanged on single units until annotators and systems
   are connected, which succeeds if the number of judgements allows it (`connecting`).
4. *Sessions.* The showings of an annotator and wave are dealt to sessions (`sessions`).

A single output tells nothing about systems: its annotator may be lenient. So work goes to no more annotators than get
two showings each, and to fewer still if that is what it takes to link all systems, as far as hours allow (`sharing`).

If the protocol shows several outputs at once, groups of systems take the place of systems, and link them all as soon as
there are enough groups (`grouping`, `groups`).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from adjudge.planning.assignment.connecting import Edges, connect
from adjudge.planning.assignment.grouping import groups_of
from adjudge.planning.assignment.groups import assign_groups
from adjudge.planning.assignment.pair_balance import balance_pairs
from adjudge.planning.assignment.rounding import Whole, split_evenly
from adjudge.planning.assignment.sessions import Assigned, into_sessions
from adjudge.planning.assignment.sharing import links_all, without_work
from adjudge.planning.assignment.spreading import Spread, families_of, shares_of, spread_units
from adjudge.planning.assignment.times import showings_per_unit, times_of_units
from adjudge.planning.assignment.waves import waves_of
from adjudge.planning.designs.design import Built, Design, DesignInput


def build_blocks(given: DesignInput) -> Built:
    """Showings of blocks, see this module.

    Args:
        given: units, systems, annotators.
    """
    waves = waves_of(given)
    if given.campaign.judging.outputs > 1:
        judged = _groups_to_showings(given, _counts(given, waves, ()))
        return Built(into_sessions(given, judged, waves))
    edges, idle = _linked(given, waves)
    judged = [Assigned(who, unit, (system,)) for system, who, unit in edges.tolist()]
    spared = tuple(given.annotators[who] for who in idle)
    return Built(into_sessions(given, judged, waves), spared=spared)


def _linked(given: DesignInput, waves: Whole) -> tuple[Edges, tuple[int, ...]]:
    """Who judges what, and who gets no work: the first plan that links all systems, that of everybody if none does."""
    for idle in without_work(given):
        edges = _systems_to_showings(given, _counts(given, waves, idle), waves)
        if links_all(edges, len(given.systems)):
            return edges, idle
    return _systems_to_showings(given, _counts(given, waves, ()), waves), ()


def _counts(given: DesignInput, waves: Whole, idle: tuple[int, ...]) -> Whole:
    """Showings of every unit by annotator."""
    work = given.campaign.work
    seconds = None if given.seconds is None else [given.seconds[name] for name in given.annotators]
    shares = shares_of(seconds, len(given.annotators), work.judgements, idle)
    showings = showings_per_unit(given.campaign, len(given.systems))
    spread = Spread(waves, times_of_units(given.campaign, given.units), showings, shares)
    return spread_units(spread, given.seeds.stream("blocks.units"))


def _systems_to_showings(given: DesignInput, counts: Whole, waves: Whole) -> Edges:
    """One system for every showing of a unit by an annotator: rows of system, annotator, unit."""
    annotators, units = counts.shape
    families = families_of(waves, annotators)
    parts = split_evenly(counts.ravel(), len(given.systems), families, given.seeds.stream("blocks.systems"))
    judged = np.stack(parts).reshape(len(parts), annotators, units)
    judged = judged[given.seeds.stream("blocks.names").permutation(len(parts))]
    judged = balance_pairs(judged, waves, given.seeds.stream("blocks.pairs"))
    edges = connect(np.argwhere(judged > 0), given.seeds.stream("blocks.connecting"))
    return edges[np.lexsort((edges[:, 0], edges[:, 2], edges[:, 1]))]


def _groups_to_showings(given: DesignInput, counts: Whole) -> list[Assigned]:
    """A group of systems for every showing."""
    together = min(given.campaign.judging.outputs, len(given.systems))
    groups = groups_of(
        len(given.systems),
        together,
        given.campaign.work.judgements,
        counts.shape[1],
        given.seeds.stream("blocks.groups"),
    )
    return assign_groups(groups, counts, len(given.systems), given.seeds.stream("blocks.who"))


DESIGN: Final = Design(
    name="blocks",
    title="the same texts for every system; every annotator meets every system equally often",
    source="Knowles 2021, section 8; Knowles and Lo 2022, section 2.2",
    build=build_blocks,
)
