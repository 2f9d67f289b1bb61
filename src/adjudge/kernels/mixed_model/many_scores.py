"""Estimates and contributions for many vectors of scores of one design, at ratios of variances that are known.

At given ratios estimates and contributions are linear in the scores: everything else is computed once for the design,
and a vector of scores costs a few products. The letters are those of `contributions` and `annotator_noise`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.mixed_model.annotator_noise import TasteEquations, counted_share, leniency_noise
from adjudge.kernels.mixed_model.contributions import document_parts, of_pairs
from adjudge.kernels.mixed_model.reml import RemlFit
from adjudge.kernels.mixed_model.row_space import RowSpace

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class ManyEstimates:
    """What some vectors of scores say; pairs are i < j, row after row.

    Args:
        means: estimated mean of every system, systems x vectors.
        differences: of every pair, pairs x vectors.
        variances: residual variance by each vector.
        restricted: contributions under the hypothesis that the two are equal, documents x pairs x vectors.
        free: without it, likewise.
        tastes: estimated variance of tastes as far as it counts, by each vector; 0 where it was not asked for.
    """

    means: Floats
    differences: Floats
    variances: Floats
    restricted: Floats
    free: Floats
    tastes: Floats


@dataclass(frozen=True, eq=False)
class ManyScores:
    """A design at known ratios of variances, into which vectors of scores can be put.

    Args:
        fit: the model of any scores of this design (`fit_at`).
    """

    fit: RemlFit

    @cached_property
    def space(self) -> RowSpace:
        """The design as an operator."""
        return RowSpace(self.fit)

    @cached_property
    def taste(self) -> TasteEquations:
        """The equations for tastes."""
        return TasteEquations(self.space)

    @cached_property
    def pairs(self) -> tuple[Ints, Ints]:
        """Both systems of every pair."""
        first, second = np.triu_indices(self.fit.design.systems, 1)
        return first, second

    @cached_property
    def weights(self) -> Floats:
        """M, ratings x systems: the estimates are M'y."""
        return np.asarray(self.space.within(self._without_annotators) @ self.fit.state.unscaled)

    @cached_property
    def _without_annotators(self) -> Floats:
        """W = X - Z U, ratings x systems."""
        rows = self.fit.rows
        weights = -self.fit.state.absorbed.take(rows.annotator, axis=0)
        weights[np.arange(len(rows.y)), rows.system] += 1.0
        return weights

    @cached_property
    def _factors(self) -> tuple[Floats, Floats, Floats]:
        """f, and the two factors for leverage, documents x pairs."""
        first, second = self.pairs
        variances = of_pairs(self.fit.state.unscaled[None], first, second)[0]
        f, bound, loose = (np.empty((self.fit.design.documents, len(first))) for _ in range(3))
        for part in document_parts(self.fit.design, self.fit.state):
            here = part.documents
            f[here], bound[here], loose[here] = part.pair_factors(first, second, variances)
        return f, bound, loose

    @cached_property
    def shares(self) -> Floats:
        """The part of the information about a pair that a document holds, documents x pairs."""
        f = self._factors[0]
        return np.asarray(f / np.maximum(f.sum(axis=0), np.finfo(float).tiny))

    @cached_property
    def leniency(self) -> Floats:
        """Covariance that leniency leaves in the estimates, for a residual variance of 1."""
        return leniency_noise(self.fit).covariance / self.fit.variance

    def estimates(self, scores: Floats, *, tastes: bool) -> ManyEstimates:
        """What every vector of scores says.

        Checked against: `document_contributions` and `taste_noise` of a model fitted to one vector after the other
        (tests/laws).

        Args:
            scores: ratings x vectors.
            tastes: whether their variance is estimated.
        """
        design, state = self.fit.design, self.fit.state
        first, second = self.pairs
        projected = self.space.projected(scores)
        variances = (scores * projected).sum(axis=0) / design.freedom
        means = self.weights.T @ scores
        gaps = means[first] - means[second]
        pull = gaps / of_pairs(state.unscaled[None], first, second)[0][:, None]
        score = self._by_document(projected)
        line = score[:, first] - score[:, second]
        f, bound, loose = self._factors
        return ManyEstimates(
            means=means,
            differences=gaps,
            variances=variances,
            restricted=bound[:, :, None] * (line + pull * f[:, :, None]),
            free=loose[:, :, None] * line,
            tastes=self._tastes(projected, variances) if tastes else np.zeros_like(variances),
        )

    def _by_document(self, projected: Floats) -> Floats:
        """V W'P y of every document, documents x systems x vectors."""
        from scipy.sparse import csr_array

        rows, p, documents = self.fit.rows, self.fit.design.systems, self.fit.design.documents
        place = (rows.document[:, None] * p + np.arange(p)).ravel()
        starts = np.arange(len(rows.y) + 1) * p
        matrix = csr_array((self._without_annotators.ravel(), place, starts), shape=(len(rows.y), documents * p))
        sums = np.asarray(matrix.T @ projected).reshape(documents, p, -1)
        return np.asarray(np.einsum("ps,dsm->dpm", self.fit.state.unscaled, sums, optimize=True))

    def _tastes(self, projected: Floats, variances: Floats) -> Floats:
        """Variances of tastes, each with the share of it that counts."""
        error = self.taste.error
        if not error > 0:
            return np.zeros_like(variances)
        ratios = np.maximum(self.taste.ratios(projected, variances), 0.0)
        return np.asarray(counted_share(ratios / error) * ratios * variances)
