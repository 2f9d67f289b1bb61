"""Options of `adjudge rank` that concern comparisons, gathered into one argument."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True)
class ComparisonOptions:
    """What was asked for; see the help of each option."""

    methods: tuple[str, ...]
    reference: str | None
    rank_reference: bool
    unit: str
    covariates: tuple[str, ...]
    arcs: str
    time_limit: float
    runs: int
    opponents: bool


def _list_methods(ctx: click.Context, _: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's callback
    if not value:
        return
    from adjudge.ranking.comparisons.registry import METHODS, RECOMMENDED

    titles = {RECOMMENDED: "davidson, or mfas where no model has a finite fit"}
    titles |= {name: f"{method.title} ({method.source})" for name, method in METHODS.items()}
    width = max(map(len, titles))
    for name, title in titles.items():
        click.echo(f"{name:{width}}  {title}")
    ctx.exit()


_OPTIONS = (
    click.option(
        "--method",
        "methods",
        multiple=True,
        metavar="NAME",
        help="Comparisons: how to order them: recommended (the default), mfas, davidson, trueskill, ... (--methods "
        "lists them). Repeat it for one table with what each order contradicts.",
    ),
    click.option(
        "--methods",
        "list_methods",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_list_methods,
        help="Comparisons: list the methods, and exit.",
    ),
    click.option(
        "--reference",
        metavar="SYSTEM",
        help="Comparisons: the human reference among the compared systems (_ref is known).",
    ),
    click.option("--rank-reference", is_flag=True, help="Comparisons: rank the reference as if it were a system."),
    click.option(
        "--unit",
        type=click.Choice(["auto", "none", "ranking", "segment", "document", "annotator"]),
        default="auto",
        show_default=True,
        help="Comparisons: what dependent ones share; auto takes the document, else the segment, else the ranking.",
    ),
    click.option(
        "--covariate",
        "covariates",
        multiple=True,
        type=click.Choice(["position", "length"]),
        help="Comparisons: with bradley-terry, davidson and rao-kupper, the effect of being named first (position), "
        "or of the difference in length. Repeatable.",
    ),
    click.option(
        "--arcs",
        type=click.Choice(["net", "normalised"]),
        default="net",
        show_default=True,
        help="Comparisons: weight of a majority: wins minus losses, or twice that over the comparisons of the pair.",
    ),
    click.option(
        "--time-limit",
        type=float,
        default=60.0,
        show_default=True,
        help="Comparisons: seconds for the exact order of mfas.",
    ),
    click.option(
        "--runs",
        type=click.IntRange(min=3),
        default=1000,
        show_default=True,
        help="Comparisons: random runs of trueskill.",
    ),
    click.option("--opponents", is_flag=True, help="Comparisons: print whom each system met, and how often it tied."),
)


def comparison_options(command: Command) -> Callable[..., Any]:
    """Add the options; the command gets them as one argument, `comparison`."""

    @functools.wraps(command)
    def gathered(**given: Any) -> Any:  # noqa: ANN401 - whatever click passes
        own = {field.name: given.pop(field.name) for field in fields(ComparisonOptions)}
        return command(comparison=ComparisonOptions(**own), **given)

    for option in reversed(_OPTIONS):
        gathered = option(gathered)
    return gathered
