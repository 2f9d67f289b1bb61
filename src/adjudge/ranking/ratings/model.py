"""The mixed model as a ranking needs it: its estimates, their covariance, its contrasts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.findings import Finding
from adjudge.core.steps import computed_once
from adjudge.ranking.ratings.flips.evidence import Evidence, gather_evidence
from adjudge.ranking.ratings.precision import Contrast
from adjudge.ranking.ratings.scored_rows import ScoredRows
from adjudge.scoring.mixed import MixedFit, fit_counting, system_contrasts
from adjudge.scoring.model_factors import ModelUnit
from adjudge.scoring.rows import Rows

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ModelRanking:
    """A fitted model, by the names of the systems.

    Args:
        fit: the model.
    """

    fit: MixedFit

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Variances of zero, effects that were left out, and the like."""
        return self.fit.findings

    @property
    def estimates(self) -> dict[str, float]:
        """Estimated mean of each system."""
        return dict(zip(self.fit.systems, self.fit.reml.means.tolist(), strict=True))

    @computed_once
    def evidence(self) -> Evidence:
        """What units and annotators say about every pair."""
        return gather_evidence(self.fit.reml, self.fit.annotators.height)

    @cached_property
    def contrasts(self) -> pl.DataFrame:
        """All pairs of systems tested."""
        return system_contrasts(self.fit)

    @property
    def freedom(self) -> float:
        """Smallest number of degrees of freedom of a contrast."""
        return float(self.contrasts["df"].min())  # type: ignore[arg-type]

    def means_of(self, systems: list[str]) -> Floats:
        """Estimates in the order of the names given."""
        return self.fit.reml.means[self._places(systems)]

    def covariance_of(self, systems: list[str]) -> Floats:
        """Covariance of these estimates."""
        places = self._places(systems)
        return self.fit.reml.covariance[np.ix_(places, places)]

    def _places(self, systems: list[str]) -> list[int]:
        place = {name: i for i, name in enumerate(self.fit.systems)}
        return [place[name] for name in systems]

    def ranks_of(self, systems: list[str]) -> NDArray[np.intp]:
        """Where each system of the model, by name, stands among those given."""
        return np.argsort(self._places(systems))

    @cached_property
    def _by_pair(self) -> dict[tuple[str, str], Contrast]:
        found = {}
        for row in self.contrasts.iter_rows(named=True):
            both = {"standard_error": row["se"], "freedom": row["df"], "p": row["p"]}
            found[row["a"], row["b"]] = Contrast(row["difference"], **both)
            found[row["b"], row["a"]] = Contrast(-row["difference"], **both)
        return found

    def contrast(self, a: str, b: str) -> Contrast:
        """The difference of two systems."""
        return self._by_pair[a, b]


def fit_model(
    scored: ScoredRows,
    unit: ModelUnit = "document",
    like: ModelRanking | None = None,
    start: ModelRanking | None = None,
) -> ModelRanking:
    """Fit the mixed model to the rows that count, by the scores that the recipe says.

    Args:
        scored: the rows that count.
        unit: `segment` puts segments in the place of documents.
        like: a model of nearly the same rows, whose ratios of variances are taken.
        start: a model of nearly the same rows, at whose ratios the search begins.
    """
    frame = scored.frame if scored.by == "raw" else scored.frame.with_columns(score=pl.col(scored.by))
    at, near = (None if known is None else known.fit.reml for known in (like, start))
    return ModelRanking(fit_counting(Rows(frame), unit=unit, like=at, start=near))
