"""The many-facet rating scale model, fitted by joint maximum likelihood.

With categories 0 to K - 1 and a measure for every element of every facet (systems, segments, annotators, ...)

    log P(x = k) / P(x = k - 1) = eta - step_k,   eta = sum over facets of the measure of the rating's element

(Andrich 1978; Linacre 1989). A measure is what raises scores: quality of a system, ease of a segment, leniency of an
annotator; severity and difficulty are these with the other sign. Measures of every facet but the largest add up to 0,
and so do the steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.rasch.categories import Floats, Ints
from adjudge.kernels.threads import one_thread

Bools = NDArray[np.bool_]

MOST_STEPS: Final = 60
#: The search ends where no sum of residuals is larger than this, relative to the root of the number of ratings.
TOLERANCE: Final = 1e-10


class Moments(NamedTuple):
    """Of every rating under the model.

    Args:
        expected: expected category.
        variance: its variance.
        beyond: P(x >= k), k = 1 to K - 1.
        covariance: of x and [x >= k].
        chance: probability of every category.
    """

    expected: Floats
    variance: Floats
    beyond: Floats
    covariance: Floats
    chance: Floats


def category_moments(eta: Floats, steps: Floats) -> Moments:
    """Moments of the category of ratings with given sums of measures (Wright and Masters 1982, chapter 5)."""
    k = np.arange(len(steps) + 1)
    exponent = eta[:, None] * k - np.r_[0.0, np.cumsum(steps)]
    chance = np.exp(exponent - exponent.max(axis=1, keepdims=True))
    chance /= chance.sum(axis=1, keepdims=True)
    about = k - (chance @ k)[:, None]
    beyond, covariance = (np.cumsum(part[:, :0:-1], axis=1)[:, ::-1] for part in (chance, chance * about))
    return Moments(chance @ k, (chance * about**2).sum(axis=1), beyond, covariance, chance)


@dataclass(frozen=True, eq=False)
class RatingScaleFit:
    """A fitted model.

    Args:
        measures: for each facet, the measure of each element; NaN for one that is not in the fit, see `used`.
        steps: where neighbouring categories are equally likely.
        category: category of each used rating, numbered without those that nobody used.
        facets: element of each used rating in each facet.
        used: which ratings are in the fit: not those of elements with nothing but the lowest or nothing but the
            highest category, whose measure is infinite.
        converged: whether the search ended at a maximum.
        connected: whether the ratings can tell all measures from each other; if not, fitted values stand but measures
            are comparable within groups only.
    """

    measures: tuple[Floats, ...]
    steps: Floats
    category: Ints
    facets: tuple[Ints, ...]
    used: Bools
    converged: bool
    connected: bool

    @cached_property
    def moments(self) -> Moments:
        """Of the used ratings."""
        parts = [measure[code] for measure, code in zip(self.measures, self.facets, strict=True)]
        return category_moments(np.sum(parts, axis=0), self.steps)


def fit_rating_scale(category: Ints, facets: Sequence[Ints]) -> RatingScaleFit:
    """Fit the model of this module.

    Definition: the maximum of the joint likelihood of all measures and steps, by Newton's method. The likelihood is
    concave, so it has no other maxima; the largest facet is eliminated, because its block of the information is
    diagonal. Joint maximum likelihood is what FACETS uses. It overstates the distances of measures and steps where
    elements have few ratings (by about m / (m - 1) with m ratings of an item); mean squares remain about 1, because
    the variances that residuals are divided by are those at the estimates.

    Checked against: a plain likelihood maximised by SciPy, to 1e-8 (tests/laws); simulated measures (tests/recovery).

    Edge cases: ratings of elements with only the lowest or only the highest category are left out, repeatedly, as are
    categories that nobody uses then. Nothing may be left: then `used` is False everywhere, `converged` too.

    Args:
        category: category of each rating, a number from 0.
        facets: for each facet, the number of the element of each rating, from 0 without gaps.
    """
    used, x = _estimable(category, facets)
    shape = tuple(int(code.max(initial=-1)) + 1 for code in facets)
    kept = [code[used] for code in facets]
    measures = [np.full(size, np.nan) for size in shape]
    if not used.any():
        nothing = np.zeros(0)
        return RatingScaleFit(tuple(measures), nothing, x, tuple(kept), used, converged=False, connected=False)
    numbered = [np.unique(code, return_inverse=True) for code in kept]
    with one_thread():
        search = _Search(x, [number.astype(np.intp) for _, number in numbered])
        estimate, converged = search.run()
    for measure, (elements, _), found in zip(measures, numbered, search.by_facet(estimate), strict=True):
        measure[elements] = found
    return RatingScaleFit(
        tuple(measures), estimate.steps, x, tuple(kept), used, converged=converged, connected=search.connected
    )


def _estimable(category: Ints, facets: Sequence[Ints]) -> tuple[Bools, Ints]:
    """Which ratings are left when elements with extreme ratings only are gone, and their categories without gaps."""
    used = np.ones(len(category), dtype=np.bool_)
    while True:
        x = np.unique(category[used], return_inverse=True)[1].astype(np.intp)
        top = int(x.max(initial=0))
        drop = np.zeros(len(x), dtype=np.bool_)
        for code in facets:
            mine = code[used]
            low, high, n = (np.bincount(mine, part) for part in (x == 0, x == top, np.ones(len(x))))
            drop |= ((low == n) | (high == n))[mine]
        if not drop.any():
            return used, x
        used[np.flatnonzero(used)[drop]] = False


class _Estimate(NamedTuple):
    """Measures of the largest facet, those of the others one after the other, and steps."""

    main: Floats
    others: Floats
    steps: Floats


class _Search:
    """Newton's method with the largest facet eliminated."""

    def __init__(self, x: Ints, facets: list[Ints]) -> None:
        from scipy import sparse

        self.x, self.facets = x, facets
        sizes = [int(code.max()) + 1 for code in facets]
        self.largest = int(np.argmax(sizes))
        self.main, self.count = facets[self.largest], sizes[self.largest]
        self.rest = [f for f in range(len(facets)) if f != self.largest]
        self.starts = np.r_[0, np.cumsum([sizes[f] for f in self.rest])].astype(np.intp)
        self.width = int(self.starts[-1])
        self.categories = int(x.max()) + 1
        n = len(x)
        columns = [facets[f] + start for f, start in zip(self.rest, self.starts, strict=False)]
        ones = np.ones(n * len(columns))
        rows = np.tile(np.arange(n), len(columns))
        place = np.concatenate(columns) if columns else np.zeros(0, dtype=np.intp)
        self.design: Any = sparse.csr_array((ones, (rows, place)), shape=(n, self.width))
        self.home: Any = sparse.csr_array((np.ones(n), (self.main, np.arange(n))), shape=(self.count, n))
        self.beyond = (x[:, None] >= np.arange(1, self.categories)).astype(np.float64)

    def by_facet(self, estimate: _Estimate) -> list[Floats]:
        """Measures in the order of the facets."""
        found = dict(zip(self.rest, np.split(estimate.others, self.starts[1:-1]), strict=False))
        return [estimate.main if f == self.largest else found[f] for f in range(len(self.facets))]

    @cached_property
    def connected(self) -> bool:
        """Whether nothing but the sums of the smaller facets is left open: the rank of the design."""
        if not self.rest:
            return True
        n = len(self.x)
        left = self._eliminated(np.ones(n), self.home @ self.design, np.bincount(self.main).astype(np.float64))
        values = np.linalg.eigvalsh(left)
        return bool((values > 1e-9 * n).sum() == self.width - len(self.rest))

    def run(self) -> tuple[_Estimate, bool]:
        """The estimate, and whether the search converged."""
        counts = np.bincount(self.x).astype(np.float64)
        steps = np.log(counts[:-1] / counts[1:])
        now = _Estimate(np.zeros(self.count), np.zeros(self.width), steps - steps.mean())
        likelihood, moments = self._evaluate(now)
        for _ in range(MOST_STEPS):
            residual = self.x - moments.expected
            slopes = self.home @ residual, self.design.T @ residual, (moments.beyond - self.beyond).sum(axis=0)
            if max(np.abs(part).max(initial=0.0) for part in slopes) < TOLERANCE * np.sqrt(len(self.x)):
                return now, True
            better = self._step_up(now, self._newton(slopes, moments), likelihood)
            if better is None:
                break
            now, likelihood, moments = better
        return now, False

    def _step_up(self, now: _Estimate, move: _Estimate, likelihood: float) -> tuple[_Estimate, float, Moments] | None:
        """The step, halved until it does not lose; None if there is no such step."""
        for halvings in range(20):
            ahead = _Estimate(*(a + b / 2**halvings for a, b in zip(now, move, strict=True)))
            gained, there = self._evaluate(ahead)
            if gained >= likelihood - 1e-12 * abs(likelihood):
                return ahead, gained, there
        return None

    def _evaluate(self, at: _Estimate) -> tuple[float, Moments]:
        moments = category_moments(at.main[self.main] + self.design @ at.others, at.steps)
        chance = np.maximum(moments.chance[np.arange(len(self.x)), self.x], np.finfo(float).tiny)
        return float(np.log(chance).sum()), moments

    def _newton(self, slopes: tuple[Floats, Floats, Floats], moments: Moments) -> _Estimate:
        main, others, steps = slopes
        diagonal = np.maximum(self.home @ moments.variance, 1e-12)
        crossed = self.home @ (self.design * moments.variance[:, None])
        with_steps = -(self.home @ moments.covariance)
        left = np.zeros((self.width + len(steps),) * 2)
        left[: self.width, : self.width] = self._eliminated(moments.variance, crossed, diagonal)
        corner = -(self.design.T @ moments.covariance) - crossed.T @ (with_steps / diagonal[:, None])
        left[: self.width, self.width :] = corner
        left[self.width :, : self.width] = corner.T
        left[self.width :, self.width :] = _step_information(moments) - with_steps.T @ (with_steps / diagonal[:, None])
        self._fix_sums(left, float(diagonal.mean()))
        share = main / diagonal
        right = np.r_[others - crossed.T @ share, steps - with_steps.T @ share]
        found = np.linalg.solve(left, right) if self.connected else np.linalg.lstsq(left, right, rcond=1e-12)[0]
        moved, stepped = np.split(found, [self.width])
        return _Estimate((main - crossed @ moved - with_steps @ stepped) / diagonal, moved, stepped)

    def _eliminated(self, variance: Floats, crossed: Any, diagonal: Floats) -> Floats:  # noqa: ANN401 - SciPy has no types
        """Information on the other facets when the largest is eliminated."""
        whole = self.design.T @ (self.design * variance[:, None])
        return np.asarray((whole - crossed.T @ (crossed * (1 / diagonal)[:, None])).todense())

    def _fix_sums(self, left: Floats, size: float) -> None:
        """Fill the null space: the sums of the other facets and of the steps stay as they are."""
        for start, end in zip([*self.starts[:-1], self.width], [*self.starts[1:], len(left)], strict=True):
            left[start:end, start:end] += size


def _step_information(moments: Moments) -> Floats:
    """Covariance of [x >= h] and [x >= k], summed over ratings."""
    sums, products = moments.beyond.sum(axis=0), moments.beyond.T @ moments.beyond
    larger = np.maximum.outer(np.arange(len(sums)), np.arange(len(sums)))
    return np.asarray(sums[larger] - products)
