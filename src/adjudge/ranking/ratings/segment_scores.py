"""Segment means of all systems as arrays: what tests, intervals and bootstrap share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.kernels.rounding import settle, without_noise
from adjudge.scoring.aggregate import codes

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class SegmentScores:
    """One value per system and segment.

    Args:
        systems: names in rank order.
        values: the score of every row; equal ones are equal bit for bit.
        groups: number of its system.
        documents: number of its document; a segment without a document is a document by itself.
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
            segments: result of `adjudge.scoring.aggregate.segment_means`.
            systems: names in rank order.
            by: the score to use, `raw` or `z`.
        """
        traced = segments["document"].null_count() == 0
        block = pl.coalesce(pl.format("d{}", "document"), pl.format("s{}", "segment"))
        names = segments.select(block.alias("block"), "segment")
        keys = names.select(codes(names[name]) for name in names.columns)
        place = {name: i for i, name in enumerate(systems)}
        rows = keys.with_columns(
            group=segments["system"].replace_strict(place, return_dtype=pl.Int64), score=segments[by]
        ).sort("block", "segment", "group")
        item = rows.select(pl.struct("block", "segment").rle_id()).to_series().to_numpy()
        groups, values = rows["group"].to_numpy().astype(np.intp), rows["score"].to_numpy()
        matrix = np.full((int(item[-1]) + 1, len(systems)), np.nan)
        matrix[item, groups] = values
        documents = rows["block"].rle_id().to_numpy().astype(np.intp)
        first_of_item = np.flatnonzero(np.diff(item, prepend=-1))
        starts = np.flatnonzero(np.diff(documents[first_of_item], prepend=-1))
        return cls(
            systems, values=values, groups=groups, documents=documents, matrix=matrix, starts=starts, traced=traced
        )

    @cached_property
    def sizes(self) -> Ints:
        """Number of segments of each system."""
        return np.bincount(self.groups, minlength=len(self.systems))

    @cached_property
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
        return without_noise(sums, self.scale * counts.max(initial=0.0)), counts

    def by_document(self) -> SegmentScores:
        """Document means in place of segment means: each document becomes one segment."""
        sums, counts = self.document_sums
        with np.errstate(invalid="ignore", divide="ignore"):
            means = settle(sums / counts, self.scale)
        documents, groups = np.nonzero(counts)
        return SegmentScores(
            self.systems,
            values=means[documents, groups],
            groups=groups,
            documents=documents,
            matrix=means,
            starts=np.arange(len(means)),
            traced=self.traced,
        )

    def differences(self, a: int, b: int) -> Floats:
        """Differences on the segments that both systems have, those equal or 0 but for rounding made so."""
        difference = settle(self.matrix[:, a] - self.matrix[:, b], self.scale)
        return difference[~np.isnan(difference)]

    @cached_property
    def scale(self) -> float:
        """The largest magnitude of a score."""
        return float(np.abs(self.values).max(initial=0.0))

    @cached_property
    def means(self) -> Floats:
        """Mean of the segment means of each system."""
        return settle(np.bincount(self.groups, self.values, len(self.systems)) / self.sizes, self.scale)

    @cached_property
    def variances(self) -> Floats:
        """Variance of the segment means of each system, n - 1; NaN for a single segment."""
        away = without_noise(self.values - self.means[self.groups], self.scale)
        squares = np.bincount(self.groups, away**2, len(self.systems))
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(squares / (self.sizes - 1))
