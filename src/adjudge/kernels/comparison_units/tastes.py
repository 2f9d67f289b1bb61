"""Tastes: annotators who favour systems wherever they meet them, a second reason why comparisons are dependent.

If annotator h adds tau_hi to the strength of system i in all her comparisons, tau_hi being independent with variance
s2, the strengths are moved by sum_h cov F_h tau_h, F_h being the information of her comparisons. Documents as units
know nothing of it. Her comparisons on different documents are alike only because of her tastes, so the products of
their influences on the strengths, document against document, estimate s2 without a model of the documents.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.comparison_units.unit_scores import (
    UnitVotes,
    score_terms,
    system_leverages,
    unit_informations,
    unit_leverages,
)
from adjudge.kernels.paired_comparison.counts import Ints
from adjudge.kernels.paired_comparison.fit import PairedFit
from adjudge.kernels.paired_comparison.sandwich import sums_of_products

Floats = NDArray[np.float64]

#: Annotators x parameters^3 beyond which cov F_h is taken for diagonal.
MOST_PRODUCTS: Final = 2e9
#: Numbers in one piece of groups x parameters.
CHUNK: Final = 4_000_000


@dataclass(frozen=True, eq=False)
class Tastes:
    """What tastes of annotators add to the uncertainty of strengths.

    Args:
        variance: estimated variance of a taste on the logit scale; 0 if comparisons show none.
        covariance: systems x systems, what tastes add beyond the units.
        freedom: degrees of freedom of the estimate.
    """

    variance: float
    covariance: Floats
    freedom: float


def estimate_tastes(fit: PairedFit, cells: UnitVotes, annotator: Ints, unit: Ints) -> Tastes:
    """The variance of tastes, and what it adds to the covariance of strengths.

    Definition: with a_k = cov s_k the influence of cell k, the comparisons by annotator h in unit g,

        s2 = (sum_h |a_h|^2 - sum_k |a_k|^2 - e) / sum_h m_h c_h (1 - 2 w_h + sum w^2),  at least 0,

    a_h being sums over the cells of an annotator, m_h = |cov F_h|^2, w the shares of annotators and cells in the fit,
    c_h = 1 - sum_k w_k^2 / w_h^2 the part of her comparisons that lies in different units, and e what the fit itself
    makes of the first two terms without tastes: with a_g the influence of a unit, r_k = a_k'a_g and v = sum_g |a_g|^2,
    e = sum_h (w_h^2 v - 2 w_h r_h) - sum_k (w_k^2 v - 2 w_k r_k). The covariance is s2 sum_h c_h (cov F_h)(cov F_h)'.

    Checked against: the variance put into simulated votes (tests/laws); the share of false rejections
    (benchmarks/study_votes.py).

    Args:
        fit: strengths fitted to all comparisons.
        cells: the comparisons, by annotator and unit.
        annotator: code of the annotator of each cell.
        unit: code of the unit of each cell.
    """
    n, cov = len(fit.strengths), fit.inverse
    inner = cov[:, :n] @ cov[:n, :]
    cell, column, term = score_terms(fit, cells)
    who = annotator[cell]
    of_unit = _products(unit[cell], column, term, inner)
    share = unit_leverages(fit, cells)
    weight = np.bincount(annotator, share)
    total = float(of_unit.sum())
    expected = total * (weight**2).sum() - 2 * weight[who] @ of_unit
    expected -= total * (share**2).sum() - 2 * share[cell] @ of_unit
    across = 1 - np.bincount(annotator, share**2) / np.maximum(weight, 1e-300) ** 2
    size, spread = _spread(fit, _by_annotator(cells, annotator), across)
    seen = float((size * across) @ (1 - 2 * weight + (weight**2).sum()))
    of_annotators, of_cells = (sums_of_products(group, column, term, len(inner)) for group in (who, cell))
    found = float((inner * (of_annotators - of_cells)).sum() - expected)
    variance = max(0.0, found / seen) if seen > 0 else 0.0
    effective = (size @ across) ** 2 / max(((size * across) ** 2).sum(), 1e-300)
    return Tastes(variance, variance * spread, max(1.0, (effective - 1) * (n - 1)))


def _products(group: Ints, column: Ints, term: Floats, inner: Floats) -> Floats:
    """Every term times the same parameter of (scores of its group) @ inner; summed over a group that is |cov s|^2."""
    size, products, groups = len(inner), np.empty(len(term)), int(group.max()) + 1
    step = max(1, CHUNK // size)
    order = np.arange(len(group)) if groups <= step else np.argsort(group, kind="stable")
    for low in range(0, groups, step):
        first, last = (0, len(group)) if groups <= step else np.searchsorted(group, (low, low + step), sorter=order)
        rows = order[first:last]
        own = (group[rows] - low) * size + column[rows]
        sums = np.bincount(own, term[rows], step * size).reshape(step, size) @ inner
        products[rows] = term[rows] * sums.ravel()[own]
    return products


def _by_annotator(cells: UnitVotes, annotator: Ints) -> UnitVotes:
    """The same comparisons with annotators as units."""
    who = np.asarray(annotator, dtype=np.intp)[cells.unit]
    order = np.argsort(who, kind="stable")
    return UnitVotes(
        unit=who[order],
        first=cells.first[order],
        second=cells.second[order],
        outcome=cells.outcome[order],
        count=cells.count[order],
        units=int(annotator.max()) + 1,
    )


def _spread(fit: PairedFit, votes: UnitVotes, across: Floats) -> tuple[Floats, Floats]:
    """|cov F_h|^2 of every annotator, and the sum of c_h (cov F_h)(cov F_h)'."""
    n, cov = len(fit.strengths), fit.inverse
    if votes.units * float(len(cov)) ** 3 > MOST_PRODUCTS:
        moved = system_leverages(fit, votes)
        level = np.eye(n) - 1 / n
        return (moved**2).sum(axis=1), level @ np.diag(across @ moved**2) @ level
    size, spread = np.empty(votes.units), np.zeros((n, n))
    for start, stop, information in unit_informations(fit, votes):
        moved = cov[:n] @ information[:, :, :n]
        size[start:stop] = (moved**2).sum(axis=(1, 2))
        beside = (np.sqrt(across[start:stop, None, None]) * moved).transpose(1, 0, 2).reshape(n, -1)
        spread += beside @ beside.T
    return size, spread
