"""All systems' versions of a text to one annotator, as far apart in time as possible (pseudo side-by-side).

Riley et al. 2024 found rankings more stable if the same annotator judges all outputs of a document, because the
differences of the systems are then free of the annotator's severity and of the document. The outputs are not shown
together: an annotator with n units goes through all of them once for each system. So n - 1 other texts lie between two
versions of a text, which is the most that can be guaranteed: of K n showings, K are of one unit.

In round r the unit at place i of an annotator is shown with system `(i + r) mod K`, in an order of systems that is
drawn anew for every annotator: a Latin square. So every annotator judges every system on the same n units; every round
has the systems equally often, up or down; and the order in which the versions of a text come differs by unit. Parts of
one document come in the order of the text in every round.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import polars as pl

from adjudge.planning.assignment.grouping import Group, Grouping
from adjudge.planning.assignment.groups import connect_groups
from adjudge.planning.assignment.part_order import in_text_order
from adjudge.planning.assignment.sessions import Assigned, showings_frame
from adjudge.planning.assignment.spreading import Spread, shares_of, spread_units
from adjudge.planning.assignment.times import times_of_units
from adjudge.planning.assignment.waves import waves_of
from adjudge.planning.designs.design import Built, Design, DesignInput
from adjudge.planning.sampling.room import counting_room


def build_side_by_side(given: DesignInput) -> Built:
    """Showings side by side, see this module.

    Args:
        given: units, systems, annotators.
    """
    work = given.campaign.work
    seconds = None if given.seconds is None else [given.seconds[name] for name in given.annotators]
    shares = shares_of(seconds, len(given.annotators), work.judgements)
    waves = waves_of(given)
    spread = Spread(waves, times_of_units(given.campaign, given.units), work.judgements, shares)
    counts = spread_units(spread, given.seeds.stream("side-by-side.units"))
    rng = given.seeds.stream("side-by-side.order")
    together = min(given.campaign.judging.outputs, len(given.systems))
    grouping = Grouping(len(given.systems), together, rng)
    groups: dict[int, list[Group]] = {}
    rounds = []
    for wave in range(1, int(waves.max()) + 1):
        for who in range(len(shares)):
            units = rng.permutation(np.flatnonzero((counts[who] > 0) & (waves == wave))).tolist()
            units = [units[place] for place in in_text_order(units, given.units)]
            own = _turns(len(given.systems), len(units), rng) if together == 1 else _groups(grouping, units, groups)
            rounds.append(_Rounds(wave, who, units, own))
    return Built(_in_sessions(given, _linked(given, rounds)))


@dataclass(frozen=True)
class _Rounds:
    """The rounds of one annotator through their units of a wave.

    Args:
        wave: from 1.
        who: number of the annotator.
        units: in the order of every round.
        groups: for every unit what is shown in every round.
    """

    wave: int
    who: int
    units: list[int]
    groups: list[list[Group]]

    @property
    def sequence(self) -> list[Assigned]:
        """All rounds, one after the other."""
        count = len(self.groups[0]) if self.groups else 0
        return [
            Assigned(self.who, unit, self.groups[place][turn])
            for turn in range(count)
            for place, unit in enumerate(self.units)
        ]


def _turns(systems: int, units: int, rng: np.random.Generator) -> list[list[Group]]:
    """Which system is shown in every round, for every unit of one annotator."""
    names = rng.permutation(systems).tolist()
    return [[(names[(place + turn) % systems],) for turn in range(systems)] for place in range(units)]


def _groups(grouping: Grouping, units: list[int], before: dict[int, list[Group]]) -> list[list[Group]]:
    """What is shown together in every round, for every unit of one annotator: other groups than others judge there."""
    own = []
    for unit in units:
        beside = before.setdefault(unit, [])
        own.append(grouping.of_unit(1, beside))
        beside += own[-1]
    return own


def _linked(given: DesignInput, rounds: list[_Rounds]) -> list[_Rounds]:
    """The same rounds with systems exchanged between groups that are shown together, until groups link all systems."""
    if given.campaign.judging.outputs == 1:
        return rounds
    groups = connect_groups(
        [own for one in rounds for own in one.groups], given.seeds.stream("side-by-side.connecting")
    )
    following = iter(groups)
    return [replace(one, groups=[next(following) for _ in one.units]) for one in rounds]


def _in_sessions(given: DesignInput, rounds: list[_Rounds]) -> pl.DataFrame:
    """All rounds cut into sessions."""
    lengths = given.units["length"].to_list()
    tutorial = 0 if given.tutorial is None else given.tutorial.height
    room = counting_room(given.campaign, lengths, tutorial)
    sessions = []
    begun: set[int] = set()
    for one in rounds:
        reserved = 0 if one.who in begun else room.tutorial
        begun |= {one.who} if one.units else set()
        sessions += [(one.wave, one.who, part) for part in cut(one.sequence, lengths, room.items, reserved)]
    return showings_frame(given, sessions)


def cut(sequence: list[Assigned], lengths: list[int], room: int, reserved: int = 0) -> list[list[Assigned]]:
    """A sequence in as few runs as fit into sessions, the longest as short as possible.

    Args:
        sequence: showings in their order.
        lengths: items of every unit.
        room: most items of a session.
        reserved: items of the first session that are taken.
    """
    if not sequence:
        return []
    fewest = len(_runs(sequence, lengths, room, reserved))
    low, high = reserved + max(lengths[showing.unit] for showing in sequence), room
    while low < high:
        middle = (low + high) // 2
        if len(_runs(sequence, lengths, middle, reserved)) <= fewest:
            high = middle
        else:
            low = middle + 1
    return _runs(sequence, lengths, low, reserved)


def _runs(sequence: list[Assigned], lengths: list[int], most: int, reserved: int) -> list[list[Assigned]]:
    """Runs that are filled one after the other."""
    runs: list[list[Assigned]] = [[]]
    load = reserved
    for showing in sequence:
        length = lengths[showing.unit]
        if load + length > most:
            runs.append([])
            load = 0
        runs[-1].append(showing)
        load += length
    return runs


DESIGN: Final = Design(
    name="side-by-side",
    title="one annotator judges all systems' versions of a text, apart in time",
    source="Riley et al. 2024",
    build=build_side_by_side,
)
