"""What all models of strength share: the order by their estimates, and strengths with intervals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.kernels.probability.few_units import FEWEST_FOR_ERRORS
from adjudge.kernels.probability.student import quantiles_of_t
from adjudge.kernels.rounding import is_noise
from adjudge.ranking.comparisons.dependence import Dependence
from adjudge.ranking.comparisons.methods.catalogue import TOO_FEW_COMPARISONS
from adjudge.ranking.comparisons.ordering import Estimates, Ordering
from adjudge.ranking.comparisons.result import FittedModel, Strength
from adjudge.ranking.comparisons.tally import Tally

Floats = NDArray[np.float64]


def degrees_of_freedom(tally: Tally, dependence: Dependence) -> Floats:
    """Degrees of freedom of the error of every strength; NaN for a system of a single unit, whose error is unknown.

    Definition: one less than the units that hold the system, counted as so many of equal size (`equal_units`); without
    units, the comparisons beyond the systems.

    Raises:
        InputError: AJ034 if there are none.
    """
    comparisons = tally.comparisons if tally.votes is None else float(len(tally.votes))
    n = len(tally.systems)
    if (dependence.units - 1.0 if dependence.unit else comparisons - n) < 1:
        raise TOO_FEW_COMPARISONS(comparisons=comparisons, systems=n)
    votes = tally.votes
    if votes is None or dependence.codes is None:
        return np.full(n, comparisons - n)
    cells = np.concatenate([dependence.codes * n + side for side in (votes.first, votes.second)])
    cell, place = np.unique(cells, return_inverse=True)
    size = np.bincount(place, None if votes.weight is None else np.tile(votes.weight, 2)).astype(np.float64)
    system = cell % n
    with np.errstate(invalid="ignore"):
        freedom = np.bincount(system, size, n) ** 2 / np.bincount(system, size**2, n) - 1
    return np.where(np.bincount(system[size > 0], minlength=n) >= FEWEST_FOR_ERRORS, freedom, np.nan)


def strengths_with_intervals(
    estimates: Estimates,
    order: Sequence[int],
    names: Sequence[str],
    intervals: tuple[Floats, Floats] | None = None,
) -> tuple[Strength, ...]:
    """The strengths in rank order with 95% confidence intervals.

    Args:
        estimates: of the systems.
        order: their codes, best first.
        names: of the systems.
        intervals: lower and upper ends, if they do not come from the covariance.
    """
    errors = np.sqrt(np.diag(estimates.covariance))
    known = ~is_noise(errors, max(1.0, float(np.abs(estimates.values).max())))  # units that say the same leave no error
    half = np.where(known, quantiles_of_t(0.975, estimates.freedom) * errors, np.nan)
    low, high = intervals or (estimates.values - half, estimates.values + half)
    return tuple(
        Strength(
            system=names[i],
            strength=float(estimates.values[i]),
            error=float(errors[i]),
            low=None if np.isnan(low[i]) else float(low[i]),
            high=None if np.isnan(high[i]) else float(high[i]),
        )
        for i in order
    )


def order_by_estimates(
    order: Sequence[int], estimates: Estimates, model: FittedModel, *, findings: Sequence[Finding]
) -> Ordering:
    """The ordering of a model: its estimates are the scores.

    Args:
        order: codes of the systems by their estimates, best first.
        estimates: of the systems.
        model: what a result says of the model.
        findings: what the model has to say.
    """
    return Ordering(
        order=tuple(order),
        scores=estimates.values,
        estimates=estimates,
        model=model,
        findings=tuple(findings),
    )
