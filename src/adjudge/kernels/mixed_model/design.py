"""Cross products of scores and factors of a campaign: all that the criterion of the mixed model needs of the data.

Each document is judged by few of the annotators, so its cross products are kept for these alone: small dense blocks,
documents of about the same size stacked on top of each other. Memory: about 8 bytes for each document x
(annotators of the document + systems)^2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.rounding import is_noise, settle

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

#: Numbers in one stack of blocks: what is computed from a stack at once stays in some tens of MB.
LARGEST_STACK: Final = 4_000_000
SMALL_STACK: Final = 500_000


@dataclass(frozen=True, eq=False)
class Stack:
    """Documents of about the same size, one block each; columns: annotators of the document, all systems, the scores.

    Args:
        documents: their numbers.
        annotators: documents x annotators; where a document has fewer, the number that no annotator has.
        absent: that number.
        segments: documents x segments; -1 where a document has fewer.
        sizes: ratings of each segment, 0 where there is none.
        sums: documents x segments x columns, columns summed by segment.
        cross: documents x columns x columns, cross products.
    """

    documents: Ints
    annotators: Ints
    absent: int
    segments: Ints
    sizes: Floats
    sums: Floats
    cross: Floats

    @cached_property
    def among_annotators(self) -> Ints:
        """Place of each two annotators of a document in a table of annotators x annotators, one more than there are."""
        return np.asarray(self.annotators[:, :, None] * (self.absent + 1) + self.annotators[:, None]).ravel()

    @cached_property
    def with_systems(self) -> Ints:
        """Place of annotator and system or score in a table of annotators x (systems, score)."""
        columns = self.cross.shape[2] - self.annotators.shape[1]
        return np.asarray(self.annotators[:, :, None] * columns + np.arange(columns)).ravel()


@dataclass(frozen=True, eq=False)
class Design:
    """Cross products that do not depend on the ratios of variances.

    The scores are less the raw mean of their system and scaled, so that no digits are lost.

    Args:
        raw_means: of the scores of each system.
        scale: standard deviation of the scores within systems.
        freedom: number of scores less number of systems.
        annotators: how many there are.
        systems: how many there are.
        documents: how many there are.
        segments: how many there are.
        cells: how many combinations of system and document have a score.
        stacks: the cross products of all documents.
    """

    raw_means: Floats
    scale: float
    freedom: int
    annotators: int
    systems: int
    documents: int
    segments: int
    cells: int
    stacks: tuple[Stack, ...]

    def means(self, estimates: Floats) -> Floats:
        """Estimates in the unit of the scores, those equal but for rounding made equal: no order hangs on rounding."""
        return settle(self.raw_means + self.scale * estimates, self.largest)

    @property
    def largest(self) -> float:
        """About the largest magnitude of a score."""
        return float(np.abs(self.raw_means).max()) + self.scale


def spread_within(y: Floats, system: Ints) -> float:
    """Standard deviation of scores around the mean of their system; 0 if only rounding tells them apart."""
    within = y - (np.bincount(system, y) / np.bincount(system))[system]
    spread = float(within.std())
    return 0.0 if is_noise(spread, np.abs(y).max()) else spread


def build_design(y: Floats, system: Ints, annotator: Ints, document: Ints, segment: Ints) -> Design:
    """Count and add up; the arguments are those of `fit_reml`.

    Raises:
        ValueError: if the scores of every system are equal, or a segment lies in two documents.
    """
    p, people, documents, segments = (int(code.max()) + 1 for code in (system, annotator, document, segment))
    raw_means = np.bincount(system, y) / np.bincount(system)
    within = y - raw_means[system]
    scale = spread_within(y, system)
    home = np.zeros(segments, dtype=np.intp)
    home[segment] = document
    if not scale or (home[segment] != document).any():
        raise ValueError("needs scores that differ within some system, and segments that lie in one document")
    rows = _Rows(
        z=within / scale,
        system=system,
        document=document,
        annotators=_Members.of(document, annotator, documents, people),
        segments=_Members.of(document, segment, documents, segments),
        systems=p,
    )
    return Design(
        raw_means=raw_means,
        scale=scale,
        freedom=len(y) - p,
        annotators=people,
        systems=p,
        documents=documents,
        segments=segments,
        cells=len(np.unique(document * p + system)),
        stacks=tuple(rows.stacks(people)),
    )


@dataclass(frozen=True, eq=False)
class _Members:
    """Which annotators, or segments, a document has.

    Args:
        starts: where the members of each document begin.
        members: of all documents, one after the other.
        place: of each row, the place of its member among those of its document.
    """

    starts: Ints
    members: Ints
    place: Ints

    @classmethod
    def of(cls, document: Ints, member: Ints, documents: int, members: int) -> _Members:
        pairs, number = np.unique(document * members + member, return_inverse=True)
        starts = np.searchsorted(pairs, np.arange(documents + 1) * members).astype(np.intp)
        return cls(starts, (pairs % members).astype(np.intp), number - starts[document])

    @property
    def counts(self) -> Ints:
        return np.diff(self.starts)

    def table(self, documents: Ints, absent: int) -> Ints:
        """Documents x members, filled up with `absent`."""
        counts = self.counts[documents]
        place = np.arange(int(counts.max()))
        filled = place < counts[:, None]
        return np.where(filled, self.members[np.where(filled, self.starts[documents][:, None] + place, 0)], absent)


@dataclass(frozen=True, eq=False)
class _Rows:
    """The ratings, by the place of everything in its document."""

    z: Floats
    system: Ints
    document: Ints
    annotators: _Members
    segments: _Members
    systems: int

    def stacks(self, people: int) -> Iterator[Stack]:
        order = np.argsort(self.document, kind="stable")
        ends = np.searchsorted(self.document[order], np.arange(len(self.annotators.starts)))
        for documents in self._alike():
            rows = np.concatenate([order[ends[d] : ends[d + 1]] for d in documents])
            yield self._stack(documents, rows, people)

    def _alike(self) -> Iterator[Ints]:
        """Documents whose numbers of annotators and segments are alike, in stacks that are not too large."""
        judges, length = self.annotators.counts, self.segments.counts
        kind = np.ceil(np.log2(judges)) * 64 + np.ceil(np.log2(length))
        columns = int(judges.max()) + self.systems + 1
        if len(kind) * columns * max(columns, int(length.max())) <= SMALL_STACK:
            kind[:] = 0  # a few empty cells cost less than another stack
        order = np.lexsort([judges, length, kind])
        for group in np.split(order, np.flatnonzero(np.diff(kind[order])) + 1):
            columns = int(judges[group].max()) + self.systems + 1
            step = max(1, LARGEST_STACK // (columns * max(columns, int(length[group].max()))))
            for start in range(0, len(group), step):
                yield group[start : start + step]

    def _stack(self, documents: Ints, rows: Ints, people: int) -> Stack:
        annotators, segments = self.annotators.table(documents, people), self.segments.table(documents, -1)
        (count, judges), length = annotators.shape, segments.shape[1]
        size = judges + self.systems + 1
        block = np.empty(int(documents.max()) + 1, dtype=np.intp)
        block[documents] = np.arange(count)
        of, z = block[self.document[rows]], self.z[rows]
        judge, system, score = self.annotators.place[rows], judges + self.system[rows], size - 1
        segment = of * length + self.segments.place[rows]
        products = ((judge, judge, None), (system, system, None), (judge, system, None), (system, judge, None))
        with_score = (
            (judge, score, z),
            (score, judge, z),
            (system, score, z),
            (score, system, z),
            (score, score, z * z),
        )
        return Stack(
            documents=documents,
            annotators=annotators,
            absent=people,
            segments=segments,
            sizes=np.bincount(segment, minlength=count * length).reshape(count, length).astype(np.float64),
            sums=_added(((segment, judge, None), (segment, system, None), (segment, score, z)), (count, length, size)),
            cross=_added(((of * size + a, b, values) for a, b, values in products + with_score), (count, size, size)),
        )


def _added(parts: Iterable[tuple[Ints, Ints | int, Floats | None]], shape: tuple[int, int, int]) -> Floats:
    """Values (1 if None) added up in the cells (row, column) of stacked tables."""
    total = np.zeros(shape)
    for row, column, values in parts:
        total += np.bincount(row * shape[2] + column, values, total.size).reshape(shape)
    return total
