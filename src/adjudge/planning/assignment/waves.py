"""Which unit is judged in which wave: documents are dealt to waves, so that all parts of one are in the same wave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from adjudge.planning.assignment.rounding import Whole
from adjudge.planning.designs.design import DesignInput
from adjudge.planning.sampling.order import balanced_order


def waves_of(given: DesignInput) -> Whole:
    """The wave of every unit, from 1: runs of documents with about equally many units.

    Documents stand in the order in which they were drawn. One that is cut into parts is drawn the earlier the more
    parts it has; where there are parts, documents come in an order of their own, random and balanced over domains, so
    that every wave is a sample of documents.

    Args:
        given: the units, and how many waves there are.
    """
    sizes = Counter(given.units["document"].to_list())
    names = list(sizes)
    if len(names) < given.units.height:
        domains = dict(given.units.select("document", "domain").iter_rows())
        balanced = given.campaign.sampling.balance_domains
        strata = [domains[name] if balanced else None for name in names]
        names = [names[place] for place in balanced_order(strata, given.seeds.stream("waves"))]
    runs = runs_of([sizes[name] for name in names], given.campaign.work.waves)
    wave = dict(zip(names, runs.tolist(), strict=True))
    return np.array([wave[name] for name in given.units["document"].to_list()], dtype=np.int64)


def runs_of(sizes: Sequence[int], waves: int) -> Whole:
    """The wave of every document, from 1: each wave ends with the document that is nearest to its share of the units.

    Args:
        sizes: units of every document, in their order.
        waves: how many; no more than documents.
    """
    ends = np.cumsum(sizes)
    found = np.full(len(sizes), waves, dtype=np.int64)
    first = 0
    for wave in range(1, waves):
        # One document at least, and one at least for every wave that follows.
        open_ = range(first, len(sizes) - (waves - wave))
        last = min(open_, key=lambda place: (abs(int(ends[place]) * waves - int(ends[-1]) * wave), -place))
        found[first : last + 1] = wave
        first = last + 1
    return found
