"""How far fitted strengths move when one unit of comparisons is left out: their covariance by the jackknife."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.comparison_units.unit_scores import UnitVotes, system_leverages, unit_informations, unit_scores
from adjudge.kernels.paired_comparison.counts import Ints, count_outcomes
from adjudge.kernels.paired_comparison.fit import PairedFit, with_level

Floats = NDArray[np.float64]

#: How much of a unit is left out: without a trace of it a system that only one unit holds would have no strength.
LEFT_OUT: Final = 0.999


def jackknife_covariance(fit: PairedFit, votes: UnitVotes) -> Floats:
    """Covariance of the strengths if only units of comparisons are independent.

    Definition: (G - 1) / G sum d_g d_g' over the G units, d_g = (I - F_g)^-1 s_g being Newton's step from the strengths
    of all units to those without unit g; I and F_g are the informations of the fit and of the unit, s_g is its score.
    It is CR3 of Bell and McCaffrey (2002): unlike the sandwich it is not too small when units are few.

    Checked against: strengths fitted again without each unit (tests/laws); coverage of its intervals
    (benchmarks/study_votes.py).

    Args:
        fit: strengths fitted to these comparisons.
        votes: the comparisons, by unit; two units at least.
    """
    n = len(fit.strengths)
    whole, scores = with_level(fit.information, n), unit_scores(fit, votes)
    moved = np.empty((votes.units, n))
    for start, stop, information in unit_informations(fit, votes):
        step = np.linalg.solve(whole - LEFT_OUT * information, scores[start:stop, :, None])
        moved[start:stop] = step[:, :n, 0]
    return np.asarray(moved.T @ moved) * (votes.units - 1) / votes.units


def shared_jackknife_covariance(fit: PairedFit, votes: UnitVotes) -> Floats:
    """The same for very many systems: system i of cov s_g divided by 1 - h, h the share of unit g in its strength."""
    n = len(fit.strengths)
    moved = unit_scores(fit, votes) @ fit.inverse[:, :n]
    moved /= np.maximum(1 - LEFT_OUT * system_leverages(fit, votes), 1 - LEFT_OUT)
    return np.asarray(moved.T @ moved) * (votes.units - 1) / votes.units


def jackknife_covariance_plain(
    fit_model: Callable[[Floats, Floats], PairedFit], first: Ints, second: Ints, outcome: Ints, *, unit: Ints, n: int
) -> Floats:
    """The definition with the model fitted again without each unit, not only stepped towards. For tests."""
    whole = fit_model(*count_outcomes(first, second, outcome, n)).strengths
    units = int(unit.max()) + 1
    total = np.zeros((n, n))
    for group in range(units):
        kept = unit != group
        moved = fit_model(*count_outcomes(first[kept], second[kept], outcome[kept], n)).strengths - whole
        total += np.outer(moved, moved)
    return total * (units - 1) / units
