"""The forms in which a command prints its result, gathered into one argument."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

_HELP: Final = {
    "json": "Print the whole result as JSON and nothing else.",
    "csv": "Print the table as CSV.",
    "latex": "Print the table for LaTeX (booktabs).",
}


def output_options(*forms: str) -> Callable[[Command], Callable[..., Any]]:
    """Add `--json` and the like; the command gets `output`, the name of the form, or None for text.

    Args:
        forms: of `json`, `csv`, `latex`.
    """

    def decorate(command: Command) -> Callable[..., Any]:
        @functools.wraps(command)
        def gathered(**given: Any) -> Any:  # noqa: ANN401 - whatever click passes
            chosen = [form for form in forms if given.pop(f"as_{form}")]
            if len(chosen) > 1:
                msg = f"{' and '.join(f'--{form}' for form in chosen)} exclude each other: a result has one form"
                raise click.UsageError(msg)
            return command(output=chosen[0] if chosen else None, **given)

        for form in reversed(forms):
            gathered = click.option(f"--{form}", f"as_{form}", is_flag=True, help=_HELP[form])(gathered)
        return gathered

    return decorate
