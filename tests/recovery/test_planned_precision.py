"""The certificate predicts how far estimates of equally good systems spread over simulated collections of a plan.

The annotators of the simulator are lenient, stretch the scale, keep to marks, are careless at times and have tastes,
and scores end at 0 and 100. The certificate knows seven variances, from covariances of real scores. Estimated is the
mixed model.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from adjudge.kernels.mixed_model.reml import fit_reml
from adjudge.planning.certificate.certify import certify
from adjudge.planning.certificate.counted import codes
from adjudge.planning.simulation.planned import collect
from adjudge.planning.simulation.presets import preset
from tests.unit.planning.certificate.plans import latin

SYSTEMS = 5
CAMPAIGNS = 60
EQUAL = replace(preset("wmt20").systems, qualities=(72.0,) * SYSTEMS, names=(), human=None)
SPEC = replace(preset("wmt20"), systems=EQUAL)


def estimates(work, seed):
    """Means of the systems by the mixed model."""
    ratings = collect(work, SPEC, seed=seed).ratings
    assert ratings is not None
    frame = ratings.frame.with_columns(segment=ratings.frame["document"] + "/" + ratings.frame["segment"])
    factors = [
        codes(frame[name], frame[name].unique().sort().to_list()) for name in ("annotator", "document", "segment")
    ]
    return fit_reml(frame["score"].to_numpy().astype(float), codes(frame["system"], work.systems), *factors).means


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param({"units": 30, "people": 10, "length": 8}, id="usual documents"),
        pytest.param({"units": 24, "people": 3, "length": 12}, id="few annotators"),
        pytest.param({"units": 60, "people": 10, "length": 3}, id="short documents"),
    ],
)
def test_differences_spread_as_predicted(plan):
    work = latin(SYSTEMS, plan["units"], plan["people"], length=plan["length"], per_session=5)
    precision = certify(work).precision
    assert precision is not None
    found = np.array([estimates(work, seed) for seed in range(CAMPAIGNS)])
    # 60 campaigns of 4 contrasts: the standard error of the spread is 1 / sqrt(2 * 240), 4.6%.
    spread = np.sqrt(2 * found.var(axis=1, ddof=1).mean())
    assert precision.standard_error == pytest.approx(spread, rel=0.1)
