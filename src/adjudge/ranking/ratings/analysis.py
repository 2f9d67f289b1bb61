"""One analysis of ratings, as steps that are computed when first asked for and shared where nothing changed.

    rows -> kept -> scored -> estimate -> tests -> lines -> result
                       |         |          |
                     model    sets, effects, precisions

Which step depends on what is written once, in `Plan`: the arguments of a step are everything it depends on. An
analysis with another recipe, other rows or another seed shares every step whose arguments are the same, so an audit
that changes one thing a thousand times computes only what depends on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field, replace
from functools import cached_property
from typing import Any

import polars as pl

from adjudge.core.errors import RecipeError
from adjudge.core.findings import Finding
from adjudge.core.recipes.recipe import Recipe, plain_name
from adjudge.core.seeds import Seeds
from adjudge.core.signature import Signature
from adjudge.core.steps import SharedSteps, Step
from adjudge.ranking.ratings import findings as observe
from adjudge.ranking.ratings.claims import Claims
from adjudge.ranking.ratings.estimate import Estimate, estimate_systems
from adjudge.ranking.ratings.flips.flip_findings import of_flips, out_of_reach
from adjudge.ranking.ratings.model import ModelRanking, fit_model
from adjudge.ranking.ratings.pair_tests import PairTests, pairwise_tests
from adjudge.ranking.ratings.result_rows import (
    Lines,
    confidence_sets,
    draw_lines,
    facts_of,
    pair_effects,
    pair_precisions,
    ranked_pairs,
    ranked_systems,
    require_known,
    score_intervals,
    sets_of_test,
)
from adjudge.ranking.ratings.scored_rows import (
    Keeping,
    ScoredRows,
    Scoring,
    count_only,
    keep_rows,
    score_rows,
    without_marks,
)
from adjudge.ranking.result import RankedPair, RatingRankingResult
from adjudge.scoring.rows import Rows


@dataclass(frozen=True)
class Origin:
    """What stands in the result and changes no number.

    Args:
        pair: the language pair of the ratings, if known.
        weights: name of the weights that made scores of marked errors.
        read: findings of reading and checking the table.
        picked: why the recipe was picked for these data; empty if it was given.
        first: what stands before all other findings.
        where: the conditions that the rows were chosen by, as data.
        signed: the same as parts of the signature.
        keep_kinds: the kinds of rows that were asked for instead of those of the recipe.
    """

    pair: str | None = None
    weights: str | None = None
    read: tuple[Finding, ...] = ()
    picked: tuple[Finding, ...] = ()
    first: tuple[Finding, ...] = ()
    where: tuple[str, ...] = ()
    signed: Mapping[str, str] = field(default_factory=dict)
    keep_kinds: tuple[str, ...] = ()

    def choices(self) -> dict[str, str]:
        """Parts of the signature, where anything is known."""
        parts = {"pair": self.pair, "weights": self.weights}
        return {key: plain_name(value) for key, value in parts.items() if value} | dict(self.signed)

    def to_dict(self) -> dict[str, Any]:
        """The same as data, and the kinds of rows that were asked for."""
        rows = {"where": list(self.where), "keep_kinds": list(self.keep_kinds)}
        return {"pair": self.pair, "weights": self.weights, **rows}


@dataclass(frozen=True, eq=False)
class Analysis:
    """A ranking from ratings that can be asked for each of its steps.

    Args:
        rows: ratings of one language pair.
        recipe: every choice from rows to lines.
        claims: what the organiser knows and the data does not say.
        seed: for what is random.
        origin: what stands in the result and changes no number.
        only: a column and its value: only these rows count, after the scores of all were standardised; all if None.
        near: the model of nearly the same rows, at which the search for the variances begins.
        quiet: whether it is one of many, of which order and lines are asked for and no findings.
        like: an analysis whose steps are taken where they are the same.
        shared: steps of other analyses, which are taken likewise, and where those of this one are left.

    Example:
        >>> from adjudge.core.recipes import RECIPES
        >>> from adjudge.planning.simulation.simulate import simulate
        >>> first = Analysis(simulate("balanced", seed=1).table.frame, RECIPES["wmt-da"])
        >>> second = first.with_recipe(RECIPES["knowles-2021"])  # another test and another line rule
        >>> second.scored is first.scored, second.tests is first.tests
        (True, False)
    """

    rows: pl.DataFrame
    recipe: Recipe
    claims: Claims = field(default_factory=Claims)
    seed: int = 0
    origin: Origin = field(default_factory=Origin)
    only: tuple[str, str] | None = None
    near: ModelRanking | None = field(default=None, repr=False)
    quiet: bool = False
    like: InitVar[Analysis | None] = None
    shared: InitVar[SharedSteps | None] = None
    plan: Plan = field(init=False, repr=False)

    def __post_init__(self, like: Analysis | None, shared: SharedSteps | None) -> None:
        known = like.plan.steps if like is not None else ()
        steps = SharedSteps(known if shared is None else (*known, *shared.made))
        rows = steps.step(_with_scores, self.rows) if self.rows["score"].null_count() else None
        object.__setattr__(self, "rows", self.rows if rows is None else rows.value)
        object.__setattr__(self, "plan", Plan(self, steps))
        if shared is not None:
            shared.keep(steps.made)
            # An analysis with one thing changed knows these, too.
            self.plan.steps = (*self.plan.steps, *shared.made)

    def with_recipe(self, recipe: Recipe) -> Analysis:
        """The same rows by another recipe."""
        return replace(self, recipe=recipe, origin=replace(self.origin, picked=()), like=self)

    def with_rows(self, rows: pl.DataFrame) -> Analysis:
        """Other rows by the same recipe."""
        return replace(self, rows=rows, like=self)

    def counting_only(self, column: str, value: str) -> Analysis:
        """The same in which only rows with this value count; scores are standardised by all rows, as before."""
        return replace(self, only=(column, value), like=self)

    def with_nearly(self, rows: pl.DataFrame) -> Analysis:
        """Nearly the same rows by the same recipe: the search for the variances of the model begins at those here."""
        near = self.plan.model.value if self.plan.needs_model else None
        return replace(self, rows=rows, near=near, quiet=True, like=self)

    def without(self, rows: pl.Expr) -> Analysis:
        """The same without the rows for which the expression is true."""
        return self.with_rows(self.rows.filter(~rows.fill_null(value=False)))

    def with_seed(self, seed: int) -> Analysis:
        """The same with other random numbers."""
        return replace(self, seed=seed, like=self)

    @property
    def kept(self) -> Rows:
        """The rows that anything is computed from."""
        return self.plan.kept.value

    @property
    def scored(self) -> ScoredRows:
        """The rows that count, with their scores."""
        return self.plan.scored.value

    @property
    def estimate(self) -> Estimate:
        """The score of every system, and the order."""
        return self.plan.estimate.value

    @property
    def tests(self) -> PairTests:
        """Every pair of systems tested."""
        return self.plan.tests.value

    @property
    def lines(self) -> Lines:
        """Lines between the systems."""
        return self.plan.lines.value

    def result(self) -> RatingRankingResult:
        """Everything, as a ranking; computed once.

        Raises:
            AdjudgeError: if the data cannot support what the recipe asks for.
        """
        return self._result

    @cached_property
    def _result(self) -> RatingRankingResult:
        recipe, claims = self.recipe, self.claims
        require_known(self.estimate.order, (*recipe.clusters.hide, *claims.post_edited))
        pairs = ranked_pairs(
            self.estimate,
            tests=self.tests,
            effects=self.plan.effects.value,
            precisions=self.plan.precisions.value,
            level=recipe.test.level,
            margin=claims.margin,
        )
        choices = {"recipe": plain_name(recipe.name), **recipe.choices(), **self.origin.choices(), **claims.choices()}
        choices |= {"only": plain_name("=".join(self.only))} if self.only else {}
        named = self.origin.to_dict()
        return RatingRankingResult(
            signature=Signature.of({**choices, "seed": self.seed}),
            settings={"recipe": recipe.to_dict(), "seed": self.seed, **claims.to_dict(), **named},
            findings=self._findings(pairs),
            systems=ranked_systems(
                self.estimate,
                tests=self.tests,
                lines=self.lines,
                sets=self.plan.sets.value,
                intervals=self.plan.intervals.value if self.plan.intervals else None,
            ),
            pairs=pairs,
            test=facts_of(recipe.test, self.tests),
            line_rule=recipe.clusters.rule,
        )

    def _findings(self, pairs: tuple[RankedPair, ...]) -> tuple[Finding, ...]:
        """What all steps found, in their order."""
        by_flips = self.tests.flips
        flips = (by_flips, self.plan.model.value, self.recipe.test) if by_flips is not None else None
        return (
            *self.origin.first,
            *(out_of_reach(self.estimate.order, *flips) if flips else ()),  # then nothing else matters
            *self.origin.read,
            *self.origin.picked,
            *self.kept.findings,
            *self.scored.findings,
            *self._after_degraded(),
            *(self.plan.model.value.findings if self.plan.needs_model else ()),
            *self.estimate.findings,
            *self.tests.findings,
            *(of_flips(*flips) if flips else ()),
            *self.lines.findings,
            *self.plan.sets.value.findings,
            *observe.limits(self.estimate.scores, self.recipe.test),
            *observe.false_discoveries(pairs, self.recipe.test),
            *observe.not_separated(pairs),
            *observe.equivalence(pairs, self.claims.margin),
            *observe.post_edited(pairs, self.claims.post_edited),
        )

    def _after_degraded(self) -> tuple[Finding, ...]:
        """What the rows left out because of a degraded item would do to the order (G2): the recipe with them."""
        if not self.scored.after_degraded:
            return ()
        try:
            included = self.plan.included.value.order
        except (
            RecipeError
        ) as error:  # such as an annotator whose spread they take away; the ranking stands without them
            return (observe.after_degraded_refused(error),)
        return (observe.with_after_degraded(self.estimate.order, included),)


def _with_scores(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.filter(pl.col("score").is_not_null())


class Plan:
    """The steps of an analysis, each with everything it depends on.

    Args:
        analysis: what is computed.
        steps: makes the steps, or takes those of other analyses where they are the same.
    """

    def __init__(self, analysis: Analysis, steps: SharedSteps) -> None:
        recipe, seeds = analysis.recipe, Seeds(analysis.seed)
        scoring, test = Scoring.of(recipe), recipe.test
        model_orders = recipe.aggregate.estimate == "mixed"
        self.needs_model = model_orders or test.kind.by_model
        step = steps.step
        self.kept = step(
            keep_rows, analysis.rows, Keeping.of(recipe, merge=analysis.claims.merge, quiet=analysis.quiet)
        )
        self.scored = step(score_rows, self.kept, scoring)
        if analysis.only is not None:
            self.scored = step(count_only, self.scored, *analysis.only)
        flips = test.name == "model-flips"
        unit = test.unit if flips else "document"
        # Never asked for where nothing needs it.
        self.model = step(fit_model, self.scored, unit, None, analysis.near)
        order_model = self.model if model_orders else None
        self.estimate = step(estimate_systems, self.scored, order_model)
        test_seeds = seeds if test.kind.draws else Seeds()
        self.tests = step(pairwise_tests, self.estimate, test, test_seeds, self.model if test.kind.by_model else None)
        self.lines = step(draw_lines, self.estimate, self.tests, recipe.clusters)
        self.sets = (
            step(sets_of_test, self.tests, test.level) if flips else step(confidence_sets, self.estimate, order_model)
        )
        self.intervals = step(score_intervals, self.estimate, self.model) if flips and model_orders else None
        self.effects = step(pair_effects, self.estimate)
        self.precisions = step(pair_precisions, self.estimate, test, order_model, self.tests if flips else None)
        # The same once more with the rows that were left out because of a degraded item.
        all_count = step(score_rows, step(without_marks, self.kept), scoring)
        if analysis.only is not None:
            all_count = step(count_only, all_count, *analysis.only)
        again = step(fit_model, all_count, unit, self.model)  # with the variances of the model: no second search
        self.included = step(estimate_systems, all_count, again if model_orders else None)
        self.steps: tuple[Step[Any], ...] = tuple(steps.made)
