"""Tastes and spreads of annotators that were put into campaigns are found again."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.mixed_model.annotator_noise import taste_noise
from adjudge.kernels.mixed_model.reml import fit_reml
from adjudge.kernels.probability.shrinkage import shrunken_spreads


def estimated(seed, sd):
    rng = np.random.default_rng(seed)
    systems, annotators, documents, length = 5, 12, 40, 3
    item = np.arange(systems * documents * length)
    system, segment = item % systems, item // systems
    document = segment // length
    annotator = rng.integers(0, annotators, (documents, systems))[document, system]
    y = 60 + rng.normal(0, 8, annotators)[annotator] + rng.normal(0, 10, len(item))
    y += (
        rng.normal(0, 4, (documents, systems))[document, system]
        + rng.normal(0, sd, (annotators, systems))[annotator, system]
    )
    codes = (np.unique(part, return_inverse=True)[1].astype(np.intp) for part in (system, annotator, document, segment))
    found = taste_noise(fit_reml(y, *codes))
    return found.variance, found.error


@pytest.mark.parametrize("sd", [0.0, 3.0])
def test_the_variance_of_tastes_is_recovered_in_the_mean(sd):
    values, errors = np.array([estimated(seed, sd) for seed in range(40)]).T
    error = errors.mean() if not sd else values.std(ddof=1)
    if sd:
        assert values.mean() == pytest.approx(sd**2, abs=3 * error / np.sqrt(40))
    else:  # estimates below 0 are given as 0, so about half of them are
        assert 0.2 < (values > 0).mean() < 0.8
        assert values.mean() < 0.4 * error + 3 * error / np.sqrt(40)


def test_shrunken_spreads_are_closer_to_the_truth_than_their_own_or_the_common_one():
    rng = np.random.default_rng(0)
    true = 10 * np.exp(rng.normal(0, 0.25, 200))
    counts = rng.integers(4, 25, 200)
    own = np.array([rng.normal(0, s, n).std(ddof=1) for s, n in zip(true, counts, strict=True)])
    # Three scores of an annotator tell as much of a spread as one that is independent of all others.
    found = shrunken_spreads(own, (3 * counts).astype(np.float64))

    def distance(values):
        return np.mean((np.log(values) - np.log(true)) ** 2)

    assert distance(found) < 0.9 * distance(own)
    assert distance(found) < 0.9 * distance(np.full(200, np.exp(np.log(own).mean())))
