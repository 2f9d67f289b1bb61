"""The TOML form of a recipe: written and read back without loss, every unknown key or value reported at once."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from adjudge.core.checking.near import nearest
from adjudge.core.errors import Problem, RecipeError
from adjudge.core.problems import (
    NOT_A_SECTION,
    UNKNOWN_RECIPE_KEY,
    UNNAMED_RECIPE,
)
from adjudge.core.recipes.choices import bad_choice, rules_of
from adjudge.core.recipes.recipe import Aggregate, Clusters, Filters, Recipe, Standardise, Test
from adjudge.core.toml_files import parse_toml

_SECTIONS: Final[dict[str, type[Any]]] = {
    "filters": Filters,
    "standardise": Standardise,
    "aggregate": Aggregate,
    "test": Test,
    "clusters": Clusters,
}
_TEXTS: Final = ("name", "title", "source")


def recipe_to_toml(recipe: Recipe) -> str:
    """The recipe as TOML text."""
    # JSON and TOML agree on text, numbers and lists, but for one control character that TOML wants escaped.
    lines = [f"{key} = {json.dumps(getattr(recipe, key), ensure_ascii=False)}" for key in _TEXTS]
    for section in _SECTIONS:
        lines += ["", f"[{section}]"]
        for key, value in dataclasses.asdict(getattr(recipe, section)).items():
            lines.append(f"{key} = {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines).replace("\x7f", "\\u007f") + "\n"


def recipe_from_toml(text: str, *, source: str = "recipe") -> Recipe:
    """Read a recipe.

    Args:
        text: TOML; sections and keys may be left out and then take the defaults of `Recipe`.
        source: name of the file, for messages.

    Raises:
        RecipeError: AJ031 for every unknown key, unknown value and missing name.
    """
    return recipe_from_dict(parse_toml(text, source=source), source=source)


def recipe_from_dict(data: Mapping[str, Any], *, source: str = "recipe") -> Recipe:
    """Read a recipe from plain data, as `Recipe.to_dict` and TOML give it.

    Raises:
        RecipeError: AJ031 for every unknown key, unknown value and missing name.
    """
    problems = unknown_keys(data, [*_TEXTS, *_SECTIONS], source)
    if not isinstance(data.get("name"), str):
        problems.append(UNNAMED_RECIPE.problem(source=source))
    parts: dict[str, Any] = {
        key: _section(kind, data.get(key, {}), f"{source} [{key}]", problems) for key, kind in _SECTIONS.items()
    }
    if problems:
        raise RecipeError(*problems)
    return Recipe(data["name"], title=str(data.get("title", "")), source=str(data.get("source", "")), **parts)


def _section(kind: type[Any], data: object, place: str, problems: list[Problem]) -> Any:  # noqa: ANN401
    if not isinstance(data, Mapping):
        problems.append(NOT_A_SECTION.problem(place=place))
        return kind()
    rules = rules_of(kind)
    problems += unknown_keys(data, list(rules), place)
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items() if key in rules}
    wrong = [key for key, value in values.items() if not rules[key].allows(value)]
    problems += [bad_choice(place, key, data[key], rules[key]) for key in wrong]
    return kind(**{key: value for key, value in values.items() if key not in wrong})


def unknown_keys(data: Mapping[str, object], known: Sequence[str], place: str) -> list[Problem]:
    """A problem for every key of a TOML file that is not known, with the nearest one that is (AJ031).

    Args:
        data: keys with their values.
        known: keys that may occur.
        place: file and section, for messages.
    """
    return [
        UNKNOWN_RECIPE_KEY.problem(
            place=place,
            key=key,
            known=", ".join(known),
            near=nearest(key, known),
        )
        for key in data
        if key not in known
    ]
