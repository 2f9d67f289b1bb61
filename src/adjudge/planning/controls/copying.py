"""Control copies of what an annotator judges: which unit is copied, and where its copy may stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from adjudge.planning.controls.degraded import Damage
from adjudge.planning.controls.material import Material
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
        distance: fewest items between a copy and its original.
        references: references that are shown as control items.
        avoided: systems of which no degraded copies are made if it can be helped.
        random: random numbers.
        damages: the texts of the degraded copies made so far.
        copies: how many items of each system were copied so far.
        refused: systems and units of which no degraded copy can be made.
    """

    material: Material
    distance: int
    references: tuple[str, ...]
    avoided: frozenset[str]
    random: np.random.Generator
    damages: dict[Showing, Sequence[Damage | None]] = field(default_factory=dict)
    copies: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: set[tuple[str, int]] = field(default_factory=set)
    _people: dict[str, _Person] = field(default_factory=dict)

    def add(self, session: Session, wanted: dict[str, int], *, last: bool = False) -> Session:
        """The session with as many items of each kind as are wanted, if they can be placed.

        Whole units come first. A copy is cut only if no whole unit is short enough, or in the last session, so that
        the share is met; what is short of a whole unit otherwise waits for the next session.
        For one annotator no text is both repeated and degraded, so a repeat never follows a degraded copy of its unit.
        Every copy stands after its original: no judgement that counts can suffer from its own damaged copy.
        """
        person = self._people.setdefault(session.annotator or f"\0{session.name}", _Person())
        shown = list(session.showings)
        for kind, items in wanted.items():
            left = items
            while left > 0:
                copy = self._place(person, shown, kind, left, cut=last or left == items)
                if copy is None:
                    break
                left -= copy.length
        self._remember(person, shown)
        return session.with_showings(shown)

    def _remember(self, person: _Person, shown: Sequence[Showing]) -> None:
        for showing in shown:
            person.items += showing.items
            if showing.counts:
                person.judged.append(_Judged(showing, person.items))

    def _place(self, person: _Person, shown: list[Showing], kind: str, left: int, *, cut: bool) -> Showing | None:
        """Insert one copy of `left` items at most."""
        for candidate in self._ordered(person, self._candidates(person, shown, kind), kind, left):
            if candidate.original.length > left and not cut:
                continue
            copy = self._copy(candidate.original, kind, left)
            if copy is not None:
                shown.insert(candidate.gaps[int(self.random.integers(len(candidate.gaps)))], copy)
                person.copied.setdefault(copy.unit, set()).add((kind, candidate.original.systems[0]))
                self.copies[kind, candidate.original.systems[0]] += copy.length
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

    def _ordered(self, person: _Person, candidates: list[_Candidate], kind: str, left: int) -> list[_Candidate]:
        """The best first: of this session, texts not copied yet, whole, systems copied least; otherwise by chance."""
        order = self.random.permutation(len(candidates))

        def key(number: int) -> tuple[bool, bool, bool, bool, int, int]:
            candidate = candidates[number]
            system = candidate.original.systems[0]
            return (
                kind == "degraded" and system in self.avoided,
                not candidate.here,
                candidate.original.unit in person.copied,
                candidate.original.length > left,
                self.copies[kind, system],
                int(order[number]),
            )

        return [candidates[number] for number in sorted(range(len(candidates)), key=key)]

    def _copy(self, original: Showing, kind: str, left: int) -> Showing | None:
        system, length = original.systems[0], min(original.length, left)
        if kind == "reference":
            return self._reference(original, length)
        copy = Showing(original.unit, length, original.systems, kind, original=original)
        if kind == "degraded":
            if (system, original.unit) in self.refused:
                return None
            made = None
            if self.material.is_usable(system, original.unit, length):
                made = self.material.damaged_unit(system, original.unit, length, self.random)
            if made is None:
                self.refused.add((system, original.unit))
                return None
            self.damages[copy] = made
        return copy

    def _reference(self, original: Showing, length: int) -> Showing | None:
        for name in (self.references[place] for place in self.random.permutation(len(self.references))):
            if all(text.strip() for _, text in self.material.shown(name, original.unit, length)):
                return Showing(original.unit, length, (name,), "reference", original=original)
        return None
