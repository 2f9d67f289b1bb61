"""Collections: files that were gathered apart are pooled only if they hold the same kinds of items (G5)."""

from __future__ import annotations

import polars as pl

from adjudge.core.errors import Problem, RecipeError
from adjudge.core.findings import Finding


def require_alike(frame: pl.DataFrame, *, merge: bool = False) -> list[Finding]:
    """Refuse collections with different kinds of items unless merging is asked for; say when systems differ.

    z-scores of a collection with control items and of one without are not comparable (Knowles and Lo 2022,
    section 3.2).

    Args:
        frame: ratings.
        merge: pool them all the same, with a warning.

    Raises:
        RecipeError: AJ023 if the kinds differ and merging was not asked for.
    """
    if "collection" not in frame.columns or frame["collection"].n_unique() < 2:
        return []
    kinds = _sets(frame, "kind")
    if len(set(kinds.values())) > 1:
        listed = "; ".join(f"{name}: {', '.join(values)}" for name, values in kinds.items())
        if not merge:
            raise RecipeError(
                Problem(
                    "AJ023",
                    f"the collections hold different kinds of items ({listed})",
                    "the same kinds of items in all collections",
                    f"{len(kinds)} collections",
                    "rank them apart, or merge them all the same with --merge",
                )
            )
        text = f"Collections with different kinds of items are merged ({listed})."
        return [Finding("AJ219", "warning", text, {k: list(v) for k, v in kinds.items()}, _SOURCE)]
    systems = _sets(frame, "system")
    everywhere = set.intersection(*(set(values) for values in systems.values()))
    missing = {name: sorted(set().union(*systems.values()) - set(values)) for name, values in systems.items()}
    if not any(missing.values()):
        return []
    listed = "; ".join(f"{name} lacks {', '.join(values)}" for name, values in missing.items() if values)
    text = f"The collections hold different systems ({listed}); {len(everywhere)} are in all of them."
    return [Finding("AJ219", "warning", text, missing, _SOURCE)]


_SOURCE = "Knowles and Lo 2022, sections 2.1 and 3.2"


def _sets(frame: pl.DataFrame, column: str) -> dict[str, tuple[str, ...]]:
    grouped = frame.group_by("collection").agg(pl.col(column).unique().sort()).sort("collection")
    return {str(name): tuple(values) for name, values in grouped.iter_rows()}
