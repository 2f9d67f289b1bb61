"""Intervals by document hold the true coefficient as often as they promise.

The campaigns are made here and share nothing with `adjudge.planning.simulation`: documents of different length, effects
and noise; seven categories, so that nothing is normal; three tenths of the cells are missing. The truth is the
coefficient of the same process with very many documents.
"""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.agreement.alpha import Alpha
from adjudge.kernels.agreement.cells import rated_cells
from adjudge.kernels.agreement.gwet import GwetAC
from adjudge.kernels.agreement.icc import IntraclassCorrelations
from adjudge.kernels.agreement.intervals import estimates

LENIENCY = np.array([-0.5, -0.2, 0.0, 0.25, 0.45])


def campaign(rng, documents):
    """Items of several systems in documents, rated by five people."""
    document = np.repeat(np.arange(documents), 3 * rng.integers(2, 11, documents))
    quality = rng.normal(0, 0.6, documents)[document] + rng.normal(0, 0.8, len(document))
    noise = np.exp(rng.normal(0, 0.3, documents))[document]
    seen = quality[:, None] + LENIENCY + noise[:, None] * rng.normal(0, 1, (len(document), 5))
    scores = np.clip(np.round(3.5 + 1.3 * seen), 1, 7)
    item, annotator = np.nonzero(rng.random(scores.shape) > 0.3)
    return rated_cells(item, annotator, scores[item, annotator], document[item])


def coefficients(cells):
    return {
        "alpha, interval": Alpha(cells),
        "alpha, ordinal": Alpha(cells, "ordinal"),
        "AC2": GwetAC(cells, categories=np.arange(1, 8)),
        "ICC": IntraclassCorrelations(cells),
    }


@pytest.mark.slow
@pytest.mark.parametrize(("documents", "lowest"), [(15, 0.90), (60, 0.93)])
def test_intervals_hold_the_truth(documents, lowest):
    rng, runs = np.random.default_rng(11), 600
    truth = {
        name: np.atleast_1d(coefficient.at(np.ones((1, coefficient.documents)))[0])
        for name, coefficient in coefficients(campaign(rng, 40_000)).items()
    }
    held: dict[tuple[str, int], list[bool]] = {}
    for _ in range(runs):
        for name, coefficient in coefficients(campaign(rng, documents)).items():
            for column, found in enumerate(estimates(coefficient, rng, draws=500)[:2]):
                assert found.low is not None
                assert found.high is not None
                inside = found.low <= truth[name][column] <= found.high
                held.setdefault((name, column), []).append(inside)
    # Promised .95; with few documents known to be less. Two standard errors of 600 runs are .018.
    for coverage in (np.mean(values) for values in held.values()):
        assert lowest - 0.018 <= coverage <= 0.97 + 0.018
