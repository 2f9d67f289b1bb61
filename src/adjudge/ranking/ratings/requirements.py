"""What ratings must hold to be ranked: one scale, two systems, two segments, scores that differ."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from adjudge.core.catalogue import counted
from adjudge.core.errors import Problem, RecipeError
from adjudge.core.recipes import Recipe


def require_one_scale(frame: pl.DataFrame) -> None:
    """One scale for all scores (AJ032)."""
    scales = frame["scale"].unique().sort().to_list() if "scale" in frame.columns else []
    if len(scales) > 1:
        raise RecipeError(
            Problem(
                "AJ032",
                f"scores were given on different scales: {', '.join(s or '0..100' for s in scales)}",
                "one scale",
                f"{len(scales)} scales",
                "rank them apart, or convert the scores to one scale",
            )
        )


def require_scores(frame: pl.DataFrame, recipe: Recipe) -> None:
    """Rows that count, of at least two systems, with scores that differ (AJ032)."""
    counting = frame.filter(pl.col("kind").is_in(list(recipe.aggregate.kinds)) & ~pl.col("_after_degraded"))
    require_systems(counting, recipe.aggregate.kinds, frame)
    if counting["score"].n_unique() < 2:
        raise RecipeError(
            Problem(
                "AJ032",
                f"all scores that count are equal ({counting['score'][0]:g})",
                "scores that differ",
                counted(counting.height, "row"),
                "check the column 'score'; without differences there is no order",
            )
        )


def require_segments(counting: pl.DataFrame) -> None:
    """Rows that count of at least two segments (AJ032)."""
    if counting.select("document", "segment").n_unique() < 2:
        raise RecipeError(
            Problem(
                "AJ032",
                f"all judgements that count are of one segment ('{counting['segment'][0]}')",
                "at least two segments; with one, chance and quality cannot be told apart",
                counted(counting.height, "row"),
                "check the columns 'segment' and 'document'",
            )
        )


def require_systems(counting: pl.DataFrame, kinds: Sequence[str], frame: pl.DataFrame) -> None:
    """Rows that count of at least two systems (AJ032).

    Args:
        counting: the rows that count.
        kinds: the kinds they are of.
        frame: rows of all kinds, to say what there is.
    """
    names = counting["system"].unique().sort().to_list()
    if len(names) > 1:
        return
    held = dict(frame.group_by("kind").len().sort("kind").iter_rows())
    listed = ", ".join(f"{n:,} {kind}" for kind, n in held.items()) or "none"
    raise RecipeError(
        Problem(
            "AJ032",
            f"the rows that count hold {counted(len(names), 'system')}"
            + (f" ('{names[0]}')" if names else "")
            + f"; rows by kind: {listed}",
            f"at least two systems with judgements of kind {' or '.join(kinds)}",
            counted(counting.height, "row"),
            "check the column 'kind', and that the file holds all systems",
        )
    )
