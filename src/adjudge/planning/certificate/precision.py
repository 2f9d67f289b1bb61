"""What the plan will find: standard errors of differences, power for neighbours, smallest difference."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

import numpy as np

from adjudge.core.findings import Finding
from adjudge.kernels.block_designs.difference_errors import (
    ScoreVariances,
    difference_errors,
    estimate_covariance,
)
from adjudge.kernels.power.unit_flips import flip_power, flip_shift, flip_threshold, is_precise
from adjudge.kernels.probability.normal import quantile
from adjudge.kernels.probability.student import quantile_of_t
from adjudge.planning.certificate import catalogue as say
from adjudge.planning.certificate.counted import CountedPlan
from adjudge.planning.certificate.coverage import fewest_documents, groups_of_systems
from adjudge.planning.certificate.parts import Precision

#: Components on the scale of the scores, 0 to 100, from the covariances of the English-Inuktitut News data of WMT20
#: that the simulator is matched to (`adjudge.planning.simulation.spec`): of scores of one document by different
#: annotators 27, of one segment 121, of one document of one system 55 (124 within one showing), of one output 305;
#: annotators' means have sd 9.7; repeats differ by sd 18, to which an annotator's opinion of an item, sd 7, is added.
WMT20_VARIANCES: Final = ScoreVariances(
    annotator=9.7**2,
    document=27.0,
    segment=121.0 - 27.0,
    system_document=55.0 - 27.0,
    system_segment=305.0 - 121.0 - (55.0 - 27.0),
    showing=124.0 - 55.0,
    residual=18.0**2 / 2 + 7.0**2,
)
FROM_WMT20: Final = "covariances of the English-Inuktitut News scores of WMT20"
#: From the worst to the best system, points: 10 to 20 in WMT data; the default of the simulator.
WIDTH: Final = 18.0
#: The scale that the components are for.
SCALE: Final = "0..100"
LEVEL: Final = 0.05
#: Signs of so many documents can reach the level, 2^(1 - D) <= .05, whatever the number of pairs: the default test
#: corrects by the joint distribution of all pairs, so that one pair may stand out as far as its own signs allow.
FEWEST_SEPARATING: Final = 6
POWER: Final = 0.8


def expected_precision(
    plan: CountedPlan, variances: ScoreVariances | None, *, variances_from: str | None = None, width: float = WIDTH
) -> Precision | Finding:
    """Standard errors, intervals and power that the plan will have; where they cannot be told, why.

    Estimated is the mixed model of the default recipe with known variances (`estimate_covariance`). Power is that of
    the test of the default recipe, by sign flips of documents (`adjudge.kernels.power.unit_flips`), which finds nothing
    with fewer documents than `FEWEST_SEPARATING`. All pairs are considered as by Bonferroni, which is a little strict.

    Args:
        plan: counted.
        variances: components of the variance; those of WMT20 if left out, for scores from 0 to 100.
        variances_from: where they come from.
        width: from the worst to the best system, points.
    """
    why = _untold(plan, variances)
    if why is not None:
        return why
    systems, documents = len(plan.systems), fewest_documents(plan).documents
    known = variances or WMT20_VARIANCES
    errors = difference_errors(estimate_covariance(plan.arrays, known, systems))[np.triu_indices(systems, k=1)]
    error, pair_level, step = float(np.sqrt((errors**2).mean())), LEVEL / len(errors), width / (systems - 1)
    power, smallest = found_by_flips(step / error, documents, pair_level)
    power_unadjusted, smallest_unadjusted = found_by_flips(step / error, documents, LEVEL)
    return Precision(
        variances=asdict(known),
        variances_from=variances_from or (FROM_WMT20 if variances is None else "given"),
        standard_error=error,
        largest_error=float(errors.max()),
        half_width=quantile_of_t(1 - LEVEL / 2, documents - 1) * error,
        level=LEVEL,
        pair_level=pair_level,
        adjusted_half_width=quantile_of_t(1 - pair_level / 2, documents - 1) * error,
        width=width,
        step=step,
        power=power,
        power_unadjusted=power_unadjusted,
        smallest=None if smallest is None else smallest * error,
        smallest_unadjusted=None if smallest_unadjusted is None else smallest_unadjusted * error,
        documents=documents,
    )


def _untold(plan: CountedPlan, variances: ScoreVariances | None) -> Finding | None:
    """Why precision cannot be told; None if it can."""
    judging = plan.campaign.judging
    if judging.answer != "score":
        return say.UNTOLD()
    if variances is None and (judging.scale != SCALE or not judging.scored):
        return say.UNKNOWN_SPREAD(protocol=plan.campaign.protocol)
    if not plan.work.documents_known:
        return say.UNKNOWN_DOCUMENTS(segments=plan.work.segments.height)
    if len(plan.systems) < 2 or len(groups_of_systems(plan)) > 1:
        return say.NO_DIFFERENCE()
    documents = fewest_documents(plan).documents
    return say.ONE_DOCUMENT(documents=documents) if documents < 2 else None


def found_by_flips(shift: float, documents: int, level: float) -> tuple[float | None, float | None]:
    """Power of the default test for a difference in standard errors, and the difference it finds with power .8.

    The power is 0 if signs of so few documents cannot separate anything; both are None where they cannot be told with
    any precision (`is_precise`).
    """
    if documents < FEWEST_SEPARATING:
        return 0.0, None
    critical = quantile(1 - level / 2)
    if not is_precise(critical, documents):
        return None, None
    threshold = flip_threshold(critical, documents)
    return (
        float(flip_power(shift, threshold, documents - 1)),
        float(flip_shift(POWER, threshold, documents - 1)),
    )
