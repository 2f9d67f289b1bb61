"""The bootstrap over documents: how documents are drawn, the test written out, and its level."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.rating_tests.bootstrap import bootstrap_p, document_weights


def test_every_replicate_draws_as_many_documents_as_there_are():
    parts = list(document_weights(40, 20_000, np.random.default_rng(0), chunk=3000))
    assert [len(part) for part in parts] == [3000] * 6 + [2000]
    weights = np.concatenate(parts)
    assert (weights.sum(axis=1) == 40).all()
    # Multinomial: each weight has the mean 1 and the variance 39 / 40; four standard errors of 20,000 replicates.
    np.testing.assert_allclose(weights.mean(axis=0), 1, atol=4 / np.sqrt(20_000))
    np.testing.assert_allclose(weights.var(axis=0), 39 / 40, atol=4 * np.sqrt(3 / 20_000))


def ratio_and_error(sums, counts):
    """Sum over count and its standard error, over the documents that have a score."""
    held = counts > 0
    ratio = sums.sum() / counts.sum()
    documents = held.sum()
    squares = ((sums - ratio * counts)[held] ** 2).sum() / counts.sum() ** 2
    return ratio, np.sqrt(documents / (documents - 1) * squares) if documents > 1 else np.nan


def test_the_p_value_equals_its_definition():
    rng = np.random.default_rng(1)
    counts = rng.integers(0, 4, size=(9, 5)).astype(float)
    counts[:, 0] = [2, 0, 0, 0, 0, 3, 0, 0, 0]  # two documents only: many replicates without spread
    sums = (0.4 + rng.normal(size=(9, 5))) * counts
    found = bootstrap_p(sums, counts, 400, np.random.default_rng(2))
    (drawn,) = document_weights(9, 400, np.random.default_rng(2), chunk=400)
    for column in range(5):
        s, n = sums[:, column], counts[:, column]
        ratio, error = ratio_and_error(s, n)
        far = 0
        for weights in drawn:
            chosen = np.repeat(np.arange(9), weights.astype(int))
            known = (n[chosen] > 0).sum() > 1
            star, star_error = ratio_and_error(s[chosen], n[chosen]) if known else (0.0, np.nan)
            # Without spread, or with one document, a replicate counts as far.
            far += not (star_error > 1e-9 and abs(star - ratio) / star_error < abs(ratio) / error)
        assert found[column] == pytest.approx((1 + far) / 401)


@pytest.mark.parametrize(("documents", "least"), [(10, 0.0), (20, 0.01), (60, 0.02)])
def test_the_p_value_keeps_its_level(documents, least):
    rng = np.random.default_rng(4)
    # 400 columns are 400 pairs without a difference; documents hold one to three segments.
    counts = rng.integers(1, 4, size=(documents, 400)).astype(float)
    sums = rng.normal(size=(documents, 400)) * np.sqrt(counts)
    rejected = (bootstrap_p(sums, counts, 499, rng) <= 0.05).mean()
    # With few documents the test is careful; with many it uses its level up.
    assert least < rejected < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 400)
