"""Who judged what, as arrays: counted once from the rows that count, and shared by the checks of the design."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.scoring.aggregate import codes

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

#: A system whose documents are known for no more than this share of its segments is not compared by its texts.
SOME_KNOWN: Final = 0.5


@dataclass(frozen=True, eq=False)
class Layout:
    """The cells of a campaign: one for every system and segment that has a judgement.

    Args:
        systems: names, sorted; their places are the codes.
        documents: names, sorted; empty if no document is known.
        item: code of the segment of every cell, from 0 without gaps.
        system: code of the system of every cell.
        document: code of the document of every cell; -1 where it is unknown.
        judgements: how many each cell holds.
        score: mean raw score of each cell.
        cell: number of the cell of every row.
    """

    systems: list[str]
    documents: list[str]
    item: Ints
    system: Ints
    document: Ints
    judgements: Ints
    score: Floats
    cell: Ints

    @classmethod
    def of(cls, rows: pl.DataFrame) -> Layout:
        """From judgements that count, at least one, each with a score."""
        system, document, segment = (codes_of(rows[name]) for name in ("system", "document", "segment"))
        width = int(segment.max(initial=0)) + 1
        _, item = np.unique((document + 1) * width + segment, return_inverse=True)
        names = rows["system"].unique().sort().to_list()
        key = item * len(names) + system
        cells, first, inverse, counts = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
        sums = np.bincount(inverse, rows["score"].to_numpy(), len(cells))
        return cls(
            systems=names,
            documents=rows["document"].drop_nulls().unique().sort().to_list(),
            item=cells // len(names),
            system=cells % len(names),
            document=document[first],
            judgements=counts,
            score=sums / counts,
            cell=inverse,
        )

    @property
    def items(self) -> int:
        """Segments that were judged for any system."""
        return int(self.item.max(initial=-1)) + 1

    @cached_property
    def segments_of(self) -> Ints:
        """Segments judged for each system."""
        return np.bincount(self.system, minlength=len(self.systems)).astype(np.int64)

    @cached_property
    def judgements_of(self) -> Ints:
        """Judgements of each system."""
        return np.bincount(self.system, self.judgements, len(self.systems)).astype(np.int64)

    @cached_property
    def systems_of_item(self) -> Ints:
        """For how many systems each segment was judged."""
        return np.bincount(self.item, minlength=self.items).astype(np.int64)

    @cached_property
    def cell_counts(self) -> Floats:
        """Segments judged, documents x systems; cells of unknown documents are left out."""
        return self.by_document(None)

    @cached_property
    def cell_sums(self) -> Floats:
        """Sums of segment means, documents x systems."""
        return self.by_document(self.score)

    @cached_property
    def comparable(self) -> Ints:
        """Systems whose texts can be compared: their documents are mostly known, or those of all are unknown."""
        known = np.bincount(self.system, self.document >= 0, len(self.systems)) / self.segments_of
        return np.flatnonzero((known > SOME_KNOWN) | (not self.documents))

    @property
    def held(self) -> Flags:
        """Whether a document was judged for a system at all, documents x systems."""
        return np.asarray(self.cell_counts > 0)

    def by_document(self, weights: Floats | None) -> Floats:
        """Sums of a value of every cell, documents x systems; numbers of segments without one."""
        known = self.document >= 0
        cell = self.document[known] * len(self.systems) + self.system[known]
        size = len(self.documents) * len(self.systems)
        sums = np.bincount(cell, None if weights is None else weights[known], size)
        return sums.reshape(len(self.documents), len(self.systems)).astype(np.float64)

    def names_of(self, places: NDArray[np.intp] | list[int]) -> list[str]:
        """Names of systems."""
        return [self.systems[place] for place in places]


def codes_of(names: pl.Series) -> Ints:
    """Numbers in the order of the names; -1 where there is none."""
    if names.null_count() == len(names):
        return np.full(len(names), -1, dtype=np.int64)
    return codes(names).cast(pl.Int64).fill_null(-1).to_numpy()
