"""Options of `adjudge rank` that say which rows count and how they are grouped."""

from __future__ import annotations

from dataclasses import dataclass

import click

from adjudge.cli.options.gathered import gathered


@dataclass(frozen=True)
class GroupOptions:
    """What was asked for; see the help of each option."""

    by: str | None
    keep_kinds: tuple[str, ...]

    @property
    def all_pairs(self) -> bool:
        """Whether the language pairs are the groups, so that none has to be chosen."""
        from adjudge.core.selecting.groups import LANGUAGE

        return self.by == LANGUAGE

    @property
    def kinds(self) -> str:
        """The kinds that were typed, with commas between them."""
        return ",".join(self.keep_kinds)


group_options = gathered(
    GroupOptions,
    "groups",
    click.option(
        "--by",
        metavar="COLUMN",
        help="One ranking for each value of a column such as domain, origin, criterion or scope, or for each language "
        "pair (--by language). A group that cannot be ranked is named with the reason; the exit code is 2 if none can.",
    ),
    click.option(
        "--keep-kinds",
        multiple=True,
        metavar="KIND,...",
        help="Ratings: the kinds of rows that enter the averages, instead of those of the recipe, such as calibration "
        "or system,repeat,reference.",
    ),
)
