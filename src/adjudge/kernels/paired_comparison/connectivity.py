"""Whether comparisons determine finite strengths: a question about the graph of who was preferred to whom."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Groups = list[list[int]]


class NoFiniteFit(ValueError):  # noqa: N818 - it names what is missing, the rank layer turns it into words
    """The likelihood has no maximum at finite parameters.

    Args:
        reason: why, in one sentence.
        groups: what `unbeatable_groups` found; a single group if the tie parameter alone is to blame.
    """

    def __init__(self, reason: str, groups: Groups) -> None:
        super().__init__(reason, groups)
        self.groups = groups

    def __str__(self) -> str:
        return str(self.args[0])


class NoStableFit(NoFiniteFit):
    """The maximum is beyond the precision of floating point numbers: counts differ by too many orders of magnitude."""


def unbeatable_groups(wins: Floats, ties: Floats) -> Groups:
    """Groups of systems that never lost to, nor tied with, a system of a later group.

    Definition: the strongly connected components of the graph with an arc a -> b wherever a was preferred to b at
    least once; a tie is an arc both ways. With one group, and only then, the Bradley-Terry strengths are finite (Ford
    1957); otherwise the distance between some groups can grow for ever and the likelihood with it.

    Checked against: the closure of the arcs, one step after the other (tests/unit/kernels).

    Returns:
        Codes of systems, the stronger groups first; groups without a chain of comparisons between them stand in no
        meaningful order.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components, shortest_path

    arcs = csr_array(wins + ties > 0)
    count, label = connected_components(arcs, directed=True, connection="strong")
    if count == 1:
        return [list(range(len(wins)))]
    # Whoever has an arc to a group reaches all that this group reaches, and more.
    reach = np.isfinite(shortest_path(arcs, unweighted=True)).sum(axis=1)
    groups = [np.flatnonzero(label == group).tolist() for group in range(count)]
    return sorted(groups, key=lambda group: (-reach[group[0]], group[0]))


def ties_are_bounded(wins: Floats, ties: Floats) -> bool:
    """Whether Davidson's and Rao and Kupper's tie parameters are finite, for one group with at least one tie.

    Definition: both likelihoods rise for ever along strengths s x and log tie parameter s c (in Rao and Kupper's scale)
    if c > 0, x_a - x_b >= c wherever a beat b, and |x_a - x_b| <= c wherever they tied. With c = 1 these are
    constraints on differences; they contradict each other exactly if some cycle of arcs has more wins than ties (each
    win of a over b an arc a -> b of length -1, each tie arcs of length 1: a cycle of negative length).

    Checked against: a linear programme over x (tests/unit/kernels).
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import NegativeCycleError, bellman_ford

    if ((wins > 0) & (wins.T > 0)).any():
        return True  # the shortest such cycle; real data nearly always have it
    lengths = np.where(wins > 0, -1.0, np.where(ties > 0, 1.0, 0.0))
    try:
        bellman_ford(csr_array(lengths), indices=0)
    except NegativeCycleError:
        return True
    return False


def well_worn_arcs(wins: Floats, ties: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Arcs that alone connect one group strongly, chosen among those with many comparisons.

    As long as a resample has all of them it is strongly connected, and no search is needed. They are the trees
    of shortest paths from the first system and to it, where an arc is the shorter the more comparisons it stands for.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    counts = wins + ties
    lengths = np.divide(1.0, counts, out=np.zeros_like(counts), where=counts > 0)
    others = np.arange(1, len(wins))
    before = dijkstra(csr_array(lengths), indices=0, return_predecessors=True)[1][1:]
    after = dijkstra(csr_array(lengths.T), indices=0, return_predecessors=True)[1][1:]
    return np.concatenate([before, others]), np.concatenate([others, after])
