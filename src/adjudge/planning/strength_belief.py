"""What the comparisons so far tell of the strengths, as a normal distribution that allows for dependent votes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.information import Belief
from adjudge.kernels.paired_comparison.sandwich import model_covariance, sandwich_by_unit
from adjudge.ranking.comparisons.dependence import find_dependence
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.comparisons.tally import Tally, Unit

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Known:
    """What is known of the strengths.

    Args:
        belief: their means and covariance, and how much a vote tells.
        unit: what dependent votes have in common; None if votes are taken as independent.
        findings: why.
    """

    belief: Belief
    unit: Unit | None
    findings: tuple[Finding, ...] = ()


def known_of(ranked: Tally) -> Known:
    """Bradley-Terry strengths, with errors that allow for dependent votes.

    Definition: ties are half wins; units are found as `adjudge rank` finds them. The covariance is that of the model
    times the design effect D of `design_effect`, and a vote to come tells as much as 1 / D independent ones. The whole
    sandwich would not do: it calls a system certain that has hardly any votes (one tie gives it no error at all), which
    would then never be asked about again; and a fit with new votes moves the strengths along the model's covariance.

    Checked against: votes that are told twice, which teach nothing (tests/unit/rank).

    Args:
        ranked: counts for which a finite fit exists.
    """
    fit = fit_bradley_terry(ranked.wins, ranked.ties)
    model = model_covariance(fit)
    dependence, findings = find_dependence(ranked, ComparisonSettings())
    votes = ranked.votes
    if votes is None or dependence.by is None:
        return Known(Belief(fit.strengths, model), None, tuple(findings))
    units = dependence.of(votes)
    robust = sandwich_by_unit(fit, votes.first, votes.second, votes.outcome, units, weights=votes.weight)
    effect = design_effect(model, robust)
    text = f"Votes hang together: {effect:.1f} of them tell as much as one that stands alone."
    told = Finding("AJ311", "note", text, {"design_effect": effect}, "Rao and Scott 1981")
    return Known(Belief(fit.strengths, effect * model, effect), dependence.by, (*findings, told))


def design_effect(model: Floats, robust: Floats) -> float:
    """By how much dependence widens the variances of the strengths, on average; at least 1.

    Definition (Rao and Scott 1981, first-order correction): trace(M^+ R) / (n - 1), M the covariance of n strengths if
    votes are independent, R the one that allows for units. Few units may agree by chance, so that less than 1 is
    not believed.

    Checked against: R = c M, and votes that are told twice, which double it (tests/unit/rank).

    Args:
        model: M, of strengths that sum to 0.
        robust: R.
    """
    return max(1.0, float(np.trace(np.linalg.pinv(model, hermitian=True) @ robust)) / (len(model) - 1))
