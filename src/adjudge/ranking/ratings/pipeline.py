"""Ratings or marked errors to a ranking, by a recipe: what `adjudge.rank` does with a table of either kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import polars as pl

from adjudge.core.language_pairs import choose_language_pair, language_pairs
from adjudge.core.recipes.built_in import RECIPES, RECOMMENDED
from adjudge.core.recipes.recipe import Correction, Recipe, Test
from adjudge.core.selecting.selection import conditions_as_text, selection_choices
from adjudge.core.suspicions.registry import suspect
from adjudge.core.tables import Ratings, Spans
from adjudge.ranking.corrections import CorrectionName, require_correction, require_level
from adjudge.ranking.memory_needs import require_memory_for_ratings
from adjudge.ranking.ratings.analysis import Analysis, Origin
from adjudge.ranking.ratings.claims import Claims
from adjudge.ranking.ratings.kinds import leftovers, parse_kinds, with_kinds
from adjudge.ranking.ratings.recommended import recommend
from adjudge.ranking.result import RatingRankingResult
from adjudge.scoring.spans import score_spans
from adjudge.scoring.weights.built_in import MQM
from adjudge.scoring.weights.rules import Weights


def rank_ratings(
    table: Ratings | Spans,
    recipe: str | Recipe = RECOMMENDED,
    *,
    pair: str | None = None,
    seed: int = 0,
    hide: Sequence[str] = (),
    level: float | None = None,
    correction: CorrectionName | None = None,
    claims: Claims | None = None,
    weights: Weights = MQM,
    keep_kinds: str | Sequence[str] = (),
    progress: Callable[[float], None] | None = None,
) -> RatingRankingResult:
    """Rank systems by their ratings.

    Args:
        table: ratings, or marked errors.
        recipe: a built-in name or a `Recipe`.
        pair: the language pair, needed if the table holds several.
        seed: for tests that draw random numbers.
        hide: systems that take no part in drawing lines, in addition to those of the recipe.
        level: of the tests, instead of the recipe's.
        correction: for the number of pairs, instead of the recipe's.
        claims: margin of equivalence, post-edited systems, leave to merge unlike collections.
        weights: what marked errors cost, if the table holds spans.
        keep_kinds: kinds of rows that enter the averages, instead of the recipe's.
        progress: called with the share of the work that is done, after each step that may take long.

    Returns:
        Systems in order with clusters, every pair tested, and the findings.

    Raises:
        AdjudgeError: if the data cannot support what the recipe asks for.
    """
    analysis = analyse(
        table,
        recipe,
        pair=pair,
        seed=seed,
        hide=hide,
        level=level,
        correction=correction,
        claims=claims,
        weights=weights,
        keep_kinds=keep_kinds,
    )
    if progress is not None:
        _compute(analysis, progress)
    return analysis.result()


def _compute(analysis: Analysis, progress: Callable[[float], None]) -> None:
    """The steps that may take long, one after the other; the shares are those of a large campaign."""
    analysis.estimate  # noqa: B018 - computed and kept, the model with it
    progress(0.6)
    analysis.tests  # noqa: B018 - likewise
    progress(0.95)


def analyse(
    table: Ratings | Spans,
    recipe: str | Recipe = RECOMMENDED,
    *,
    pair: str | None = None,
    seed: int = 0,
    hide: Sequence[str] = (),
    level: float | None = None,
    correction: CorrectionName | None = None,
    claims: Claims | None = None,
    weights: Weights = MQM,
    keep_kinds: str | Sequence[str] = (),
) -> Analysis:
    """The analysis behind `rank_ratings`, with its steps; arguments as there."""
    made_by = weights.name if isinstance(table, Spans) else None
    ratings = choose_language_pair(score_spans(table, weights) if isinstance(table, Spans) else table, pair)
    kinds = parse_kinds(keep_kinds)
    origin = Origin(
        pair=next(iter(language_pairs(ratings)), None),
        weights=made_by,
        read=ratings.findings,
        where=tuple(conditions_as_text(ratings)),
        signed=selection_choices(ratings),
        keep_kinds=kinds,
    )
    scored = ratings.frame.filter(pl.col("score").is_not_null())
    if recipe == RECOMMENDED:
        picked = recommend(scored, kinds)
        recipe, origin = picked.recipe, replace(origin, picked=(picked.finding,))
    elif isinstance(recipe, str):
        recipe = RECIPES.find(recipe, also=(RECOMMENDED,))
    recipe, asked = with_kinds(_scoped(recipe, ratings), kinds)
    few = asked or (() if kinds else leftovers(scored, recipe))
    origin = replace(origin, first=(*few, *suspect(ratings)))
    if hide:
        recipe = replace(recipe, clusters=replace(recipe.clusters, hide=(*recipe.clusters.hide, *hide)))
    recipe = replace(recipe, test=_tested(recipe.test, level, correction))
    require_memory_for_ratings(ratings.frame, recipe)
    return Analysis(ratings.frame, recipe, claims=claims or Claims(), seed=seed, origin=origin, shared=ratings.shared)


def _scoped(recipe: Recipe, ratings: Ratings) -> Recipe:
    """The recipe for judgements of whole documents, if the rows were chosen to be these."""
    if not any(condition.column == "scope" for condition in ratings.conditions) or "scope" not in ratings.frame:
        return recipe
    if not (ratings.frame["scope"] == "document").all():
        return recipe
    return replace(recipe, aggregate=replace(recipe.aggregate, scope="document"))


def _tested(test: Test, level: float | None, correction: CorrectionName | None) -> Test:
    """The test of a recipe with another level or correction.

    Raises:
        UsageError: AJ040 if the level is not between 0 and 1, or there is no such correction.
    """
    if level is not None:
        test = replace(test, level=require_level(level))
    if correction is None:
        return test
    familywise: Correction = "step-down" if test.name == "model-flips" else "holm"
    return replace(test, correction="bh" if require_correction(correction) == "fdr" else familywise)
