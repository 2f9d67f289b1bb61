"""What the test of the default finds in many campaigns of one design at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from adjudge.core.recipes.recipe import Test
from adjudge.kernels.mixed_model.many_scores import ManyEstimates, ManyScores
from adjudge.kernels.ranks.noisy_flips import NoisyFlips, NormalNoise, noise_of_pairs
from adjudge.kernels.ranks.step_down import step_down
from adjudge.ranking.corrections import CORRECTIONS
from adjudge.ranking.ratings.flips.evidence import MIN_ANNOTATORS, NEGLIGIBLE

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

#: Draws behind a verdict: a p-value of .05 is known to within .007, as often too large as too small.
NULL_DRAWS: Final = 999
#: Level of intervals.
LEVEL: Final = 0.95
#: Numbers in tables of ratings x campaigns, and of documents x pairs x campaigns, that are held at once.
CHUNK: Final = 6_000_000


@dataclass(frozen=True, eq=False)
class Verdicts:
    """What was found, campaigns x pairs i < j.

    Args:
        separated: whether the two systems are called different.
        differences: estimated.
        widths: of the interval of each difference; infinite for systems of a single unit.
    """

    separated: Flags
    differences: Floats
    widths: Floats


@dataclass(frozen=True, eq=False)
class RepeatedTest:
    """The test by sign flips in campaigns of one design.

    Args:
        many: the design.
        test: of the recipe.
        annotators: how many the model knows; 0 if it does not know them.
    """

    many: ManyScores
    test: Test
    annotators: int

    def campaigns_at_once(self) -> int:
        """How many campaigns fit into memory together."""
        design = self.many.fit.design
        numbers = max(len(self.many.fit.rows.y), 2 * design.documents * len(self.many.pairs[0]))
        return max(1, CHUNK // numbers)

    def verdicts(self, scores: Floats, rng: np.random.Generator) -> Verdicts:
        """Test all pairs in every campaign.

        Definition: as `adjudge.ranking.ratings.flips`, with the ratios of variances of the pilot, and with no more than
        `NULL_DRAWS` draws behind a verdict.

        Checked against: the verdicts of a ranking of the same scores (tests/unit/planning/pilot).

        Args:
            scores: ratings x campaigns.
            rng: source of random draws.
        """
        found = self.many.estimates(scores, tastes=self.annotators >= MIN_ANNOTATORS)
        both = [self._verdict(found, number, rng) for number in range(scores.shape[1])]
        separated, widths = (np.array(part) for part in zip(*both, strict=True))
        return Verdicts(separated, found.differences.T, widths)

    def _verdict(self, found: ManyEstimates, number: int, rng: np.random.Generator) -> tuple[Flags, Floats]:
        restricted = found.restricted[:, :, number]
        own = (restricted**2).sum(axis=0)
        noises = [noise for noise in self._noises(found, number) if self._matters(noise, own)]
        added = noise_of_pairs(noises, self.many.fit.design.systems) if noises else np.zeros_like(own)
        errors = np.sqrt(own + added)
        errors = np.where(errors > 0, errors, np.inf)
        null = NoisyFlips(restricted, noises, errors)
        discoveries = self.test.correction in ("bh", "by")
        tested = step_down(
            found.differences[:, number] / errors,
            null,
            self.test.level,
            rng,
            critical=False,
            discoveries=discoveries,
            first=NULL_DRAWS,
            most=NULL_DRAWS,
        )
        correct = CORRECTIONS.find(self.test.correction).correct
        p = tested.p if correct is None else tested.single
        if not tested.exact:  # the observed draw counts among them, which a ranking's many draws make nothing of
            p = (p * (tested.draws + 1) - 1) / tested.draws
        p = np.maximum(p, self._least_p)
        p = p if correct is None else correct(p)
        free = np.sqrt((found.free[:, :, number] ** 2).sum(axis=0) + added)
        return p < self.test.level, 2 * self._quantiles * np.where(self._several, free, np.inf)

    def _noises(self, found: ManyEstimates, number: int) -> Iterator[NormalNoise]:
        variance = float(found.variances[number])
        yield NormalNoise(variance * self.many.leniency, max(1.0, self.many.fit.design.annotators - 1.0))
        if found.tastes[number] > 0:
            covariance = float(found.tastes[number]) * self.many.taste.between_documents
            yield NormalNoise(covariance, self.many.taste.freedom)

    def _matters(self, noise: NormalNoise, own: Floats) -> bool:
        return bool((noise_of_pairs([noise], len(noise.covariance)) > NEGLIGIBLE * own).any())

    @cached_property
    def _least_p(self) -> Floats:
        """The smallest p-value that the signs of a pair's units can reach."""
        return np.asarray(2.0 ** (1.0 - np.minimum((self.many.shares > NEGLIGIBLE).sum(axis=0), 60)))

    @cached_property
    def _several(self) -> Flags:
        """Pairs of systems of two units or more."""
        rows, p = self.many.fit.rows, self.many.fit.design.systems
        held = np.bincount(np.unique(rows.document * p + rows.system) % p, minlength=p)
        first, second = self.many.pairs
        return np.asarray(np.minimum(held[first], held[second]) >= 2)

    @cached_property
    def _quantiles(self) -> Floats:
        """Student's t with as many degrees of freedom as equal units would have."""
        from scipy.special import stdtrit

        units = 1 / np.maximum((self.many.shares**2).sum(axis=0), np.finfo(float).tiny)
        return np.asarray(stdtrit(np.maximum(units - 1, 1.0), 0.5 + LEVEL / 2))
