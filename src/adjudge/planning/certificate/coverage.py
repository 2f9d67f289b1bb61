"""What is judged of every system, and how efficient the design is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import polars as pl

from adjudge.kernels.block_designs.efficiency import (
    balanced_factor,
    efficiency_factor,
    linked_systems,
    system_information,
)
from adjudge.planning.certificate.counted import CountedPlan, Counts
from adjudge.planning.certificate.parts import Efficiencies, PairVotes, SystemCoverage


def coverage_rows(plan: CountedPlan) -> tuple[SystemCoverage, ...]:
    """What is judged of every system; planned are all segments of all units."""
    held, length = plan.coverage, plan.units["length"].to_numpy()
    judgements = dict(plan.counting["system"].value_counts().iter_rows())
    documents = dict(plan.counting.group_by("system").agg(pl.col("document").n_unique()).iter_rows())
    planned = max(int(length.sum()), 1)
    return tuple(
        SystemCoverage(
            system=system,
            documents=int(documents.get(system, 0)),
            units=int((own > 0).sum()),
            whole_units=int((own >= length).sum()),
            segments=int(own.sum()),
            share=float(own.sum() / planned),
            judgements=int(judgements.get(system, 0)),
        )
        for system, own in zip(plan.systems, held.T, strict=True)
    )


def fewest_documents(plan: CountedPlan) -> SystemCoverage:
    """The system that is judged on the fewest documents."""
    return min(coverage_rows(plan), key=lambda row: (row.documents, row.system))


def efficiencies(plan: CountedPlan) -> Efficiencies:
    """Efficiency factors; every judgement counts once.

    Outputs that are judged one at a time: with annotators, documents, or both eliminated, relative to a complete
    design. A plan whose annotators are unknown has sessions in their place. Outputs that are shown together are only
    compared inside of their item: items are eliminated, relative to balanced items of the same size. 0 if a system is
    not judged at all.
    """
    if not plan.one_by_one:
        return Efficiencies(annotators=None, documents=None, joint=_of_items(plan))
    cells, systems = plan.arrays, len(plan.systems)

    def factor(blocks: Sequence[Counts]) -> float:
        found = system_information(cells.system, cells.segments, blocks, systems)
        return efficiency_factor(found, float(cells.segments.sum()))

    return Efficiencies(
        annotators=factor([cells.annotator]),
        documents=factor([cells.unit]),
        joint=factor([cells.annotator, cells.unit]),
    )


def _of_items(plan: CountedPlan) -> float:
    system, item = plan.together
    systems, size = len(plan.systems), len(item) / max(len(np.unique(item)), 1)
    if systems < 2:
        return 1.0
    if size <= 1:
        return 0.0
    found = system_information(system, np.ones(len(system)), (item,), systems)
    return efficiency_factor(found, float(len(system))) / balanced_factor(systems, size)


def groups_of_systems(plan: CountedPlan) -> list[list[str]]:
    """Systems whose differences the plan can tell.

    From differences of annotators and of texts, both taken together; or, of outputs that are shown together, from
    differences of items.
    """
    if plan.one_by_one:
        cells = plan.arrays
        systems, weights, blocks = cells.system, cells.segments, [cells.annotator, cells.unit]
    else:
        systems, item = plan.together
        weights, blocks = np.ones(len(systems)), [item]
    found = system_information(systems, weights, blocks, len(plan.systems))
    return [[plan.systems[i] for i in group] for group in linked_systems(found, float(weights.sum()))]


def votes_of_pairs(plan: CountedPlan) -> tuple[PairVotes, ...]:
    """How many items show both systems of a pair, and of how many distinct segments these are."""
    system, item = plan.together
    segment = plan.counting.select(n=pl.struct("document", "segment").rank("dense"))["n"].to_numpy()
    shown = np.zeros((int(item.max(initial=-1)) + 1, len(plan.systems)), dtype=np.bool_)
    shown[item, system] = True
    of_item = np.zeros(len(shown), dtype=np.int64)
    of_item[item] = segment
    return tuple(
        PairVotes(plan.systems[i], plan.systems[j], votes=len(met), texts=len(np.unique(met)))
        for i, j in combinations(range(len(plan.systems)), 2)
        for met in [of_item[shown[:, i] & shown[:, j]]]
    )
