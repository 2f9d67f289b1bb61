"""The rating scale model against a plain likelihood that SciPy maximises, and the formulas of Wright and Masters."""

from __future__ import annotations

from math import exp, log

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import optimize

from adjudge.kernels.rasch.fit_statistics import fit_statistics
from adjudge.kernels.rasch.rating_scale import fit_rating_scale


def chances(eta, steps):
    """Wright and Masters 1982, equation 3.2.1, with the rating scale's steps: category by category."""
    weights = [1.0]
    for step in steps:
        weights.append(weights[-1] * exp(eta - step))
    return [weight / sum(weights) for weight in weights]


class Plain:
    """Everything by loops: parameters are measures of the first facet, of the others but their last, steps but one."""

    def __init__(self, x, facets):
        self.x, self.facets, self.sizes = x, facets, [max(code) + 1 for code in facets]
        self.top = max(x)

    def unpack(self, parameters):
        rest, measures = list(parameters), []
        for f, size in enumerate(self.sizes):
            free = size if f == 0 else size - 1
            part, rest = rest[:free], rest[free:]
            measures.append(part if f == 0 else [*part, -sum(part)])
        return measures, [*rest, -sum(rest)]

    @property
    def free(self):
        return sum(self.sizes) - (len(self.sizes) - 1) + self.top - 1

    def each(self, parameters):
        measures, steps = self.unpack(parameters)
        for n, x in enumerate(self.x):
            yield x, chances(sum(m[code[n]] for m, code in zip(measures, self.facets, strict=True)), steps)

    def loss(self, parameters):
        return -sum(log(p[x]) for x, p in self.each(parameters))

    def slope(self, parameters):
        """By the chain rule through the constraints."""
        sums, crossed = [np.zeros(size) for size in self.sizes], np.zeros(self.top)
        for n, (x, p) in enumerate(self.each(parameters)):
            residual = x - sum(k * chance for k, chance in enumerate(p))
            for total, code in zip(sums, self.facets, strict=True):
                total[code[n]] += residual
            for h in range(1, self.top + 1):
                crossed[h - 1] -= (x >= h) - sum(p[h:])
        parts = [sums[0], *(total[:-1] - total[-1] for total in sums[1:]), crossed[:-1] - crossed[-1]]
        return -np.concatenate(parts)

    def maximised(self):
        start = optimize.minimize(self.loss, np.zeros(self.free), jac=self.slope, method="BFGS").x
        return optimize.root(self.slope, start, tol=1e-13).x

    def fit_of(self, parameters, facet):
        """Infit and outfit of every element, directly."""
        size = self.sizes[facet]
        squares: list[list[float]] = [[] for _ in range(size)]
        variances: list[list[float]] = [[] for _ in range(size)]
        ratios: list[list[float]] = [[] for _ in range(size)]
        for n, (x, p) in enumerate(self.each(parameters)):
            expected = sum(k * chance for k, chance in enumerate(p))
            variance = sum((k - expected) ** 2 * chance for k, chance in enumerate(p))
            element = self.facets[facet][n]
            squares[element].append((x - expected) ** 2)
            variances[element].append(variance)
            ratios[element].append((x - expected) ** 2 / variance)
        infit = [sum(a) / sum(b) for a, b in zip(squares, variances, strict=True)]
        return infit, [sum(r) / len(r) for r in ratios]


def ratings(seed, categories, three, share=0.85):
    """Systems x segments x annotators, or items x annotators, some missing."""
    rng = np.random.default_rng(seed)
    sizes = (6, 2, 3) if three else (9, 4)
    facets = [code.ravel() for code in np.indices(sizes)]
    kept = rng.random(len(facets[0])) < share
    facets = [code[kept] for code in facets]
    eta = sum(rng.normal(0, 0.7, size)[code] for size, code in zip(sizes, facets, strict=True))
    x = np.clip(np.round(eta + rng.logistic(0, 1, len(eta)) + (categories - 1) / 2), 0, categories - 1).astype(np.intp)
    return x, facets


@pytest.mark.parametrize("three", [False, True])
@settings(max_examples=12)
@given(st.integers(0, 10_000), st.integers(2, 5))
def test_measures_and_fit_equal_a_plain_maximum(three, seed, categories):
    x, facets = ratings(seed, categories, three)
    assume(all(len(np.unique(code)) == code.max() + 1 for code in facets))
    fit = fit_rating_scale(x, facets)
    # Everything is in the fit, and the maximum is finite.
    assume(fit.used.all() and fit.connected and fit.converged)
    assume(max(np.abs(measure).max() for measure in fit.measures) < 8)
    plain = Plain(fit.category.tolist(), [code.tolist() for code in fit.facets])
    best = plain.maximised()
    assert np.abs(plain.slope(best)).max() < 1e-9
    measures, steps = plain.unpack(best)
    for ours, theirs in zip(fit.measures, measures, strict=True):
        assert ours - ours.mean() == pytest.approx(np.array(theirs) - np.mean(theirs), abs=1e-8)
    assert fit.steps == pytest.approx(steps, abs=1e-8)
    for facet in range(len(facets)):
        infit, outfit = plain.fit_of(best, facet)
        found = fit_statistics(fit, facet)
        assert found.infit == pytest.approx(infit, abs=1e-8)
        assert found.outfit == pytest.approx(outfit, abs=1e-8)
