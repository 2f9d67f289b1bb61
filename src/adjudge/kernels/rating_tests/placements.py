"""The effect size P(A > B) + half P(A = B), with an interval that knows about documents."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.probability.few_units import LEAST_FREEDOM, equal_units
from adjudge.kernels.probability.student import quantile_of_t, quantiles_of_t

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Effects:
    """Effects of all ordered pairs of groups with their intervals; row against column.

    Args:
        theta: P(row > column) + half P(row = column).
        low: lower ends.
        high: upper ends.
    """

    theta: Floats
    low: Floats
    high: Floats


def all_effects(values: Floats, groups: Ints, documents: Ints, n_groups: int, level: float = 0.95) -> Effects:
    """Effects of all pairs of groups, documents as the unit of sampling.

    Definition: theta is the mean placement V of the row's values among the column's, V = share below + half the share
    equal. Its influence on document d is sum over row values in d of (V_i - theta) / m - sum over column values in d of
    (W_j - (1 - theta)) / n, with W their placements among the row's; the variance is G / (G - 1) times the sum of their
    squares over the G documents of the pair (DeLong et al. 1988 for dependent scores; Obuchowski 1997). The interval is
    symmetric on the logit scale, so it stays within (0, 1). It takes the quantile of t with D - 1 degrees of freedom, D
    being the effective documents, n^2 / sum n_d^2 (Kish 1965), of the group that has fewer: with the normal quantile
    intervals from 3, 6 and 10 documents hold 73, 81 and 88%. At theta 0 or 1, or if a group has a single document, the
    variance is unknown and the interval is (0, 1).

    Checked against: the plain twin below, DeLong's variance with one score to a document, and coverage on
    simulated documents (tests/laws, benchmarks/study_few_units.py).

    Args:
        values: all scores; equal scores must be equal bit for bit.
        groups: number of the group of each score.
        documents: number of its document.
        n_groups: number of groups.
        level: coverage of the intervals.
    """
    _, code = np.unique(values, return_inverse=True)
    code, n_values, n_documents = code.reshape(-1), int(code.max()) + 1, int(documents.max()) + 1
    counts = np.bincount(code * n_groups + groups, minlength=n_values * n_groups).reshape(n_values, n_groups)
    sizes = counts.sum(axis=0)
    placed = (np.cumsum(counts, axis=0) - 0.5 * counts) / sizes
    # Sums of placements by group and document: everything else is arithmetic on these.
    cell = groups * n_documents + documents
    order = np.argsort(cell, kind="stable")
    present, starts = np.unique(cell[order], return_index=True)
    sums = np.zeros((n_groups * n_documents, n_groups))
    sums[present] = np.add.reduceat(placed[code[order]], starts)
    by_document = sums.reshape(n_groups, n_documents, n_groups)
    held = np.bincount(cell, minlength=n_groups * n_documents).reshape(n_groups, n_documents)
    theta = by_document.sum(axis=1) / sizes[:, None]
    return _intervals(by_document, held, sizes, theta, level)


def _intervals(sums: Floats, held: Ints, sizes: Ints, theta: Floats, level: float) -> Effects:
    # centred[a, d, b]: sum over values of a in d of (placement among b - theta), divided by the size of a
    centred = (sums - held[:, :, None] * theta[:, None, :]) / sizes[:, None, None]
    influence = centred - centred.transpose(2, 1, 0)
    used = ((held[:, None, :] + held[None, :, :]) > 0).sum(axis=2)
    variance = (influence**2).sum(axis=1) * used / np.maximum(used - 1, 1)
    several = (held > 0).sum(axis=1) > 1  # a single document of a group says nothing about others
    inside = (theta > 0) & (theta < 1) & several[:, None] & several[None, :]
    safe = np.where(inside, theta, 0.5)
    effective = equal_units(held.T.astype(np.float64))
    freedom = np.maximum(np.minimum(effective[:, None], effective[None, :]) - 1, LEAST_FREEDOM)
    half = quantiles_of_t(0.5 + level / 2, freedom) * np.sqrt(variance) / (safe * (1 - safe))
    logit = np.log(safe / (1 - safe))
    low, high = (1 + np.tanh((logit - half) / 2)) / 2, (1 + np.tanh((logit + half) / 2)) / 2
    return Effects(theta, np.where(inside, low, 0.0), np.where(inside, high, 1.0))


def placements(x: Floats, y: Floats) -> Floats:
    """For each value of x the share of y below it, plus half the share equal to it."""
    return np.array([float((y < value).mean() + 0.5 * (y == value).mean()) for value in x])


def effect_interval_plain(
    x: Floats, y: Floats, x_documents: Ints, y_documents: Ints, level: float = 0.95
) -> tuple[float, float]:
    """The interval of one pair, document by document. The plain twin, for tests."""
    v, w = placements(x, y), placements(y, x)
    theta = float(v.mean())
    names = sorted({*x_documents.tolist(), *y_documents.tolist()})
    if not 0 < theta < 1 or min(len(set(x_documents.tolist())), len(set(y_documents.tolist()))) == 1:
        return 0.0, 1.0
    influences = [
        float((v[x_documents == d] - theta).sum() / len(x) - (w[y_documents == d] - (1 - theta)).sum() / len(y))
        for d in names
    ]
    variance = sum(i * i for i in influences) * len(names) / max(len(names) - 1, 1)
    effective = [
        len(part) ** 2 / sum(float((part == d).sum()) ** 2 for d in set(part)) for part in (x_documents, y_documents)
    ]
    freedom = max(min(effective) - 1, LEAST_FREEDOM)
    half = quantile_of_t(0.5 + level / 2, freedom) * math.sqrt(variance) / (theta * (1 - theta))
    logit = math.log(theta / (1 - theta))
    return (1 + math.tanh((logit - half) / 2)) / 2, (1 + math.tanh((logit + half) / 2)) / 2
