"""Ratings or marked errors to a ranking, by a recipe: what `adjudge.rank` does with a table of either kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from adjudge.core.language_pairs import choose_language_pair, language_pairs
from adjudge.core.recipes.built_in import RECIPES, RECOMMENDED
from adjudge.core.recipes.recipe import Recipe
from adjudge.core.tables import Ratings, Spans
from adjudge.ranking.ratings.analysis import Analysis, Origin
from adjudge.ranking.ratings.claims import Claims
from adjudge.ranking.ratings.recommended import recommend
from adjudge.ranking.result import RatingRankingResult
from adjudge.scoring.spans import MQM, Weights, score_spans


def rank_ratings(
    table: Ratings | Spans,
    recipe: str | Recipe = RECOMMENDED,
    *,
    pair: str | None = None,
    seed: int = 0,
    hide: Sequence[str] = (),
    claims: Claims | None = None,
    weights: Weights = MQM,
) -> RatingRankingResult:
    """Rank systems by their ratings.

    Args:
        table: ratings, or marked errors.
        recipe: a built-in name or a `Recipe`.
        pair: the language pair, needed if the table holds several.
        seed: for tests that draw random numbers.
        hide: systems that take no part in drawing lines, in addition to those of the recipe.
        claims: margin of equivalence, post-edited systems, leave to merge unlike collections.
        weights: what marked errors cost, if the table holds spans.

    Returns:
        Systems in order with clusters, every pair tested, and the findings.

    Raises:
        AdjudgeError: if the data cannot support what the recipe asks for.
    """
    return analyse(table, recipe, pair=pair, seed=seed, hide=hide, claims=claims, weights=weights).result()


def analyse(
    table: Ratings | Spans,
    recipe: str | Recipe = RECOMMENDED,
    *,
    pair: str | None = None,
    seed: int = 0,
    hide: Sequence[str] = (),
    claims: Claims | None = None,
    weights: Weights = MQM,
) -> Analysis:
    """The analysis behind `rank_ratings`, with its steps; arguments as there."""
    made_by = weights.name if isinstance(table, Spans) else None
    ratings = choose_language_pair(score_spans(table, weights) if isinstance(table, Spans) else table, pair)
    origin = Origin(pair=next(iter(language_pairs(ratings)), None), weights=made_by, read=ratings.findings)
    if recipe == RECOMMENDED:
        picked = recommend(ratings.frame.filter(pl.col("score").is_not_null()))
        recipe, origin = picked.recipe, replace(origin, picked=(picked.finding,))
    elif isinstance(recipe, str):
        recipe = RECIPES.find(recipe, also=(RECOMMENDED,))
    if hide:
        recipe = replace(recipe, clusters=replace(recipe.clusters, hide=(*recipe.clusters.hide, *hide)))
    return Analysis(ratings.frame, recipe, claims=claims or Claims(), seed=seed, origin=origin)
