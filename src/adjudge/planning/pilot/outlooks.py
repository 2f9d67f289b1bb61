"""From simulated campaigns to what is expected of a scenario, and of the pilot itself."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from adjudge.planning.pilot.base import AnalysedPilot
from adjudge.planning.pilot.campaigns import Simulated
from adjudge.planning.pilot.result import Outlook, PredictedPair
from adjudge.planning.pilot.scenarios import Scenario
from adjudge.planning.pilot.verdicts import LEVEL, Verdicts


def of_pilot(base: AnalysedPilot) -> Outlook:
    """What the pilot says by itself."""
    from scipy.special import stdtrit

    places, tests, p = _places(base), base.analysis.tests, len(base.model.fit.systems)
    first, second = np.triu_indices(p, 1)
    evidence = base.model.evidence
    free, units = evidence.free_errors, evidence.effective_units
    widths = 2 * free * stdtrit(np.maximum(units - 1, 1.0), 0.5 + LEVEL / 2)
    separated = (tests.p < base.analysis.recipe.test.level)[places[first], places[second]]
    found = Verdicts(separated[None], evidence.contributions.differences[None], widths[None])
    return _outlook(base, Scenario(), len(base.rows.y), [found])


def _places(base: AnalysedPilot) -> NDArray[np.intp]:
    """Where each system of the model stands in the ranking."""
    return base.model.ranks_of(base.analysis.estimate.order)


def of_campaigns(base: AnalysedPilot, scenario: Scenario, parts: Sequence[Simulated]) -> Outlook:
    """What simulated campaigns find, and how many judgements they hold in the mean."""
    judgements = np.average([part.judgements for part in parts], weights=[len(part) for part in parts])
    return _outlook(base, scenario, round(judgements), [part.verdicts for part in parts])


def _outlook(base: AnalysedPilot, scenario: Scenario, judgements: int, parts: Sequence[Verdicts]) -> Outlook:
    """Shares over all campaigns, by pairs in the order of the pilot's ranking."""
    separated, differences, widths = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("separated", "differences", "widths")
    )
    places, systems = _places(base), base.model.fit.systems
    first, second = np.triu_indices(len(systems), 1)
    ahead = places[first] < places[second]
    observed = base.model.evidence.contributions.differences
    now = (base.analysis.tests.p < base.analysis.recipe.test.level)[places[first], places[second]]
    probability, width = separated.mean(axis=0), widths.mean(axis=0)
    against = (separated & ((differences < 0) == ahead)).mean(axis=0)
    pairs = []
    for i in np.lexsort([np.maximum(places[first], places[second]), np.minimum(places[first], places[second])]):
        a, b = (first[i], second[i]) if ahead[i] else (second[i], first[i])
        pairs.append(
            PredictedPair(
                systems[a],
                systems[b],
                difference=float(observed[i] if ahead[i] else -observed[i]),
                separated=bool(now[i]),
                probability=float(probability[i]),
                reversed=float(against[i]),
                width=float(width[i]) if math.isfinite(width[i]) else None,
            )
        )
    counts = separated.sum(axis=1)
    middle = float(np.median(width))
    return Outlook(
        label=scenario.label,
        documents=scenario.documents,
        segments=scenario.segments,
        annotators=scenario.annotators,
        judgements=judgements,
        expected=float(counts.mean()),
        low=int(np.quantile(counts, 0.1, method="lower")),
        high=int(np.quantile(counts, 0.9, method="higher")),
        width=middle if math.isfinite(middle) else None,
        pairs=tuple(pairs),
    )
