"""The form in which a command shows its result: text, JSON, CSV, LaTeX, Markdown and others, and a page beside it."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import click

from adjudge.cli.catalogue import NO_FURTHER_TABLE, ONE_FORM
from adjudge.cli.options.gathered import Command, Decorator
from adjudge.cli.options.places import Target

Form = Literal["json", "csv", "latex", "markdown", "sarif", "github", "heds"]

_HELP: Final[dict[Form, str]] = {
    "json": "Print the whole result as JSON and nothing else.",
    "csv": "Print the table as CSV. A name that a spreadsheet would run as a formula gets an apostrophe in front.",
    "latex": "Print the table for LaTeX (booktabs).",
    "sarif": "Print the findings as SARIF 2.1.0, for tools that review code.",
    "github": "Print the findings as annotations for a workflow of GitHub.",
    "markdown": "Print it as Markdown; of a ranking a column numbers the clusters, as Markdown draws no lines.",
    "heds": "Print the JSON that the form at nlp-heds.github.io uploads.",
}


@dataclass(frozen=True)
class Output:
    """What was asked for.

    Args:
        form: None for text.
        page: file to write an HTML page to, whatever is printed.
    """

    form: Form | None = None
    page: Path | None = None

    def require_one_table(self, *options: str) -> None:
        """Refuse options that add a table where the form has one only.

        Raises:
            UsageError: AJ040 if there are any, and the form is CSV, LaTeX or Markdown.
        """
        if options and self.form in {"csv", "latex", "markdown"}:
            raise NO_FURTHER_TABLE(option=options[0], form=f"--{self.form}")


def output_options(*forms: Form, page: bool = False) -> Decorator:
    """Add `--json` and the like; the command gets `output`, an `Output`.

    Args:
        *forms: those that the command has.
        page: add `--html`.
    """

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def call(**given: Any) -> Any:  # noqa: ANN401 - whatever click passes
            chosen = [form for form in forms if given.pop(f"as_{form}")]
            if len(chosen) > 1:
                raise ONE_FORM(options=" and ".join(f"--{form}" for form in chosen))
            shown = given.pop("html", None)
            return command(output=Output(chosen[0] if chosen else None, shown), **given)

        add = [click.option(f"--{form}", f"as_{form}", is_flag=True, help=_HELP[form]) for form in forms]
        if page:
            add.append(
                click.option("--html", type=Target(), metavar="PAGE", help="Write an HTML page with charts, too.")
            )
        return functools.reduce(lambda decorated, option: option(decorated), reversed(add), call)

    return decorate
