"""Annotators and systems as one connected graph, as far as the number of judgements allows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Who judges which system on which unit: axes system, annotator, unit.
Judged = NDArray[np.int64]


def connect(judged: Judged, rng: np.random.Generator) -> Judged:
    """Exchange systems on single units until annotators and systems hang together.

    A system and the annotators who judged it are joined. In a graph of several components, take a judgement (annotator
    a, unit u, system s) whose loss leaves its component whole: there is one as long as judgements are left over, which
    join what was joined before. Every system is judged on u, so u has a judgement (b, u, t) of another component. The
    exchange (a, u, t), (b, u, s) keeps the work of everybody and of every unit, and joins the two components: the first
    is whole without what it lost, and both sides of what the second lost now hang on it. So either all is connected in
    the end, or there are too few judgements for any connected plan: fewer than annotators and systems, less one.

    If some annotator meets every system, nothing needs to be exchanged. Otherwise nobody's share of a system is one or
    more, all counts are 0 or 1, and an exchange leaves them so; that is why shares stay rounded up or down.

    Args:
        judged: who judges which system on which unit.
        rng: random numbers.
    """
    judged = judged.copy()
    systems, annotators, _ = judged.shape
    edges = np.argwhere(judged > 0)
    for _ in range(systems + annotators):
        roots, spare = _components(edges, systems, annotators, rng)
        if len({roots[edge[0]] for edge in edges.tolist()}) < 2:
            break
        swap = _swap(edges, roots, spare)
        if swap is None:
            break
        first, second = swap
        for system, annotator, unit in (edges[first], edges[second]):
            judged[system, annotator, unit] -= 1
        edges[[first, second], 0] = edges[[second, first], 0]
        for system, annotator, unit in (edges[first], edges[second]):
            judged[system, annotator, unit] += 1
    return judged


def _components(
    edges: NDArray[np.int64], systems: int, annotators: int, rng: np.random.Generator
) -> tuple[list[int], list[int]]:
    """The component of every system and annotator, and the judgements that join nothing new."""
    parents = list(range(systems + annotators))

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
    return [root(node) for node in range(systems + annotators)], spare


def _swap(edges: NDArray[np.int64], roots: list[int], spare: list[int]) -> tuple[int, int] | None:
    """A judgement that can be spared, and one of another component on the same unit."""
    of_edge = np.array([roots[system] for system in edges[:, 0].tolist()])
    for number in spare:
        others = np.flatnonzero((edges[:, 2] == edges[number, 2]) & (of_edge != of_edge[number]))
        if others.size:
            return number, int(others[0])
    return None
