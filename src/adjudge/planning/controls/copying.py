"""Control copies of what an annotator judges: which unit is copied, and where its copy may stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from adjudge.planning.controls.degraded import Damage
from adjudge.planning.controls.material import Material
from adjudge.planning.controls.quota import Quota
from adjudge.planning.controls.rooms import Rooms, length_class
from adjudge.planning.designs.showings import Session, Showing


@dataclass(frozen=True, eq=False)
class _Judged:
    """A showing that an annotator has judged, and how many items there were up to its end."""

    showing: Showing
    end: int


@dataclass(eq=False)
class _Person:
    """What one annotator has seen so far."""

    items: int = 0
    judged: list[_Judged] = field(default_factory=list)
    copied: dict[int, set[tuple[str, str]]] = field(default_factory=dict)

    def allows(self, original: Showing, kind: str) -> bool:
        """Whether an output may be copied: it was not, and nothing of its text is shown both degraded and repeated."""
        copied = self.copied.get(original.unit, set())
        kinds = {made for made, _ in copied}
        apart = {"degraded": "repeat", "repeat": "degraded"}
        return apart.get(kind) not in kinds and all(system != original.systems[0] for _, system in copied)


@dataclass(frozen=True)
class _Candidate:
    """An original, with the places in the session where its copy may stand."""

    original: Showing
    gaps: range
    here: bool


@dataclass(eq=False)
class Copier:
    """Makes control copies, session by session.

    Args:
        material: the texts.
        rooms: how long copies may be.
        distance: fewest items between a copy and its original.
        references: references that are shown as control items.
        avoided: systems of which no degraded copies are made if it can be helped.
        random: random numbers.
        damages: the texts of the degraded copies made so far.
        copies: how many items of each system were copied so far.
        lengths: how many texts of each class of length were copied so far, by kind.
        refused: systems and units of which no degraded copy can be made.
        wordless: those of them for which there are no other words to take.
    """

    material: Material
    rooms: Rooms
    distance: int
    references: tuple[str, ...]
    avoided: frozenset[str]
    random: np.random.Generator
    damages: dict[Showing, Sequence[Damage | None]] = field(default_factory=dict)
    copies: Counter[tuple[str, str]] = field(default_factory=Counter)
    lengths: Counter[tuple[str, int]] = field(default_factory=Counter)
    refused: set[tuple[str, int]] = field(default_factory=set)
    wordless: set[tuple[str, int]] = field(default_factory=set)
    _people: dict[str, _Person] = field(default_factory=dict)

    def add(self, session: Session, quota: Quota) -> Session:
        """The session with the copies that are due in it, if they can be placed.

        For one annotator no text is both repeated and degraded, so a repeat never follows a degraded copy of its unit.
        Every copy stands after its original: no judgement that counts can suffer from its own damaged copy.
        """
        who = session.annotator or f"\0{session.name}"
        person = self._people.setdefault(who, _Person())
        shown = list(session.showings)
        counting = sum(showing.items for showing in shown if showing.counts)
        kinds = list(quota.shares) if counting else []
        quota.ask(who, counting)
        while (kind := quota.due(who, kinds)) is not None:
            room = self.rooms.most - sum(showing.items for showing in shown)
            candidates = self._candidates(person, shown, kind)
            fitting = [candidate for candidate in candidates if self.rooms.length(candidate.original, room)]
            copy = self._place(person, shown, kind, fitting, room)
            if copy is not None:
                quota.give(who, kind, copy.length)
                continue
            kinds.remove(kind)
            (quota.unmade if fitting else quota.full if candidates else quota.near)[kind] += 1
        self._remember(person, shown)
        return session.with_showings(shown)

    def _remember(self, person: _Person, shown: Sequence[Showing]) -> None:
        for showing in shown:
            person.items += showing.items
            if showing.counts:
                person.judged.append(_Judged(showing, person.items))

    def _place(
        self, person: _Person, shown: list[Showing], kind: str, candidates: list[_Candidate], room: int
    ) -> Showing | None:
        """Insert a copy of the first candidate of which one can be made."""
        for candidate in self._ordered(person, candidates, kind):
            original = candidate.original
            copy = self._copy(original, kind, self.rooms.length(original, room))
            if copy is not None:
                shown.insert(candidate.gaps[int(self.random.integers(len(candidate.gaps)))], copy)
                person.copied.setdefault(copy.unit, set()).add((kind, original.systems[0]))
                self.copies[kind, original.systems[0]] += copy.length
                self.lengths[kind, length_class(original.length)] += 1
                return copy
        return None

    def _candidates(self, person: _Person, shown: Sequence[Showing], kind: str) -> list[_Candidate]:
        """What may be copied into this session: from this session, or from an earlier one of the same annotator."""
        starts, total = [], 0
        for showing in shown:
            starts.append(total)
            total += showing.items
        starts.append(total)
        first = next((place for place, showing in enumerate(shown) if showing.kind != "tutorial"), len(shown))
        here = [
            (showing, starts[place] + showing.items, place + 1, True)
            for place, showing in enumerate(shown)
            if showing.counts
        ]
        earlier = [(judged.showing, judged.end - person.items, first, False) for judged in person.judged]
        found = []
        for showing, end, after, is_here in (*here, *earlier):
            if not person.allows(showing, kind):
                continue
            lowest = next((gap for gap in range(after, len(starts)) if starts[gap] >= end + self.distance), None)
            if lowest is not None:
                found.append(_Candidate(showing, range(lowest, len(starts)), is_here))
        return found

    def _ordered(self, person: _Person, candidates: list[_Candidate], kind: str) -> list[_Candidate]:
        """The best first: of this session, texts not copied yet, lengths and systems copied least; then by chance.

        Lengths come in the proportions in which they are shown, as seats do to parties (Sainte-Laguë): a text that is
        too long for most sessions has its turn in one that has room for it.
        """
        order = self.random.permutation(len(candidates))

        def key(number: int) -> tuple[bool, bool, bool, float, int, int]:
            candidate = candidates[number]
            system, length = candidate.original.systems[0], length_class(candidate.original.length)
            return (
                kind == "degraded" and system in self.avoided,
                not candidate.here,
                candidate.original.unit in person.copied,
                -self.rooms.shown[length] / (2 * self.lengths[kind, length] + 1),
                self.copies[kind, system],
                int(order[number]),
            )

        return [candidates[number] for number in sorted(range(len(candidates)), key=key)]

    def _copy(self, original: Showing, kind: str, length: int) -> Showing | None:
        system = original.systems[0]
        if kind == "reference":
            return self._reference(original, length)
        copy = Showing(original.unit, length, original.systems, kind, original=original)
        if kind == "degraded":
            if (system, original.unit) in self.refused:
                return None
            made = self._damaged(system, original.unit, length)
            if made is None:
                return None
            self.damages[copy] = made
        return copy

    def _damaged(self, system: str, unit: int, length: int) -> Sequence[Damage] | None:
        """Degraded texts; None, and why, if they cannot be made."""
        usable = self.material.is_usable(system, unit, length)
        made = self.material.damaged_unit(system, unit, length, self.random) if usable else None
        if made is None:
            self.refused.add((system, unit))
            if usable and not self.material.has_words(system, unit, length):
                self.wordless.add((system, unit))
        return made

    def _reference(self, original: Showing, length: int) -> Showing | None:
        for name in (self.references[place] for place in self.random.permutation(len(self.references))):
            if all(text.strip() for _, text in self.material.shown(name, original.unit, length)):
                return Showing(original.unit, length, (name,), "reference", original=original)
        return None
