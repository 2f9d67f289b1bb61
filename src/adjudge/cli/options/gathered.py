"""Options that belong together reach a command as one value."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import fields
from typing import Any

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


def gathered(kind: type[Any], name: str, *parameters: Decorator) -> Decorator:
    """Add parameters to a command, which gets their values as one argument.

    Args:
        kind: a dataclass with one field for each of them, by the names that click uses.
        name: of the argument.
        *parameters: decorators of click, in the order of the help.
    """

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def call(**given: Any) -> Any:  # noqa: ANN401 - whatever click passes
            own = {field.name: given.pop(field.name) for field in fields(kind)}
            return command(**{name: kind(**own)}, **given)

        decorated: Command = call
        for add in reversed(parameters):
            decorated = add(decorated)
        return decorated

    return decorate
