"""The additive fit: errors of a difference of two systems."""

from __future__ import annotations

import numpy as np
import pytest

from adjudge.kernels.crossed.additive import fit_additive


def test_the_error_of_a_difference_is_that_of_a_dense_sandwich():
    """HC3 with cells as units: g = c (X'WX)^- X'W, sqrt(sum (g r / (1 - h))^2), with c = system 0 - system 2."""
    rng = np.random.default_rng(1)
    cells = [(s, d) for s in range(3) for d in range(8) if (s + d) % 4]
    system, document = (np.array(codes, dtype=np.intp) for codes in zip(*cells, strict=True))
    n = rng.integers(1, 6, len(cells)).astype(float)
    mean = rng.normal(50, 10, len(cells))
    fit = fit_additive(system, document, mean, n, np.full(8, 1 / 8))
    design = np.zeros((len(cells), 11))
    design[np.arange(len(cells)), system] = design[np.arange(len(cells)), 3 + document] = 1
    inverse = np.linalg.pinv(design.T @ (n[:, None] * design))
    contrast = np.zeros(11)
    contrast[0], contrast[2] = 1, -1
    gradient = contrast @ inverse @ (design.T * n)
    hat = design @ inverse @ (design.T * n)
    residuals = mean - hat @ mean
    expected = np.sqrt(((gradient * residuals / (1 - np.diag(hat))) ** 2).sum())
    assert fit.difference_se(0, 2) == pytest.approx(expected)
    apart = np.sqrt(fit.adjusted_se[0] ** 2 + fit.adjusted_se[2] ** 2)
    assert fit.difference_se(0, 2) != pytest.approx(apart)  # the two are not independent
