"""What every document contributes to the estimated difference of two systems, in the mixed model of `reml`.

With b = M'y the estimates by generalised least squares, M = H^-1 X (X'H^-1 X)^-1, and the contrast c of a pair:

1. Restrict: b0 = b - k (X'H^-1 X)^-1 c with k = c'b / (c'(X'H^-1 X)^-1 c), so that the two systems are equal; predict
   annotators under b0; r = y - X b0 - Z u.
2. The contribution of document d is the sum of (M c) r over its ratings; their sum is about c'b.
3. What a document contributes has pulled the fit towards itself. It is scaled up by sqrt(f / v), with f the model's
   variance of the contribution if nothing had been estimated and v its variance as it is (Bell and McCaffrey 2002).

With O block diagonal by document and W = X - Z U (see `criterion`), F = W'O^-1 W and e = W'O^-1 (y - X b - Z u) of a
document, and V = (X'H^-1 X)^-1, all of it is in matrices of systems x systems:

    contribution = c'V e + k f,   f = c'V F V c,   v = f - c'V N'T N V c - c'V F V F V c + f^2 / (c'V c),

N = Z'O^-1 W by the annotators of the document.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.mixed_model.criterion import State
from adjudge.kernels.mixed_model.design import Design
from adjudge.kernels.mixed_model.reml import RatedRows
from adjudge.kernels.threads import one_thread

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

#: A document that the fit follows closely is scaled up by no more than this.
LARGEST_FACTOR: Final = 3.0


@dataclass(frozen=True, eq=False)
class Contributions:
    """Contributions of documents to the differences of systems; pairs are i < j, row after row.

    Args:
        differences: estimated difference of every pair.
        restricted: documents x pairs, under the hypothesis that the two systems are equal.
        free: documents x pairs, without it; the root of their sum of squares is a standard error.
        shares: documents x pairs, the part of the information about a pair that a document holds; they sum to 1.
        systems: documents x systems, contributions to the difference of a system from the mean of all.
        distances: estimated difference of every system from the mean of all.
        largest: about the largest magnitude of a score.
    """

    differences: Floats
    restricted: Floats
    free: Floats
    shares: Floats
    systems: Floats
    distances: Floats
    largest: float


def document_contributions(design: Design, state: State) -> Contributions:
    """The contributions of all documents.

    Checked against: `document_contributions_plain`, with all matrices in full (tests/laws).

    Args:
        design: of the model.
        state: at the estimated ratios.
    """
    with one_thread():
        return _contributions(design, state)


def _contributions(design: Design, state: State) -> Contributions:
    p, scale = design.systems, design.scale
    means = design.means(state.means) / scale
    first, second = np.triu_indices(p, 1)
    gaps = means[first] - means[second]
    variances = of_pairs(state.unscaled[None], first, second)[0]
    pull = gaps / variances
    pairs = (design.documents, len(first))
    restricted, free, shares = np.empty(pairs), np.empty(pairs), np.empty(pairs)
    systems = np.empty((design.documents, p))
    for part in document_parts(design, state):
        f, bound, loose = part.pair_factors(first, second, variances)
        line = part.score[:, first] - part.score[:, second]
        restricted[part.documents] = bound * (line + pull * f)
        free[part.documents] = loose * line
        shares[part.documents] = f
        centred = part.score - part.score.mean(axis=1, keepdims=True)
        systems[part.documents] = centred * _factor(*part.centred())
    return Contributions(
        differences=scale * gaps,
        restricted=scale * restricted,
        free=scale * free,
        shares=shares / np.maximum(shares.sum(axis=0), np.finfo(float).tiny),
        systems=scale * systems,
        distances=scale * (means - means.mean()),
        largest=design.largest,
    )


def _factor(before: Floats, after: Floats) -> Floats:
    """sqrt(before / after), capped; 1 where a document holds nothing of a pair."""
    least = before / LARGEST_FACTOR**2
    return np.sqrt(np.divide(before, np.maximum(after, least), out=np.ones_like(before), where=before > 0))


def of_pairs(matrices: Floats, first: Ints, second: Ints) -> Floats:
    """The values c' A c of every pair, for stacked symmetric matrices."""
    own = np.diagonal(matrices, axis1=1, axis2=2)
    return own[:, first] + own[:, second] - 2 * matrices[:, first, second]


@dataclass(frozen=True, eq=False)
class DocumentPart:
    """Some documents: V e, V F V, and what the fit of annotators and systems takes from it.

    Args:
        documents: their numbers.
        score: V e, documents x systems; the only part that depends on the scores.
        information: V F V.
        followed: what the fit takes from it.
    """

    documents: Ints
    score: Floats
    information: Floats
    followed: Floats

    def pair_factors(self, first: Ints, second: Ints, variances: Floats) -> tuple[Floats, Floats, Floats]:
        """The model's variance f of a contribution, and what scales it up under the hypothesis and without it.

        Args:
            first: one system of every pair.
            second: the other.
            variances: c'V c of every pair.
        """
        f, followed = of_pairs(self.information, first, second), of_pairs(self.followed, first, second)
        # Without the restriction the fit follows the document in the direction of the pair, too.
        return f, _factor(f, f - followed + f**2 / variances), _factor(f, f - followed)

    def centred(self) -> tuple[Floats, Floats]:
        """Variances of the contributions to the difference from the mean of all systems, before and after the fit."""
        before = _about_mean(self.information)
        return before, before - _about_mean(self.followed)


def _about_mean(matrices: Floats) -> Floats:
    """The values c' A c of every system, c its difference from the mean of all, for stacked symmetric matrices."""
    own, rows = np.diagonal(matrices, axis1=1, axis2=2), matrices.mean(axis=2)
    return np.asarray(own - 2 * rows + rows.mean(axis=1, keepdims=True))


def document_parts(design: Design, state: State) -> Iterator[DocumentPart]:
    """All documents, stack after stack."""
    spread = state.unscaled
    people = design.annotators
    posterior = np.zeros((people + 1, people + 1))
    posterior[:people, :people] = state.posterior
    for stack, reduced in zip(design.stacks, state.reduced, strict=True):
        judges = stack.annotators.shape[1]
        systems, residual = state.local(stack)
        weighted = reduced.block @ systems
        information = systems.transpose(0, 2, 1) @ weighted @ spread
        score = np.einsum("dmp,dm->dp", weighted, residual) @ spread
        of_annotators = weighted[:, :judges] @ spread
        local = posterior[stack.annotators[:, :, None], stack.annotators[:, None]]
        followed = of_annotators.transpose(0, 2, 1) @ local @ of_annotators
        followed += information.transpose(0, 2, 1) @ spread @ information
        yield DocumentPart(stack.documents, score, spread @ information, followed)


def document_contributions_plain(rows: RatedRows, ratios: Floats, pair: tuple[int, int]) -> tuple[Floats, Floats]:
    """Restricted and free contributions to one pair, with all matrices in full and the formulas as they stand.

    The plain twin of `document_contributions`, for tests.
    """
    y, system, annotator, document, segment = rows
    x = np.eye(system.max() + 1)[system]
    within = np.eye(len(y))
    for ratio, codes in zip(ratios[1:], (document, segment, document * x.shape[1] + system), strict=True):
        within += ratio * (codes[:, None] == codes)
    h_inverse = np.linalg.inv(within + ratios[0] * (annotator[:, None] == annotator))
    v = np.linalg.inv(x.T @ h_inverse @ x)
    b = v @ x.T @ h_inverse @ y
    c = np.eye(x.shape[1])[pair[0]] - np.eye(x.shape[1])[pair[1]]
    weights = h_inverse @ x @ v @ c
    results = []
    for pull in (c @ b / (c @ v @ c), 0.0):
        rest = y - x @ (b - pull * v @ c)
        residual = rest - ratios[0] * (annotator[:, None] == annotator) @ h_inverse @ rest
        fitted = v - np.outer(v @ c, v @ c) / (c @ v @ c) if pull else v
        variance = within @ (h_inverse - h_inverse @ x @ fitted @ x.T @ h_inverse) @ within
        parts = []
        for d in range(document.max() + 1):
            here = document == d
            m = weights[here]
            f, after = m @ within[np.ix_(here, here)] @ m, m @ variance[np.ix_(here, here)] @ m
            factor = np.sqrt(f / max(after, f / LARGEST_FACTOR**2)) if f > 0 else 1.0
            parts.append(factor * float(m @ residual[here]))
        results.append(np.array(parts))
    return results[0], results[1]
