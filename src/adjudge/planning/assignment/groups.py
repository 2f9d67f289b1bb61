"""Groups of systems for protocols that show several outputs at once, and who judges them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

import numpy as np

from adjudge.planning.assignment.connecting import connect
from adjudge.planning.assignment.rounding import Whole
from adjudge.planning.assignment.sessions import Assigned

Group = tuple[int, ...]

_SWEEPS: Final = 5
#: Even views of annotators weigh more than even meetings of pairs: with less, some see a system twice as often.
_VIEWS: Final = 4


def groups_of(systems: int, together: int, judgements: int, units: int, rng: np.random.Generator) -> list[list[Group]]:
    """Groups for every unit: each system in as many as asked for, pairs of systems equally often over the units.

    If the numbers do not divide, some systems of a unit are in one group more; they take turns over the units.

    Args:
        systems: how many there are.
        together: systems in a group.
        judgements: groups of a unit that each system is in.
        units: how many there are.
        rng: random numbers.
    """
    met = np.zeros((systems, systems), dtype=np.int64)
    more = np.zeros(systems, dtype=np.int64)
    count = -(-systems * judgements // together)
    spare = count * together - systems * judgements
    found = []
    for _ in range(units):
        needed = np.full(systems, judgements, dtype=np.int64)
        extra = np.lexsort((rng.permutation(systems), more))[:spare]
        needed[extra] += 1
        more[extra] += 1
        groups = _improved(_grouped(needed, together, count, met, rng), met)
        for group in groups:
            for one, other in combinations(group, 2):
                met[[one, other], [other, one]] += 1
        found.append([tuple(rng.permutation(group).tolist()) for group in groups])
    return found


def _grouped(needed: Whole, together: int, count: int, met: Whole, rng: np.random.Generator) -> list[list[int]]:
    """One group after the other, each of systems that met least so far."""
    needed = needed.copy()
    groups = []
    for left in range(count, 0, -1):
        group = [int(system) for system in np.flatnonzero(needed == left)]  # they must be in all groups that are left
        while len(group) < together:
            open_ = [int(s) for s in rng.permutation(needed.size) if needed[s] > 0 and s not in group]
            group.append(min(open_, key=lambda s: (int(met[s, group].sum()), -int(needed[s]))))
        needed[group] -= 1
        groups.append(group)
    return groups


def _improved(groups: list[list[int]], met: Whole) -> list[list[int]]:
    """Exchange systems between groups of a unit as long as systems that met less come together."""

    def cost(system: int, group: list[int], instead: int) -> int:
        return sum(int(met[system, other]) for other in group if other != instead)

    better = True
    while better:
        better = False
        for first, second in combinations(groups, 2):
            for one in [s for s in first if s not in second]:
                for other in [s for s in second if s not in first]:
                    before = cost(one, first, one) + cost(other, second, other)
                    if cost(other, first, one) + cost(one, second, other) < before:
                        first[first.index(one)], second[second.index(other)] = other, one
                        better = True
                        break
    return groups


def connect_groups(groups: list[list[Group]], rng: np.random.Generator) -> list[list[Group]]:
    """Exchange systems between groups of a unit until groups link all systems, as far as their number allows.

    Outputs are only compared with those beside them. G groups of k outputs link K systems if G (k - 1) >= K - 1, the
    fewest that can (`adjudge.planning.assignment.connecting`, with groups for blocks).

    Args:
        groups: of every unit, each with all systems.
        rng: random numbers.
    """
    units = [unit for unit, own in enumerate(groups) for _ in own]
    together = [group for own in groups for group in own]
    rows = [(system, number, units[number]) for number, group in enumerate(together) for system in group]
    linked = connect(np.array(rows, dtype=np.int64).reshape(-1, 3), rng)
    exchanged: list[list[Group]] = [[] for _ in groups]
    ends = np.cumsum([len(group) for group in together])[:-1]
    for unit, group in zip(units, np.split(linked[:, 0], ends), strict=True):
        exchanged[unit].append(tuple(group.tolist()))
    return exchanged


def assign_groups(groups: list[list[Group]], counts: Whole, systems: int, rng: np.random.Generator) -> list[Assigned]:
    """Who judges which group: nobody an output twice, if that can be, and everybody every system equally often.

    Begins at random. Then annotators of the same unit exchange their groups, and after that single systems of their
    groups, as long as systems are spread more evenly over annotators and pairs over groups. In the end groups link all
    systems, if there are enough of them; whole groups, which change hands after that, leave this as it is.

    Args:
        groups: of every unit.
        counts: showings of every unit by annotator.
        systems: how many there are.
        rng: random numbers.
    """
    tables = [
        _Table(np.repeat(np.arange(counts.shape[0]), column).tolist(), [own[n] for n in rng.permutation(len(own))])
        for own, column in zip(groups, counts.T, strict=True)
    ]
    _sweep(tables, counts.shape[0], systems, (_exchange_groups, _exchange_systems))
    linked = connect_groups([table.groups for table in tables], rng)
    if linked != [table.groups for table in tables]:
        tables = [_Table(table.people, own) for table, own in zip(tables, linked, strict=True)]
        _sweep(tables, counts.shape[0], systems, (_exchange_groups,))
    showings = [
        Assigned(who, unit, group)
        for unit, table in enumerate(tables)
        for who, group in zip(table.people, table.groups, strict=True)
    ]
    return sorted(showings, key=lambda showing: (showing.who, showing.unit, showing.systems))


@dataclass
class _Table:
    """The groups of one unit.

    Args:
        people: who judges each.
        groups: the systems of each.
    """

    people: list[int]
    groups: list[Group]

    def twice(self, *annotators: int) -> int:
        """How many outputs these annotators would judge more than once."""
        held = zip(self.people, self.groups, strict=True)
        shown = [(who, system) for who, group in held if who in annotators for system in group]
        return len(shown) - len(set(shown))


class _Tally:
    """How often annotators see systems, and systems meet.

    Args:
        tables: of all units.
        annotators: how many there are.
        systems: how many there are.
    """

    def __init__(self, tables: list[_Table], annotators: int, systems: int) -> None:
        self.seen = np.zeros((annotators, systems), dtype=np.int64)
        self.met = np.zeros((systems, systems), dtype=np.int64)
        for table in tables:
            for who, group in zip(table.people, table.groups, strict=True):
                self.count(who, group, 1)

    def count(self, who: int, group: Group, times: int) -> None:
        """Note that an annotator judges a group, or no longer does."""
        self.seen[who, list(group)] += times
        for one, other in combinations(group, 2):
            self.met[[one, other], [other, one]] += times

    def cost_of_moves(self, first: int, second: int, leaving: list[int], coming: list[int]) -> int:
        """By how much the squares of views grow if systems leave the first annotator for the second, and come back."""
        seen, change = self.seen, 0
        for out, into, moved in ((first, second, leaving), (second, first, coming)):
            change += sum(2 * int(seen[into, s] - seen[out, s]) + 2 for s in moved)
        return change

    def cost_of_meetings(self, first: Group, second: Group, one: int, other: int) -> int:
        """By how much the squares of meetings grow if `one` goes from the first group to the second, `other` back."""
        met, change = self.met, 0
        for group, gone, new in ((first, one, other), (second, other, one)):
            rest = second if group is first else first
            fixed = [system for system in group if system != gone and system not in rest]
            change += sum(2 * int(met[new, s] - met[gone, s]) + 2 for s in fixed)
        return change


def _sweep(
    tables: list[_Table], annotators: int, systems: int, steps: tuple[Callable[[_Table, _Tally], bool], ...]
) -> None:
    """Each step over all units as often as it helps, within reason."""
    tally = _Tally(tables, annotators, systems)
    for step in steps:
        for _ in range(_SWEEPS):
            helped = [step(table, tally) for table in tables]
            if not any(helped):
                break


def _exchange_groups(table: _Table, tally: _Tally) -> bool:
    """Annotators of a unit exchange whole groups; whether that helped."""
    helped = False
    people, groups = table.people, table.groups
    for first, second in combinations(range(len(people)), 2):
        a, b = people[first], people[second]
        if a == b:
            continue
        own, others = groups[first], groups[second]
        leaving, coming = [s for s in own if s not in others], [s for s in others if s not in own]
        cost, before = tally.cost_of_moves(a, b, leaving, coming), table.twice(a, b)
        groups[first], groups[second] = others, own
        if (table.twice(a, b) - before, cost) < (0, 0):
            helped = True
            for who, gone, new in ((a, own, others), (b, others, own)):
                tally.count(who, gone, -1)
                tally.count(who, new, 1)
        else:
            groups[first], groups[second] = own, others
    return helped


def _exchange_systems(table: _Table, tally: _Tally) -> bool:
    """Two groups of a unit exchange one system; whether that helped."""
    helped = False
    people, groups = table.people, table.groups
    for first, second in combinations(range(len(people)), 2):
        a, b = people[first], people[second]
        for one, other in product(groups[first], groups[second]):
            own, others = groups[first], groups[second]
            if a == b or one in others or other in own or one not in own or other not in others:
                continue
            cost = _VIEWS * tally.cost_of_moves(a, b, [one], [other]) + tally.cost_of_meetings(own, others, one, other)
            if cost >= 0:
                continue
            before = table.twice(a, b)
            groups[first], groups[second] = _with(own, one, other), _with(others, other, one)
            if table.twice(a, b) > before:
                groups[first], groups[second] = own, others
                continue
            helped = True
            for who, gone, new in ((a, own, groups[first]), (b, others, groups[second])):
                tally.count(who, gone, -1)
                tally.count(who, new, 1)
    return helped


def _with(group: Group, gone: int, new: int) -> Group:
    """A group with another system in the place of one."""
    return tuple(new if system == gone else system for system in group)
