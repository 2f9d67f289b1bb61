"""What units (documents, or segments) and annotators say about every pair of systems, by the mixed model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.kernels.mixed_model.annotator_noise import AnnotatorNoise, leniency_noise, taste_noise
from adjudge.kernels.mixed_model.contributions import Contributions, document_contributions
from adjudge.kernels.mixed_model.reml import RemlFit
from adjudge.kernels.probability.student import quantiles_of_t
from adjudge.kernels.ranks.noisy_flips import NoisyFlips, NormalNoise, noise_of_pairs
from adjudge.kernels.rounding import FIT_NOISE

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

#: With fewer annotators nobody can say what other annotators would prefer.
MIN_ANNOTATORS: Final = 6
#: Noise below this share of the variance of every pair is left out, so that few units can be enumerated.
NEGLIGIBLE: Final = 1e-6


@dataclass(frozen=True, eq=False)
class Evidence:
    """Everything that tests, intervals and statements of power are made of; pairs are i < j of the systems by name.

    Args:
        contributions: of units.
        noises: what annotators carry from unit to unit: leniency, tastes.
        leniency: the first of these, also if it is negligible.
        tastes: the second; None if there are too few annotators to tell.
        held: units in which each system was judged.
        annotators: how many the model knows; 0 if it does not know them.
    """

    contributions: Contributions
    noises: tuple[AnnotatorNoise, ...]
    leniency: AnnotatorNoise
    tastes: AnnotatorNoise | None
    held: Ints
    annotators: int

    @property
    def systems(self) -> int:
        """How many there are."""
        return len(self.contributions.distances)

    @cached_property
    def _noises(self) -> tuple[NormalNoise, ...]:
        return tuple(NormalNoise(noise.covariance, noise.freedom) for noise in self.noises)

    @cached_property
    def _noise(self) -> Floats:
        return noise_of_pairs(self._noises, self.systems)

    @cached_property
    def leniency_shares(self) -> Floats:
        """The part of every pair's variance that leniency leaves, because the design does not separate it."""
        left = noise_of_pairs([NormalNoise(self.leniency.covariance, self.leniency.freedom)], self.systems)
        return left / self.errors**2

    @cached_property
    def errors(self) -> Floats:
        """Standard error of every pair under the hypothesis that the two are equal, for the test."""
        return self._above_rounding(np.sqrt((self.contributions.restricted**2).sum(axis=0) + self._noise))

    @cached_property
    def free_errors(self) -> Floats:
        """Standard error of every estimated difference; infinite for systems of a single unit."""
        first, second = np.triu_indices(self.systems, 1)
        several = np.minimum(self.held[first], self.held[second]) >= 2
        errors = self._above_rounding(np.sqrt((self.contributions.free**2).sum(axis=0) + self._noise))
        return np.where(several, errors, np.inf)

    def _above_rounding(self, errors: Floats) -> Floats:
        return np.where(errors > FIT_NOISE * self.contributions.largest, errors, np.inf)

    @cached_property
    def statistics(self) -> Floats:
        """T of every pair: the estimated difference over its error under the hypothesis."""
        return self.contributions.differences / self.errors

    @cached_property
    def null(self) -> NoisyFlips:
        """What the statistics look like when nothing differs."""
        return NoisyFlips(self.contributions.restricted, self._noises, self.errors)

    @cached_property
    def units(self) -> Ints:
        """Units that hold any information about a pair."""
        return np.asarray((self.contributions.shares > NEGLIGIBLE).sum(axis=0), dtype=np.intp)

    @cached_property
    def effective_units(self) -> Floats:
        """The number of units of equal size that would hold as much: 1 / sum of squared shares (Kish 1965)."""
        return np.asarray(1 / np.maximum((self.contributions.shares**2).sum(axis=0), np.finfo(float).tiny))

    @cached_property
    def least_p(self) -> Floats:
        """The smallest p-value that sign flips of the units of a pair can reach, 2^(1 - units)."""
        return np.asarray(2.0 ** (1.0 - np.minimum(self.units, 60)))

    def interval_halves(self, level: float) -> Floats:
        """Half the width of the interval of every system's distance from the mean of all.

        Definition: t(level, G - 1) sqrt(sum of squared contributions + noise about the mean), G being the effective
        units of the system's pairs, in the mean. NaN for a system of a single unit, which says nothing about others.
        """
        total = sum((noise.covariance for noise in self._noises), np.zeros((self.systems,) * 2))
        rows = total.mean(axis=1)
        noise = np.maximum(np.diag(total) - 2 * rows + rows.mean(), 0.0)
        error = np.sqrt((self.contributions.systems**2).sum(axis=0) + noise)
        of_pairs = np.concatenate(np.triu_indices(self.systems, 1))
        units = np.bincount(of_pairs, np.tile(self.effective_units, 2), self.systems)
        freedom = units / max(1, self.systems - 1) - 1
        halves = quantiles_of_t(0.5 + level / 2, np.maximum(freedom, 1.0)) * error
        return np.where((self.held >= 2) & (freedom > 0), halves, np.nan)


def gather_evidence(fit: RemlFit, annotators: int) -> Evidence:
    """The evidence of a fitted model.

    Args:
        fit: the model.
        annotators: how many it knows; 0 if it does not know them.
    """
    contributions = document_contributions(fit.design, fit.state)
    tastes = taste_noise(fit) if annotators >= MIN_ANNOTATORS else None
    leniency = leniency_noise(fit)
    noises = [leniency, *([tastes] if tastes is not None else [])]
    variance = (contributions.restricted**2).sum(axis=0)
    kept = tuple(noise for noise in noises if _matters(noise, variance))
    cells = np.unique(fit.rows.document * fit.design.systems + fit.rows.system)
    held = np.bincount(cells % fit.design.systems, minlength=fit.design.systems)
    return Evidence(contributions, kept, leniency=leniency, tastes=tastes, held=held, annotators=annotators)


def _matters(noise: AnnotatorNoise, variance: Floats) -> bool:
    added = noise_of_pairs([NormalNoise(noise.covariance, noise.freedom)], len(noise.covariance))
    return bool((added > NEGLIGIBLE * variance).any())
