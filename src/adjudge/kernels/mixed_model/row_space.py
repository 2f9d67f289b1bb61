"""The mixed model of `reml` applied to vectors with one entry for each rating.

The letters are those of `criterion`: O is block diagonal by document, P = H^-1 - H^-1 X (X'H^-1 X)^-1 X'H^-1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.mixed_model.criterion import Reduced
from adjudge.kernels.mixed_model.design import Stack
from adjudge.kernels.mixed_model.reml import RatedRows, RemlFit

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


def sums_by(codes: Ints, values: Floats, levels: int) -> Floats:
    """Rows of values added up by code.

    Checked against: `np.bincount` of each column, which adds in the same order and takes four times as long with many
    columns (tests/laws).
    """
    from scipy.sparse import csr_array

    rows = len(codes)
    place = csr_array((np.ones(rows), codes, np.arange(rows + 1)), shape=(rows, levels))
    return np.asarray(place.T @ values)


@dataclass(frozen=True, eq=False)
class RowSpace:
    """A fitted model as an operator on ratings x columns.

    Args:
        fit: the model.
    """

    fit: RemlFit

    @property
    def rows(self) -> RatedRows:
        """The ratings."""
        return self.fit.rows

    @cached_property
    def cell(self) -> Ints:
        """Number of the document and system of every rating."""
        return self.rows.document * self.fit.design.systems + self.rows.system

    def _explained(self, by_segment: Floats) -> Floats:
        """Q of every document times what its segments sum up to."""
        explained = np.empty_like(by_segment)
        for stack, part in self._stacks:
            held = stack.segments >= 0
            sums = np.where(held[:, :, None], by_segment[stack.segments], 0.0)
            explained[stack.segments[held]] = (part.inner @ sums)[held]
        return explained

    @cached_property
    def _cell_weights(self) -> Floats:
        """The weights q of every cell."""
        weights = np.empty((self.fit.design.documents, self.fit.design.systems))
        for stack, part in self._stacks:
            weights[stack.documents] = part.cell_weights
        return weights.ravel()

    @property
    def _stacks(self) -> Iterator[tuple[Stack, Reduced]]:
        return zip(self.fit.design.stacks, self.fit.state.reduced, strict=True)

    def within(self, values: Floats, some: Ints | None = None) -> Floats:
        """O^-1 of some columns.

        Args:
            values: ratings x columns.
            some: which ratings they are of, if not of all; these must be whole documents.
        """
        cell, segment, weights = self.cell, self.rows.segment, self._cell_weights
        if some is not None:
            cells, cell = np.unique(cell[some], return_inverse=True)
            segment, weights = segment[some], weights[cells]

        def without_cells(columns: Floats) -> Floats:
            if not self.fit.ratios[3]:
                return columns
            # `take` is eight times as fast as indexing with many rows of a few columns.
            return _less(columns, weights[:, None] * sums_by(cell, columns, len(weights)), cell)

        explained = self._explained(sums_by(segment, without_cells(values), self.fit.design.segments))
        return without_cells(_less(values, explained, segment))

    def projected(self, values: Floats) -> Floats:
        """P of some columns."""
        state, rows = self.fit.state, self.rows
        once = self.within(values)
        by_annotator = sums_by(rows.annotator, once, self.fit.design.annotators)
        by_system = sums_by(rows.system, once, self.fit.design.systems)
        of_system = state.unscaled @ (by_system - state.absorbed.T @ by_annotator)
        of_annotator = state.posterior @ by_annotator - state.absorbed @ of_system
        return self.within(_less(_less(values, of_annotator, rows.annotator), of_system, rows.system))


def _less(values: Floats, effects: Floats, codes: Ints) -> Floats:
    """The values less the effect of the code of each row, without a third matrix of their size."""
    found = effects.take(codes, axis=0)
    return np.subtract(values, found, out=found)
