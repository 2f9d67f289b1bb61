"""Intraclass correlations of a two-way random model, with missing cells."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from adjudge.kernels.agreement.cells import Floats, RatedCells
from adjudge.kernels.agreement.coefficient import Reason, ratio
from adjudge.kernels.agreement.within_items import WithinItems
from adjudge.kernels.rounding import NOISE

#: The columns of `IntraclassCorrelations.at`.
ICC_NAMES: Final = ("ICC(2,1)", "ICC(2,k)", "ICC(2,1) truncated", "ICC(2,k) truncated")


class VarianceComponents(NamedTuple):
    """Variances of items, of annotators (leniency), and of the rest, and the number of ratings of an item, k."""

    item: float
    annotator: float
    residual: float
    k: float

    @property
    def truncated(self) -> VarianceComponents:
        """Estimates below 0 set to 0: no variance is negative."""
        item, annotator, residual = (max(0.0, part) for part in self[:3])
        return VarianceComponents(item, annotator, residual, self.k)


@dataclass(frozen=True, eq=False)
class IntraclassCorrelations:
    """ICC(2,1) and ICC(2,k): absolute agreement of one annotator, and of the mean of k, who are a sample of many.

    Definition (Shrout and Fleiss 1979; McGraw and Wong 1996, ICC(A,1) and ICC(A,k)): score = mean + item + annotator +
    rest, all random,

        ICC(2,1) = s_i / (s_i + s_a + s_e),   ICC(2,k) = s_i / (s_i + (s_a + s_e) / k).

    Variances by Henderson's method 3 (1953; Searle, Casella and McCulloch 1992, section 5.5) in the order items,
    annotators, rest. With N ratings, a items with m_u ratings each, b annotators with n_j each, c connected groups,

        R(rest)             = (N - a - b + c) s_e
        R(annotators|items) = (N - a) s_a + (b - c) s_e
        R(items)            = (N - sum m_u^2 / N) s_i + (a - sum n_j^2 / N) s_a + (a - 1) s_e

    hold in expectation and are solved from below. With a complete table these are the mean squares of the analysis of
    variance and the formulas of Shrout and Fleiss, also where these are negative. Why not REML: it is no function of a
    few sums, so a thousand replicates would take hours, and it needs normal effects. Why not method 1: it takes
    leniency from the means of annotators, so annotators of different documents seem to differ; here leniency and rest
    come from comparisons within items. What it costs: a somewhat larger sampling error than REML where annotators'
    shares are very unequal.

    k is the harmonic mean of the m_u, because a mean of m ratings has (s_a + s_e) / m.

    Checked against: Shrout and Fleiss' table (.29 and .62) and the formulas in exact fractions (tests/unit);
    `components_plain`, dense projections, to 1e-8 (tests/laws); REML on incomplete data (tests/recovery);
    pingouin 0.7.0, to 1e-12 (its figures are in tests/unit).

    Edge cases: only items rated twice or more count. A negative variance is an estimate near 0: `raw` columns keep it
    (unbiased, as published formulas do), `truncated` ones set it to 0 first. Not defined if ratings are not more than
    items and annotators use up, if all scores are equal, or if a denominator is not positive but for rounding.

    Args:
        cells: the ratings.
        k: ratings in a mean; the harmonic mean of the ratings of an item if None.
    """

    cells: RatedCells
    k: float | None = None

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
        if np.ptp(scores) == 0:
            return "all scores equal"
        return None if np.isfinite(self._components(np.ones((1, self.documents)))).all() else "too few ratings"

    @property
    def components(self) -> VarianceComponents:
        """The estimates, in squared points of the scale; below 0 as they come, NaN where not defined."""
        *variances, k = self._components(np.ones((1, self.documents)))[:, 0].tolist()
        item, annotator, residual = (part * self._scale**2 for part in variances)
        return VarianceComponents(item, annotator, residual, k)

    def at(self, weights: Floats) -> Floats:
        """Columns `ICC_NAMES` for each row of document weights."""
        raw = self._components(weights)
        return np.array([*_correlations(raw), *_correlations(np.maximum(0.0, raw))]).T

    @cached_property
    def _scale(self) -> float:
        """Standard deviation of all scores, which no correlation depends on."""
        return float(self.cells.paired.score.std()) or 1.0

    @cached_property
    def _standardised(self) -> RatedCells:
        cells = self.cells.paired
        z = (cells.score - cells.score.mean()) / self._scale
        return RatedCells(cells.item, cells.annotator, z, cells.document, cells.annotators)

    @cached_property
    def _within(self) -> WithinItems:
        return WithinItems(self._standardised)

    @cached_property
    def _moments(self) -> Floats:
        """Per document: ratings, items, sum of m^2, sum of 1/m, sum of scores, sum of m times squared means."""
        cells = self._standardised
        m, mean = cells.ratings.astype(np.float64), cells.item_means
        return np.array([cells.by_document(x) for x in (m, m**0, m * m, 1 / m, m * mean, m * mean**2)]).T

    def _components(self, weights: Floats) -> Floats:
        """Rows item, annotator, residual (standardised), k; a column for each row of weights."""
        n, items, squared, inverse, total, between = (weights @ self._moments).T
        within = self._within.at(weights)
        with np.errstate(divide="ignore", invalid="ignore"):
            k1, k2 = squared / n, within.load / n
            # What rounding leaves of equal scores is no spread (the standard deviation of all scores is 1).
            spread = within.rest + within.explained + between - total**2 / n > NOISE * n
            rest = ratio(within.rest, np.where(spread, n - items - within.annotators + within.groups, 0.0))
            freedom = within.annotators - within.groups
            annotator = ratio(within.explained - freedom * rest, n - items)
            item = ratio(between - total**2 / n - (items - k2) * annotator - (items - 1) * rest, n - k1)
            k = np.full(len(weights), self.k) if self.k else items / inverse
        return np.array([item, annotator, rest, k])


def _correlations(components: Floats) -> tuple[Floats, Floats]:
    item, annotator, rest, k = components
    parts = (annotator + rest, (annotator + rest) / k)
    single, mean = (ratio(item, item + part, np.abs(item) + np.abs(annotator) + np.abs(rest)) for part in parts)
    return single, mean


def components_plain(cells: RatedCells) -> VarianceComponents:
    """Variances by dense projections and their traces. For tests."""
    cells = cells.paired
    n, y = len(cells.score), cells.score
    a, b = (np.eye(int(code.max()) + 1)[code] for code in (cells.item, cells.annotator))
    one = np.ones((n, 1))

    def onto(columns: Floats) -> Floats:
        return np.asarray(columns @ np.linalg.pinv(columns))

    steps = [onto(a) - onto(one), onto(np.hstack([a, b])) - onto(a), np.eye(n) - onto(np.hstack([a, b]))]
    left = [[float(np.trace(z.T @ step @ z)) for z in (a, b, np.eye(n))] for step in steps]
    variances = np.linalg.solve(np.array(left), [y @ step @ y for step in steps])
    item, annotator, rest = variances.tolist()
    return VarianceComponents(item, annotator, rest, cells.items / float((1 / cells.ratings).sum()))
