"""Many vectors of scores at once, against the model fitted to one after the other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.kernels.mixed_model.annotator_noise import leniency_noise, taste_noise
from adjudge.kernels.mixed_model.contributions import document_contributions
from adjudge.kernels.mixed_model.many_scores import ManyScores
from adjudge.kernels.mixed_model.reml import fit_at
from tests.laws.test_contributions import RATIOS, rated


@given(rated(), RATIOS, st.integers(0, 2**32 - 1))
def test_many_vectors_equal_one_after_the_other(rows, ratios, seed):
    scores = np.random.default_rng(seed).normal(50, 10, (len(rows.y), 3))
    many = ManyScores(fit_at(ratios, rows))
    found = many.estimates(scores, tastes=True)
    for number, y in enumerate(scores.T):
        fit = fit_at(ratios, rows._replace(y=y))
        one = document_contributions(fit.design, fit.state)
        np.testing.assert_allclose(found.means[:, number], fit.means, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(found.differences[:, number], one.differences, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(found.restricted[:, :, number], one.restricted, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(found.free[:, :, number], one.free, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(many.shares, one.shares, rtol=1e-5, atol=1e-5)
        assert found.variances[number] == pytest.approx(fit.variance)
        np.testing.assert_allclose(
            found.variances[number] * many.leniency, leniency_noise(fit).covariance, rtol=1e-5, atol=1e-5
        )
        noise = taste_noise(fit)
        if noise.variance > 1e6:  # nothing but rounding is left of tastes: one annotator
            continue
        assert found.tastes[number] == pytest.approx(noise.weight * noise.variance, rel=1e-4, abs=1e-5)
        if noise.variance:
            added = found.tastes[number] * many.taste.between_documents
            np.testing.assert_allclose(added, noise.covariance, rtol=1e-4, atol=1e-4)
