"""How sessions are built: which documents, snippets or segments of which systems go into one.

A *display* is a run of consecutive segments of one document, translated by one system, shown in one go. A
design yields the displays that count; control copies and calibration are added in
`adjudge.planning.simulation.session_copies`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from adjudge.core.seeds import Seeds
from adjudge.planning.simulation.spec import Design, SessionModel, SimulationSpec
from adjudge.planning.simulation.truth import Ints, World


@dataclass(frozen=True)
class Displays:
    """Runs of segments, as arrays of equal length.

    Args:
        session: number of the session.
        system: number of the system.
        start: first segment, as an index into all segments.
        length: segments in the run.
    """

    session: Ints
    system: Ints
    start: Ints
    length: Ints


def build_displays(spec: SimulationSpec, world: World, seeds: Seeds) -> Displays:
    """The displays that count, by the design of the specification.

    Args:
        spec: checked parameters.
        world: systems and texts.
        seeds: the seed of the campaign.
    """
    return _DESIGNS[spec.sessions.design](spec, world, seeds.stream("design"))


def _single_segments(spec: SimulationSpec, world: World, rng: np.random.Generator) -> Displays:
    """WMT18 (Bojar et al. 2018): single segments; "the same proportion of translations ... from each system".

    Systems take turns through all sessions, so within a session and over all they differ by one item at most.
    Every system has its own order of the segments and starts again when it has been through.
    """
    room, systems = spec.sessions.room, len(world.quality)
    item = np.arange(spec.sessions.count * room)
    turns = rng.permutation(systems)
    orders = rng.permuted(np.tile(np.arange(world.segments), (systems, 1)), axis=1)
    system = turns[item % systems]
    start = orders[system, item // systems % world.segments]
    return Displays(item // room, system, start, np.ones_like(item))


def _pooled_documents(spec: SimulationSpec, world: World, rng: np.random.Generator) -> Displays:
    """WMT19-21: pool all documents of all systems, draw without replacement up to the room of a session.

    Barrault et al. (2019), Knowles (2021, section 2). A document that does not fit opens the next session.
    """
    systems = len(world.quality)
    pair, session = _draw(rng, np.tile(world.lengths, systems), spec.sessions)
    system, document = np.divmod(pair, len(world.lengths))
    return Displays(session, system, world.starts[document], world.lengths[document])


def _pooled_snippets(spec: SimulationSpec, world: World, rng: np.random.Generator) -> Displays:
    """WMT22: snippets, the same for all systems, drawn by length until a session is full.

    A document longer than a snippet gives one random run. The rule of the WMT22 script: take a length that
    fills the session exactly if there is one, otherwise one at random of those that fit; then any snippet of
    that length.
    """
    length = np.minimum(world.lengths, spec.sessions.snippet)
    start = world.starts + rng.integers(0, world.lengths - length + 1)
    systems = len(world.quality)
    chosen: list[int] = []
    session: list[int] = []
    piles = _Piles(np.tile(length, systems), rng)
    for number in range(spec.sessions.count):
        for pair in piles.fill(spec.sessions.room):
            chosen.append(pair)
            session.append(number)
    system, document = np.divmod(np.array(chosen, dtype=np.int64), len(length))
    return Displays(np.array(session, dtype=np.int64), system, start[document], length[document])


class _Piles:
    """Shuffled piles of items by length; an empty table of piles is dealt again."""

    def __init__(self, lengths: Ints, rng: np.random.Generator) -> None:
        self._lengths = lengths
        self._rng = rng
        self._deal()

    def _deal(self) -> None:
        order = self._rng.permutation(len(self._lengths))
        lengths = self._lengths[order]
        self._piles = {int(n): order[lengths == n].tolist() for n in np.unique(lengths)}

    def fill(self, room: int) -> Iterator[int]:
        """Items whose lengths add up to at most `room`; the last session of a deal may stay short."""
        if not self._piles:
            # Only here and never within a session, or an item could occur in it twice.
            self._deal()
        while fitting := [n for n in self._piles if n <= room]:
            pick = room if room in self._piles else fitting[int(self._rng.integers(len(fitting)))]
            pile = self._piles[pick]
            yield pile.pop()
            if not pile:
                del self._piles[pick]
            room -= pick


def _complete_blocks(spec: SimulationSpec, world: World, rng: np.random.Generator) -> Displays:
    """All systems of a snippet in one session, so that every session has every system equally often.

    Documents are cut into consecutive snippets that leave room for all systems; as many as fit share a
    session (Bojar et al. 2018, alternate structure, with document context; Knowles 2021, section 8).
    """
    systems = len(world.quality)
    start, length = consecutive_snippets(world, min(spec.sessions.snippet, spec.sessions.room // systems))
    block, session = _draw(rng, length * systems, spec.sessions)
    every = np.repeat(block, systems)
    return Displays(np.repeat(session, systems), np.tile(np.arange(systems), len(block)), start[every], length[every])


def consecutive_snippets(world: World, longest: int) -> tuple[Ints, Ints]:
    """All documents cut into consecutive snippets of `longest` segments; the last of each may be shorter.

    Returns:
        First segment and length of every snippet.
    """
    pieces = -(-world.lengths // longest)
    document = np.repeat(np.arange(len(pieces)), pieces)
    offset = (np.arange(pieces.sum()) - np.repeat(np.cumsum(pieces) - pieces, pieces)) * longest
    return world.starts[document] + offset, np.minimum(longest, world.lengths[document] - offset)


def _draw(rng: np.random.Generator, lengths: Ints, sessions: SessionModel) -> tuple[Ints, Ints]:
    """Draw items without replacement into sessions; when the pool is empty it is filled again.

    What does not fill a session at the end of a pass is carried over, and its copies come last in the next
    pass: no session holds an item twice. A pool smaller than a session makes sessions of the whole pool.

    Returns:
        The items drawn and their sessions, in order.
    """
    items: list[Ints] = []
    numbers: list[Ints] = []
    done = 0
    tail = np.empty(0, dtype=np.int64)
    while done < sessions.count:
        fresh = rng.permutation(len(lengths))
        late = np.isin(fresh, tail)
        order = np.concatenate([tail, fresh[~late], fresh[late]])
        part = _pack(lengths[order], sessions.room)
        closed = max(1, int(part[-1]))
        items.append(order[part < closed])
        numbers.append(part[part < closed] + done)
        tail = order[part >= closed]
        done += closed
    item, number = np.concatenate(items), np.concatenate(numbers)
    return item[number < sessions.count], number[number < sessions.count]


def _pack(lengths: Ints, room: int) -> Ints:
    """The session of each item, taken in order; an item that does not fit opens the next session."""
    ends = np.cumsum(lengths)
    firsts = [0]
    while True:
        used = ends[firsts[-1] - 1] if firsts[-1] else 0
        after = int(np.searchsorted(ends, used + room, side="right"))
        if after == len(ends):
            return np.searchsorted(np.array(firsts), np.arange(len(ends)), side="right") - 1
        firsts.append(after)


_DESIGNS: Final[dict[Design, Callable[[SimulationSpec, World, np.random.Generator], Displays]]] = {
    "wmt18": _single_segments,
    "wmt20": _pooled_documents,
    "wmt22": _pooled_snippets,
    "balanced": _complete_blocks,
}
