"""What a user typed: options that were given, and the command line to get the same again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import click
from click.core import ParameterSource


def typed_options() -> dict[str, str]:
    """Options on the command line of the running command, such as `--margin`, by the name of their parameter."""
    return {str(parameter.name): parameter.opts[0] for parameter, _ in _typed() if isinstance(parameter, click.Option)}


def command_line() -> str:
    """The running command as it can be typed again."""
    words = [click.get_current_context().command_path]
    for parameter, value in _typed():
        values = list(value) if parameter.multiple or parameter.nargs != 1 else [value]
        if isinstance(parameter, click.Argument):
            words += [shlex.quote(str(one)) for one in values]
        elif isinstance(parameter, click.Option) and parameter.is_flag:
            words += [parameter.opts[0] if value else parameter.secondary_opts[0]]
        else:
            words += [f"{parameter.opts[0]} {shlex.quote(str(one))}" for one in values]
    return " ".join(words)


def _typed() -> Iterator[tuple[click.Parameter, Any]]:
    """Parameters of the running command that were typed, with their values, in the order of the help."""
    context = click.get_current_context()
    for parameter in context.command.get_params(context):
        name = parameter.name or ""
        if name in context.params and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            yield parameter, context.params[name]
