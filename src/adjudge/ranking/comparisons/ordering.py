"""What a method for comparisons hands over: an order, and whatever it knows beyond it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.kernels.rounding import settle
from adjudge.ranking.comparisons.evidence.unit_evidence import UnitEvidence
from adjudge.ranking.comparisons.result import FittedModel, Optimum
from adjudge.ranking.comparisons.settings import Unit

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Estimates:
    """Estimates of a model, one for each system in the order of the tally.

    Args:
        values: the estimates.
        covariance: of the estimates.
        freedom: degrees of freedom of the error of each estimate.
        errors: where the covariance comes from.
        unit: what comparisons share that it treats as dependent; None if it treats all as independent.
        draws: bootstrap replicates behind the covariance; None if it comes from a formula.
        evidence: what units say, which pairs are tested by; None if they are tested by the covariance.
    """

    values: Floats
    covariance: Floats
    freedom: Floats
    errors: Literal["jackknife", "sandwich", "bootstrap", "model"]
    unit: Unit | None
    draws: int | None = None
    evidence: UnitEvidence | None = None


@dataclass(frozen=True, eq=False)
class Ordering:
    """An order of systems.

    Args:
        order: codes of the systems, best first.
        scores: of the systems, in the order of the tally; None if the method gives places only.
        estimates: of a model, which the pairs are tested by.
        ranges: ranks that the method itself leaves open, in rank order.
        lines: whether the method itself draws a line below each system, in rank order.
        line_shares: how often it does.
        optimum: of an exact search.
        model: of a model.
        findings: what the method has to say.
    """

    order: tuple[int, ...]
    scores: Floats | None = None
    estimates: Estimates | None = None
    ranges: tuple[tuple[int, int], ...] | None = None
    lines: tuple[bool, ...] | None = None
    line_shares: tuple[float, ...] | None = None
    optimum: Optimum | None = None
    model: FittedModel | None = None
    findings: tuple[Finding, ...] = ()


def best_first(scores: Floats, names: Sequence[str]) -> tuple[int, ...]:
    """Codes of the systems by their strengths or shares; those that differ by rounding only stand by name."""
    settled = settle(scores, max(1.0, float(np.abs(scores).max()))).tolist()
    return tuple(sorted(range(len(scores)), key=lambda i: (-settled[i], names[i])))
