"""The mixed model in the place of means and tests: its estimates, their covariance, its contrasts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.core.recipes import Aggregate, Test
from adjudge.rank.compare import Uncorrected, from_pairs
from adjudge.rank.segments import SegmentScores
from adjudge.score.mixed import MixedFit, fit_mixed, system_contrasts

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ModelRanking:
    """A fitted model as the ranking needs it.

    Args:
        fit: the model.
    """

    fit: MixedFit

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Boundary fits, components that were left out, and the like."""
        return self.fit.findings

    @property
    def estimates(self) -> dict[str, float]:
        """Estimated mean of each system."""
        return dict(zip(self.fit.systems, self.fit.reml.means.tolist(), strict=True))

    @cached_property
    def contrasts(self) -> pl.DataFrame:
        """All pairs compared."""
        return system_contrasts(self.fit)

    @property
    def freedom(self) -> float:
        """Smallest number of degrees of freedom of a contrast."""
        return float(self.contrasts["df"].min())  # type: ignore[arg-type]

    def in_order(self, systems: list[str]) -> tuple[Floats, Floats]:
        """Estimates and covariance in the order of the names given."""
        places = [self.fit.systems.index(name) for name in systems]
        return self.fit.reml.means[places], self.fit.reml.covariance[np.ix_(places, places)]

    def tests(self, scores: SegmentScores, test: Test) -> Uncorrected | None:
        """Contrasts of all pairs, if the recipe tests by the model."""
        if test.name != "mixed":
            return None
        found = {(a, b): (d, p) for a, b, d, p in self.contrasts.select("a", "b", "difference", "p").rows()}
        # The model orders pairs by its own estimates; turn them to the order of the ranking.
        found |= {(b, a): (-d, p) for (a, b), (d, p) in found.items()}
        values = np.array([found[scores.systems[a], scores.systems[b]] for a, b in scores.pairs])
        return from_pairs(scores, values[:, 1], values[:, 0], test)


def fit_model(counting: pl.DataFrame, kinds: tuple[str, ...], by: str) -> ModelRanking:
    """Fit the mixed model to the rows that count.

    Args:
        counting: rows with `score` and `z`.
        kinds: the kinds that count.
        by: the score to model, `raw` or `z`.
    """
    frame = counting.with_columns(score=pl.col("z")) if by == "z" else counting
    return ModelRanking(fit_mixed(frame, aggregate=Aggregate(kinds)))
