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

from adjudge.kernels.paired_comparison.counts import Ints
from adjudge.kernels.paired_comparison.fit import PairedFit
from adjudge.kernels.paired_comparison.unit_scores import (
    UnitVotes,
    system_leverages,
    unit_informations,
    unit_leverages,
    unit_scores,
)

Floats = NDArray[np.float64]

#: Annotators x parameters^3 beyond which their informations are taken for diagonal.
MOST_PRODUCTS: Final = 2e10


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

    Checked against: the variance put into simulated votes (tests/recovery); the share of false rejections
    (benchmarks/study_comparisons.py).

    Args:
        fit: strengths fitted to all comparisons.
        cells: the comparisons, by annotator and unit.
        annotator: code of the annotator of each cell.
        unit: code of the unit of each cell.
    """
    n, cov = len(fit.strengths), fit.inverse
    influence, share = unit_scores(fit, cells) @ cov[:, :n], unit_leverages(fit, cells)
    by_annotator, by_unit = (_sums(influence, codes) for codes in (annotator, unit))
    weight = np.bincount(annotator, share)
    with_unit = (influence * by_unit[unit]).sum(axis=1)
    total = float((by_unit**2).sum())
    expected = total * (weight**2).sum() - 2 * weight @ np.bincount(annotator, with_unit)
    expected -= total * (share**2).sum() - 2 * share @ with_unit
    across = 1 - np.bincount(annotator, share**2) / np.maximum(weight, 1e-300) ** 2
    size, spread = _spread(fit, _by_annotator(cells, annotator), across)
    seen = float(size * across @ (1 - 2 * weight + (weight**2).sum()))
    found = float((by_annotator**2).sum() - (influence**2).sum()) - expected
    variance = max(0.0, found / seen) if seen > 0 else 0.0
    effective = (size @ across) ** 2 / ((size * across) ** 2).sum()
    return Tastes(variance, variance * spread, max(1.0, (effective - 1) * (n - 1)))


def _sums(rows: Floats, codes: Ints) -> Floats:
    """Sums of rows of the same code."""
    order = np.argsort(codes, kind="stable")
    starts = np.searchsorted(codes[order], np.arange(int(codes.max()) + 1))
    return np.asarray(np.add.reduceat(rows[order], starts))


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
        spread += np.einsum("h,hij,hkj->ik", across[start:stop], moved, moved, optimize=True)
    return size, spread
