"""Leniency: how much higher an annotator scores than others on the same outputs, where enough is shared (Z9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from adjudge.auditing.annotators.ratings.rows import DescribedRows
from adjudge.kernels.agreement.leniency import fit_leniency
from adjudge.kernels.probability.multiplicity import holm


@dataclass(frozen=True)
class Leniency:
    """How lenient an annotator is, among those whom shared outputs connect.

    Args:
        points: expected score minus the mean of the connected annotators with five shared documents or more, on the
            same outputs; negative is strict.
        se: standard error, robust to dependence within documents; None with fewer than five documents.
        p: two-sided p-value of "like the mean of the group", corrected by Holm for the number of annotators; None
            likewise.
        group: number of the group of connected annotators, from 1; leniency is comparable within a group only.
        documents: documents (segments, if documents are unknown) with an output that somebody else rated, too.
    """

    points: float
    se: float | None
    p: float | None
    group: int
    documents: int


def leniencies(rows: DescribedRows) -> dict[str, Leniency]:
    """The leniency of every annotator who shares an output with another, by name."""
    from scipy.special import stdtr

    fit = fit_leniency(rows.cells)
    known = np.flatnonzero(fit.group >= 0)
    p = np.full(len(fit.effect), np.nan)
    tested = np.flatnonzero(np.isfinite(fit.se))
    p[tested] = holm(2 * stdtr(fit.freedom[tested], -np.abs(fit.effect[tested] / fit.se[tested])))
    _, numbers = np.unique(fit.group[known], return_inverse=True)
    return {
        rows.annotators[code]: Leniency(
            float(fit.effect[code]), _number(fit.se[code]), _number(p[code]), int(number) + 1, int(fit.own[code])
        )
        for code, number in zip(known.tolist(), numbers.tolist(), strict=True)
    }


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
