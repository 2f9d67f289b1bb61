"""The ratings that a ranking used, by its own recipe."""

from __future__ import annotations

import polars as pl

from adjudge.core.recipes.files import recipe_from_dict
from adjudge.core.tables import Comparisons, Ratings, Spans
from adjudge.ranking.ratings.analysis import Analysis
from adjudge.ranking.ratings.claims import Claims
from adjudge.ranking.result import RankingResult


def counted_ratings(table: Ratings | Comparisons | Spans, ranking: RankingResult | None) -> pl.DataFrame | None:
    """The ratings that a ranking used; None without one, and for judgements that are no ratings.

    Args:
        table: the judgements that were ranked.
        ranking: of them.
    """
    if not isinstance(table, Ratings) or ranking is None:
        return None
    recipe = recipe_from_dict(ranking.settings["recipe"])
    claims = Claims(merge=ranking.settings["merge"])
    return Analysis(table.frame, recipe, claims=claims, seed=ranking.settings["seed"]).scored.frame
