"""Who clicks at random is found by the repeats, and who reads is not."""

from __future__ import annotations

import math

import numpy as np
import polars as pl

from adjudge.core.recipes.recipe import Filters
from adjudge.planning.simulation.presets import preset
from adjudge.planning.simulation.settings import with_settings
from adjudge.planning.simulation.simulate import simulate
from adjudge.scoring.quality import check_quality

#: 40 annotators with 40 repeats each; every third clicks at random throughout.
CROWD = with_settings(
    preset("wmt18"),
    {
        "annotators.careless_share": "0.33",
        "annotators.careless_slip": "1",
        "annotators.count": "40",
        "annotators.workload": "0",
        "sessions.count": "160",
    },
)


def test_random_clickers_fail_and_careful_annotators_pass():
    passed: dict[bool, list[bool]] = {False: [], True: []}
    for seed in range(3):
        campaign = simulate(CROWD, seed=seed)
        clickers = set(campaign.truth.annotators.filter(pl.col("slip") == 1)["annotator"])
        for check in check_quality(campaign.table.frame, Filters(quality="repeat")):
            assert check.passed is not None
            passed[check.unit in clickers].append(check.passed)
    # At most the level of .05 and four standard errors.
    assert np.mean(passed[True]) < 0.05 + 4 * math.sqrt(0.05 * 0.95 / len(passed[True]))
    assert np.mean(passed[False]) > 0.9
