"""Showings of annotators to sessions: no longer than allowed, all systems evenly, the same text far apart.

The showings of an annotator and wave are dealt to as few sessions as hold them, the longest first. Each goes to one of
the sessions that have the fewest of its system, so no session has more than one showing of a system more than another;
among these to one that does not show the unit, then to the emptiest. If a session is too full, showings of the same
system are exchanged; if that does not help, there is a session more.

In a session a unit that was shown in the one before comes late, one that will be shown in the next one early. Parts of
one document change places in a session until they come in the order of the text. From session to session they do not:
that would bring versions of one text together, or systems out of balance.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
import polars as pl

from adjudge.planning.assignment.part_order import in_text_order
from adjudge.planning.assignment.rounding import Whole
from adjudge.planning.designs.design import SHOWINGS, DesignInput
from adjudge.planning.sampling.room import counting_room


@dataclass(frozen=True)
class Assigned:
    """One display of a unit.

    Args:
        who: number of the annotator.
        unit: number of the unit.
        systems: numbers of the systems.
    """

    who: int
    unit: int
    systems: tuple[int, ...]


def into_sessions(given: DesignInput, judged: list[Assigned], waves: Whole) -> pl.DataFrame:
    """All showings in their sessions and order.

    Args:
        given: units, systems, annotators.
        judged: who judges what.
        waves: the wave of every unit.
    """
    lengths = given.units["length"].to_list()
    tutorial = 0 if given.tutorial is None else given.tutorial.height
    room = counting_room(given.campaign, lengths, tutorial)
    rng = given.seeds.stream("sessions")
    work: dict[tuple[int, int], list[Assigned]] = {}
    for showing in judged:
        work.setdefault((int(waves[showing.unit]), showing.who), []).append(showing)
    sessions = []
    begun: set[int] = set()
    for wave, who in sorted(work):
        shuffled = [work[wave, who][number] for number in rng.permutation(len(work[wave, who]))]
        reserved = 0 if who in begun else room.tutorial
        begun.add(who)
        dealt = deal(shuffled, lengths, room.items, reserved)
        for session in in_order(dealt, rng, keep_first=reserved > 0):
            places = in_text_order([showing.unit for showing in session], given.units)
            sessions.append((wave, who, [session[place] for place in places]))
    return showings_frame(given, sessions)


def showings_frame(given: DesignInput, sessions: list[tuple[int, int, list[Assigned]]]) -> pl.DataFrame:
    """Sessions as a frame; they are called after their annotator and their number.

    Args:
        given: names of systems and annotators, lengths of units.
        sessions: wave, annotator and showings of every session.
    """
    lengths = given.units["length"].to_list()
    names, rows = given.annotators, []
    numbers: Counter[int] = Counter()
    for wave, who, session in sessions:
        numbers[who] += 1
        name = f"{names[who]}-{numbers[who]:02d}"
        rows += [
            {
                "session": name,
                "annotator": names[who],
                "wave": wave,
                "place": place,
                "unit": showing.unit,
                "length": lengths[showing.unit],
                "systems": [given.systems[system] for system in showing.systems],
                "kind": "system",
            }
            for place, showing in enumerate(session)
        ]
    return pl.DataFrame(rows, schema=SHOWINGS)


def deal(showings: list[Assigned], lengths: list[int], room: int, reserved: int = 0) -> list[list[Assigned]]:
    """Showings to as few sessions as hold them, none of them empty.

    Args:
        showings: of one annotator, in random order.
        lengths: items of every unit.
        room: most items of a session.
        reserved: items of the first session that are taken.
    """
    total = reserved + sum(lengths[showing.unit] for showing in showings)
    for count in range(max(1, -(-total // room)), len(showings) + 1):
        sessions = _dealt(showings, lengths, count, reserved)
        if all(sessions) and _relieved(sessions, lengths, room, reserved):
            return sessions
    return [[showing] for showing in showings]


def _dealt(showings: list[Assigned], lengths: list[int], count: int, reserved: int) -> list[list[Assigned]]:
    """The longest first, each to a session that has the fewest of its systems, then to the emptiest."""
    sessions: list[list[Assigned]] = [[] for _ in range(count)]
    shown = np.zeros((count, 1 + max(system for showing in showings for system in showing.systems)), dtype=np.int64)
    units: dict[int, Whole] = {}
    load = np.zeros(count, dtype=np.int64)
    load[0] = reserved
    for showing in sorted(showings, key=lambda showing: -lengths[showing.unit]):
        own = shown[:, showing.systems]
        again = units.setdefault(showing.unit, np.zeros(count, dtype=np.int64))
        fewest = np.flatnonzero((most := own.max(axis=1)) == most.min())
        fewest = fewest[(total := own[fewest].sum(axis=1)) == total.min()]
        fewest = fewest[again[fewest] == again[fewest].min()]
        number = int(fewest[load[fewest].argmin()])
        sessions[number].append(showing)
        shown[number, showing.systems] += 1
        again[number] += 1
        load[number] += lengths[showing.unit]
    return sessions


def _relieved(sessions: list[list[Assigned]], lengths: list[int], room: int, reserved: int) -> bool:
    """Exchange showings of the same systems until no session is too full; whether that succeeded."""
    load = [sum(lengths[showing.unit] for showing in session) for session in sessions]
    load[0] += reserved
    # Exchanges are between showings of the same systems, so this holds throughout.
    places: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for number, session in enumerate(sessions):
        for place, showing in enumerate(session):
            places.setdefault(showing.systems, []).append((number, place))
    while max(load) > room:
        full = load.index(max(load))
        swap = _best_swap(sessions, lengths, load, full, places)
        if swap is None:
            return False
        mine, other, theirs = swap
        less = lengths[sessions[full][mine].unit] - lengths[sessions[other][theirs].unit]
        sessions[full][mine], sessions[other][theirs] = sessions[other][theirs], sessions[full][mine]
        load[full] -= less
        load[other] += less
    return True


def _best_swap(
    sessions: list[list[Assigned]],
    lengths: list[int],
    load: list[int],
    full: int,
    places: dict[tuple[int, ...], list[tuple[int, int]]],
) -> tuple[int, int, int] | None:
    """Which showing of the fullest session for which of another one, so that the other stays as empty as can be."""
    best, lowest = None, load[full]
    for mine, showing in enumerate(sessions[full]):
        length = lengths[showing.unit]
        for other, theirs in places[showing.systems]:
            less = length - lengths[sessions[other][theirs].unit]
            if less > 0 and load[other] + less < lowest:
                best, lowest = (mine, other, theirs), load[other] + less
    return best


def in_order(
    sessions: list[list[Assigned]], rng: np.random.Generator, *, keep_first: bool = False
) -> list[list[Assigned]]:
    """Sessions and their showings in the order in which they are judged.

    Args:
        sessions: of one annotator and wave.
        rng: random numbers.
        keep_first: whether the first session stays the first.
    """
    kept = int(keep_first)
    sessions = [*sessions[:kept], *(sessions[kept + number] for number in rng.permutation(len(sessions) - kept))]
    ordered: list[list[Assigned]] = []
    before: dict[int, int] = {}
    for number, session in enumerate(sessions):
        following = {showing.unit for showing in sessions[number + 1]} if number + 1 < len(sessions) else set()
        units = sorted({showing.unit for showing in session})
        units = [units[k] for k in rng.permutation(len(units))]
        units.sort(key=lambda unit: (unit in before, before.get(unit, 0), unit not in following))
        ordered.append(_apart(session, units, rng))
        before = {showing.unit: place for place, showing in enumerate(ordered[-1])}
    return ordered


def _apart(session: list[Assigned], units: list[int], rng: np.random.Generator) -> list[Assigned]:
    """Showings by the order of their units; units that are shown several times come in rounds, evenly apart."""
    waiting: dict[int, list[Assigned]] = {}
    for number in rng.permutation(len(session)).tolist():
        waiting.setdefault(session[number].unit, []).append(session[number])
    rounds = max(len(showings) for showings in waiting.values())
    again = [unit for unit in units if len(waiting[unit]) > 1]
    once = [unit for unit in units if len(waiting[unit]) == 1]
    placed = []
    for number in range(rounds):
        # Those shown once fill the gaps between the rounds of the others.
        chunk = once[len(once) * number // rounds : len(once) * (number + 1) // rounds]
        turn = [unit for unit in again if waiting[unit]]
        keep = units if rounds == 1 else [*turn, *chunk]
        placed += [waiting[unit].pop() for unit in keep]
    return placed
