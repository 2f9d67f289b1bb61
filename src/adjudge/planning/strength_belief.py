"""What the comparisons so far say of the strengths, as a normal distribution that allows for dependence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.kernels.paired_comparison.bradley_terry import fit_bradley_terry
from adjudge.kernels.paired_comparison.information import Belief
from adjudge.kernels.paired_comparison.sandwich import model_covariance, sandwich_by_unit
from adjudge.planning.catalogue import DESIGN_EFFECT
from adjudge.ranking.comparisons.dependence import find_dependence
from adjudge.ranking.comparisons.settings import Unit
from adjudge.ranking.comparisons.tally import Tally

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class StrengthBelief:
    """What is believed of the strengths.

    Args:
        belief: their means and covariance, and how much a comparison tells.
        unit: what dependent comparisons share; None if they are treated as independent.
        findings: which are treated as dependent, and what that costs.
    """

    belief: Belief
    unit: Unit | None = None
    findings: tuple[Finding, ...] = ()


def believe_strengths(tally: Tally) -> StrengthBelief:
    """Bradley-Terry strengths, with errors that allow for dependent comparisons.

    Definition: ties are half wins; units are found as `adjudge.rank` finds them. The covariance is that of the model
    times the design effect D of `design_effect`, and a comparison to come tells as much as 1 / D independent ones. The
    whole sandwich would not do: it calls a system certain that has hardly any comparisons (one tie gives it no error at
    all), which would then never be asked about again; and a fit with new comparisons moves the strengths along the
    model's covariance.

    Checked against: comparisons that are counted twice, which teach nothing (tests/unit/planning).

    Args:
        tally: counts for which a finite fit exists.
    """
    fit = fit_bradley_terry(tally.wins, tally.ties)
    model, dependence, votes = model_covariance(fit), find_dependence(tally), tally.votes
    if votes is None or dependence.unit is None:
        return StrengthBelief(Belief(fit.strengths, model), findings=dependence.findings)
    units = dependence.of(votes)
    robust = sandwich_by_unit(fit, votes.first, votes.second, votes.outcome, units, weights=votes.weight)
    effect = design_effect(model, robust)
    findings = (*dependence.findings, DESIGN_EFFECT(design_effect=effect))
    return StrengthBelief(Belief(fit.strengths, effect * model, effect), dependence.unit, findings)


def design_effect(model: Floats, robust: Floats) -> float:
    """By how much dependence widens the variances of the strengths, on average; at least 1.

    Definition (Rao and Scott 1981, first-order correction): trace(M^+ R) / (n - 1), M the covariance of n strengths if
    comparisons are independent, R the one that allows for units. Few units may agree by chance, so that less than 1 is
    not believed.

    Checked against: R = c M, and comparisons that are counted twice, which double it (tests/unit/planning).

    Args:
        model: M, of strengths that sum to 0.
        robust: R.
    """
    return max(1.0, float(np.trace(np.linalg.pinv(model, hermitian=True) @ robust)) / (len(model) - 1))
