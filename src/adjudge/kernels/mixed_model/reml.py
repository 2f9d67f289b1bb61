"""The linear mixed model of a campaign, fitted by restricted maximum likelihood (REML).

Model: score = system (fixed) + annotator + document + segment + system:document + residual; the random effects are
crossed, independent and normal. With y the n scores, X the n x p indicators of systems, Z_k the indicators of
component k and ratios g_k = variance_k / residual variance,

    y = X b + sum_k Z_k u_k + e,   V = s^2 H,   H = I + sum_k g_k Z_k Z_k'.

Criterion: -2 times the restricted log-likelihood, with s^2 profiled out (Patterson and Thompson 1971; Bates, Mächler,
Bolker and Walker 2015, section 3.4):

    d(g) = log|H| + log|X' H^-1 X| + (n - p) (1 + log(2 pi r / (n - p))),   r = (y - X b)' H^-1 (y - X b),

b = (X' H^-1 X)^-1 X' H^-1 y, s^2 = r / (n - p), cov(b) = s^2 (X' H^-1 X)^-1.

`design` counts, `criterion` computes d(g) and its gradient, this module finds the smallest d.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.mixed_model.criterion import State, evaluate, explained_by, gradient
from adjudge.kernels.mixed_model.design import Design, build_design
from adjudge.kernels.mixed_model.search import find_minimum
from adjudge.kernels.threads import one_thread

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]
Component = Literal["annotator", "document", "segment", "system:document"]
Components = Collection[Component]

#: The random components, in the order of all arrays of ratios.
COMPONENTS: Final[tuple[Component, ...]] = get_args(Component)
#: A ratio of variances below this is set to 0 if the criterion does not ask for more.
NEAR_ZERO: Final = 1e-4
#: Standard deviations are sought up to this multiple of the residual one; beyond, the residual has vanished.
LARGEST_SD: Final = 1e3
#: Slope at which a search that began near the minimum ends. In the units of the search the criterion has a curvature of
#: about 1 and a standard error is about 1, so a slope of .05 is a twentieth of an error away.
NEAR_ENOUGH: Final = 0.05
#: With more ratings than this the search begins at the ratios of a part of the documents.
MANY_RATINGS: Final = 100_000
#: With so many annotators, or more, ratios of variances come from every k-th of them: then an evaluation for all takes
#: seconds, and thousands say more of a variance than anybody needs.
MANY_ANNOTATORS: Final = 1_500
#: The search has converged if no derivative of the criterion by a relative standard deviation exceeds this.
TOLERANCE: Final = 1e-2


class RatedRows(NamedTuple):
    """Scores and the codes of what they belong to, in the order in which `fit_reml` takes them."""

    y: Floats
    system: Ints
    annotator: Ints
    document: Ints
    segment: Ints


@dataclass(frozen=True, eq=False)
class RemlFit:
    """A fitted model.

    Args:
        rows: what it was fitted to.
        design: their cross products.
        state: the criterion at the estimates.
        ratios: of the variances to the residual one, in the order of `COMPONENTS`.
        fitted: which components were fitted.
        free: which of them are not estimated as 0.
        evaluations: how often the criterion was evaluated.
        part: the fit to the ratings of some of the annotators that the ratios were taken from; None if all were used.
    """

    rows: RatedRows
    design: Design
    state: State
    ratios: Floats
    fitted: Bools
    free: Bools
    evaluations: int
    part: RemlFit | None = None

    @property
    def means(self) -> Floats:
        """Estimated mean score of every system."""
        return self.design.means(self.state.means)

    @property
    def variance(self) -> float:
        """Residual variance, s^2."""
        return self.design.scale**2 * self.state.rss / self.design.freedom

    @property
    def covariance(self) -> Floats:
        """Of `means`; the variance of a contrast c is c' covariance c."""
        return self.variance * self.state.unscaled

    @property
    def sds(self) -> dict[Component, float]:
        """Standard deviation of every fitted component."""
        return {COMPONENTS[i]: float(np.sqrt(self.ratios[i] * self.variance)) for i in np.flatnonzero(self.fitted)}

    @property
    def residual_sd(self) -> float:
        """Standard deviation of what no component explains."""
        return float(np.sqrt(self.variance))

    @property
    def log_likelihood(self) -> float:
        """Restricted log-likelihood at the estimates."""
        return -self.state.criterion / 2 - self.freedom * float(np.log(self.design.scale))

    @property
    def annotator_effects(self) -> Floats:
        """Best linear unbiased predictions (BLUPs) of leniency; all 0 without that component."""
        return self.design.scale * self.state.leniency

    @property
    def boundary(self) -> tuple[Component, ...]:
        """Fitted components whose variance is estimated as 0."""
        return tuple(COMPONENTS[i] for i in np.flatnonzero(self.fitted & ~self.free))

    @property
    def freedom(self) -> int:
        """The largest possible number of degrees of freedom, n - p."""
        return self.design.freedom

    @cached_property
    def converged(self) -> bool:
        """Whether the search ended at a minimum."""
        if self.part is not None:
            return self.part.converged
        steep = np.abs(2 * np.sqrt(self.ratios) * gradient(self.design, self.state)).max()
        # What rounding leaves of the slope of a sum over all ratings is no slope.
        tolerance = max(TOLERANCE, 1e-7 * self.freedom)
        return bool(steep < tolerance and self.ratios.max() < 0.99 * LARGEST_SD**2)

    def satterthwaite(self, contrasts: Floats) -> Floats:
        """Degrees of freedom of each contrast (a row), between 1 and n - p.

        Definition: v = c' cov(b) c is treated as a multiple of a chi-square variable with the same mean and
        variance: df = 2 v^2 / var(v), var(v) = f' A f with f the gradient of v by the variance parameters and A
        their asymptotic covariance, 2 / Hessian (Giesbrecht and Burns 1985). A component at 0 counts as known.
        """
        sensitivity, information = self.precision
        variance = np.einsum("mi,ij,mj->m", contrasts, self.covariance, contrasts)
        slopes = np.einsum("mi,kij,mj->mk", contrasts, sensitivity, contrasts)
        # Directions without positive curvature carry no information; they occur only at a failed fit.
        values, vectors = np.linalg.eigh(information)
        good = values > 1e-10 * values[-1]
        spread = ((slopes @ vectors[:, good]) ** 2 / values[good]).sum(axis=1)
        degrees = variance**2 / np.maximum(spread, np.finfo(float).tiny)
        return np.asarray(np.clip(degrees, 1.0, self.freedom))

    @cached_property
    def precision(self) -> tuple[Floats, Floats]:
        """Derivatives of `covariance` by (log of free ratios, log s^2), and the Hessian of -2 log-likelihood."""
        products, squares = explained_by(self.design, self.state)
        moving = np.flatnonzero(self.free)
        slopes = [self.ratios[i] * self.covariance @ products[i] @ self.state.unscaled for i in moving]
        sensitivity = np.array([*slopes, self.covariance])
        if self.part is not None:  # what the variances are known from
            return sensitivity, self.part.precision[1]
        mixed = squares * self.freedom / self.state.rss
        return sensitivity, _information(self.design, self.ratios, moving, mixed)


def fit_reml(
    y: Floats,
    system: Ints,
    annotator: Ints,
    document: Ints,
    segment: Ints,
    *,
    components: Components = COMPONENTS,
    start: Floats | None = None,
) -> RemlFit:
    """Fit the model of this module.

    Definition: see the module. The search runs over relative standard deviations (roots of the ratios), in which the
    criterion is smooth and even, so 0 is no wall; a component that ends near 0 is put there if nothing is lost. With
    very many ratings it begins where a fit to some of the documents ended; with thousands of annotators the ratios are
    those of a fit to some of them (`part`).

    Checked against: `reml_criterion_plain`, a dense twin, to 1e-8; the closed forms of balanced analysis of
    variance (tests/laws); known truth (tests/recovery); statsmodels 0.15 `MixedLM` on a crossed design, by hand.

    Edge cases: an unknown factor is given as zeros and left out of `components`; unknown documents are given as the
    segments, because small documents are fast. `adjudge.scoring.mixed` checks that components can be distinguished;
    this function does not.

    Args:
        y: scores.
        system: number of the system of each score, 0 to p - 1, each at least once; likewise the others.
        annotator: number of the annotator.
        document: number of the document.
        segment: number of the segment, counted through all documents: a segment lies in one document.
        components: random components to fit.
        start: ratios of variances of a fit to nearly the same ratings, at which the search begins. It ends within
            about a twentieth of a standard error of the same minimum (`NEAR_ENOUGH`).

    Returns:
        Estimates with all that contrasts need.

    Raises:
        ValueError: if the scores of every system are equal, or a segment lies in two documents.
    """
    rows = RatedRows(y, system, annotator, document, segment)
    if "annotator" in components and int(annotator.max()) >= MANY_ANNOTATORS:
        return _fit_by_part(rows, components)
    return _fit_whole(rows, components, start)


def _fit_whole(rows: RatedRows, components: Components, start: Floats | None = None) -> RemlFit:
    """The model with ratios of variances from all ratings."""
    with one_thread():
        design = build_design(*rows)
        wanted = np.array([name in components for name in COMPONENTS])
        guess = _first_guess(rows, components) if start is None else np.maximum(start, 10 * NEAR_ZERO)
        ratios, free, evaluations = np.where(wanted, guess, 0.0), wanted, 0
        for _ in range(1 + 2 * len(COMPONENTS)):
            ratios, used = _search(design, ratios, 0.0 if start is None else NEAR_ENOUGH)
            evaluations += used
            to_zero, off_zero = _boundary_moves(design, ratios, free)
            off_zero &= wanted
            if not (to_zero | off_zero).any():
                break
            free = (free | off_zero) & ~to_zero
            ratios = np.select([to_zero, off_zero], [0.0, 10 * NEAR_ZERO], ratios)
        state = evaluate(design, ratios)
    return RemlFit(rows, design, state, ratios=ratios, fitted=wanted, free=free, evaluations=evaluations)


def fit_at(ratios: Floats, rows: RatedRows) -> RemlFit:
    """The model at ratios of variances that are known, or were estimated from other rows: no search."""
    with one_thread():
        design = build_design(*rows)
        state = evaluate(design, ratios)
    return RemlFit(rows, design, state, ratios=ratios, fitted=ratios > 0, free=ratios > 0, evaluations=1)


def _fit_by_part(rows: RatedRows, components: Components) -> RemlFit:
    """The model with ratios of variances from the ratings of every k-th annotator: an evaluation costs annotators^3."""
    step = 2 * (int(rows.annotator.max()) + 1) // MANY_ANNOTATORS
    try:
        part = _fit_to(rows, rows.annotator % step == 0, components)
    except (ValueError, np.linalg.LinAlgError):  # these annotators cannot tell; all can
        return _fit_whole(rows, components)
    whole = fit_at(part.ratios, rows)
    return replace(whole, fitted=part.fitted, free=part.free, evaluations=part.evaluations + 1, part=part)


def _fit_to(rows: RatedRows, part: Bools, components: Components) -> RemlFit:
    """A fit to some of the ratings."""
    some = [np.unique(codes[part], return_inverse=True)[1].astype(np.intp) for codes in rows[1:]]
    return fit_reml(rows.y[part], *some, components=components)


def _first_guess(rows: RatedRows, components: Components) -> Floats | float:
    """Where the search begins: a quarter of the residual variance, or what a part of very many ratings says."""
    if len(rows.y) <= MANY_RATINGS or int(rows.document.max()) < 100:
        return 0.25
    step = -(-2 * len(rows.y) // MANY_RATINGS)
    try:
        found = _fit_to(rows, rows.document % step == 0, components).ratios
    except (ValueError, np.linalg.LinAlgError):  # these documents cannot tell; all can
        return 0.25
    return np.maximum(found, 10 * NEAR_ZERO)


def _search(design: Design, ratios: Floats, slope: float = 0.0) -> tuple[Floats, int]:
    """The ratios at which the criterion is smallest, or no steeper than so, and how often it was evaluated."""
    # Per square root of the number of levels, all components have about the same curvature.
    unit = 1 / np.sqrt([design.annotators, design.documents, design.segments, design.cells])

    def criterion(x: Floats) -> tuple[float, Floats]:
        sds = np.clip(x * unit, -LARGEST_SD, LARGEST_SD)
        state = evaluate(design, sds**2)
        # A component that starts at 0 stays there: its derivative is 0.
        slope = 2 * sds * gradient(design, state) * unit
        return state.criterion, np.where(np.abs(sds) < LARGEST_SD, slope, 0.0)

    start = np.sqrt(ratios) / unit
    # Of a sum over n ratings rounding leaves about 1e-16 n; a slope that cannot be seen is not sought.
    gtol = max(1e-5, 1e-9 * design.freedom, slope)
    found, evaluations = find_minimum(criterion, start, gtol)
    return np.minimum((found * unit) ** 2, LARGEST_SD**2), evaluations


def _boundary_moves(design: Design, ratios: Floats, free: Bools) -> tuple[Bools, Bools]:
    """Free components that belong at 0 (the criterion gains nothing off it), and fixed ones that do not."""
    trial = np.where(ratios < NEAR_ZERO, 0.0, ratios)
    slope = gradient(design, evaluate(design, trial))
    return free & (trial == 0) & (slope * ratios > -1e-6), ~free & (slope < -1)


def _information(design: Design, ratios: Floats, moving: Ints, mixed: Floats) -> Floats:
    """Hessian of -2 log-likelihood by the logarithms of the free ratios and t = log s^2, at the minimum.

    Definition: -2 l(g, t) = L(g) + (n - p) t + r(g) exp(-t). With d the criterion (t profiled out) and
    m_k = g_k |Z_k' P y|^2 / s^2 the mixed derivatives, the blocks are d'' + m m' / (n - p), m and n - p; d'' is taken
    from central differences of the exact gradient.
    """
    k, mixed, step = len(moving), (ratios * mixed)[moving], 1e-4
    hessian = np.empty((k + 1, k + 1))
    for row, i in enumerate(moving):
        ends = [np.where(np.arange(4) == i, ratios * (1 + shift), ratios) for shift in (step, -step)]
        above, below = (gradient(design, evaluate(design, end)) for end in ends)
        hessian[row, :k] = (ratios * (above - below))[moving] / (2 * step)
    hessian[:k, :k] = (hessian[:k, :k] + hessian[:k, :k].T) / 2 + np.outer(mixed, mixed) / design.freedom
    hessian[k, :k] = hessian[:k, k] = mixed
    hessian[k, k] = design.freedom
    return hessian
