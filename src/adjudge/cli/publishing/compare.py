"""`adjudge compare`: two rankings, what moved between them, and why."""

from __future__ import annotations

from typing import Any

import click

from adjudge.cli.catalogue import NOT_TWO_FILES
from adjudge.cli.options.listing import list_option
from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst
from adjudge.cli.options.reading import HELP_NAMES, Files, parse_columns, reading_options
from adjudge.cli.output.comparing import ComparisonView
from adjudge.cli.output.progress import progress
from adjudge.cli.output.showing import show


@click.command(
    "compare",
    cls=PlacesFirst,
    context_settings=HELP_NAMES,
    short_help="Show what moved between two rankings or reports, and why.",
)
@reading_options("A B")
@click.option(
    "--ranking",
    metavar="NAME",
    help="Of files that hold several rankings: the one to compare, by its name or a part of it, such as wmt-da or "
    "eng-deu. Without it all rankings of the same name are compared.",
)
@click.option("--ranking-a", metavar="NAME", help="The ranking to take of A, if it has another name there.")
@click.option("--ranking-b", metavar="NAME", help="The ranking to take of B.")
@click.option(
    "--recipe",
    "recipe",
    multiple=True,
    metavar="NAME|FILE",
    help="Ratings: how to rank them; recommended by default. Give it twice to rank A by the first and B by the second.",
)
@list_option("--recipes", "recipes", "Ratings: list the recipes and exit.")
@click.option(
    "--method",
    "method",
    multiple=True,
    metavar="NAME",
    help="Comparisons: how to rank them; recommended by default. Give it twice for one method for each side.",
)
@list_option("--methods", "methods", "Comparisons: list the methods and exit.")
@click.option(
    "--hide",
    multiple=True,
    metavar="SYSTEM",
    help="Ratings: ignore a system, such as a human translation, when lines are drawn. Repeatable.",
)
@click.option(
    "--why",
    is_flag=True,
    help="Ratings: rank them again with each choice of the other side that differs, one at a time, to see which of "
    "them moves systems and lines.",
)
@click.option("--strict", is_flag=True, help="Exit with 1 if the order of the systems in both, or a line, differs.")
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(min=0), metavar="N", help="Seed of random draws."
)
@output_options("json", "csv", page=True)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    files: Files,
    recipe: tuple[str, ...],
    method: tuple[str, ...],
    strict: bool,  # noqa: FBT001 - click's callback
    output: Output,
    **choices: Any,  # noqa: ANN401 - arguments of `compare_each` by their names
) -> None:
    """Show what moved between two rankings, which lines were gained and lost, and what differs behind them.

    A and B are each one of: JSON that adjudge rank or adjudge report printed, the page of a report, a published order
    (clusters.csv of a WMT release, or a text file with one system on each line, best first, and a blank line or ---
    between clusters), or a file of judgements, which is ranked by --recipe or --method.

    Only systems in both are compared, and places are among them. The order within a cluster is not established, so a
    move within one is no contradiction; a contradiction is a pair that is significant in opposite directions. Choices
    of the analysis that differ are listed one by one; --why tries each of them on the ratings at hand.

    The exit code is 0, or with --strict 1 if the order or the lines differ.

    \b
    Examples:
      adjudge compare judgements.csv judgements.csv --recipe wmt-da --recipe recommended
      adjudge compare judgements.csv judgements.csv --recipe wmt-da --recipe recommended --why
      adjudge compare ad-latest.csv.gz clusters.csv --recipe wmt-da --pair bn-hi
      adjudge compare last-year.json this-year.json --html changes.html
      adjudge compare last-year.html this-year.html --ranking recommended
      adjudge compare published.txt ranking.json --strict
      adjudge compare rankings.json rankings.json --ranking-a wmt-da --ranking-b recommended --json
    """
    from adjudge.io.recipes import load_recipe
    from adjudge.ranking.comparing.compare import compare_each

    if len(files.paths) != 2:
        raise NOT_TWO_FILES(given=len(files.paths))
    with progress("Comparing") as report:
        results = compare_each(
            *files.paths,
            recipe=[load_recipe(one) for one in recipe] or None,
            method=list(method) or None,
            pair=files.pair,
            where=files.where or None,
            columns=parse_columns(files.columns),
            scale=files.scale,
            format=files.format,
            table=files.table,
            progress=report,
            **choices,
        )
    show(ComparisonView(results, " and ".join(path.name for path in files.paths)), output)
    if strict and results.differs:
        ctx.exit(1)
