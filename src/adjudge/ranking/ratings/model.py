"""The mixed model in the place of means and tests: its estimates, their covariance, its contrasts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.core.recipes import Aggregate, Test
from adjudge.ranking.ratings.pair_tests import Uncorrected, from_pairs
from adjudge.ranking.ratings.precision import Contrast
from adjudge.ranking.ratings.segment_scores import SegmentScores
from adjudge.scoring.mixed import MixedFit, fit_mixed, system_contrasts

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

    @cached_property
    def _by_pair(self) -> dict[tuple[str, str], Contrast]:
        found = {}
        for row in self.contrasts.iter_rows(named=True):
            found[row["a"], row["b"]] = Contrast(row["difference"], row["se"], row["df"], row["p"])
            found[row["b"], row["a"]] = Contrast(-row["difference"], row["se"], row["df"], row["p"])
        return found

    def contrast(self, a: str, b: str) -> Contrast:
        """Two systems compared."""
        return self._by_pair[a, b]

    def tests(self, scores: SegmentScores, test: Test) -> Uncorrected | None:
        """Contrasts of all pairs, if the recipe tests by the model."""
        if test.name != "mixed":
            return None
        found = [self.contrast(scores.systems[a], scores.systems[b]) for a, b in scores.pairs]
        p, differences = (np.array([getattr(c, name) for c in found]) for name in ("p", "difference"))
        return from_pairs(scores, p, differences, test)


def fit_model(counting: pl.DataFrame, aggregate: Aggregate, by: str) -> ModelRanking:
    """Fit the mixed model to the rows that count.

    Args:
        counting: rows with `score` and `z`.
        aggregate: the kinds and the scope that count.
        by: the score to model, `raw` or `z`.
    """
    frame = counting.with_columns(score=pl.col("z")) if by == "z" else counting
    return ModelRanking(fit_mixed(frame, aggregate=aggregate))
