"""The majorities between systems, where they go round in cycles, and what an order of the systems contradicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.linear_ordering import tournament as graph
from adjudge.ranking.comparisons.result import ArcWeights, Tournament, Violation
from adjudge.ranking.comparisons.tally import Tally

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Majorities:
    """Who was preferred to whom more often, and by how much, whatever the order.

    Args:
        systems: names, in the order of the tally.
        weights: how a majority weighs.
        arcs: `[a, b]` is the weight of the majority that prefers a to b; 0 if there is none.
        groups: codes of systems that beat each other in cycles, ascending.
        cycles: one shortest cycle of each group.
        winner: code of the system that beats every other one, if there is one.
        never_met: pairs without any comparison.
    """

    systems: tuple[str, ...]
    weights: ArcWeights
    arcs: Floats
    groups: tuple[tuple[int, ...], ...]
    cycles: tuple[tuple[int, ...], ...]
    winner: int | None
    never_met: int

    def weakest(self, cycle: Sequence[int]) -> float:
        """The smallest weight of the majorities in a cycle."""
        return min(float(self.arcs[a, b]) for a, b in zip(cycle, [*cycle[1:], cycle[0]], strict=True))


def majority_arcs(tally: Tally, weights: ArcWeights) -> Floats:
    """Weights of the arcs from the system preferred more often to the other; ties of the two give none."""
    return graph.net_wins(tally.wins) if weights == "net" else graph.normalised_net_wins(tally.wins, tally.ties)


def find_majorities(tally: Tally, weights: ArcWeights) -> Majorities:
    """The majorities of a tally without the reference."""
    arcs = majority_arcs(tally, weights)
    groups = [group for group in graph.strong_components(arcs) if len(group) > 1]
    return Majorities(
        systems=tally.systems,
        weights=weights,
        arcs=arcs,
        groups=tuple(tuple(group.tolist()) for group in groups),
        cycles=tuple(graph.shortest_cycle(arcs, group) for group in groups),
        winner=graph.condorcet_winner(arcs),
        never_met=int(np.triu(tally.meetings == 0, 1).sum()),
    )


def contradicted(majorities: Majorities, order: Sequence[int]) -> Tournament:
    """The majorities, and what an order of the systems contradicts.

    Args:
        majorities: of the systems.
        order: their codes, best first.
    """
    arcs, names = majorities.arcs, majorities.systems
    place = np.argsort(order)
    cycle_of = sorted(
        zip((sorted(group, key=place.__getitem__) for group in majorities.groups), majorities.cycles, strict=True),
        key=lambda group_and_cycle: int(place[group_and_cycle[0][0]]),
    )
    violations = sorted(graph.violations(arcs, np.asarray(order)).tolist(), key=lambda ab: tuple(place[ab]))
    return Tournament(
        arcs=majorities.weights,
        cost=float(graph.violated_weight(arcs, np.asarray(order))),
        total=float(arcs.sum()),
        violations=tuple(Violation(names[a], names[b], float(arcs[a, b])) for a, b in violations),
        acyclic=not majorities.groups,
        groups=tuple(tuple(names[i] for i in group) for group, _ in cycle_of),
        cycles=tuple(tuple(names[i] for i in cycle) for _, cycle in cycle_of),
        condorcet=None if majorities.winner is None else names[majorities.winner],
        never_met=majorities.never_met,
    )


def describe_tournament(tally: Tally, order: Sequence[int], weights: ArcWeights) -> Tournament:
    """The majorities of a tally without the reference, and what an order of its systems contradicts."""
    return contradicted(find_majorities(tally, weights), order)
