"""Which options a user typed: those that have no effect are refused by name, not ignored."""

from __future__ import annotations

import click
from click.core import ParameterSource


def given_options() -> dict[str, str]:
    """Options on the command line of the running command, as typed (`--margin`), by the name of their parameter."""
    context = click.get_current_context()
    return {
        parameter.name: parameter.opts[0]
        for parameter in context.command.params
        if parameter.name and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    }


def refuse_kind(options: list[str], *, of: str, held: str) -> None:
    """Refuse options that belong to another kind of table.

    Args:
        options: as typed; nothing happens if there are none.
        of: what they belong to.
        held: what the files hold.

    Raises:
        click.UsageError: if there are any.
    """
    if options:
        belong = "belongs" if len(options) == 1 else "belong"
        msg = f"{' and '.join(options)} {belong} to {of}, but the files hold {held}"
        raise click.UsageError(msg)
