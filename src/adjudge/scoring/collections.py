"""Collections: files that were gathered apart are pooled only if they hold the same kinds of items (G5)."""

from __future__ import annotations

import polars as pl

from adjudge.scoring.catalogue import MERGED_KINDS, MERGED_SYSTEMS, UNLIKE_COLLECTIONS
from adjudge.scoring.rows import Rows


def require_alike(frame: pl.DataFrame, *, merge: bool = False) -> Rows:
    """Refuse collections with different kinds of items unless merging is asked for; say when systems differ.

    z-scores of a collection with control items and of one without are not comparable (Knowles and Lo 2022,
    section 3.2).

    Args:
        frame: ratings.
        merge: pool them all the same, with a warning.

    Returns:
        The same rows, with what was found.

    Raises:
        RecipeError: AJ023 if the kinds differ and merging was not asked for.
    """
    if "collection" not in frame.columns or frame["collection"].n_unique() < 2:
        return Rows(frame)
    # Fillers are no control items: whether a collection needed them to fill its tasks changes no score.
    kinds = _held(frame.filter(pl.col("kind") != "filler"), "kind")
    if len({tuple(values) for values in kinds.values()}) > 1:
        listed = "; ".join(f"{name}: {', '.join(values)}" for name, values in kinds.items())
        if not merge:
            raise UNLIKE_COLLECTIONS(kinds=listed, n=len(kinds))
        return Rows(frame, (MERGED_KINDS(kinds=kinds, _listed=listed),))
    systems = _held(frame, "system")
    everywhere = set.intersection(*(set(values) for values in systems.values()))
    missing = {name: sorted(set().union(*systems.values()) - set(values)) for name, values in systems.items()}
    if not any(missing.values()):
        return Rows(frame)
    listed = "; ".join(f"{name} lacks {', '.join(values)}" for name, values in missing.items() if values)
    return Rows(frame, (MERGED_SYSTEMS(missing=missing, _listed=listed, _everywhere=len(everywhere)),))


def _held(frame: pl.DataFrame, column: str) -> dict[str, list[str]]:
    """The values of a column in each collection."""
    grouped = frame.group_by("collection").agg(pl.col(column).unique().sort()).sort("collection")
    return {str(name): values for name, values in grouped.iter_rows()}
