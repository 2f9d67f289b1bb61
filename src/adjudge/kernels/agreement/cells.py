"""Ratings of items by annotators as a table with missing cells, in long form.

An item is what several annotators can rate: the output of one system for one segment. The table has a row per item and
a column per annotator; most cells are empty in a campaign, so only the filled ones are kept, sorted by item.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from adjudge.kernels.rounding import settle

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class RatedCells:
    """The filled cells, sorted by item; codes of items, annotators and documents run from 0 without gaps.

    Args:
        item: code of the item of each cell.
        annotator: code of its annotator.
        score: the rating; equal ones are equal bit for bit.
        document: code of the document of each *item*.
        annotators: the codes that were given for the annotators here, in their order.
    """

    item: Ints
    annotator: Ints
    score: Floats
    document: Ints
    annotators: Ints

    @property
    def items(self) -> int:
        """Number of items."""
        return len(self.document)

    @property
    def documents(self) -> int:
        """Number of documents."""
        return int(self.document.max(initial=-1)) + 1

    @cached_property
    def ratings(self) -> Ints:
        """Number of ratings of each item, m."""
        return np.bincount(self.item, minlength=self.items)

    @cached_property
    def cell_document(self) -> Ints:
        """Code of the document of each cell."""
        return self.document[self.item]

    @cached_property
    def item_means(self) -> Floats:
        """Mean rating of each item."""
        return np.asarray(np.bincount(self.item, self.score, self.items) / self.ratings)

    @cached_property
    def within(self) -> Floats:
        """Each rating less the mean of its item; 0 where that is 0 but for rounding."""
        return settle(self.score - self.item_means[self.item], self.scale)

    @cached_property
    def scale(self) -> float:
        """The largest magnitude of a rating."""
        return float(np.abs(self.score).max(initial=0.0))

    @cached_property
    def paired(self) -> RatedCells:
        """Only items with two ratings or more; annotators and documents that have none of them are gone."""
        kept = self.ratings[self.item] > 1
        if kept.all():
            return self
        return rated_cells(
            self.item[kept], self.annotators[self.annotator[kept]], self.score[kept], self.cell_document[kept]
        )

    def by_document(self, of_items: NDArray[Any]) -> Floats:
        """Sum over the items of each document."""
        return np.bincount(self.document, of_items, self.documents).astype(np.float64)


def rated_cells(
    item: ArrayLike, annotator: ArrayLike, score: ArrayLike, document: ArrayLike | None = None
) -> RatedCells:
    """Sort and number what was rated.

    Args:
        item: any whole number that identifies the item of each rating.
        annotator: likewise the annotator.
        score: the rating, finite.
        document: likewise the document; without documents every item is its own.

    Raises:
        ValueError: if an annotator rated an item twice (which of the two counts is for the caller to decide), if an
            item lies in two documents, or if a score is not finite.
    """
    items, item_code = np.unique(np.asarray(item), return_inverse=True)
    annotators, annotator_code = np.unique(np.asarray(annotator), return_inverse=True)
    scores = np.asarray(score, dtype=np.float64)
    places = item_code if document is None else np.unique(np.asarray(document), return_inverse=True)[1]
    home = np.zeros(len(items), dtype=np.intp)
    home[item_code] = places
    order = np.lexsort([annotator_code, item_code])
    item_code, annotator_code = item_code[order].astype(np.intp), annotator_code[order].astype(np.intp)
    twice = (np.diff(item_code) == 0) & (np.diff(annotator_code) == 0)
    if twice.any() or (home[item_code] != places[order]).any() or not np.isfinite(scores).all():
        raise ValueError("needs finite scores, one for an item by an annotator, and items that lie in one document")
    return RatedCells(item_code, annotator_code, settle(scores[order]), home, annotators.astype(np.intp))


def pairs_of_cells(cells: RatedCells) -> tuple[Ints, Ints]:
    """Places of every two cells of one item, in both orders and also each with itself: sum of m^2 of them."""
    m = cells.ratings
    size = m[cells.item]
    first = np.repeat(np.arange(len(size)), size)
    start = (np.cumsum(m) - m)[cells.item]
    second = start[first] + np.arange(len(first)) - np.repeat(np.cumsum(size) - size, size)
    return first.astype(np.intp), second.astype(np.intp)


def indicator_sums(rows: Ints, columns: Ints, values: Floats, shape: tuple[int, int]) -> Any:  # noqa: ANN401 - SciPy has no types
    """A sparse table of values added up by row and column."""
    from scipy import sparse

    return sparse.coo_array((values, (rows, columns)), shape=shape).tocsr()


def weighted(weights: Floats, table: Any) -> Floats:  # noqa: ANN401 - SciPy has no types
    """Rows of weights times a sparse table of documents x columns."""
    return np.asarray((table.T @ weights.T).T)
