"""What the plan will find: standard errors of differences, power for neighbours, smallest difference."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

import numpy as np

from adjudge.kernels.block_designs.difference_errors import (
    ScoreVariances,
    difference_errors,
    estimate_covariance,
)
from adjudge.kernels.power.difference import normal_power, smallest_difference
from adjudge.kernels.power.rank_sum import smallest_effect
from adjudge.kernels.probability.normal import quantile
from adjudge.planning.certificate.counted import CountedPlan
from adjudge.planning.certificate.coverage import coverage_rows
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
POWER: Final = 0.8


def expected_precision(
    plan: CountedPlan, variances: ScoreVariances | None, *, variances_from: str | None = None, width: float = WIDTH
) -> Precision | None:
    """Standard errors, intervals and power that the plan will have; None where they cannot be told.

    Estimated is the mixed model of the default recipe with known variances (`estimate_covariance`); tests use the
    normal distribution. So figures hold for documents by the dozen; few documents find less.

    Args:
        plan: counted.
        variances: components of the variance; those of WMT20 if left out, for scores from 0 to 100.
        variances_from: where they come from.
        width: from the worst to the best system, points.
    """
    judging, systems = plan.campaign.judging, len(plan.systems)
    if variances is None and (judging.scale != SCALE or not judging.scored):
        return None
    if judging.answer != "score" or systems < 2 or plan.cells["system"].n_unique() < systems:
        return None
    known = variances or WMT20_VARIANCES
    errors = difference_errors(estimate_covariance(plan.arrays, known, systems))[np.triu_indices(systems, k=1)]
    error, pair_level, step = float(np.sqrt((errors**2).mean())), LEVEL / len(errors), width / (systems - 1)
    held = plan.coverage
    documents, segments = min(row.documents for row in coverage_rows(plan)), int(held.sum(axis=0).min())
    return Precision(
        variances=asdict(known),
        variances_from=variances_from or (FROM_WMT20 if variances is None else "given"),
        standard_error=error,
        largest_error=float(errors.max()),
        half_width=quantile(1 - LEVEL / 2) * error,
        level=LEVEL,
        pair_level=pair_level,
        adjusted_half_width=quantile(1 - pair_level / 2) * error,
        width=width,
        step=step,
        power=normal_power(step, error, pair_level),
        power_unadjusted=normal_power(step, error, LEVEL),
        smallest=smallest_difference(error, POWER, pair_level),
        smallest_unadjusted=smallest_difference(error, POWER, LEVEL),
        documents=documents,
        segments=segments,
        smallest_p=smallest_effect(segments, segments, POWER, LEVEL),
        smallest_p_documents=smallest_effect(documents, documents, POWER, LEVEL),
    )
