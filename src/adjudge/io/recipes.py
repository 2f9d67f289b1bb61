"""Recipes by name or from a TOML file."""

from __future__ import annotations

from adjudge.core.errors import InputError, Problem
from adjudge.core.recipe_files import recipe_from_toml
from adjudge.core.recipes import RECOMMENDED, Recipe, built_in_recipe
from adjudge.io.source import open_source


def load_recipe(name_or_path: str) -> str | Recipe:
    """A recipe from a file ending in `.toml`, or by name; `recommended` stays a name until the data is known.

    Raises:
        AdjudgeError: if the name is unknown, or the file missing or malformed.
    """
    if name_or_path.endswith(".toml"):
        source = open_source(name_or_path)
        if source.is_parquet:
            what = f"{source.name} is a Parquet file"
            raise InputError(Problem("AJ005", what, "a recipe as TOML text", "1 file", "name a recipe file"))
        return recipe_from_toml(source.data.decode(), source=source.name)
    return name_or_path if name_or_path == RECOMMENDED else built_in_recipe(name_or_path)
