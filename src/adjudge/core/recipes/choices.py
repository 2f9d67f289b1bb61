"""What the choices of a recipe may be: the same rules for recipes from TOML and for those built in Python."""

from __future__ import annotations

import dataclasses
import json
import typing
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Final, Literal

from adjudge.core.arguments import MOST_DRAWS
from adjudge.core.columns import KINDS
from adjudge.core.errors import Problem, RecipeError
from adjudge.core.problems import BAD_RECIPE_VALUE
from adjudge.core.recipes.rating_tests import RATING_TESTS


@dataclass(frozen=True)
class Rule:
    """What the value of a key may be, in words and as a check."""

    expected: str
    allows: Callable[[object], bool]


def rules_of(kind: type[Any]) -> dict[str, Rule]:
    """The rules of a section by the names of its keys."""
    return {key: _rule(key, hint) for key, hint in typing.get_type_hints(kind).items()}


def require_choices(section: Any) -> None:  # noqa: ANN401 - any section of a recipe
    """Refuse a section with a value that it cannot have; lists become tuples.

    Raises:
        RecipeError: AJ031 for every such value.
    """
    problems: list[Problem] = []
    rules = rules_of(type(section))
    for field in dataclasses.fields(section):
        value = getattr(section, field.name)
        if isinstance(value, list):
            value = tuple(value)
            object.__setattr__(section, field.name, value)
        if not rules[field.name].allows(value):
            problems.append(bad_choice(type(section).__name__, field.name, value, rules[field.name]))
    if problems:
        raise RecipeError(*problems)


def bad_choice(place: str, key: str, value: object, rule: Rule) -> Problem:
    """The problem of a value (AJ031).

    Args:
        place: file and section, or the class.
        key: whose value it is.
        value: what was given.
        rule: what may be there.
    """
    shown = json.dumps(value, default=str)
    return BAD_RECIPE_VALUE.problem(place=place, key=key, value=shown, expected=rule.expected)


def _one_of(choices: tuple[Any, ...]) -> Rule:
    return Rule(
        f"one of {', '.join(map(str, choices))}",
        lambda value: any(type(value) is type(one) and value == one for one in choices),
    )


def _rule(key: str, hint: Any) -> Rule:  # noqa: ANN401
    if key == "name":
        return _one_of(tuple(RATING_TESTS))
    return _one_of(typing.get_args(hint)) if typing.get_origin(hint) is Literal else _RULES[key]


_SHARE: Final = Rule("a number between 0 and 1", lambda value: isinstance(value, float) and 0 < value < 1)
_RULES: Final[dict[str, Rule]] = {
    "quality_level": _SHARE,
    "level": _SHARE,
    "anchor": Rule("the name of a system", lambda value: isinstance(value, str)),
    "kinds": Rule(
        f"a list of {', '.join(KINDS)}",
        lambda value: isinstance(value, tuple) and bool(value) and all(kind in KINDS for kind in value),
    ),
    "hide": Rule(
        "a list of names of systems",
        lambda value: isinstance(value, tuple) and all(isinstance(name, str) for name in value),
    ),
    "draws": Rule(
        f"a whole number from 100 to {MOST_DRAWS:,}",
        lambda value: not isinstance(value, bool) and isinstance(value, Integral) and 100 <= int(value) <= MOST_DRAWS,
    ),
}
