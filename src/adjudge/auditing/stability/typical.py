"""What samples of a study say with one voice: what changes in more than half of them."""

from __future__ import annotations

from adjudge.auditing.stability.changes import Change, Move
from adjudge.auditing.stability.repeats import Repeats
from adjudge.auditing.stability.verdict import Verdict


def typical_change(repeats: Repeats, reference: Verdict) -> Change:
    """The change of more than half of the samples; Kendall's tau is the mean.

    A system counts as moved if it keeps its rank in less than half of the samples; it is said to move to the end of
    its 95% range of ranks that is farther from its rank. A line counts as lost if less than half of the samples draw
    it, an ordering as reversed if less than half keep it.

    Args:
        repeats: the samples.
        reference: what they were compared with.
    """
    moved = []
    for row in repeats.ranks:
        before = reference.places[row.system]
        if row.same < 0.5:
            farther = row.low if before - row.low > row.high - before else row.high
            moved.append(Move(row.system, before, farther))
    lost = tuple((line.upper, line.lower) for line in repeats.shares.lines if line.share < 0.5)
    turned = tuple(
        (pair.a, pair.b)
        for pair in repeats.shares.orderings
        if pair.share < 0.5 and (pair.a, pair.b) in reference.orderings
    )
    return Change(
        kendall=repeats.kendall,
        moved=tuple(moved),
        merges=0,
        splits=0,
        lines_lost=lost,
        lines_gained=(),
        reversed_orderings=turned,
        cluster_changed=repeats.cluster_changed > 0.5,
    )
