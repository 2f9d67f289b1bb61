"""The linear mixed model of a campaign, fitted by restricted maximum likelihood (REML).

Model: score = system (fixed) + annotator + document + segment + system:document + residual; the random effects are
crossed, independent and normal. With y the n scores, X the n x p indicators of systems, Z_k the indicators of
component k and ratios g_k = variance_k / residual variance,

    y = X b + sum_k Z_k u_k + e,   V = s^2 H,   H = I + sum_k g_k Z_k Z_k'.

Criterion: -2 times the restricted log-likelihood, with s^2 profiled out (Patterson and Thompson 1971; Bates, Mächler,
Bolker and Walker 2015, section 3.4):

    d(g) = log|H| + log|X' H^-1 X| + (n - p) (1 + log(2 pi r / (n - p))),   r = (y - X b)' H^-1 (y - X b),

b = (X' H^-1 X)^-1 X' H^-1 y, s^2 = r / (n - p), cov(b) = s^2 (X' H^-1 X)^-1.

How it is computed: Henderson's (1975) equations for all effects are never built. A segment lies in one document, so
segments are eliminated first (a diagonal), then each document with its system:document effects (small blocks, all at
once), then annotators; what remains is one equation per system. Each elimination of effects r with ratios G from
cross products B turns those of the other columns a into B_aa - B_ar Q B_ra, Q = G N, N = (I + B_rr G)^-1, and adds
log|I + B_rr G|: exact for a ratio of 0, so a component on the boundary, or left out, is nothing special. The gradient
runs through the same steps backwards, without differences.

Memory: about 8 (segments + 4 documents (systems + 1)) (annotators + systems) bytes.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

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
#: The search has converged if no derivative of the criterion by a relative standard deviation exceeds this.
TOLERANCE: Final = 1e-2


@dataclass(frozen=True, eq=False)
class RemlFit:
    """A fitted model.

    Args:
        means: estimated mean score of every system.
        covariance: of `means`; the variance of a contrast c is c' covariance c.
        sds: standard deviation of every fitted component.
        residual_sd: standard deviation of what no component explains.
        log_likelihood: restricted log-likelihood at the estimates.
        annotator_effects: best linear unbiased predictions (BLUPs) of leniency; all 0 without that component.
        converged: whether the search ended at a minimum.
        evaluations: how often the criterion was evaluated.
        boundary: fitted components whose variance is estimated as 0.
        sensitivity: derivatives of `covariance` by (log of free ratios, log s^2), parameters x p x p.
        information: Hessian of -2 log-likelihood in the same parameters.
        freedom: n - p, the largest possible number of degrees of freedom.
    """

    means: Floats
    covariance: Floats
    sds: dict[Component, float]
    residual_sd: float
    log_likelihood: float
    annotator_effects: Floats
    converged: bool
    evaluations: int
    boundary: tuple[Component, ...]
    sensitivity: Floats
    information: Floats
    freedom: int

    def satterthwaite(self, contrasts: Floats) -> Floats:
        """Degrees of freedom of each contrast (a row), between 1 and n - p.

        Definition: v = c' cov(b) c is treated as a multiple of a chi-square variable with the same mean and
        variance: df = 2 v^2 / var(v), var(v) = f' A f with f the gradient of v by the variance parameters and A
        their asymptotic covariance, 2 / Hessian (Giesbrecht and Burns 1985). A component at 0 counts as known.
        """
        variance = np.einsum("mi,ij,mj->m", contrasts, self.covariance, contrasts)
        slopes = np.einsum("mi,kij,mj->mk", contrasts, self.sensitivity, contrasts)
        # Directions without positive curvature carry no information; they occur only at a failed fit.
        values, vectors = np.linalg.eigh(self.information)
        good = values > 1e-10 * values[-1]
        spread = ((slopes @ vectors[:, good]) ** 2 / values[good]).sum(axis=1)
        degrees = variance**2 / np.maximum(spread, np.finfo(float).tiny)
        return np.asarray(np.clip(degrees, 1.0, self.freedom))


def fit_reml(
    y: Floats, system: Ints, annotator: Ints, document: Ints, segment: Ints, *, components: Components = COMPONENTS
) -> RemlFit:
    """Fit the model of this module.

    Definition: see the module. The search runs over relative standard deviations (roots of the ratios), in which the
    criterion is smooth and even, so 0 is no wall; a component that ends near 0 is put there if nothing is lost.

    Checked against: `reml_criterion_plain`, a dense twin, to 1e-8; the closed forms of balanced analysis of
    variance (tests/laws); known truth (tests/recovery); statsmodels 0.15 `MixedLM` on a crossed design, by hand.

    Edge cases: an unknown factor is given as zeros and left out of `components`. `adjudge.scoring.mixed` checks that
    components can be told apart; this function does not.

    Args:
        y: scores.
        system: number of the system of each score, 0 to p - 1, each at least once; likewise the others.
        annotator: number of the annotator.
        document: number of the document.
        segment: number of the segment, counted through all documents: a segment lies in one document.
        components: random components to fit.

    Returns:
        Estimates with all that contrasts need.

    Raises:
        ValueError: if the scores of every system are equal, or a segment lies in two documents.
    """
    design = _build(y, system, annotator, document, segment)
    wanted = np.array([name in components for name in COMPONENTS])
    ratios, free, evaluations = np.where(wanted, 0.25, 0.0), wanted, 0
    for _ in range(1 + 2 * len(COMPONENTS)):
        ratios, used = _search(design, ratios)
        evaluations += used
        to_zero, off_zero = _boundary_moves(design, ratios, free)
        off_zero &= wanted
        if not (to_zero | off_zero).any():
            break
        free = (free | off_zero) & ~to_zero
        ratios = np.select([to_zero, off_zero], [0.0, 10 * NEAR_ZERO], ratios)
    return _result(design, ratios, wanted, free, evaluations)


def _search(design: _Design, ratios: Floats) -> tuple[Floats, int]:
    """The ratios at which the criterion is smallest, and how often it was evaluated."""
    from scipy.optimize import minimize

    # Per square root of the number of levels, all components have about the same curvature.
    unit = 1 / np.sqrt([design.annotators, len(design.rows), len(design.segment_inner), design.cells])

    def criterion(x: Floats) -> tuple[float, Floats]:
        sds = np.clip(x * unit, -LARGEST_SD, LARGEST_SD)
        state = _evaluate(design, sds**2)
        # A component that starts at 0 stays there: its derivative is 0.
        slope = 2 * sds * _gradient(design, state) * unit
        return state.criterion, np.where(np.abs(sds) < LARGEST_SD, slope, 0.0)

    start = np.sqrt(ratios) / unit
    found = minimize(criterion, start, jac=True, method="BFGS", options={"gtol": 1e-5, "maxiter": 200})
    return np.minimum((found.x * unit) ** 2, LARGEST_SD**2), int(found.nfev)


def _boundary_moves(design: _Design, ratios: Floats, free: Bools) -> tuple[Bools, Bools]:
    """Free components that belong at 0 (the criterion gains nothing off it), and fixed ones that do not."""
    trial = np.where(ratios < NEAR_ZERO, 0.0, ratios)
    slope = _gradient(design, _evaluate(design, trial))
    return free & (trial == 0) & (slope * ratios > -1e-6), ~free & (slope < -1)


class _Design(NamedTuple):
    """Cross products that do not depend on the ratios.

    Columns of the outer system: annotators, systems, y less raw means and scaled, so that no digits are lost. Inner
    columns, of a document: the document, its systems.
    """

    raw_means: Floats
    scale: float
    freedom: int
    annotators: int
    systems: int
    cells: int
    outer: Floats
    document_outer: Floats
    document_inner: Floats
    segment_outer: Floats
    segment_inner: Floats
    rows: tuple[slice, ...]  # the segments of each document


def _build(y: Floats, system: Ints, annotator: Ints, document: Ints, segment: Ints) -> _Design:
    p, people, documents, segments = (int(code.max()) + 1 for code in (system, annotator, document, segment))
    raw_means = np.bincount(system, y) / np.bincount(system)
    within = y - raw_means[system]
    scale = float(within.std())
    home = np.zeros(segments, dtype=np.intp)
    home[segment] = document
    if scale <= 1e-12 * np.abs(y).max() or (home[segment] != document).any():
        raise ValueError("needs scores that differ within some system, and segments that lie in one document")
    z = within / scale

    def outer_by(rows: Ints, n_rows: int) -> Floats:
        cells = [(rows * size + codes, n_rows * size) for codes, size in ((annotator, people), (system, p))]
        counts = [np.bincount(codes, minlength=size).reshape(n_rows, -1) for codes, size in cells]
        return np.hstack([*counts, np.bincount(rows, z, n_rows)[:, None]])

    def inner_by(table: Floats) -> Floats:
        counts = table[:, people:-1]
        return np.hstack([counts.sum(axis=1, keepdims=True), counts])

    by_document = outer_by(document, documents)
    by_cell = outer_by(document * p + system, documents * p).reshape(documents, p, -1)
    sizes = inner_by(by_document)
    document_inner = sizes[:, :, None] * np.eye(p + 1)
    document_inner[:, 0] = document_inner[:, :, 0] = sizes
    outer = np.vstack([outer_by(annotator, people), outer_by(system, p), np.zeros(people + p + 1)])
    outer[-1, :-1], outer[-1, -1] = outer[:-1, -1], z @ z
    order = np.argsort(home, kind="stable")  # segments of a document stand together
    by_segment = outer_by(np.argsort(order)[segment], segments)
    starts = np.searchsorted(home[order], np.arange(documents + 1)).tolist()
    return _Design(
        *(raw_means, scale, len(y) - p, people, p, int((sizes[:, 1:] > 0).sum()), outer),
        document_outer=np.concatenate([by_document[:, None], by_cell], axis=1),
        document_inner=document_inner,
        segment_outer=by_segment,
        segment_inner=inner_by(by_segment),
        rows=tuple(map(slice, starts, starts[1:])),
    )


def _gram(a: Floats, b: Floats) -> Floats:
    """The product a' b in pieces that BLAS leaves to one thread: several wait for each other on a busy machine."""
    step = max(16, 2**18 // (a.shape[1] * b.shape[1]))
    total = np.zeros((a.shape[1], b.shape[1]))
    for start in range(0, len(a), step):
        total += a[start : start + step].T @ b[start : start + step]
    return total


class _Elimination(NamedTuple):
    """One elimination, in the letters of the module: N B_rr, N B_ra, Q B_ra, Q, and log|I + B_rr G|."""

    inner: Floats
    cross: Floats
    effect: Floats
    precision: Floats
    log_det: float


def _eliminate(block: Floats, cross: Floats, ratios: Floats) -> _Elimination:
    matrix = np.eye(len(ratios)) + block * ratios
    inverse = np.linalg.inv(matrix)
    log_det = float(np.linalg.slogdet(matrix)[1].sum())
    solved, precision = inverse @ cross, ratios[:, None] * inverse
    return _Elimination(inverse @ block, solved, precision @ cross, precision, log_det)


class _State(NamedTuple):
    """The criterion at some ratios, with what its gradient and the estimates need."""

    criterion: float
    shrink: Floats
    documents: _Elimination
    annotators: _Elimination
    unscaled: Floats
    means: Floats
    rss: float


def _evaluate(design: _Design, ratios: Floats) -> _State:
    """Eliminate segments, documents, annotators; what is left are the normal equations of the systems."""
    people, p = design.annotators, design.systems
    of_annotator, of_document, of_segment, of_cell = ratios
    growth = 1 + of_segment * design.segment_inner[:, 0]
    weight = (of_segment / growth)[:, None]
    block, cross = design.document_inner.copy(), design.document_outer.copy()
    weighted = design.segment_inner * weight
    for i, rows in enumerate(design.rows):
        block[i] -= weighted[rows].T @ design.segment_inner[rows]
        cross[i] -= weighted[rows].T @ design.segment_outer[rows]
    documents = _eliminate(block, cross, np.r_[of_document, np.full(p, of_cell)])
    system = design.outer - _gram(design.segment_outer * weight, design.segment_outer)
    system -= _gram(cross.reshape(-1, len(system)), documents.effect.reshape(-1, len(system)))
    annotators = _eliminate(system[:people, :people], system[:people, people:], np.full(people, of_annotator))
    system = system[people:, people:] - system[people:, :people] @ annotators.effect
    unscaled = np.asarray(np.linalg.inv(system[:p, :p]), np.float64)
    means = unscaled @ system[:p, p]
    rss = float(system[p, p] - system[p, :p] @ means)
    log_dets = np.log(growth).sum() + documents.log_det + annotators.log_det + np.linalg.slogdet(system[:p, :p])[1]
    criterion = float(log_dets + design.freedom * (1 + np.log(2 * np.pi * rss / design.freedom)))
    return _State(criterion, 1 / growth, documents, annotators, unscaled, means, rss)


def _segment_rest(design: _Design, state: _State) -> Floats:
    """Outer columns summed by segment, less what the document and its systems explain of them."""
    rest = design.segment_outer.copy()
    for effect, rows in zip(state.documents.effect, design.rows, strict=True):
        rest[rows] -= design.segment_inner[rows] @ effect
    return rest


def _gradient(design: _Design, state: _State) -> Floats:
    """Derivatives of the criterion by the four ratios, by the chain rule from the last elimination back to the first.

    Definition: tr(Z_k' P Z_k) - (n - p) |Z_k' P y|^2 / r, P = H^-1 - H^-1 X (X' H^-1 X)^-1 X' H^-1.
    """
    p, annotators, documents = design.systems, state.annotators, state.documents
    residual = np.append(-state.means, 1.0)
    down = design.freedom / state.rss * np.outer(residual, residual)
    down[:p, :p] += state.unscaled
    of_annotator = np.trace(annotators.inner) - ((annotators.cross @ down) * annotators.cross).sum()
    lead = annotators.effect @ down
    down = np.block([[annotators.precision + lead @ annotators.effect.T, -lead], [-lead.T, down]])
    of_inner = np.einsum("drr->r", documents.inner) - ((documents.cross @ down) * documents.cross).sum(axis=(0, 2))
    rest, quadratic = _segment_rest(design, state), np.empty(len(state.shrink))
    for precision, rows in zip(documents.precision, design.rows, strict=True):
        inner, outer = design.segment_inner[rows], rest[rows]
        quadratic[rows] = ((inner @ precision) * inner).sum(axis=1) + ((outer @ down) * outer).sum(axis=1)
    of_segment = state.shrink @ (design.segment_inner[:, 0] - state.shrink * quadratic)
    return np.array([of_annotator, of_inner[0], of_segment, of_inner[1:].sum()])


def _projections(design: _Design, state: _State) -> list[Floats]:
    """Z_k' H^-1 (X, y) for the four components."""
    people, effect = design.annotators, state.annotators.effect
    inner = state.documents.cross
    raw = [inner[:, 0], _segment_rest(design, state) * state.shrink[:, None], inner[:, 1:].reshape(-1, inner.shape[2])]
    return [state.annotators.cross, *(rows[:, people:] - rows[:, :people] @ effect for rows in raw)]


def _result(design: _Design, ratios: Floats, wanted: Bools, free: Bools, evaluations: int) -> RemlFit:
    state = _evaluate(design, ratios)
    variance, p, scale = state.rss / design.freedom, design.systems, design.scale
    covariance = variance * state.unscaled
    projections = _projections(design, state)
    slopes = [covariance @ _gram(rows[:, :p], rows[:, :p]) @ state.unscaled for rows in projections]
    misfit = [rows[:, p] - rows[:, :p] @ state.means for rows in projections]
    fitted, moving = np.flatnonzero(wanted), np.flatnonzero(free)
    steep = np.abs(2 * np.sqrt(ratios) * _gradient(design, state)).max()
    return RemlFit(
        means=design.raw_means + scale * state.means,
        covariance=scale**2 * covariance,
        sds={COMPONENTS[i]: scale * float(np.sqrt(ratios[i] * variance)) for i in fitted},
        residual_sd=scale * float(np.sqrt(variance)),
        log_likelihood=-state.criterion / 2 - design.freedom * float(np.log(scale)),
        annotator_effects=scale * ratios[0] * misfit[0],
        converged=bool(steep < TOLERANCE and ratios.max() < 0.99 * LARGEST_SD**2),
        evaluations=evaluations,
        boundary=tuple(COMPONENTS[i] for i in fitted if not free[i]),
        sensitivity=scale**2 * np.array([*(ratios[i] * slopes[i] for i in moving), covariance]),
        information=_information(design, ratios, moving, np.array([rows @ rows / variance for rows in misfit])),
        freedom=design.freedom,
    )


def _information(design: _Design, ratios: Floats, moving: Ints, mixed: Floats) -> Floats:
    """Hessian of -2 log-likelihood by the logarithms of the free ratios and t = log s^2, at the minimum.

    Definition: -2 l(g, t) = L(g) + (n - p) t + r(g) exp(-t). With d the criterion (t profiled out) and
    m_k = g_k |Z_k' P y|^2 / s^2 the mixed derivatives, the blocks are d'' + m m' / (n - p), m and n - p; d'' is taken
    from central differences of the exact gradient.
    """
    k, mixed, step = len(moving), (ratios * mixed)[moving], 1e-4
    hessian = np.empty((k + 1, k + 1))
    for row, i in enumerate(moving):
        ends = [np.where(np.arange(4) == i, ratios * (1 + shift), ratios) for shift in (step, -step)]
        above, below = (_gradient(design, _evaluate(design, end)) for end in ends)
        hessian[row, :k] = (ratios * (above - below))[moving] / (2 * step)
    hessian[:k, :k] = (hessian[:k, :k] + hessian[:k, :k].T) / 2 + np.outer(mixed, mixed) / design.freedom
    hessian[k, :k] = hessian[:k, k] = mixed
    hessian[k, k] = design.freedom
    return hessian


def reml_criterion(
    y: Floats, system: Ints, annotator: Ints, document: Ints, segment: Ints, *, ratios: Floats
) -> tuple[float, Floats, Floats]:
    """Criterion, system means and their covariance at given ratios of variances (in the order of `COMPONENTS`)."""
    design = _build(y, system, annotator, document, segment)
    state, scale, freedom = _evaluate(design, ratios), design.scale, design.freedom
    means, covariance = design.raw_means + scale * state.means, scale**2 * state.rss / freedom * state.unscaled
    return state.criterion + 2 * freedom * float(np.log(scale)), means, covariance


def reml_criterion_plain(
    y: Floats, system: Ints, annotator: Ints, document: Ints, segment: Ints, *, ratios: Floats
) -> tuple[float, Floats, Floats]:
    """The same as `reml_criterion`, with H as one dense matrix and the formulas as they stand. For tests."""
    x = np.eye(system.max() + 1)[system]
    factors = (annotator, document, segment, system + document * (system.max() + 1))
    h = np.eye(len(y))
    for ratio, codes in zip(ratios, factors, strict=True):
        h += ratio * (codes[:, None] == codes[None, :])
    normal, freedom = x.T @ np.linalg.solve(h, x), len(y) - x.shape[1]
    means = np.linalg.solve(normal, x.T @ np.linalg.solve(h, y))
    residual = y - x @ means
    rss = float(residual @ np.linalg.solve(h, residual))
    criterion = float(np.linalg.slogdet(h)[1] + np.linalg.slogdet(normal)[1])
    criterion += freedom * (1 + np.log(2 * np.pi * rss / freedom))
    return criterion, means, rss / freedom * np.linalg.inv(normal)
