"""Kinds of rows that enter the averages: those of the recipe or those asked for, and what is left out with the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import polars as pl

from adjudge.core.checking.near import nearest
from adjudge.core.columns import KINDS
from adjudge.core.findings import Finding
from adjudge.core.recipes.recipe import Recipe
from adjudge.ranking.ratings.catalogue import (
    CONTROLS_COUNT,
    KINDS_AS_ASKED,
    MOSTLY_LEFT_OUT,
    NEARLY_ALL_LEFT_OUT,
    NO_SUCH_KIND,
)
from adjudge.scoring.filters import of_scope

#: If less than this share of the scored rows is of a kind that counts, the ranking may be of leftovers. A task of WMT's
#: direct assessment holds 30 controls in 100 items, and repeats may be left out as well: campaigns stay above 0.6.
HALF: Final = 0.5
#: If less than this share is, the file is of another kind, such as a calibration set, and its ranking is refused.
FEW: Final = 0.1


def parse_kinds(kinds: str | Sequence[str]) -> tuple[str, ...]:
    """Kinds as the user named them, each once and in their documented order.

    Args:
        kinds: names, or one text with commas between them; empty to leave the choice to the recipe.

    Raises:
        UsageError: AJ040 if there is no such kind.
    """
    if not kinds:
        return ()
    if not isinstance(kinds, str | Sequence):
        raise NO_SUCH_KIND(name=kinds, known=", ".join(KINDS), near=None)
    names = [name.strip() for name in kinds.split(",")] if isinstance(kinds, str) else list(map(str, kinds))
    for name in names:
        if name not in KINDS:
            raise NO_SUCH_KIND(name=name, known=", ".join(KINDS), near=nearest(name, KINDS))
    return tuple(kind for kind in KINDS if kind in names)


def with_kinds(recipe: Recipe, kinds: tuple[str, ...]) -> tuple[Recipe, tuple[Finding, ...]]:
    """The recipe with other kinds of rows in its averages, and the finding that says so if that changes it."""
    usual = tuple(recipe.aggregate.kinds)
    if not kinds or set(kinds) == set(usual):
        return recipe, ()
    changed = replace(recipe, aggregate=replace(recipe.aggregate, kinds=kinds))
    controls = [kind for kind in kinds if kind in ("degraded", "tutorial")]
    if controls:
        return changed, (CONTROLS_COUNT(kinds=list(kinds), usual=list(usual), controls=controls),)
    return changed, (KINDS_AS_ASKED(kinds=list(kinds), usual=list(usual), _recipe=recipe.name),)


def leftovers(rows: pl.DataFrame, recipe: Recipe) -> tuple[Finding, ...]:
    """A warning if most rows do not enter the averages because of their kind.

    Args:
        rows: ratings with a score in every row.
        recipe: whose kinds count.

    Raises:
        RecipeError: AJ057 if hardly any do. If none does, a later step says so.
    """
    judged = of_scope(rows, recipe.aggregate.scope).frame
    held = dict(judged.group_by("kind").len().sort("len", "kind", descending=[True, False]).iter_rows())
    counting = sum(n for kind, n in held.items() if kind in recipe.aggregate.kinds)
    if not counting or counting >= HALF * judged.height:
        return ()
    left_out = {kind: n for kind, n in held.items() if kind not in recipe.aggregate.kinds}
    numbers = {
        "counting": counting,
        "rows": judged.height,
        "left_out": left_out,
        "_kinds": [f"{n:,} of kind {kind}" for kind, n in left_out.items()],
        "_usual": " and ".join(recipe.aggregate.kinds),
        "_most": next(iter(left_out)),
    }
    if counting < FEW * judged.height:
        raise NEARLY_ALL_LEFT_OUT(**numbers)
    return (MOSTLY_LEFT_OUT(**numbers),)
