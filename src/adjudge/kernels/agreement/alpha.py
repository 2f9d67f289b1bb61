"""Krippendorff's alpha for ratings with missing cells."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any, Final, Literal, get_args

import numpy as np

from adjudge.kernels.agreement.cells import Floats, Ints, RatedCells, indicator_sums, weighted
from adjudge.kernels.agreement.coefficient import Reason, ratio

Level = Literal["interval", "ordinal", "nominal"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
#: Numbers in one table of items x replicates.
LARGEST_TABLE: Final = 4_000_000


@dataclass(frozen=True, eq=False)
class Alpha:
    """Krippendorff's alpha = 1 - D_o / D_e.

    Definition (Krippendorff 2019, chapter 12): over the items with m_u >= 2 ratings, n ratings in all,

        D_o = 1/n sum_u 1/(m_u - 1) sum_{i != j in u} d(x_i, x_j),   D_e = 1/(n (n - 1)) sum_{i != j} d(x_i, x_j),

    with d = (x - y)^2 for `interval`; for `ordinal` the squared difference of the mid-ranks among all n ratings; for
    `nominal` 1 if the scores differ. In moments, with SS the sum of squares about the mean, D_o = 2/n sum_u m_u SS_u /
    (m_u - 1) and D_e = 2 SS / (n - 1). Mid-ranks and category counts are those of the weighted ratings.

    Checked against: `krippendorff` 0.9 and `alpha_plain` to 1e-10 (tests/laws), the value printed for Krippendorff's
    own four-observer data (tests/unit); irrCAC 0.4.4, to 1e-11 (its figures are in tests/unit).

    Edge cases: items rated once are left out, so an annotator without overlap counts nowhere; not defined without an
    item rated twice, and if all scores are equal (no expected disagreement).

    Args:
        cells: the ratings.
        level: how far apart two scores are.
    """

    cells: RatedCells
    level: Level = "interval"

    @property
    def documents(self) -> int:
        """Documents with an item rated twice."""
        return self.cells.paired.documents

    @property
    def reason(self) -> Reason | None:
        """Why there is no value."""
        scores = self.cells.paired.score
        if not len(self.cells.score):
            return "no ratings"
        if not len(scores):
            return "no item rated twice"
        return "all scores equal" if np.ptp(scores) == 0 else None

    def at(self, weights: Floats) -> Floats:
        """Alpha for each row of document weights."""
        forms = {"interval": self._interval, "ordinal": self._ordinal, "nominal": self._nominal}
        return forms[self.level](weights)

    @cached_property
    def _moments(self) -> Floats:
        """Per document: ratings, sums, sums of squares (about the overall mean), and observed disagreement / 2."""
        cells = self.cells.paired
        x = cells.score - cells.score.mean()
        item, m = cells.item, cells.ratings
        within = np.bincount(item, cells.within**2, cells.items)
        of_items = (m, np.bincount(item, x, cells.items), np.bincount(item, x * x, cells.items), m * within / (m - 1))
        return np.array([cells.by_document(np.asarray(part, dtype=np.float64)) for part in of_items]).T

    def _interval(self, weights: Floats) -> Floats:
        n, first, second, disagreement = (weights @ self._moments).T
        with np.errstate(divide="ignore", invalid="ignore"):
            spread = second - first**2 / n
        return 1 - ratio((n - 1) * disagreement, n * spread, n * second)

    @cached_property
    def _categories(self) -> tuple[Ints, Any]:
        """Category of each paired rating, and the counts of documents x categories."""
        cells = self.cells.paired
        values, code = np.unique(cells.score, return_inverse=True)
        shape = (cells.documents, len(values))
        return code.astype(np.intp), indicator_sums(cells.cell_document, code, np.ones(len(code)), shape)

    def _ordinal(self, weights: Floats) -> Floats:
        """The interval form of mid-ranks, which are different in every replicate."""
        cells, (code, counts) = self.cells.paired, self._categories
        m = cells.ratings
        scaled = m / (m - 1)
        of_items = indicator_sums(cells.item, code, np.ones(len(code)), (cells.items, counts.shape[1]))
        squares = indicator_sums(cells.cell_document, code, scaled[cells.item], counts.shape)
        answer = np.empty(len(weights))
        step = max(1, LARGEST_TABLE // max(1, cells.items, counts.shape[1]))
        for start in range(0, len(weights), step):
            some = weights[start : start + step]
            n_c = weighted(some, counts)
            n = n_c.sum(axis=1)
            # Mid-ranks about the middle, as shares of n: no digits are lost.
            with np.errstate(divide="ignore", invalid="ignore"):
                rank = (np.cumsum(n_c, axis=1) - n_c / 2) / n[:, None] - 0.5
            rank = np.nan_to_num(rank)
            sums = np.asarray(of_items @ rank.T)
            crossed = np.einsum("ur,ru->r", sums**2 / (m - 1)[:, None], some[:, cells.document])
            disagreement = (weighted(some, squares) * rank**2).sum(axis=1) - crossed
            spread = (n_c * rank**2).sum(axis=1) - ratio((n_c * rank).sum(axis=1) ** 2, n)
            single = n_c.max(axis=1, initial=0) == n
            answer[start : start + step] = 1 - ratio((n - 1) * disagreement, n * np.where(single, 0.0, spread))
        return answer

    def _nominal(self, weights: Floats) -> Floats:
        cells, (code, counts) = self.cells.paired, self._categories
        of_items = indicator_sums(cells.item, code, np.ones(len(code)), (cells.items, counts.shape[1]))
        alike = np.asarray((of_items * of_items).sum(axis=1)).ravel() - cells.ratings
        agreement = cells.by_document(alike / (cells.ratings - 1))
        n_c = weighted(weights, counts)
        n = n_c.sum(axis=1)
        different = n**2 - (n_c**2).sum(axis=1)
        return 1 - ratio((n - 1) * (n - weights @ agreement), different)


def alpha_plain(cells: RatedCells, level: Level = "interval") -> float | None:
    """`Alpha` by looking at every pair of ratings. For tests."""
    by_item = [cells.score[cells.item == u].tolist() for u in range(cells.items)]
    by_item = [scores for scores in by_item if len(scores) > 1]
    pool = [x for scores in by_item for x in scores]
    n = len(pool)

    def rank(x: float) -> float:
        return float(sum(y < x for y in pool) + sum(y == x for y in pool) / 2)

    def apart(x: float, y: float) -> float:
        if level == "nominal":
            return float(x != y)
        return (x - y) ** 2 if level == "interval" else (rank(x) - rank(y)) ** 2

    if len(set(pool)) < 2:
        return None
    observed = sum(sum(apart(x, y) for x, y in permutations(scores, 2)) / (len(scores) - 1) for scores in by_item) / n
    return 1 - observed * n * (n - 1) / sum(apart(x, y) for x, y in permutations(pool, 2))
