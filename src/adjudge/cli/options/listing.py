"""Options that list what there is to choose from, and exit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from adjudge.cli.options.gathered import Decorator


def list_option(option: str, public: str, help_text: str) -> Decorator:
    """Add an option that prints names with their titles, and exits.

    Args:
        option: such as `--recipes`.
        public: the function of `adjudge` that gives a title by name, such as `recipes`.
        help_text: for the help.
    """

    def print_titles(context: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's form
        if not wanted:
            return
        import adjudge

        titles: Callable[[], dict[str, str]] = getattr(adjudge, public)
        names = titles()
        width = max(map(len, names))
        for name, title in names.items():
            click.echo(f"{name:{width}}  {title}")
        context.exit()

    added: Any = click.option(
        option,
        f"list_{public}",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=print_titles,
        help=help_text,
    )
    return added  # type: ignore[no-any-return]
