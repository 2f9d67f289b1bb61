"""The restricted likelihood of the mixed model of `reml` at given ratios of variances, and its gradient.

How it is computed: Henderson's (1975) equations for all effects are never built. A segment lies in one document, so
segments are eliminated first (a diagonal), then each document with its system:document effects (small blocks, all at
once), then annotators; what remains is one equation per system. Each elimination of effects r with ratios G from
cross products B turns those of the other columns a into B_aa - B_ar Q B_ra, Q = G N, N = (I + B_rr G)^-1, and adds
log|I + B_rr G|: exact for a ratio of 0, so a component on the boundary, or left out, is nothing special. The gradient
runs through the same steps backwards, without differences.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.mixed_model.design import Design, build_design

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


def gram(a: Floats, b: Floats) -> Floats:
    """The product a' b in pieces that BLAS leaves to one thread: several wait for each other on a busy machine."""
    step = max(16, 2**18 // (a.shape[1] * b.shape[1]))
    total = np.zeros((a.shape[1], b.shape[1]))
    for start in range(0, len(a), step):
        total += a[start : start + step].T @ b[start : start + step]
    return total


@dataclass(frozen=True, eq=False)
class Elimination:
    """One elimination, in the letters of the module; documents are eliminated all at once, one block each.

    Args:
        inner: N B_rr.
        cross: N B_ra.
        effect: Q B_ra.
        precision: Q.
        log_det: log|I + B_rr G|, added up over the blocks.
    """

    inner: Floats
    cross: Floats
    effect: Floats
    precision: Floats
    log_det: float


def _eliminate(block: Floats, cross: Floats, ratios: Floats) -> Elimination:
    matrix = np.eye(len(ratios)) + block * ratios
    inverse = np.linalg.inv(matrix)
    log_det = float(np.linalg.slogdet(matrix)[1].sum())
    solved, precision = inverse @ cross, ratios[:, None] * inverse
    return Elimination(
        inner=inverse @ block, cross=solved, effect=precision @ cross, precision=precision, log_det=log_det
    )


@dataclass(frozen=True, eq=False)
class State:
    """The criterion at some ratios, with what its gradient and the estimates need; scores are scaled as in `Design`.

    Args:
        criterion: d(g).
        shrink: 1 / (1 + ratio of segments x size) of every segment.
        documents: their elimination.
        annotators: their elimination.
        unscaled: (X' H^-1 X)^-1.
        means: b, above the raw means.
        rss: r.
    """

    criterion: float
    shrink: Floats
    documents: Elimination
    annotators: Elimination
    unscaled: Floats
    means: Floats
    rss: float


def evaluate(design: Design, ratios: Floats) -> State:
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
    system = design.outer - gram(design.segment_outer * weight, design.segment_outer)
    system -= gram(cross.reshape(-1, len(system)), documents.effect.reshape(-1, len(system)))
    annotators = _eliminate(system[:people, :people], system[:people, people:], np.full(people, of_annotator))
    system = system[people:, people:] - system[people:, :people] @ annotators.effect
    unscaled = np.asarray(np.linalg.inv(system[:p, :p]), np.float64)
    means = unscaled @ system[:p, p]
    rss = float(system[p, p] - system[p, :p] @ means)
    log_dets = np.log(growth).sum() + documents.log_det + annotators.log_det + np.linalg.slogdet(system[:p, :p])[1]
    criterion = float(log_dets + design.freedom * (1 + np.log(2 * np.pi * rss / design.freedom)))
    return State(
        criterion=criterion,
        shrink=1 / growth,
        documents=documents,
        annotators=annotators,
        unscaled=unscaled,
        means=means,
        rss=rss,
    )


def _segment_rest(design: Design, state: State) -> Floats:
    """Outer columns summed by segment, less what the document and its systems explain of them."""
    rest = design.segment_outer.copy()
    for effect, rows in zip(state.documents.effect, design.rows, strict=True):
        rest[rows] -= design.segment_inner[rows] @ effect
    return rest


def gradient(design: Design, state: State) -> Floats:
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


def projections(design: Design, state: State) -> list[Floats]:
    """Z_k' H^-1 (X, y) for the four components."""
    people, effect = design.annotators, state.annotators.effect
    inner = state.documents.cross
    raw = [inner[:, 0], _segment_rest(design, state) * state.shrink[:, None], inner[:, 1:].reshape(-1, inner.shape[2])]
    return [state.annotators.cross, *(rows[:, people:] - rows[:, :people] @ effect for rows in raw)]


def reml_criterion(
    y: Floats, system: Ints, annotator: Ints, document: Ints, segment: Ints, *, ratios: Floats
) -> tuple[float, Floats, Floats]:
    """Criterion, system means and their covariance at given ratios of variances (in the order of `COMPONENTS`)."""
    design = build_design(y, system, annotator, document, segment)
    state, scale, freedom = evaluate(design, ratios), design.scale, design.freedom
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
