"""Agreement of each annotator with the others: correlation with the mean of the other ratings of the same items."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from adjudge.kernels.agreement.cells import Floats, Ints, RatedCells, indicator_sums, weighted
from adjudge.kernels.agreement.coefficient import Reason, ratio
from adjudge.kernels.rounding import is_noise, settle


@dataclass(frozen=True, eq=False)
class LeaveOneOut:
    """Pearson's correlation of each annotator's scores with the leave-one-out means of the others.

    Definition: for annotator j over the items that j and somebody else rated, x = score of j, y = mean of the scores
    of the others; r = cov(x, y) / (sd(x) sd(y)). A column of `at` for each annotator, in the order of
    `cells.annotators`; NaN for an annotator who shares no three items, or whose scores or whose others' means are all
    equal. The means of the others still hold their leniency: where different people rated different items, r is lower
    than the annotator deserves.

    Checked against: `numpy.corrcoef` of plainly gathered scores (tests/laws).

    Args:
        cells: the ratings.
    """

    cells: RatedCells

    @property
    def documents(self) -> int:
        """Documents with an item rated twice."""
        return self.cells.paired.documents

    @property
    def reason(self) -> Reason | None:
        """Why there is no value for anybody."""
        if not len(self.cells.score):
            return "no ratings"
        return None if len(self.cells.paired.score) else "no item rated twice"

    @cached_property
    def overlap(self) -> Ints:
        """Items that each annotator shares with somebody, in the order of `cells.annotators`."""
        paired = self.cells.paired
        counts = np.zeros(len(self.cells.annotators), dtype=np.intp)
        counts[np.searchsorted(self.cells.annotators, paired.annotators)] = np.bincount(paired.annotator)
        return counts

    @cached_property
    def documents_of(self) -> Ints:
        """Documents in which each annotator shares an item with somebody, likewise."""
        paired, counts = self.cells.paired, np.zeros(len(self.cells.annotators), dtype=np.intp)
        cells = np.unique(paired.cell_document * len(paired.annotators) + paired.annotator)
        held = np.bincount(cells % len(paired.annotators), minlength=len(paired.annotators))
        counts[np.searchsorted(self.cells.annotators, paired.annotators)] = held
        return counts

    @cached_property
    def difference(self) -> Floats:
        """Mean of score less the leave-one-out mean, in points; NaN without overlap."""
        paired, answer = self.cells.paired, np.full(len(self.cells.annotators), np.nan)
        if len(paired.score):
            places = np.searchsorted(self.cells.annotators, paired.annotators)
            answer[places] = np.bincount(paired.annotator, paired.score - self._others) / np.bincount(paired.annotator)
        return answer

    @cached_property
    def _others(self) -> Floats:
        """Mean of the other ratings of the item of each rating."""
        paired = self.cells.paired
        m = paired.ratings[paired.item]
        return settle((m * paired.item_means[paired.item] - paired.score) / (m - 1), paired.scale)

    @cached_property
    def _sums(self) -> tuple[Any, ...]:
        """Documents x annotators: counts, sums and sums of products, about the means of each annotator."""
        paired, x, y = self.cells.paired, self.cells.paired.score, self._others
        counts = np.bincount(paired.annotator)
        x, y = (settle(v - (np.bincount(paired.annotator, v) / counts)[paired.annotator], paired.scale) for v in (x, y))
        shape = (paired.documents, len(counts))
        parts = (np.ones(len(x)), x, y, x * x, y * y, x * y)
        return tuple(indicator_sums(paired.cell_document, paired.annotator, part, shape) for part in parts)

    def at(self, weights: Floats) -> Floats:
        """Correlations for each row of document weights, a column for each annotator."""
        n, x, y, xx, yy, xy = (weighted(weights, part) for part in self._sums)
        with np.errstate(divide="ignore", invalid="ignore"):
            vx, vy, both = (square - a * b / n for square, a, b in ((xx, x, x), (yy, y, y), (xy, x, y)))
        vx, vy = (np.where(is_noise(v, square), 0.0, v) for v, square in ((vx, xx), (vy, yy)))
        r = np.where(n >= 3, ratio(both, np.sqrt(vx * vy)), np.nan)
        answer = np.full((len(weights), len(self.cells.annotators)), np.nan)
        answer[:, np.searchsorted(self.cells.annotators, self.cells.paired.annotators)] = np.clip(r, -1.0, 1.0)
        return answer
