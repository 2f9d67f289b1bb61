"""Leniency of annotators from comparisons within items: sums of squares of an unbalanced two-way table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np

from adjudge.kernels.agreement.cells import Floats, Ints, RatedCells, indicator_sums, pairs_of_cells, weighted
from adjudge.kernels.threads import one_thread

#: With more annotators than this the equations are solved by conjugate gradients, one replicate after the other.
MANY_ANNOTATORS: Final = 250
#: Numbers in one stack of dense equations.
LARGEST_STACK: Final = 4_000_000


class Sums(NamedTuple):
    """One number of each kind for every row of document weights.

    Args:
        rest: sum of squares that items and annotators leave.
        explained: sum of squares that annotators explain beyond items.
        annotators: how many annotators have a rating.
        groups: how many groups they form that no item connects.
        load: sum over annotators of the squared number of their ratings.
    """

    rest: Floats
    explained: Floats
    annotators: Floats
    groups: Floats
    load: Floats


@dataclass(frozen=True, eq=False)
class WithinItems:
    """Sums of squares within items.

    Definition: with items eliminated the least squares equations of leniency are L t = q, L_jk = [j = k] n_j -
    sum over items with j and k of 1/m_u, q_j = sum over the items of j of x_uj - mean_u. Annotators explain q' L^+ q
    of the sum of squares within items. L and q are sums over documents. Memory: 16 bytes for each two annotators of a
    document, counted before they are added up for each two ratings of an item.

    Checked against: dense projections (`icc.components_plain`, tests/laws), also with conjugate gradients.

    Args:
        cells: ratings of items that have two or more, scores with standard deviation 1.
    """

    cells: RatedCells

    def at(self, weights: Floats) -> Sums:
        """The sums for each row of document weights."""
        count = len(self.cells.annotators)
        step = max(1, LARGEST_STACK // max(1, count * count if count <= MANY_ANNOTATORS else len(self._pairs[0])))
        with one_thread():
            parts = [self._some(weights[start : start + step]) for start in range(0, len(weights), step)]
        return Sums(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def _some(self, weights: Floats) -> Sums:
        cells = self.cells
        loads, right = weighted(weights, self._loads), weighted(weights, self._right)
        shared = weighted(weights, self._pairs[1])
        if len(cells.annotators) <= MANY_ANNOTATORS:
            groups, explained = self._dense(loads, right, shared)
        else:
            groups, explained = self._sparse(loads, right, shared)
        within = weights @ cells.by_document(np.bincount(cells.item, cells.within**2, cells.items))
        present = (loads > 0).sum(axis=1)
        return Sums(
            rest=np.maximum(0.0, within - explained),
            explained=explained,
            annotators=present * 1.0,
            groups=groups - (loads.shape[1] - present),
            load=(loads**2).sum(axis=1),
        )

    def _dense(self, loads: Floats, right: Floats, shared: Floats) -> tuple[Floats, Floats]:
        """Number of groups, absent annotators among them, and q' L^+ q."""
        count = loads.shape[1]
        left = np.zeros((len(loads), count * count))
        left[:, self._pairs[0]] = -shared
        left = left.reshape(-1, count, count)
        left[:, np.arange(count), np.arange(count)] += loads
        groups, labels = self._groups(shared, count)
        # Adding a constant within every group fills the null space and leaves L^+ q: q adds up to 0 in every group.
        same = labels[:, :, None] == labels[:, None]
        left += same * np.maximum(1.0, loads.mean(axis=1))[:, None, None] / count
        solved = np.linalg.solve(left, right[:, :, None])[:, :, 0]
        return groups, (solved * right).sum(axis=1)

    def _sparse(self, loads: Floats, right: Floats, shared: Floats) -> tuple[Floats, Floats]:
        from scipy import sparse
        from scipy.sparse.linalg import cg

        count, explained = loads.shape[1], np.zeros(len(loads))
        columns, starts, diagonal = self._layout
        for draw in range(len(loads)):
            values = -shared[draw]
            values[diagonal] += np.where(loads[draw] > 0, loads[draw], 1.0)
            left = sparse.csr_array((values, columns, starts), shape=(count, count))
            inverse = sparse.diags_array(1 / np.where(values[diagonal] > 0, values[diagonal], 1.0))
            # The error of q' L^+ q is of second order in the remainder; a smaller q is what rounding left.
            solved, _ = cg(
                left, right[draw], rtol=1e-8, atol=1e-12 * np.sqrt(loads[draw].sum()), maxiter=10 * count, M=inverse
            )
            explained[draw] = solved @ right[draw]
        return self._groups(shared, count)[0], explained

    def _groups(self, shared: Floats, count: int) -> tuple[Floats, Ints]:
        """How many groups annotators form, and the group of each, by row of weights."""
        from scipy import sparse
        from scipy.sparse.csgraph import connected_components

        columns, starts, _ = self._layout
        numbers, labels = np.zeros(len(shared)), np.zeros((len(shared), count), dtype=np.intp)
        for draw in range(len(shared)):
            graph = sparse.csr_array((shared[draw], columns, starts), shape=(count, count), copy=True)
            graph.eliminate_zeros()
            # The table is symmetric: its strong components are its components, and need no transposed copy.
            numbers[draw], labels[draw] = connected_components(graph, connection="strong")
        return numbers, labels

    @cached_property
    def _layout(self) -> tuple[Ints, Ints, Ints]:
        """Of a sparse table of annotators x annotators: columns, where rows begin, and where the diagonal stands."""
        count = len(self.cells.annotators)
        rows, columns = np.divmod(self._pairs[0], count)
        return columns, np.searchsorted(rows, np.arange(count + 1)), np.flatnonzero(rows == columns)

    @cached_property
    def _loads(self) -> Any:  # noqa: ANN401 - SciPy has no types
        return self._by_annotator(np.ones(len(self.cells.score)))

    @cached_property
    def _right(self) -> Any:  # noqa: ANN401
        return self._by_annotator(self.cells.within)

    def _by_annotator(self, values: Floats) -> Any:  # noqa: ANN401
        """Documents x annotators."""
        cells = self.cells
        return indicator_sums(cells.cell_document, cells.annotator, values, (cells.documents, len(cells.annotators)))

    @cached_property
    def _pairs(self) -> tuple[Ints, Any]:
        """Codes of two annotators of an item (also one with himself), and documents x codes: sums of 1/m."""
        cells, m = self.cells, self.cells.ratings
        first, second = pairs_of_cells(cells)
        code = cells.annotator[first] * len(cells.annotators) + cells.annotator[second]
        codes, number = np.unique(code, return_inverse=True)
        shape = (cells.documents, len(codes))
        return codes.astype(np.intp), indicator_sums(
            cells.cell_document[first], number, 1.0 / m[cells.item[first]], shape
        )
