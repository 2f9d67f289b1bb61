"""Options of `adjudge power` that describe the planned test; they reach the command by the names of Python."""

from __future__ import annotations

import functools
from typing import Final

import click

from adjudge.cli.options.gathered import Command, Decorator

_TESTS: Final = ("rank-sum", "paired", "sign", "comparisons")
_OPTIONS: Final[tuple[Decorator, ...]] = (
    click.option("--test", default="rank-sum", show_default=True, type=click.Choice(_TESTS), help="Test to plan for."),
    click.option(
        "--m", type=int, metavar="M", help="Segments of the other system (rank-sum); as many as n by default."
    ),
    click.option(
        "--alpha", default=0.05, show_default=True, type=float, metavar="P", help="Level over all pairs of systems."
    ),
    click.option(
        "--sides",
        type=click.IntRange(1, 2),
        metavar="1|2",
        help="Sides of the test; 2 by default. One side looks in the direction of the effect.",
    ),
    click.option(
        "--systems",
        default=2,
        show_default=True,
        type=int,
        metavar="K",
        help="Number of systems: each of their K (K - 1) / 2 pairs is tested at alpha / pairs.",
    ),
    click.option("--margin", type=float, metavar="D", help="Plan to show equality: P(A < B) within .5 - D and .5 + D."),
    click.option(
        "--correlation",
        type=float,
        metavar="R",
        help="Of the scores of two systems on the same segment (paired, sign); 0 by default.",
    ),
    click.option(
        "--ties", type=float, metavar="SHARE", help="Share of segments or votes without a winner (sign, comparisons)."
    ),
    click.option("--documents", type=int, metavar="D", help="All segments come from so many documents; needs --icc."),
    click.option("--segments-per-document", type=float, metavar="L", help="Their length instead; needs --icc."),
    click.option(
        "--votes-per-unit",
        type=float,
        metavar="V",
        help="Votes of one person or on one text, whatever makes them dependent (comparisons); needs --icc.",
    ),
    click.option("--icc", type=float, metavar="R", help="Correlation within a document, or within such a unit."),
)


def design_options(command: Command) -> Command:
    """Add the options."""
    return functools.reduce(lambda decorated, option: option(decorated), reversed(_OPTIONS), command)
