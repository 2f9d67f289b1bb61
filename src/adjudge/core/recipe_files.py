"""The TOML form of a recipe: written and read back without loss, every unknown key or value reported at once."""

from __future__ import annotations

import dataclasses
import difflib
import json
import tomllib
import typing
from collections.abc import Mapping
from typing import Any, Literal

from adjudge.core.columns import KINDS
from adjudge.core.errors import Problem, RecipeError
from adjudge.core.recipes import Aggregate, Clusters, Filters, Recipe, Standardise, Test

_SECTIONS: dict[str, type[Any]] = {
    "filters": Filters,
    "standardise": Standardise,
    "aggregate": Aggregate,
    "test": Test,
    "clusters": Clusters,
}
_TEXTS = ("name", "title", "source")


def recipe_to_toml(recipe: Recipe) -> str:
    """The recipe as TOML text."""
    # JSON and TOML agree on text, numbers and lists, but for one control character that TOML wants escaped.
    lines = [f"{key} = {json.dumps(getattr(recipe, key), ensure_ascii=False)}" for key in _TEXTS]
    for section in _SECTIONS:
        lines += ["", f"[{section}]"]
        for key, value in dataclasses.asdict(getattr(recipe, section)).items():
            lines.append(f"{key} = {json.dumps(value)}")
    return "\n".join(lines).replace("\x7f", "\\u007f") + "\n"


def recipe_from_toml(text: str, *, source: str = "recipe") -> Recipe:
    """Read a recipe.

    Args:
        text: TOML; sections and keys may be left out and then take the defaults of `Recipe`.
        source: name of the file, for messages.

    Raises:
        RecipeError: AJ031 for every unknown key, unknown value and missing name.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RecipeError(
            Problem("AJ031", f"{source}: {error}", "TOML text", "1 place", "correct the syntax there")
        ) from None
    return recipe_from_dict(data, source=source)


def recipe_from_dict(data: Mapping[str, Any], *, source: str = "recipe") -> Recipe:
    """Read a recipe from plain data, as `Recipe.to_dict` and TOML give it.

    Raises:
        RecipeError: AJ031 for every unknown key, unknown value and missing name.
    """
    problems = _unknown_keys(data, [*_TEXTS, *_SECTIONS], source)
    if not isinstance(data.get("name"), str):
        problems.append(
            Problem("AJ031", f"{source}: no name", 'name = "..."', "1 key", "give the recipe a name of its own")
        )
    parts: dict[str, Any] = {
        key: _section(kind, data.get(key, {}), f"{source} [{key}]", problems) for key, kind in _SECTIONS.items()
    }
    if problems:
        raise RecipeError(*problems)
    return Recipe(data["name"], str(data.get("title", "")), str(data.get("source", "")), **parts)


def _section(kind: type[Any], data: object, place: str, problems: list[Problem]) -> Any:  # noqa: ANN401
    if not isinstance(data, Mapping):
        problems.append(Problem("AJ031", f"{place} is a value", "a section", "1 key", "write it as [section]"))
        return kind()
    hints = typing.get_type_hints(kind)
    problems += _unknown_keys(data, list(hints), place)
    values = {}
    for key, hint in hints.items():
        if key in data:
            value = tuple(data[key]) if isinstance(data[key], list) else data[key]
            expected = _expected(hint, key, value)
            if expected:
                problems.append(
                    Problem(
                        "AJ031",
                        f"{place}: {key} = {json.dumps(data[key], default=str)}",
                        expected,
                        "1 value",
                        "correct the value, or leave the key out to take the default",
                    )
                )
            values[key] = value
    return kind(**values)


def _expected(hint: Any, key: str, value: object) -> str | None:  # noqa: ANN401
    """What a value should have been, or None if it is right."""
    if typing.get_origin(hint) is Literal:
        choices = typing.get_args(hint)
        return (
            None if value in choices and type(value) is type(choices[0]) else f"one of {', '.join(map(str, choices))}"
        )
    if key == "kinds":
        good = isinstance(value, tuple) and value and all(kind in KINDS for kind in value)
        return None if good else f"a list of {', '.join(KINDS)}"
    if key == "hide":
        good = isinstance(value, tuple) and all(isinstance(name, str) for name in value)
        return None if good else "a list of names of systems"
    if key == "anchor":
        return None if isinstance(value, str) else "the name of a system"
    if key in {"level", "quality_level"}:
        good = isinstance(value, float) and 0 < value < 1
        return None if good else "a number between 0 and 1"
    good = isinstance(value, int) and not isinstance(value, bool) and value >= 100
    return None if good else "a whole number of at least 100"


def _unknown_keys(data: Mapping[str, object], known: list[str], place: str) -> list[Problem]:
    problems = []
    for key in data:
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            problems.append(
                Problem(
                    "AJ031",
                    f"{place}: unknown key '{key}'",
                    f"one of {', '.join(known)}",
                    "1 key",
                    f"did you mean '{near[0]}'?" if near else "remove it",
                )
            )
    return problems
