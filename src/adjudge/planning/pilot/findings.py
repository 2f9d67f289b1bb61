"""What a prediction from a pilot rests on; the sentences are in the catalogue."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.planning.pilot import catalogue as say
from adjudge.planning.pilot.base import AnalysedPilot
from adjudge.planning.pilot.extension import outputs, workload
from adjudge.planning.pilot.scenarios import Scenario
from adjudge.ranking.ratings.analysis import Analysis
from adjudge.ranking.ratings.flips.evidence import MIN_ANNOTATORS

Floats = NDArray[np.float64]

#: With fewer units of equal size variances are rough.
FEW_UNITS: Final = 12


def of_reading(analysis: Analysis) -> tuple[Finding, ...]:
    """What reading, checking and preparing the judgements found."""
    return (*analysis.origin.first, *analysis.origin.read, *analysis.origin.picked, *analysis.kept.findings)


def of_prediction(base: AnalysedPilot, scenarios: Sequence[Scenario], spreads: Floats, draws: int) -> list[Finding]:
    """What the prediction rests on."""
    findings: list[Finding] = []
    if base.fitted.units < FEW_UNITS:
        findings.append(say.FEW_UNITS(units=base.fitted.units, _unit=base.unit))
    if 0 < base.people < MIN_ANNOTATORS:
        findings.append(say.THESE_ANNOTATORS(annotators=base.people, _fewest=MIN_ANNOTATORS))
    texts = [one for one in scenarios if one.documents or one.segments]
    if texts and base.people and not base.lasting:
        findings.append(say.NEW_SESSIONS())
    elif texts:
        both = any(one.annotators for one in texts)
        taken = "New annotators take an equal share of them." if both else None
        findings.append(say.AS_IN_PILOT(_both=taken))
    if any(one.again for one in scenarios):
        findings.append(_judged_again(base))
    findings.append(say.OBSERVED())
    observed = float(np.std(base.model.fit.reml.means, ddof=1))
    middle, low, high = np.quantile(spreads, [0.5, 0.25, 0.75]).tolist()
    entry = say.SHRUNKEN if round(middle, 2) < round(observed, 2) else say.NOT_SHRUNKEN  # as printed
    findings.append(entry(observed=observed, true=middle, low=low, high=high))
    return [*findings, say.ROUNDED(draws=draws, error=0.5 / math.sqrt(draws))]


def _judged_again(base: AnalysedPilot) -> Finding:
    shared, pilot, each = base.fitted.shared, base.fitted, workload(base.rows)
    cell, residual = pilot.variances[3], pilot.variances[4]
    numbers: dict[str, Any] = {
        "workload": each,
        "_which": "every one" if each == outputs(base.rows) else "as many as one of the pilot did on average",
        "share": float((shared.cell * cell + shared.output * residual) / (cell + residual)),
        "pairs": shared.pairs,
    }
    return (say.ASSUMED_AGAIN if shared.is_assumed else say.JUDGED_AGAIN)(**numbers)
