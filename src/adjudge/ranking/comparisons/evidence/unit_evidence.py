"""What units of comparisons say about fitted strengths: errors for intervals, and what pairs are tested by.

How much is kept depends on how much there is, never on what would come out (`contributions_for`): units pair by pair;
with very many systems units system by system; with very many units their covariance only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.comparison_units.jackknife import jackknife_covariance, shared_jackknife_covariance
from adjudge.kernels.comparison_units.pair_flips import Contributions, contributions_for
from adjudge.kernels.comparison_units.tastes import Tastes, estimate_tastes
from adjudge.kernels.comparison_units.unit_scores import UnitVotes, count_by_unit
from adjudge.kernels.paired_comparison.counts import pairs_met
from adjudge.kernels.paired_comparison.fit import PairedFit
from adjudge.kernels.paired_comparison.sandwich import sandwich, sandwich_by_unit
from adjudge.ranking.comparisons.dependence import Dependence
from adjudge.ranking.comparisons.tally import Tally
from adjudge.ranking.comparisons.votes import dense_codes

Floats = NDArray[np.float64]

#: Units x parameters^3 beyond which leaving out a unit is computed system by system.
MOST_PRODUCTS: Final = 1.2e9


@dataclass(frozen=True, eq=False)
class UnitEvidence:
    """What units say.

    Args:
        fit: strengths fitted to all comparisons.
        votes: the comparisons by unit; None if there are too many units.
        by_unit: covariance of the strengths, from units alone.
        covariance: the same with what tastes of annotators add.
        freedom: degrees of freedom of the error of each strength.
        errors: where the covariance comes from.
        contributions: how much of the units is kept for tests.
        tastes: of annotators; None if they are not looked for.
    """

    fit: PairedFit
    votes: UnitVotes | None
    by_unit: Floats
    covariance: Floats
    freedom: Floats
    errors: Literal["jackknife", "sandwich"]
    contributions: Contributions
    tastes: Tastes | None = None


def gather_evidence(fit: PairedFit, tally: Tally, dependence: Dependence, freedom: Floats) -> UnitEvidence:
    """What the units of the comparisons say about the strengths.

    Args:
        fit: of a model, to the comparisons.
        tally: the comparisons.
        dependence: which of them are dependent.
        freedom: of the error of every strength, by units alone.
    """
    n = len(tally.systems)
    kept: Contributions = contributions_for(_units(tally, dependence), n)
    votes = None if kept == "normal" else votes_by_unit(tally, dependence)
    by_unit = _sandwich(fit, tally, dependence) if votes is None else _jackknife(fit, votes)
    tastes = _tastes(fit, tally, dependence)
    own, covariance, degrees = np.diag(by_unit), by_unit, freedom
    if tastes is not None and tastes.variance:
        added = np.diag(tastes.covariance)
        degrees = (own + added) ** 2 / (own**2 / freedom + added**2 / tastes.freedom)
        covariance = by_unit + tastes.covariance
    return UnitEvidence(
        fit=fit,
        votes=votes,
        by_unit=by_unit,
        covariance=covariance,
        freedom=degrees,
        errors="sandwich" if votes is None else "jackknife",
        contributions=kept,
        tastes=tastes,
    )


def _units(tally: Tally, dependence: Dependence) -> int:
    """How many units there are; each comparison is one if all are treated as independent."""
    if dependence.codes is not None:
        return dependence.units
    return int(np.ceil(tally.comparisons)) if tally.votes is None else len(tally.votes)


def votes_by_unit(tally: Tally, dependence: Dependence) -> UnitVotes:
    """The comparisons by unit; each is one if all are treated as independent."""
    votes, n = tally.votes, len(tally.systems)
    if votes is not None:
        units = dependence.of(votes)
        return count_by_unit(votes.first, votes.second, votes.outcome, units, n, weights=votes.weight)
    first, second, outcomes = pairs_met(tally.wins, tally.ties)
    counts = np.concatenate(outcomes).astype(np.intp)
    codes = np.repeat(np.arange(len(counts)), counts)
    result, pair = np.divmod(codes, len(first))
    return UnitVotes(
        unit=np.arange(len(codes)),
        first=first[pair],
        second=second[pair],
        outcome=np.array([1, -1, 0], dtype=np.int8)[result],
        count=np.ones(len(codes)),
        units=len(codes),
    )


def _jackknife(fit: PairedFit, votes: UnitVotes) -> Floats:
    few = votes.units * float(len(fit.information)) ** 3 <= MOST_PRODUCTS
    return jackknife_covariance(fit, votes) if few else shared_jackknife_covariance(fit, votes)


def _sandwich(fit: PairedFit, tally: Tally, dependence: Dependence) -> Floats:
    votes = tally.votes
    if votes is None or (dependence.codes is None and votes.weight is None):
        return sandwich(fit, tally.wins, tally.ties)
    return sandwich_by_unit(fit, votes.first, votes.second, votes.outcome, dependence.of(votes), weights=votes.weight)


def _tastes(fit: PairedFit, tally: Tally, dependence: Dependence) -> Tastes | None:
    votes, who = tally.votes, dependence.annotators
    if votes is None or who is None:
        return None
    n, annotators = len(tally.systems), int(who.max()) + 1
    units = dependence.of(votes)
    cell = dense_codes(units * annotators + who)
    of_cell = np.zeros(int(cell.max()) + 1, dtype=np.int64)
    of_cell[cell] = units * annotators + who
    unit, annotator = np.divmod(of_cell, annotators)
    held = count_by_unit(votes.first, votes.second, votes.outcome, cell, n, weights=votes.weight)
    return estimate_tastes(fit, held, annotator, unit)
