"""Recipes by name or from a TOML file."""

from __future__ import annotations

from pathlib import Path

from adjudge.core.recipes.built_in import RECIPES, RECOMMENDED
from adjudge.core.recipes.files import recipe_from_toml
from adjudge.core.recipes.recipe import Recipe
from adjudge.io.catalogue import PARQUET_NOT_TOML
from adjudge.io.source import open_source


def load_recipe(name_or_path: str | Path) -> str | Recipe:
    """A recipe from a file ending in `.toml`, or by name; `recommended` stays a name until the data is known.

    Raises:
        AdjudgeError: if the name is unknown, or the file missing or malformed.
    """
    name = str(name_or_path)
    if name.endswith(".toml"):
        source = open_source(name)
        if source.is_parquet:
            raise PARQUET_NOT_TOML(source=source.name, needed="a recipe")
        return recipe_from_toml(source.data.decode(), source=source.name)
    return name if name == RECOMMENDED else RECIPES.find(name, also=(RECOMMENDED,))
