"""What is judged of every system, and how efficient the design is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.kernels.block_designs.efficiency import efficiency_factor, linked_systems, system_information
from adjudge.planning.certificate.counted import CountedPlan
from adjudge.planning.certificate.parts import Efficiencies, SystemCoverage


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


def efficiencies(plan: CountedPlan) -> Efficiencies:
    """Efficiency factors with annotators, documents, or both eliminated; every judgement counts once.

    A plan whose annotators are unknown has sessions in their place. 0 if a system is not judged at all.
    """
    cells, systems = plan.arrays, len(plan.systems)

    def factor(blocks: Sequence[NDArray[np.int64]]) -> float:
        found = system_information(cells.system, cells.segments, blocks, systems)
        return efficiency_factor(found, float(cells.segments.sum()))

    return Efficiencies(
        annotators=factor([cells.annotator]),
        documents=factor([cells.unit]),
        joint=factor([cells.annotator, cells.unit]),
    )


def groups_of_systems(plan: CountedPlan) -> list[list[str]]:
    """Systems whose differences the plan can tell from differences of annotators and of texts, both taken together."""
    cells = plan.arrays
    found = system_information(cells.system, cells.segments, (cells.annotator, cells.unit), len(plan.systems))
    return [[plan.systems[i] for i in group] for group in linked_systems(found, float(cells.segments.sum()))]
