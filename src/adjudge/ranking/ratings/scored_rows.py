"""The first two steps of an analysis: the rows that are kept, and those that count with their scores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import polars as pl

from adjudge.core.recipes.recipe import Filters, Recipe, Standardise
from adjudge.ranking.pooling import pooled
from adjudge.ranking.ratings.requirements import require_one_scale, require_scores, require_segments, require_systems
from adjudge.scoring.collections import require_alike
from adjudge.scoring.filters import drop_after_degraded, keep_last, mark_after_degraded, of_kinds, of_scope
from adjudge.scoring.known_documents import know_documents
from adjudge.scoring.quality import drop_failed
from adjudge.scoring.repeats import report_repeats
from adjudge.scoring.rows import Rows
from adjudge.scoring.standardise import nearest_tick, standardise

#: The score that systems are ordered and tested by.
ScoreName = Literal["raw", "z", "adjusted"]


@dataclass(frozen=True)
class Keeping:
    """Everything that decides which rows are kept.

    Args:
        filters: quality control, revisions, rows after a degraded item; what happens to units without spread is
            decided later and always `drop` here, so that it does not count as another choice.
        scope: judgements of segments, or of whole documents.
        ticks: code scores to the nearest of so many tick marks first; 0 leaves them.
        merge: whether collections with different kinds of items may be pooled.
        kinds: kinds of items that count; () unless it matters which of them have no document.
        quiet: leave out what only findings are made of, which changes no row.
    """

    filters: Filters
    scope: str
    ticks: int
    merge: bool
    kinds: tuple[str, ...] = ()
    quiet: bool = False

    @classmethod
    def of(cls, recipe: Recipe, *, merge: bool, quiet: bool = False) -> Keeping:
        """The part of a recipe."""
        filters = Filters(
            quality=recipe.filters.quality,
            quality_unit=recipe.filters.quality_unit,
            quality_level=recipe.filters.quality_level,
            revisions=recipe.filters.revisions,
            after_degraded=recipe.filters.after_degraded,
            documents=recipe.filters.documents,
        )
        kinds = tuple(recipe.aggregate.kinds) if filters.documents == "recover" else ()
        return cls(
            filters,
            scope=recipe.aggregate.scope,
            ticks=recipe.standardise.ticks,
            merge=merge,
            kinds=kinds,
            quiet=quiet,
        )


@dataclass(frozen=True)
class Scoring:
    """Everything that decides the scores of kept rows.

    Args:
        standardise: raw scores to z-scores.
        kinds: kinds of items that count.
        zero_spread: what happens to units without spread.
    """

    standardise: Standardise
    kinds: tuple[str, ...]
    zero_spread: str

    @classmethod
    def of(cls, recipe: Recipe) -> Scoring:
        """The part of a recipe."""
        return cls(recipe.standardise, kinds=tuple(recipe.aggregate.kinds), zero_spread=recipe.filters.zero_spread)


@dataclass(frozen=True, eq=False)
class ScoredRows(Rows):
    """The rows that count, with `score` (raw) and `z`.

    Args:
        by: the score that systems are ordered and tested by.
        after_degraded: how many rows were left out because of a degraded item.
    """

    by: ScoreName = "raw"
    after_degraded: int = 0


def keep_rows(rows: pl.DataFrame, choice: Keeping) -> Rows:
    """The rows that anything is computed from; a column `_after_degraded` marks those that must not count.

    Args:
        rows: ratings with a score in every row.
        choice: which of them.

    Raises:
        RecipeError: AJ023 or AJ032 if the data cannot support the choice.
    """
    require_one_scale(rows)
    kept = Rows(rows).then(lambda rows: require_alike(rows, merge=choice.merge))
    if choice.filters.revisions == "keep-last":
        kept = kept.then(keep_last)
    kept = kept.then(lambda rows: of_scope(rows, choice.scope))
    if choice.filters.documents == "recover":
        kept = kept.then(lambda rows: know_documents(rows, choice.kinds))
    if not choice.quiet:
        kept = kept.then(report_repeats)
    kept = kept.then(lambda rows: drop_failed(rows, choice.filters))
    if choice.ticks:
        kept = kept.then(lambda rows: nearest_tick(rows, choice.ticks))
    return kept.then(lambda rows: mark_after_degraded(rows, choice.filters.after_degraded))


def score_rows(kept: Rows, choice: Scoring) -> ScoredRows:
    """Kept rows to those that count, with their scores.

    Args:
        kept: result of `keep_rows`.
        choice: how they are scored.

    Raises:
        RecipeError: AJ032 if the data cannot support the choice.
    """
    require_scores(kept.frame, choice.kinds)
    standardised = standardise(kept.frame, choice.standardise, kinds=choice.kinds, zero_spread=choice.zero_spread)
    remaining = drop_after_degraded(standardised.frame, choice.kinds)
    counting = of_kinds(remaining.frame, choice.kinds)
    require_systems(counting.frame, choice.kinds, remaining.frame)
    require_segments(counting.frame)
    return ScoredRows(
        counting.frame,
        (*standardised.findings, *remaining.findings, *counting.findings, *pooled(counting.frame)),
        by=_score_name(choice.standardise),
        after_degraded=remaining.left_out,
    )


def count_only(scored: ScoredRows, column: str, value: str) -> ScoredRows:
    """The scored rows with one value of a column; their scores stay as they are.

    Raises:
        RecipeError: AJ032 if they are of fewer than two systems or segments.
    """
    counting = scored.frame.filter(pl.col(column) == value)
    require_systems(counting, sorted(scored.frame["kind"].unique()), counting)
    require_segments(counting)
    return replace(scored, frame=counting)


def _score_name(choice: Standardise) -> ScoreName:
    if choice.unit == "none":
        return "raw"
    return "adjusted" if choice.centre == "shrunken-sd" else "z"


def without_marks(kept: Rows) -> Rows:
    """Kept rows among which all count, also those seen with or after a degraded item."""
    return Rows(kept.frame.with_columns(_after_degraded=pl.lit(value=False)), kept.findings)
