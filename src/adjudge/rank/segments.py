"""Segment means of all systems as arrays: what tests, intervals and bootstrap share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class SegmentScores:
    """One value per system and segment.

    Args:
        systems: names in rank order.
        values: the score of every row.
        groups: number of its system.
        documents: number of its document; segments without a document are documents of their own.
        matrix: documents and segments x systems, NaN where a system has no score.
        starts: first row of each document in the matrix.
        traced: whether the documents of all segments are known.
    """

    systems: list[str]
    values: Floats
    groups: Ints
    documents: Ints
    matrix: Floats
    starts: Ints
    traced: bool

    @classmethod
    def of(cls, segments: pl.DataFrame, systems: list[str], by: str) -> SegmentScores:
        """From one row per system, document and segment.

        Args:
            segments: result of `adjudge.score.aggregate.segment_means`.
            systems: names in rank order.
            by: the score to use, `raw` or `z`.
        """
        traced = segments["document"].null_count() == 0
        block = pl.coalesce(pl.format("d{}", "document"), pl.format("s{}", "segment")).alias("_block")
        rows = segments.select("system", block, "segment", pl.col(by).alias("_score")).sort("_block", "segment")
        wide = rows.pivot("system", index=["_block", "segment"], values="_score", maintain_order=True)
        blocks = wide["_block"].rle_id().to_numpy()
        place = {name: i for i, name in enumerate(systems)}
        return cls(
            systems,
            rows["_score"].to_numpy(),
            rows["system"].replace_strict(place, return_dtype=pl.Int64).to_numpy().astype(np.intp),
            rows["_block"].rle_id().to_numpy().astype(np.intp),
            wide.select(systems).to_numpy(),
            np.flatnonzero(np.diff(blocks, prepend=-1)),
            traced,
        )

    @property
    def sizes(self) -> Ints:
        """Number of segments of each system."""
        return np.bincount(self.groups, minlength=len(self.systems))

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """All unordered pairs, higher system first."""
        return list(combinations(range(len(self.systems)), 2))

    @cached_property
    def document_sums(self) -> tuple[Floats, Floats]:
        """Sums and counts of scores, documents x systems."""
        present = ~np.isnan(self.matrix)
        sums = np.add.reduceat(np.nan_to_num(self.matrix), self.starts)
        return sums, np.add.reduceat(present.astype(np.float64), self.starts)

    @cached_property
    def paired_sums(self) -> tuple[Floats, Floats]:
        """Sums and counts of differences on segments that both systems of a pair have, documents x pairs."""
        sums, counts = np.zeros((len(self.starts), len(self.pairs))), np.zeros((len(self.starts), len(self.pairs)))
        for column, (a, b) in enumerate(self.pairs):
            difference = self.matrix[:, a] - self.matrix[:, b]
            sums[:, column] = np.add.reduceat(np.nan_to_num(difference), self.starts)
            counts[:, column] = np.add.reduceat((~np.isnan(difference)).astype(np.float64), self.starts)
        return sums, counts

    def by_document(self) -> SegmentScores:
        """Document means in place of segment means: each document becomes one segment."""
        sums, counts = self.document_sums
        with np.errstate(invalid="ignore", divide="ignore"):
            means = sums / counts
        documents, groups = np.nonzero(counts)
        return SegmentScores(
            self.systems, means[documents, groups], groups, documents, means, np.arange(len(means)), self.traced
        )

    def differences(self, a: int, b: int) -> Floats:
        """Differences on the segments that both systems have."""
        difference = self.matrix[:, a] - self.matrix[:, b]
        return difference[~np.isnan(difference)]

    def of_system(self, system: int) -> tuple[Floats, Ints]:
        """Scores of one system with their documents."""
        mine = self.groups == system
        return self.values[mine], self.documents[mine]
