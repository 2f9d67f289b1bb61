"""Who judges which group of systems, for protocols that show several outputs at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, product
from typing import Final

import numpy as np

from adjudge.planning.assignment.connecting import connect
from adjudge.planning.assignment.grouping import Group, apart, draw_of
from adjudge.planning.assignment.rounding import Whole
from adjudge.planning.assignment.sessions import Assigned

_SWEEPS: Final = 5
#: Even views of annotators weigh more than even meetings of pairs: with less, some see a system twice as often.
_VIEWS: Final = 4


def connect_groups(groups: list[list[Group]], rng: np.random.Generator) -> list[list[Group]]:
    """Exchange systems between groups of a unit until groups link all systems, as far as their number allows.

    Outputs are only compared with those beside them. G groups of k outputs link K systems if G (k - 1) >= K - 1, the
    fewest that can (`adjudge.planning.assignment.connecting`, with groups for blocks). No exchange makes systems meet
    again: those that meet by it are of different components, so that they met nowhere.

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
    groups, as long as systems are spread more evenly over annotators and pairs over groups, and none meet again in the
    unit. In the end groups link all systems, if there are enough of them; whole groups, which change hands after that,
    leave this as it is.

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

    @cached_property
    def held(self) -> dict[int, list[int]]:
        """Numbers of the groups that everybody judges."""
        return {who: [number for number, one in enumerate(self.people) if one == who] for who in self.people}

    def twice(self, *annotators: int) -> int:
        """How many outputs these annotators would judge more than once."""
        shown = [(who, system) for who in annotators for number in self.held[who] for system in self.groups[number]]
        return len(shown) - len(set(shown))

    def again(self, *systems: int) -> int:
        """How often these systems meet others that they met before, counted once for each time they did."""
        met = Counter((one, s) for group in self.groups for one in systems if one in group for s in group if s != one)
        return sum(times * (times - 1) // 2 for times in met.values())


class _Tally:
    """How often annotators see systems, and systems meet.

    Args:
        tables: of all units.
        annotators: how many there are.
        systems: how many there are.
    """

    def __init__(self, tables: list[_Table], annotators: int, systems: int) -> None:
        self.seen = [[0] * systems for _ in range(annotators)]  # lists, because single places of arrays are slow
        self.met = [[0] * systems for _ in range(systems)]
        for table in tables:
            for who, group in zip(table.people, table.groups, strict=True):
                self.count(who, group, 1)

    def count(self, who: int, group: Group, times: int) -> None:
        """Note that an annotator judges a group, or no longer does."""
        for system in group:
            self.seen[who][system] += times
        for one, other in permutations(group, 2):
            self.met[one][other] += times

    def cost_of_moves(self, first: int, second: int, leaving: list[int], coming: list[int]) -> int:
        """By how much the squares of views grow if systems leave the first annotator for the second, and come back."""
        seen, change = self.seen, 0
        for out, into, moved in ((first, second, leaving), (second, first, coming)):
            change += sum(2 * (seen[into][s] - seen[out][s]) + 2 for s in moved)
        return change

    def better(self, first: int, second: int, own: Group, others: Group) -> list[tuple[int, int]]:
        """Exchanges of two systems after which squares of views and meetings are less.

        Args:
            first: an annotator.
            second: another one.
            own: a group that the first one judges.
            others: a group that the second one judges.
        """
        leaving, coming = apart(own, others)
        draw = draw_of(leaving, coming, self.met)
        gain = {s: _VIEWS * (self.seen[first][s] - self.seen[second][s]) + draw[s] for s in draw}
        fixed = 2 * (len(leaving) - 1) + 2 * _VIEWS
        return [
            (one, other)
            for one, other in product(leaving, coming)
            if gain[other] - gain[one] - 2 * self.met[one][other] + fixed < 0
        ]


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
        leaving, coming = apart(own, others)
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
        for one, other in [] if a == b else tally.better(a, b, groups[first], groups[second]):
            own, others = groups[first], groups[second]
            twice, again = table.twice(a, b), table.again(one, other)
            groups[first], groups[second] = _with(own, one, other), _with(others, other, one)
            if table.twice(a, b) > twice or table.again(one, other) > again:
                groups[first], groups[second] = own, others
                continue
            helped = True
            for who, gone, new in ((a, own, groups[first]), (b, others, groups[second])):
                tally.count(who, gone, -1)
                tally.count(who, new, 1)
            break
    return helped


def _with(group: Group, gone: int, new: int) -> Group:
    """A group with another system in the place of one."""
    return tuple(new if system == gone else system for system in group)
