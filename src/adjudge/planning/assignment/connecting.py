"""Systems and those who judge them together as one connected graph, as far as the number of judgements allows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Who judges which system on which unit: axes system, annotator, unit.
Judged = NDArray[np.int64]
#: Judgements, a row for each: the system, the block it is judged in, and the set of blocks within which systems may be
#: exchanged.
Edges = NDArray[np.int64]


def connect(edges: Edges, rng: np.random.Generator) -> Edges:
    """Exchange systems between blocks of one set until systems and blocks hang together.

    A block is what systems are compared in: an annotator, or a group of outputs that are shown together. A system is
    joined to the blocks it is judged in. A set is what an exchange stays inside of: a unit, for which every system is
    judged. In a graph of several components, take a judgement (system s, block a, unit u) whose loss leaves its
    component whole: there is one as long as judgements are left over, which join what was joined before. Every system
    is judged on u, so u has a judgement (t, b, u) of another component. The exchange (t, a, u), (s, b, u) keeps the
    work of every block and of every unit, and joins the two components: the first is whole without what it lost, and
    both sides of what the second lost now hang on it. So either all is connected in the end, or there are too few
    judgements for any connected plan: fewer than blocks and systems, less one.

    A graph that is connected already is left as it is. So are shares of systems that are rounded up or down: they can
    only leave somebody unconnected where all counts are 0 or 1, and an exchange leaves them so.

    Args:
        edges: what is judged where; every system in every set, and no system twice in a block of a set.
        rng: random numbers.

    Returns:
        The same rows with exchanged systems.
    """
    edges = edges.copy()
    systems, blocks = (int(edges[:, column].max(initial=-1)) + 1 for column in (0, 1))
    for _ in range(systems + blocks):
        roots, spare = _components(edges, systems, blocks, rng)
        if len({roots[edge[0]] for edge in edges.tolist()}) < 2:
            break
        swap = _swap(edges, roots, spare)
        if swap is None:
            break
        first, second = swap
        edges[[first, second], 0] = edges[[second, first], 0]
    return edges


def _components(edges: Edges, systems: int, blocks: int, rng: np.random.Generator) -> tuple[list[int], list[int]]:
    """The component of every system and block, and the judgements that join nothing new."""
    parents = list(range(systems + blocks))

    def root(node: int) -> int:
        while parents[node] != node:
            parents[node] = parents[parents[node]]
            node = parents[node]
        return node

    spare = []
    for number in rng.permutation(len(edges)).tolist():
        first, second = root(int(edges[number, 0])), root(systems + int(edges[number, 1]))
        if first == second:
            spare.append(number)
        parents[first] = second
    return [root(node) for node in range(systems + blocks)], spare


def _swap(edges: Edges, roots: list[int], spare: list[int]) -> tuple[int, int] | None:
    """A judgement that can be spared, and one of another component in the same set."""
    of_edge = np.array([roots[system] for system in edges[:, 0].tolist()])
    for number in spare:
        others = np.flatnonzero((edges[:, 2] == edges[number, 2]) & (of_edge != of_edge[number]))
        if others.size:
            return number, int(others[0])
    return None
