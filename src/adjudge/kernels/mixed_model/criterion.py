"""The restricted likelihood of the mixed model of `reml` at given ratios of variances, and its gradient.

How it is computed. Without annotators the scores of different documents are independent: H = O + g_a Z Z', with O block
diagonal by document. In one document, with columns W (its annotators, the systems, the scores), S the columns of the
systems and B those of its segments, the systems of the document are eliminated first, then its segments with itself:

    D^-1 = I - S diag(q) S',   q = g_c / (1 + g_c size of the cell),
    W'O^-1 W = W'D^-1 W - L'Q L,   L = B'D^-1 W,   Q = G (I + B'D^-1 B G)^-1,   G = g_s I + g_d 11'.

These small blocks, added up over documents, leave one equation for each annotator and system. Eliminating annotators
gives T = (I / g_a + Z'O^-1 Z)^-1 and U = T Z'O^-1 X; what remains are the normal equations of the systems. A ratio of 0
is nothing special anywhere. Henderson's (1975) equations for all effects are never built, and the gradient comes from
the same blocks, without differences.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.mixed_model.design import Design, Stack, build_design

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Reduced:
    """The blocks of a stack of documents after the elimination of cells, segments and documents.

    Args:
        cell_weights: q of every cell.
        share: (I + B'D^-1 B G)^-1 of every document.
        inner: Q.
        by_segment: L.
        own: trace of B'O^-1 B.
        block: W'O^-1 W.
    """

    cell_weights: Floats
    share: Floats
    inner: Floats
    by_segment: Floats
    own: float
    block: Floats


@dataclass(frozen=True, eq=False)
class State:
    """The criterion at some ratios, with what its gradient and the estimates need; scores are scaled as in `Design`.

    Args:
        criterion: d(g).
        reduced: the blocks of all stacks.
        annotator_block: Z' O^-1 Z.
        annotator_cross: Z' O^-1 (X, y).
        posterior: T, the covariance of leniency given the scores, over s^2.
        share: (I + g_a Z' O^-1 Z)^-1.
        absorbed: U.
        unscaled: (X' H^-1 X)^-1.
        means: b, above the raw means.
        leniency: predicted annotator effects.
        rss: r.
    """

    criterion: float
    reduced: tuple[Reduced, ...]
    annotator_block: Floats
    annotator_cross: Floats
    posterior: Floats
    share: Floats
    absorbed: Floats
    unscaled: Floats
    means: Floats
    leniency: Floats
    rss: float

    def local(self, stack: Stack) -> tuple[Floats, Floats]:
        """What systems and scores leave once annotators are taken out, by the columns of each document.

        Returns:
            Documents x columns x systems: (-U, I, 0), so that W of it is X - Z U; and documents x columns:
            (-leniency, -means, 1), so that W of it is y - X b - Z u.
        """
        p = self.absorbed.shape[1]
        count, judges = stack.annotators.shape
        absorbed, leniency = np.vstack([self.absorbed, np.zeros(p)]), np.append(self.leniency, 0.0)
        systems = np.zeros((count, judges + p + 1, p))
        systems[:, :judges], systems[:, judges:-1] = -absorbed[stack.annotators], np.eye(p)
        residual = np.ones((count, judges + p + 1))
        residual[:, :judges], residual[:, judges:-1] = -leniency[stack.annotators], -self.means
        return systems, residual


def reduce_stack(stack: Stack, ratios: Floats) -> tuple[Reduced, float]:
    """Eliminate the systems of each document, its segments and itself, in one stack.

    Returns:
        The blocks, and log|O|.
    """
    _, of_document, of_segment, of_cell = ratios
    judges, length = stack.annotators.shape[1], stack.sums.shape[1]
    by_cell = stack.cross[:, judges:-1]
    sizes = np.einsum("dii->di", by_cell[:, :, judges:-1])
    weights = of_cell / (1 + of_cell * sizes)
    systems = stack.sums[:, :, judges:-1] * weights[:, None]
    by_segment = stack.sums - systems @ by_cell
    between = stack.sizes[:, :, None] * np.eye(length) - systems @ stack.sums[:, :, judges:-1].transpose(0, 2, 1)
    share, of_share = invert_segments(between, stack.sizes, stack.sums[:, :, judges:-1], weights, ratios)
    inner = of_segment * share + of_document * share.sum(axis=1, keepdims=True)
    block = stack.cross - by_segment.transpose(0, 2, 1) @ (inner @ by_segment)
    if of_cell:
        block -= _of_cells(by_cell, weights, judges)
    log_det = float(np.log1p(of_cell * sizes).sum() + of_share)
    own = float(np.einsum("dij,dji->", share, between))
    return Reduced(weights, share, inner, by_segment, own, block), log_det


def invert_segments(
    between: Floats, sizes: Floats, sums: Floats, weights: Floats, ratios: Floats
) -> tuple[Floats, float]:
    """(I + B (s I + d J))^-1 of every document, and the sum of the log-determinants of what is inverted.

    B = diag(n) - U diag(q) U' has few columns, one for each system. So I + s B = E^1/2 (I - Y Y') E^1/2 with E = I + s
    diag(n), Y = E^-1/2 U diag(s q)^1/2, and Woodbury's identity inverts a matrix of the size of systems, not of
    segments, where there are fewer systems; d B J is of rank one.

    Checked against: the inverse and the determinant of the whole matrix (tests/laws).

    Args:
        between: B, documents x segments x segments.
        sizes: n, ratings of each segment.
        sums: U, ratings of each segment and system.
        weights: q of each system.
        ratios: of the components; those of documents, d, and segments, s, are used.
    """
    _, of_document, of_segment, _ = ratios
    length, systems = sums.shape[1:]
    if systems >= length:
        matrix = np.eye(length) + between @ (of_segment * np.eye(length) + of_document)
        return np.linalg.inv(matrix), float(np.linalg.slogdet(matrix)[1].sum())
    scale = 1 / np.sqrt(1 + of_segment * sizes)
    low = scale[:, :, None] * sums * np.sqrt(of_segment * weights)[:, None]
    small = np.eye(systems) - low.transpose(0, 2, 1) @ low
    inverse = low @ np.linalg.inv(small) @ low.transpose(0, 2, 1)
    inverse += np.eye(length)
    inverse *= scale[:, :, None] * scale[:, None]
    moved = inverse @ between.sum(axis=2, keepdims=True)
    grown = 1 + of_document * moved.sum(axis=(1, 2))
    inverse -= moved @ (of_document / grown[:, None, None] * inverse.sum(axis=1, keepdims=True))
    log_det = np.log(grown).sum() + np.linalg.slogdet(small)[1].sum() - 2 * np.log(scale).sum()
    return inverse, float(log_det)


def _of_cells(by_cell: Floats, weights: Floats, judges: int) -> Floats:
    """W'S diag(q) S'W; S'S is diagonal, so only the columns of annotators and the scores need a product."""
    weighted = weights[:, :, None] * by_cell
    sizes = np.einsum("dii->di", by_cell[:, :, judges:-1])
    total = np.zeros((len(by_cell), by_cell.shape[2], by_cell.shape[2]))
    total[:, judges:-1] = sizes[:, :, None] * weighted
    total[:, :, judges:-1] = total[:, judges:-1].transpose(0, 2, 1)
    others = np.r_[:judges, by_cell.shape[2] - 1]
    total[:, others[:, None], others] = by_cell[:, :, others].transpose(0, 2, 1) @ weighted[:, :, others]
    return total


def evaluate(design: Design, ratios: Floats) -> State:
    """Eliminate segments, documents, annotators; what is left are the normal equations of the systems."""
    people, p = design.annotators, design.systems
    parts = [reduce_stack(stack, ratios) for stack in design.stacks]
    reduced = tuple(part for part, _ in parts)
    of_annotators, cross, normal = _assemble(design, reduced)
    matrix = np.eye(people) + ratios[0] * of_annotators
    share = np.linalg.inv(matrix)
    posterior = ratios[0] * share
    absorbed = posterior @ cross[:, :p]
    normal = normal - cross.T @ posterior @ cross
    unscaled = np.asarray(np.linalg.inv(normal[:p, :p]), np.float64)
    means = unscaled @ normal[:p, p]
    rss = float(normal[p, p] - normal[p, :p] @ means)
    log_dets = (
        sum(log_det for _, log_det in parts) + np.linalg.slogdet(matrix)[1] + np.linalg.slogdet(normal[:p, :p])[1]
    )
    return State(
        criterion=float(log_dets + design.freedom * (1 + np.log(2 * np.pi * rss / design.freedom))),
        reduced=reduced,
        annotator_block=of_annotators,
        annotator_cross=cross,
        posterior=posterior,
        share=share,
        absorbed=absorbed,
        unscaled=unscaled,
        means=means,
        leniency=posterior @ (cross[:, p] - cross[:, :p] @ means),
        rss=rss,
    )


def _assemble(design: Design, reduced: tuple[Reduced, ...]) -> tuple[Floats, Floats, Floats]:
    """The blocks of all documents added up: annotators, annotators x (systems, score), (systems, score)."""
    people, p = design.annotators + 1, design.systems
    of_annotators, cross, rest = np.zeros(people**2), np.zeros(people * (p + 1)), np.zeros((p + 1, p + 1))
    for stack, part in zip(design.stacks, reduced, strict=True):
        judges = stack.annotators.shape[1]
        of_annotators += np.bincount(stack.among_annotators, part.block[:, :judges, :judges].ravel(), people**2)
        cross += np.bincount(stack.with_systems, part.block[:, :judges, judges:].ravel(), people * (p + 1))
        rest += part.block[:, judges:, judges:].sum(axis=0)
    return of_annotators.reshape(people, people)[:-1, :-1], cross.reshape(people, p + 1)[:-1], rest


def gradient(design: Design, state: State) -> Floats:
    """Derivatives of the criterion by the four ratios.

    Definition: tr(Z_k' P Z_k) - (n - p) |Z_k' P y|^2 / r, P = H^-1 - H^-1 X (X' H^-1 X)^-1 X' H^-1.
    """
    return component_traces(design, state) - design.freedom / state.rss * _squares(design, state)


def component_traces(design: Design, state: State) -> Floats:
    """tr(Z_k' P Z_k) of the four components."""
    traces = np.zeros(4)
    people, p = design.annotators, design.systems
    taken = state.share @ state.annotator_cross[:, :p]  # Z' H^-1 X
    traces[0] = (state.share * state.annotator_block.T).sum() - ((taken @ state.unscaled) * taken).sum()
    lead = state.absorbed @ state.unscaled
    down = np.zeros((people + 1 + p, people + 1 + p))  # P = O^-1 - O^-1 (Z, X) down (Z, X)' O^-1
    down[:people, :people] = state.posterior + lead @ state.absorbed.T
    down[people + 1 :, people + 1 :] = state.unscaled
    down[:people, people + 1 :], down[people + 1 :, :people] = -lead, -lead.T
    for stack, part in zip(design.stacks, state.reduced, strict=True):
        traces[1:] += _traces(stack, part, down, p)
    return traces


def _traces(stack: Stack, part: Reduced, down: Floats, p: int) -> Floats:
    """tr(Z_k' P Z_k) of documents, segments and cells in one stack."""
    count, judges = stack.annotators.shape
    columns = np.hstack([stack.annotators, np.tile(np.arange(len(down) - p, len(down)), (count, 1))])
    local = down[columns[:, :, None], columns[:, None]]
    from_systems = part.block[:, judges:-1, :-1]
    moved = from_systems @ local
    of_cells = np.einsum("dii->", part.block[:, judges:-1, judges:-1]) - (moved * from_systems).sum()
    together, whole = moved.sum(axis=1), from_systems.sum(axis=1)
    of_documents = part.block[:, judges:-1, judges:-1].sum() - (together * whole).sum()
    rest = (part.share @ part.by_segment)[:, :, :-1]
    of_segments = part.own - ((rest @ local) * rest).sum()
    return np.array([of_documents, of_segments, of_cells])


def _squares(design: Design, state: State) -> Floats:
    """|Z_k' P y|^2 of the four components."""
    squares = np.zeros(4)
    taken = state.share @ (state.annotator_cross[:, -1] - state.annotator_cross[:, :-1] @ state.means)
    squares[0] = taken @ taken
    for stack, part in zip(design.stacks, state.reduced, strict=True):
        by_segment, by_cell = weighted_sums(stack, part, state.local(stack)[1][:, :, None])
        squares[1:] += (by_cell.sum(axis=1) ** 2).sum(), (by_segment**2).sum(), (by_cell**2).sum()
    return squares


def weighted_sums(stack: Stack, part: Reduced, columns: Floats) -> tuple[Floats, Floats]:
    """Segments' and cells' sums of O^-1 W v, for some v of each document.

    Returns:
        Documents x segments x v, documents x systems x v.
    """
    judges = stack.annotators.shape[1]
    return part.share @ (part.by_segment @ columns), part.block[:, judges:-1] @ columns


def explained_by(design: Design, state: State) -> tuple[Floats, Floats]:
    """X' H^-1 Z_k Z_k' H^-1 X and |Z_k' P y|^2 of the four components."""
    p = design.systems
    taken = state.share @ state.annotator_cross[:, :p]
    products = np.zeros((4, p, p))
    products[0] = taken.T @ taken
    for stack, part in zip(design.stacks, state.reduced, strict=True):
        by_segment, by_cell = weighted_sums(stack, part, state.local(stack)[0])
        by_document = by_cell.sum(axis=1)
        flat_segments, flat_cells = by_segment.reshape(-1, p), by_cell.reshape(-1, p)
        products[1] += by_document.T @ by_document
        products[2] += flat_segments.T @ flat_segments
        products[3] += flat_cells.T @ flat_cells
    return products, _squares(design, state)


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
