"""A pilot, analysed by a recipe and fitted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from adjudge.core.catalogue import counted
from adjudge.kernels.mixed_model.many_scores import ManyScores
from adjudge.kernels.mixed_model.reml import RatedRows
from adjudge.planning.pilot import catalogue as say
from adjudge.planning.pilot.fitted import FittedPilot
from adjudge.planning.pilot.scenarios import Scenario, ladder
from adjudge.ranking.ratings.analysis import Analysis
from adjudge.ranking.ratings.model import ModelRanking

#: With fewer documents (or segments) that hold several systems nothing is predicted.
FEWEST_UNITS: Final = 4


@dataclass(frozen=True, eq=False)
class AnalysedPilot:
    """The pilot, analysed and fitted.

    Args:
        analysis: by the recipe.
        model: its mixed model.
        fitted: the same with what a prediction needs.
        lasting: whether annotators are known; otherwise sessions, or nothing, stand for them.
    """

    analysis: Analysis
    model: ModelRanking
    fitted: FittedPilot
    lasting: bool

    @classmethod
    def of(cls, analysis: Analysis) -> AnalysedPilot:
        """Fit the pilot.

        Raises:
            RecipeError: AJ630 if it is too small, AJ632 if the recipe has another test.
        """
        test = analysis.recipe.test
        if test.name != "model-flips":
            raise say.OTHER_TEST(recipe=analysis.recipe.name, test=test.name)
        model = analysis.plan.model.value
        _require_units(model, test.unit)
        named = analysis.scored.frame["annotator"]
        return cls(
            analysis,
            model,
            FittedPilot.of(ManyScores(model.fit.reml), model.evidence.tastes),
            lasting=named.null_count() == 0,
        )

    @property
    def unit(self) -> str:
        """What is independent: `document` or `segment`."""
        return self.analysis.recipe.test.unit

    @property
    def rows(self) -> RatedRows:
        """Its judgements, as the model has them."""
        return self.model.fit.reml.rows

    @property
    def people(self) -> int:
        """Annotators that the model knows."""
        return self.model.fit.annotators.height

    @property
    def can_hire(self) -> bool:
        """Whether it shows how annotators differ."""
        return self.lasting and self.people >= 2

    def scenarios(self, wanted: Scenario | None) -> tuple[Scenario, ...]:
        """What was asked for, or the usual steps.

        Raises:
            UsageError: AJ631 if the pilot says nothing of what is asked for.
        """
        if wanted is None:
            return ladder(self.model.fit.reml.design.documents, unit=self.unit, annotators=self.can_hire)
        if wanted.documents and self.unit == "segment":
            raise say.NO_DOCUMENTS(documents=wanted.documents)
        if wanted.annotators and not self.can_hire:
            why = "its annotators are not named" if not self.lasting else "it tells nothing of differences between any"
            raise say.NO_ANNOTATORS(annotators=wanted.annotators, _why=why)
        return (wanted,)

    def components(self) -> tuple[tuple[str, float], ...]:
        """Standard deviations."""
        rows = self.model.fit.components.select("component", "sd").rows()
        taste = [("system:annotator", math.sqrt(self.fitted.taste))] if self.model.evidence.tastes is not None else []
        return (*rows[:-1], *taste, rows[-1])


def _require_units(model: ModelRanking, unit: str) -> None:
    """Refuse a pilot whose documents say nothing of how documents differ."""
    rows, p = model.fit.reml.rows, model.fit.reml.design.systems
    cells = np.unique(rows.document * p + rows.system)
    units = int((np.bincount(cells // p) >= 2).sum())
    if units < FEWEST_UNITS:
        raise say.TOO_SMALL(_units=counted(units, unit), least=FEWEST_UNITS, judgements=len(rows.y), systems=p)
