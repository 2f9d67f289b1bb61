"""Options that all reading commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])
#: Every command has it of its own: click keeps the first help option it made, whoever asked for it.
HELP_NAMES: Final = {"help_option_names": ["-h", "--help"]}


def files_argument(name: str = "files") -> Callable[[Command], Command]:
    """One or more files; whether they exist is for the reader to say, in four parts."""
    return click.argument(name, nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")


def reading_options(command: Command) -> Command:
    """`--format`, `--pair`, `--scale` and `--column`."""
    options = (
        click.option(
            "--format",
            "format_",
            metavar="NAME",
            help="Format of the files; detected from content if absent.",
        ),
        click.option("--pair", metavar="SRC-TGT", help="Language pair to keep, as written in the data."),
        click.option("--scale", metavar="LOW..HIGH", help="Scale of the scores, if not 0..100."),
        click.option(
            "--column",
            "columns",
            multiple=True,
            metavar="OURS=THEIRS",
            help="CSV with other names: our column and its name in the file, such as score=rating. Repeatable.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def parse_columns(columns: tuple[str, ...]) -> dict[str, str] | None:
    """`("score=rating",)` to `{"score": "rating"}`."""
    pairs = [column.partition("=") for column in columns]
    for ours, sign, theirs in pairs:
        if not (ours and sign and theirs):
            msg = f"--column needs OURS=THEIRS, such as score=rating; got '{ours}{sign}{theirs}'"
            raise click.UsageError(msg)
    return {ours.strip(): theirs.strip() for ours, _, theirs in pairs} or None
