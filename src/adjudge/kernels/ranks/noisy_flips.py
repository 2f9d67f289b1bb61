"""Draws for the step-down test that flip the signs of documents and add what annotators carry between documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.ranks.step_down import EXACT_UNITS, SignFlips, Singles

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class NormalNoise:
    """A normal error of the estimates of all systems, of a variance that is itself an estimate.

    Args:
        covariance: systems x systems.
        freedom: degrees of freedom of the estimated variance.
    """

    covariance: Floats
    freedom: float

    @cached_property
    def root(self) -> Floats:
        """The symmetric root of the covariance.

        Any root would do for the distribution. Where eigenvalues are equal, rounding chooses the axes: another root
        would give other draws to the same seed on another machine, or on another scale.
        """
        values, vectors = np.linalg.eigh(self.covariance)
        return np.asarray((vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T)

    def draw(self, count: int, rng: np.random.Generator) -> Singles:
        """Errors, draws x systems: normal over the root of chi-square / freedom, one for each draw."""
        normal = rng.standard_normal((count, len(self.root)), dtype=np.float32) @ self.root.T.astype(np.float32)
        normal *= np.sqrt(self.freedom / rng.chisquare(self.freedom, count)).astype(np.float32)[:, None]
        return normal


@dataclass(frozen=True, eq=False)
class NoisyFlips:
    """T* = (sum of e_d psi_d + x_i - x_j) / error of the pair, e random signs and x normal.

    The noises are independent of the signs. Where there are few units all sign assignments are passed through as often
    as there is room for, and only the rest of the draws have random signs.

    Args:
        contributions: units x pairs; pairs are i < j, row after row.
        noises: what is added; none leaves sign flips.
        errors: of the pairs.
    """

    contributions: Floats
    noises: Sequence[NormalNoise]
    errors: Floats

    @cached_property
    def _flips(self) -> SignFlips:
        return SignFlips(self.contributions / self.errors)

    @property
    def all_draws(self) -> int | None:
        """All sign assignments, if few and nothing is added."""
        return None if self.noises else self._flips.all_draws

    @property
    def cost(self) -> float:
        """Products that one draw costs."""
        return self._flips.cost

    def enumerate(self) -> Iterator[Singles]:
        """All sign assignments."""
        return self._flips.enumerate()

    def draw(self, count: int, rng: np.random.Generator) -> Iterator[Singles]:
        """Random draws."""
        for signed in self._signed(count, rng):
            for noise in self.noises:
                errors = noise.draw(len(signed), rng)
                first, second, scale = self._pairs
                added = errors.take(first, axis=1)
                added -= errors.take(second, axis=1)
                added *= scale
                np.add(signed, added, out=signed)
            yield signed

    @cached_property
    def _pairs(self) -> tuple[NDArray[np.intp], NDArray[np.intp], Singles]:
        """Both systems of every pair, and one over its error."""
        first, second = np.triu_indices(len(self.noises[0].covariance), 1)
        return first, second, (1 / self.errors).astype(np.float32)

    def _signed(self, count: int, rng: np.random.Generator) -> Iterator[Singles]:
        """Contributions with signs: all assignments over and over where there are few, random ones otherwise."""
        if not self.noises or len(self.contributions) > EXACT_UNITS:
            yield from self._flips.draw(count, rng)
            return
        total = 2 ** (len(self.contributions) - 1)
        for _ in range(count // total):
            yield from self._flips.enumerate()
        yield from self._flips.draw(count % total, rng)


def noise_of_pairs(noises: Sequence[NormalNoise], systems: int) -> Floats:
    """The variance that the noises add to the difference of every pair."""
    first, second = np.triu_indices(systems, 1)
    total = np.zeros((systems, systems))
    for noise in noises:
        total += noise.covariance
    own = np.diag(total)
    return np.asarray(np.maximum(own[first] + own[second] - 2 * total[first, second], 0.0))
