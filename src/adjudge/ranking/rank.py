"""`adjudge.rank`: one door for ratings and for comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from adjudge.core.errors import Problem, UsageError
from adjudge.core.recipes import RECOMMENDED, Recipe
from adjudge.core.tables import Comparisons, PairCounts
from adjudge.ranking.comparisons.settings import ComparisonSettings
from adjudge.ranking.ratings.pipeline import Claims
from adjudge.ranking.ratings.pipeline import rank as rank_ratings
from adjudge.ranking.result import RankingResult
from adjudge.scoring.spans import MQM, Weights


def rank(
    table: Any,  # noqa: ANN401 - a table or any frame
    recipe: str | Recipe | None = None,
    *,
    method: str | None = None,
    pair: str | None = None,
    seed: int = 0,
    hide: Sequence[str] = (),
    claims: Claims | None = None,
    weights: Weights = MQM,
    settings: ComparisonSettings | None = None,
) -> RankingResult:
    """Rank systems by ratings, marked errors or comparisons.

    Args:
        table: `Ratings`, `Spans`, `Comparisons`, `PairCounts`, or any frame with the columns of ratings or comparisons
            (polars, pandas, pyarrow, ...).
        recipe: for ratings and spans: a built-in name or a `Recipe`; `recommended` if left out.
        method: for comparisons: a name from `adjudge.ranking.comparisons.registry.METHODS`; `recommended` if left out.
        pair: the language pair, needed if the table holds several.
        seed: for what is random.
        hide: for ratings: systems that take no part in drawing lines.
        claims: for ratings: margin of equivalence, post-edited systems, leave to merge unlike collections.
        weights: what marked errors cost, if the table holds spans.
        settings: for comparisons: further choices.

    Returns:
        Systems in order with clusters, every pair compared, and the findings; from comparisons a `ComparisonRankingResult`.

    Raises:
        AdjudgeError: if the table is broken, or the data cannot support what is asked for.

    Example:
        >>> import polars as pl, adjudge
        >>> scores = {"system": ["a", "a", "b", "b"], "segment": ["1", "2", "1", "2"], "score": [90, 80, 40, 30]}
        >>> [s.system for s in adjudge.rank(pl.DataFrame(scores)).systems]
        ['a', 'b']
    """
    if isinstance(table, str | PathLike):
        return rank_ratings(table)  # says what to do
    if not _holds_comparisons(table, asked=method is not None):
        _refuse(method=method, settings=settings, instead="recipe", of="ratings")
        return rank_ratings(
            table, recipe or RECOMMENDED, pair=pair, seed=seed, hide=hide, claims=claims, weights=weights
        )
    recipe = None if recipe == RECOMMENDED else recipe  # the default has one name for both
    _refuse(recipe=recipe, hide=hide or None, claims=claims, instead="method", of="comparisons")
    from adjudge.ranking.comparisons.pipeline import rank_comparisons

    return rank_comparisons(table, method or RECOMMENDED, pair=pair, seed=seed, settings=settings)


def _holds_comparisons(table: object, *, asked: bool) -> bool:
    """Whether a table, or a frame by its columns, holds comparisons; a frame of neither kind is what was asked for."""
    if isinstance(table, Comparisons | PairCounts):
        return True
    if hasattr(table, "noun"):
        return False
    columns = getattr(table, "column_names", getattr(table, "columns", ()))  # pyarrow, all others
    return {"system_a", "system_b"} <= set(columns) or (asked and "score" not in set(columns))


def _refuse(*, instead: str, of: str, **given: object) -> None:
    """Arguments that have no meaning for this kind of table are not ignored."""
    wrong = [name for name, value in given.items() if value is not None]
    if wrong:
        raise UsageError(
            Problem(
                "AJ040",
                f"'{wrong[0]}' was given, but the table holds {of}",
                f"'{instead}' for {of}",
                f"{len(wrong)} arguments" if len(wrong) > 1 else "1 argument",
                f"leave it out, or use {instead}=...",
            )
        )
