"""A ranking that can be repeated on other rows or by other choices, for ratings and for comparisons alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
import polars as pl

from adjudge.auditing.stability.verdict import Verdict
from adjudge.core.errors import AdjudgeError
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.steps import computed_once
from adjudge.core.suspicions.human_systems import human_systems
from adjudge.core.tables import Comparisons, PairCounts
from adjudge.ranking.comparisons.analysis import ComparisonAnalysis
from adjudge.ranking.comparisons.pair_tests import PairTests, direct_tests
from adjudge.ranking.comparisons.result_rows import line_rule_of
from adjudge.ranking.ratings.analysis import Analysis
from adjudge.ranking.ratings.repeating.leaving_out import beats_without

Kind = Literal["ratings", "comparisons"]


class Study(ABC):
    """A ranking that can be repeated."""

    kind: Kind

    @property
    @abstractmethod
    def frame(self) -> pl.DataFrame:
        """The judgements."""

    @abstractmethod
    def with_frame(self, frame: pl.DataFrame) -> Self:
        """Other judgements by the same choices."""

    @property
    @abstractmethod
    def verdict(self) -> Verdict:
        """Order and lines.

        Raises:
            AdjudgeError: if the data cannot support the choices.
        """

    def as_one_of_many(self) -> Self:
        """The same, tested as the scenarios are."""
        return self

    @abstractmethod
    def left_out(self, names: Collection[str]) -> Verdict:
        """The same ranking with systems only left out of the table."""

    @abstractmethod
    def of_systems(self, names: Collection[str]) -> pl.Expr:
        """The judgements that go with these systems."""

    @property
    @abstractmethod
    def humans(self) -> list[str]:
        """Human translations among the systems, by their names."""

    @abstractmethod
    def of_humans(self) -> pl.Expr:
        """The judgements of human translations and of references."""


@dataclass(frozen=True, eq=False)
class RatingStudy(Study):
    """A ranking from ratings.

    Args:
        analysis: its steps.
        quick: whether it is one of many, tested with fewer random draws.
    """

    kind = "ratings"

    analysis: Analysis
    quick: bool = False

    @property
    def frame(self) -> pl.DataFrame:
        """The ratings."""
        return self.analysis.rows

    def with_frame(self, frame: pl.DataFrame) -> RatingStudy:
        """Other ratings by the same recipe."""
        return RatingStudy(self.analysis.with_nearly(frame), quick=True)

    def as_one_of_many(self) -> RatingStudy:
        """The same, tested with fewer random draws."""
        return RatingStudy(self.analysis, quick=True)

    def with_recipe(self, recipe: Recipe) -> RatingStudy:
        """The same ratings by another recipe."""
        return RatingStudy(self.analysis.with_recipe(recipe), quick=True)

    @computed_once
    def verdict(self) -> Verdict:
        """Order and lines."""
        return self.left_out(())

    def left_out(self, names: Collection[str]) -> Verdict:
        """The same ranking with systems only left out of the table; pairs are corrected for the number left."""
        analysis = self.analysis
        order, beats = beats_without(analysis, names, quick=self.quick or bool(names))
        score = dict(zip(*analysis.estimate.means.select("system", "score"), strict=True))
        clusters = analysis.recipe.clusters
        return Verdict.of(order, beats, clusters.rule, hide=clusters.hide, scores=[score[name] for name in order])

    def of_systems(self, names: Collection[str]) -> pl.Expr:
        """Everything that was shown of these systems, control items made from their outputs included."""
        return pl.col("system").is_in(list(names))

    @computed_once
    def humans(self) -> list[str]:
        """Human translations among the systems, by their names."""
        return human_systems(self.analysis.rows["system"].unique().sort().to_list())

    def of_humans(self) -> pl.Expr:
        """Ratings of human translations, and of references shown as control items."""
        return pl.col("system").is_in(self.humans) | (pl.col("kind") == "reference")


@dataclass(frozen=True, eq=False)
class ComparisonStudy(Study):
    """A ranking from comparisons.

    Args:
        analysis: its steps.
    """

    kind = "comparisons"

    analysis: ComparisonAnalysis

    @property
    def frame(self) -> pl.DataFrame:
        """The comparisons, or counts of them."""
        return self.analysis.table.frame

    @property
    def table(self) -> Comparisons | PairCounts:
        """The same as a table."""
        return self.analysis.table

    def with_frame(self, frame: pl.DataFrame) -> ComparisonStudy:
        """Other comparisons by the same method."""
        return ComparisonStudy(self.analysis.with_table(self.analysis.table.with_frame(frame)))

    def with_method(self, name: str) -> ComparisonStudy:
        """The same comparisons by another method; settings that it does not take are left out."""
        from adjudge.ranking.comparisons.registry import settings_for

        return ComparisonStudy(self.analysis.with_method(name, settings_for(name, self.analysis.settings)))

    @computed_once
    def verdict(self) -> Verdict:
        """Order and lines."""
        return self.left_out(())

    def left_out(self, names: Collection[str]) -> Verdict:
        """The same ranking with systems only left out of the table.

        Direct tests are corrected for the number of pairs that is left; a model keeps the verdicts of all its pairs.
        """
        analysis = self.analysis
        ordering, tally = analysis.ordering, analysis.steps.ranked.value
        kept = [place for place, code in enumerate(ordering.order) if tally.systems[code] not in names]
        codes = [ordering.order[place] for place in kept]
        order = [tally.systems[code] for code in codes]
        beats = self._tests(names).beats
        if len(beats) != len(tally.systems):  # tested without them: codes are those of the systems that are left
            codes = [sorted(codes).index(code) for code in codes]
        beats = beats[np.ix_(codes, codes)]
        scores = None if ordering.scores is None else ordering.scores[[ordering.order[p] for p in kept]].tolist()
        if ordering.lines is None:
            return Verdict.of(order, beats, line_rule_of(ordering, analysis.tests), scores=scores)
        numbers = np.cumsum([1, *ordering.lines[:-1]])[kept].tolist()  # lines that the method itself draws
        return Verdict(tuple(order), tuple(numbers), beats, None if scores is None else tuple(scores))

    def _tests(self, names: Collection[str]) -> PairTests:
        """The tests of the pairs; direct ones again for the systems that are left, so that the correction fits."""
        analysis = self.analysis
        if not names or analysis.method.test != "direct":
            return analysis.tests
        settings, left = analysis.settings, set(analysis.steps.ranked.value.systems) - set(names)
        try:
            without = self.with_frame(self.frame.filter(~self.of_systems(names))).analysis.steps
            tally, dependence = without.ranked.value, without.dependence.value
        except AdjudgeError:
            return analysis.tests
        if set(tally.systems) != left:  # a system that only met those that are left out keeps its place in the table
            return analysis.tests
        return direct_tests(tally, dependence, settings.level, settings.correction)

    def of_systems(self, names: Collection[str]) -> pl.Expr:
        """Comparisons with any of these systems."""
        return pl.col("system_a").is_in(list(names)) | pl.col("system_b").is_in(list(names))

    @property
    def all_systems(self) -> Sequence[str]:
        """Every name, the reference included."""
        return self.analysis.tally.systems

    @computed_once
    def humans(self) -> list[str]:
        """Human translations among the ranked systems, by their names."""
        return human_systems(self.analysis.steps.ranked.value.systems)

    def of_humans(self) -> pl.Expr:
        """Comparisons with human translations, and with the reference."""
        reference = self.analysis.tally.reference
        return self.of_systems([*self.humans, *([reference] if reference else [])])
