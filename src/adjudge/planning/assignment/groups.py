"""Groups of systems for protocols that show several outputs at once, and who judges them."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from adjudge.planning.assignment.rounding import Whole
from adjudge.planning.assignment.sessions import Assigned

Group = tuple[int, ...]


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


def assign_groups(groups: list[list[Group]], counts: Whole, systems: int, rng: np.random.Generator) -> list[Assigned]:
    """Who judges which group: nobody an output twice, if that can be, and everybody every system equally often.

    Begins at random; then annotators of the same unit exchange their groups as long as that helps.

    Args:
        groups: of every unit.
        counts: showings of every unit by annotator.
        systems: how many there are.
        rng: random numbers.
    """
    slots = [np.repeat(np.arange(counts.shape[0]), column).tolist() for column in counts.T]
    order = [[groups[unit][number] for number in rng.permutation(len(groups[unit]))] for unit in range(len(groups))]
    seen = np.zeros((counts.shape[0], systems), dtype=np.int64)
    for people, shown in zip(slots, order, strict=True):
        for who, group in zip(people, shown, strict=True):
            seen[who, list(group)] += 1
    for _ in range(5):
        if not any([_settle(people, shown, seen) for people, shown in zip(slots, order, strict=True)]):  # noqa: C419 - all
            break
    showings = [
        Assigned(who, unit, group)
        for unit, (people, shown) in enumerate(zip(slots, order, strict=True))
        for who, group in zip(people, shown, strict=True)
    ]
    return sorted(showings, key=lambda showing: (showing.who, showing.unit, showing.systems))


def _settle(people: list[int], shown: list[Group], seen: Whole) -> bool:
    """Exchanges between the annotators of one unit; whether any helped."""
    helped = False
    for first, second in combinations(range(len(people)), 2):
        if people[first] == people[second]:
            continue
        before = _twice(people, shown, first, second)
        gain = _gain(seen, people[first], people[second], shown[first], shown[second])
        shown[first], shown[second] = shown[second], shown[first]
        change = _twice(people, shown, first, second) - before
        if (change, -gain) < (0, 0):
            helped = True
            _count(seen, people[first], people[second], shown[first], shown[second])
        else:
            shown[first], shown[second] = shown[second], shown[first]
    return helped


def _twice(people: list[int], shown: list[Group], first: int, second: int) -> int:
    """How many outputs two annotators of a unit would judge more than once."""
    total = 0
    for who in (people[first], people[second]):
        systems = [system for person, group in zip(people, shown, strict=True) if person == who for system in group]
        total += len(systems) - len(set(systems))
    return total


def _gain(seen: Whole, first: int, second: int, own: Group, other: Group) -> int:
    """By how much the squares of all counts fall if two annotators exchange their groups."""
    lost, won = set(own) - set(other), set(other) - set(own)
    change = 0
    for system in lost:
        change += int(2 * seen[first, system] - 1) - int(2 * seen[second, system] + 1)
    for system in won:
        change += int(2 * seen[second, system] - 1) - int(2 * seen[first, system] + 1)
    return change


def _count(seen: Whole, first: int, second: int, own: Group, other: Group) -> None:
    """Note that `first` has `own` now, and had `other` before; and `second` the other way round."""
    seen[first, list(own)] += 1
    seen[first, list(other)] -= 1
    seen[second, list(other)] += 1
    seen[second, list(own)] -= 1
