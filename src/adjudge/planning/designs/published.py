"""What the published builders share: pools of outputs, copies that fill a task, who gets it, and their faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import polars as pl

from adjudge.core.findings import Finding
from adjudge.planning.controls import catalogue
from adjudge.planning.designs.design import Built, DesignInput
from adjudge.planning.designs.showings import Session, Showing, frame_of

#: Items of a task on the platforms they were built for.
ITEMS: Final = 100
#: Documents that are longer never come into the pool (builders of WMT19 to WMT22).
LONGEST: Final = 70
#: Chance that a segment of a control copy is degraded (builders of WMT20 and WMT22: three of five).
DEGRADED: Final = 0.6

Task = tuple[Showing, ...]


@dataclass(frozen=True, eq=False)
class Tasks:
    """What a builder makes before anybody gets it.

    Args:
        tasks: sessions without a name.
        findings: what was left out on the way.
    """

    tasks: list[Task]
    findings: tuple[Finding, ...] = ()


def pool_of(given: DesignInput, longest: int, random: np.random.Generator) -> list[Showing]:
    """All outputs of units that are not too long, in random order."""
    pairs = [
        Showing(unit, length, (system,))
        for unit, length in given.units.select("unit", "length").iter_rows()
        if length <= longest
        for system in given.systems
    ]
    return [pairs[place] for place in random.permutation(len(pairs))]


def too_long(given: DesignInput, design: str, longest: int) -> tuple[Finding, ...]:
    """Documents that never come into the pool."""
    names = given.units.filter(pl.col("length") > longest)["document"].unique(maintain_order=True).to_list()
    if not names:
        return ()
    found = catalogue.DROPPED(design=design, longest=longest, documents=len(names), _documents=names)
    return (replace(found, numbers={**found.numbers, "document(s)": names}),)


def again(showing: Showing) -> Showing:
    """The same unit and system once more: another showing, not a copy."""
    return Showing(showing.unit, showing.length, showing.systems)


def padded(task: Sequence[Showing], room: int, random: np.random.Generator) -> list[Showing]:
    """Control copies of a task's documents from the first one on until there is no room, the last one cut.

    Every segment of a copy is degraded with a chance of three in five; the others are repeats in degraded context.
    """
    copies: list[Showing] = []
    while room > 0 and task:
        original = task[len(copies) % len(task)]
        length = min(original.length, room)
        kinds = tuple("degraded" if random.random() < DEGRADED else "repeat" for _ in range(length))
        kind = kinds[0] if len(set(kinds)) == 1 else None
        copies.append(
            Showing(original.unit, length, original.systems, kind, None if kind else kinds, original=original)
        )
        room -= length
    return copies


def shuffled(showings: Sequence[Showing], random: np.random.Generator) -> Task:
    """The same showings in random order."""
    return tuple(showings[place] for place in random.permutation(len(showings)))


def builder(
    design: str, make: Callable[[DesignInput, np.random.Generator], Tasks], *, items: int = ITEMS
) -> Callable[[DesignInput], Built]:
    """A design from a function that makes its tasks.

    Tasks go to annotators in turn, in random order. Who has no hours left is passed over; what is left then is given
    to nobody, and a finding says so.

    Args:
        design: its name.
        make: the input and random numbers to tasks.
        items: of a full task.
    """

    def build(given: DesignInput) -> Built:
        made = make(given, given.seeds.stream(design))
        sessions, left = _handed_out(given, made.tasks)
        findings = (
            *_not_applied(given, design, items),
            *made.findings,
            *_unassigned(design, sessions, left),
            *_faults(design, sessions, given.campaign.work.judgements),
        )
        return Built(frame_of(sessions), findings, len(left))

    return build


def _handed_out(given: DesignInput, tasks: Sequence[Task]) -> tuple[list[Session], list[Task]]:
    """Sessions, and the tasks that nobody has time for: every task as often as outputs are to be judged."""
    random = given.seeds.stream("annotators in turn")
    names = [given.annotators[place] for place in random.permutation(len(given.annotators))]
    left_of = None if given.seconds is None else dict(given.seconds)
    seconds = _Seconds(given)
    sessions: list[Session] = []
    left: list[Task] = []
    has: set[tuple[str, int]] = set()
    turn = 0
    width = len(str(len(tasks) * given.campaign.work.judgements))
    for _ in range(given.campaign.work.judgements):
        for number, task in enumerate(tasks):
            needed = seconds.of(task) if left_of is not None else 0.0
            order = (names[(turn + step) % len(names)] for step in range(len(names)))
            fits = (name for name in order if left_of is None or left_of[name] >= needed)
            name = next((name for name in fits if (name, number) not in has), None)
            if name is None:
                left.append(task)
                continue
            turn = names.index(name) + 1
            has.add((name, number))
            if left_of is not None:
                left_of[name] -= needed
            sessions.append(Session(f"s{len(sessions) + 1:0{width}d}", name, 1, _own(task)))
    return sessions, left


def _own(task: Task) -> Task:
    """The showings of a task as objects of their own, because several annotators may get it."""
    made: dict[Showing, Showing] = {}

    def copied(showing: Showing) -> Showing:
        if showing not in made:
            original = None if showing.original is None else copied(showing.original)
            made[showing] = replace(showing, original=original)
        return made[showing]

    return tuple(copied(showing) for showing in task)


class _Seconds:
    """How long tasks take."""

    def __init__(self, given: DesignInput) -> None:
        self._pace = given.campaign.pace
        self._words: dict[int, list[float]] = {}
        for unit, words in given.segments.sort("unit", "place").select("unit", "words").iter_rows():
            self._words.setdefault(unit, []).append(words)

    def of(self, task: Task) -> float:
        """Seconds for all items of a task; words of a tutorial are not known here, so only its items count."""
        return sum(
            self._pace.seconds(words, len(showing.systems))
            for showing in task
            for words in self._words.get(showing.unit, [0.0] * showing.length)[: showing.length]
        )


def _not_applied(given: DesignInput, design: str, items: int) -> Iterator[Finding]:
    controls, work = given.campaign.controls, given.campaign.work
    keys = [
        f"`controls.{key}`"
        for key in ("degraded", "repeats", "references", "distance")
        if key in controls.model_fields_set
    ]
    keys += ["`work.session_items`"] if "session_items" in work.model_fields_set and work.session_items != items else []
    keys += ["`work.waves`"] if work.waves > 1 else []
    if keys:
        yield catalogue.NOT_APPLIED(design=design, keys=keys, items=items)


def _counting(task: Iterable[Showing]) -> int:
    return sum(showing.items for showing in task if showing.kind in {"system", "filler"})


def _unassigned(design: str, sessions: Sequence[Session], left: Sequence[Task]) -> Iterator[Finding]:
    if left:
        lost = sum(map(_counting, left))
        total = lost + sum(_counting(session.showings) for session in sessions)
        yield catalogue.UNASSIGNED_SESSIONS(design=design, sessions=len(left), judgements=lost, total=total)


def _faults(design: str, sessions: Sequence[Session], judgements: int) -> Iterator[Finding]:
    """What Knowles and Lo 2024 found about these builders, counted in this plan."""
    asked: Counter[tuple[int, int, str]] = Counter()
    same: Counter[tuple[int, int, str, str | None]] = Counter()
    first = copies = repeats = 0
    for session in sessions:
        seen: set[Showing] = set()
        for showing in session.showings:
            if showing.kind in {"system", "filler"}:
                for place in range(showing.length):
                    asked[showing.unit, place, showing.systems[0]] += 1
                    same[showing.unit, place, showing.systems[0], session.annotator] += 1
            if showing.original is not None:
                copies += 1
                first += showing.original not in seen
                kinds = showing.item_kinds
                worst = kinds.index("degraded") if "degraded" in kinds else len(kinds)
                repeats += kinds[worst:].count("repeat")
            seen.add(showing)
    extra = sum(count - judgements for count in asked.values() if count > judgements)
    if extra:
        double = sum(count - 1 for count in same.values())
        yield catalogue.JUDGED_AGAIN(design=design, judgements=extra, same=double)
    if first:
        yield catalogue.COPIES_FIRST(design=design, copies=first, total=copies)
    if repeats:
        yield catalogue.REPEATS_IN_DEGRADED(design=design, repeats=repeats)
