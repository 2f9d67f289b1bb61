"""The TOML form of a recipe: written and read back without loss, every unknown key or value reported at once."""

from __future__ import annotations

import dataclasses
import difflib
import json
import tomllib
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from adjudge.core.columns import KINDS
from adjudge.core.errors import Problem, RecipeError
from adjudge.core.problems import (
    BAD_RECIPE_FILE,
    BAD_RECIPE_VALUE,
    NOT_A_SECTION,
    UNKNOWN_RECIPE_KEY,
    UNNAMED_RECIPE,
)
from adjudge.core.recipes.rating_tests import RATING_TESTS
from adjudge.core.recipes.recipe import Aggregate, Clusters, Filters, Recipe, Standardise, Test

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
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BAD_RECIPE_FILE(source=source, reason=error) from None
    return recipe_from_dict(data, source=source)


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
    hints = typing.get_type_hints(kind)
    problems += unknown_keys(data, list(hints), place)
    values = {}
    for key, hint in hints.items():
        if key in data:
            value = tuple(data[key]) if isinstance(data[key], list) else data[key]
            rule = _rule(key, hint)
            if not rule.allows(value):
                shown = json.dumps(data[key], default=str)
                problems.append(BAD_RECIPE_VALUE.problem(place=place, key=key, value=shown, expected=rule.expected))
            values[key] = value
    return kind(**values)


@dataclass(frozen=True)
class _Rule:
    """What the value of a key may be, in words and as a check."""

    expected: str
    allows: Callable[[object], bool]


def _one_of(choices: tuple[Any, ...]) -> _Rule:
    return _Rule(
        f"one of {', '.join(map(str, choices))}",
        lambda value: value in choices and type(value) is type(choices[0]),
    )


def _rule(key: str, hint: Any) -> _Rule:  # noqa: ANN401
    if key == "name":
        return _one_of(tuple(RATING_TESTS))
    return _one_of(typing.get_args(hint)) if typing.get_origin(hint) is Literal else _RULES[key]


_SHARE: Final = _Rule("a number between 0 and 1", lambda value: isinstance(value, float) and 0 < value < 1)
_RULES: Final[dict[str, _Rule]] = {
    "quality_level": _SHARE,
    "level": _SHARE,
    "anchor": _Rule("the name of a system", lambda value: isinstance(value, str)),
    "kinds": _Rule(
        f"a list of {', '.join(KINDS)}",
        lambda value: isinstance(value, tuple) and bool(value) and all(kind in KINDS for kind in value),
    ),
    "hide": _Rule(
        "a list of names of systems",
        lambda value: isinstance(value, tuple) and all(isinstance(name, str) for name in value),
    ),
    "draws": _Rule(
        "a whole number of at least 100",
        lambda value: isinstance(value, int) and not isinstance(value, bool) and value >= 100,
    ),
}


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
            near=next(iter(difflib.get_close_matches(key, known, 1)), None),
        )
        for key in data
        if key not in known
    ]
