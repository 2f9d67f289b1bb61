"""Groups of systems for protocols that show several outputs at once: in one unit as different as they can be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Final

import numpy as np

from adjudge.planning.assignment.rounding import Whole

Group = tuple[int, ...]

#: Groups of more than two may be stuck with systems that meet again; beginning anew then often helps.
_ATTEMPTS: Final = 4


def groups_of(systems: int, together: int, judgements: int, units: int, rng: np.random.Generator) -> list[list[Group]]:
    """Groups for every unit: each system in as many as asked for, pairs of systems equally often over the units.

    Args:
        systems: how many there are.
        together: systems in a group.
        judgements: groups of a unit that each system is in.
        units: how many there are.
        rng: random numbers.
    """
    grouping = Grouping(systems, together, rng)
    return [grouping.of_unit(judgements) for _ in range(units)]


class Grouping:
    """Groups for one unit after the other: of systems that met least there, and of these such that met least anywhere.

    A pair that meets on another text tells more than one that meets again on the same text. So what a pair met on other
    units only decides between groups with as few repeated meetings inside of the unit.

    Args:
        systems: how many there are.
        together: systems in a group.
        rng: random numbers.
    """

    def __init__(self, systems: int, together: int, rng: np.random.Generator) -> None:
        self.systems, self.together, self.rng = systems, together, rng
        self.met = np.zeros((systems, systems), dtype=np.int64)
        self.more = np.zeros(systems, dtype=np.int64)

    def of_unit(self, judgements: int, beside: Sequence[Group] = ()) -> list[Group]:
        """Groups for a unit.

        If the numbers do not divide, some systems are in one group more; they take turns over the units.

        Args:
            judgements: groups that each system is in.
            beside: groups that the unit has already.
        """
        count = -(-self.systems * judgements // self.together)
        spare = count * self.together - self.systems * judgements
        extra = np.lexsort((self.rng.permutation(self.systems), self.more))[:spare]
        self.more[extra] += 1
        needed = np.full(self.systems, judgements, dtype=np.int64)
        needed[extra] += 1
        groups = self._fewest_again(needed, count, _meetings(self.systems, beside))
        self.met += _meetings(self.systems, groups)
        return [tuple(self.rng.permutation(group).tolist()) for group in groups]

    def _fewest_again(self, needed: Whole, count: int, inside: Whole) -> list[list[int]]:
        """The best of some attempts: the first in which no more pairs meet again in the unit than their number asks."""
        pairs = self.systems * (self.systems - 1) // 2
        meetings = int(inside.sum()) // 2 + count * (self.together * (self.together - 1) // 2)
        rounds, rest = divmod(meetings, pairs)
        least = pairs * (rounds * (rounds - 1) // 2) + rounds * rest
        best: list[list[int]] = []
        fewest = None
        for _ in range(_ATTEMPTS):
            groups = _improved(self._filled(needed, count, inside), inside, self.met)
            again = _again(inside + _meetings(self.systems, groups))
            if fewest is None or again < fewest:
                best, fewest = groups, again
            if fewest == least:
                break
        return best

    def _filled(self, needed: Whole, count: int, inside: Whole) -> list[list[int]]:
        """One group after the other: those of one system, with others that met least in the unit, then of the next.

        Of others, those that need most groups come first. For pairs this is the construction of Havel (1955) and
        Hakimi (1962): if any choice of pairs has no pair twice, this one has none.
        """
        needed, inside = needed.copy(), inside.copy()
        groups = []
        one = int(self.rng.permutation(self.systems)[0])
        for left in range(count, 0, -1):
            if not needed[one]:
                one = max(self.rng.permutation(self.systems).tolist(), key=lambda s: int(needed[s]))
            in_all_left = np.flatnonzero(needed == left).tolist()
            group = in_all_left or [one]
            while len(group) < self.together:
                order = self.rng.permutation(self.systems)
                order = order[(needed[order] > 0) & ~np.isin(order, group)]
                here, anywhere = (met[order][:, group].sum(axis=1) for met in (inside, self.met))
                group.append(int(order[np.lexsort((anywhere, -needed[order], here))[0]]))
            needed[group] -= 1
            inside += _meetings(self.systems, [group])
            groups.append(group)
        return groups


def _meetings(systems: int, groups: Sequence[Sequence[int]]) -> Whole:
    """How often every two systems are in one of these groups."""
    met = np.zeros((systems, systems), dtype=np.int64)
    for group in groups:
        for one, other in combinations(group, 2):
            met[[one, other], [other, one]] += 1
    return met


def _again(met: Whole) -> int:
    """How many meetings are of two systems that met before, counted once for each time they did."""
    return int((met * (met - 1)).sum()) // 4


def _improved(groups: list[list[int]], inside: Whole, met: Whole) -> list[list[int]]:
    """Exchange systems between groups of a unit as long as systems that met less come together."""
    again = int(met.sum()) + 1  # one meeting more in the unit outweighs all others
    cost = (met + again * (inside + _meetings(len(met), groups))).tolist()
    better = True
    while better:
        better = False
        for first, second in combinations(groups, 2):
            better |= _exchanged(first, second, cost, again)
    return groups


def _exchanged(first: list[int], second: list[int], cost: list[list[int]], again: int) -> bool:
    """Exchange a system of the first group for one of the second if that lowers the cost of meetings; whether it did.

    Args:
        first: a group.
        second: another one.
        cost: of one meeting more of every two systems.
        again: by how much that grows with each meeting.
    """
    own, others = apart(first, second)
    draw = draw_of(own, others, cost)
    for one, other in product(own, others):
        if draw[other] - draw[one] - 2 * cost[one][other] + 2 * again * (len(own) - 1) >= 0:
            continue
        for gone, new, rest in ((one, other, own), (other, one, others)):
            for system in rest:
                if system != gone:
                    cost[new][system] = cost[system][new] = cost[new][system] + again
                    cost[gone][system] = cost[system][gone] = cost[gone][system] - again
        first[first.index(one)], second[second.index(other)] = other, one
        return True
    return False


def apart(first: Sequence[int], second: Sequence[int]) -> tuple[list[int], list[int]]:
    """What is only in the first of two groups, and what is only in the second."""
    return [s for s in first if s not in second], [s for s in second if s not in first]


def draw_of(own: list[int], others: list[int], met: list[list[int]]) -> dict[int, int]:
    """How much more each of these systems met the first ones than the others.

    If `one` of the first changes places with `other`, their meetings with those that stay grow by the draw of `other`
    less that of `one`, less twice what these two met, which is in both.
    """
    return {s: sum([met[s][x] for x in own]) - sum([met[s][x] for x in others]) for s in (*own, *others)}
