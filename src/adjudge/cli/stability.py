"""`adjudge stability`: would the ranking survive?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from adjudge.cli.options.listing import list_option
from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst
from adjudge.cli.options.reading import HELP_NAMES, Files, reading_options
from adjudge.cli.output.progress import progress
from adjudge.cli.output.showing import View, show
from adjudge.cli.output.stability import GroupedStabilityView, StabilityView
from adjudge.core.arguments import MOST_DRAWS


@click.command(
    "stability",
    cls=PlacesFirst,
    context_settings=HELP_NAMES,
    short_help="Show whether a ranking survives other systems, recipes and samples.",
)
@reading_options()
@click.option(
    "--recipe",
    metavar="NAME|FILE",
    help="Ratings: how to rank, a name (--recipes lists them) or a recipe file (.toml); recommended by default.",
)
@list_option("--recipes", "recipes", "Ratings: list the recipes and exit.")
@click.option(
    "--method",
    metavar="NAME",
    help="Comparisons: how to rank (--methods lists the names); recommended by default.",
)
@list_option("--methods", "methods", "Comparisons: list the methods and exit.")
@click.option(
    "--scenario",
    "scenarios",
    multiple=True,
    metavar="NAME",
    help="A scenario, or the beginning of the names of several; see above. Repeatable.",
)
@click.option(
    "--against",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Compare with a published order instead of the ranking of these data: clusters.csv of a WMT release, or a "
    "text file with one system on each line, best first, and a blank line or --- between clusters.",
)
@click.option(
    "--by",
    metavar="COLUMN",
    help="One ranking for each value of a column, or for each language pair (--by language), and in how many of them "
    "each scenario changes the order or the clusters.",
)
@click.option(
    "--draws",
    default=100,
    show_default=True,
    type=click.IntRange(2, MOST_DRAWS),
    metavar="N",
    help="Samples of each resample scenario.",
)
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(min=0), metavar="N", help="Seed of random draws."
)
@click.option(
    "--workers",
    default=2,
    show_default=True,
    type=click.IntRange(1, 64),
    metavar="N",
    help="Rankings computed at a time; the figures are the same for any number.",
)
@output_options("json", "csv", page=True)
def command(
    files: Files,
    recipe: str | None,
    method: str | None,
    scenarios: tuple[str, ...],
    against: Path | None,
    by: str | None,
    draws: int,
    seed: int,
    workers: int,
    output: Output,
) -> None:
    """Show whether a ranking survives: other systems, other scores of theirs, other recipes, other samples.

    Every scenario is ranked from the beginning and compared with the ranking of all data, from which the systems that
    the scenario is about are only left out. Without --scenario, human translations, the best, the worst and each
    single system are removed, and the scores of human translations are divided by 1.25, 1.5, 2, 4 and 10.

    \b
    Scenarios:
      remove:human            human translations, by their names, and reference items
      remove:best, remove:worst, remove:system:NAME, remove:system (each)
      remove:annotator:NAME, remove:document:NAME, remove:session:NAME
      remove:annotator        each annotator in turn; likewise document and session
      divide:human:2          raw scores divided; also divide:best, divide:worst,
                              divide:system:NAME:2; without a number by all five
      multiply:worst:2        raw scores multiplied, within the scale
      recipe, recipe:NAME     every other recipe, and single choices of this one
      method, method:NAME     comparisons: every other method
      resample                annotators, documents and sessions drawn again, with the
                              probability that a repeat keeps every significant ordering
      resample:document       one of them; also segment, ranking
      all                     remove, divide, recipe and resample

    \b
    Examples:
      adjudge stability judgements.csv
      adjudge stability judgements.csv --recipe wmt-da --html stability.html
      adjudge stability judgements.csv --scenario remove:annotator
      adjudge stability judgements.csv --scenario divide:system:system-01:2
      adjudge stability judgements.csv --recipe wmt-da --scenario resample --draws 500
      adjudge stability judgements.csv --scenario recipe --csv
      adjudge stability comparisons.csv --method bojar --scenario remove --scenario method
      adjudge stability ad-latest.csv.gz --recipe wmt-da --by language
      adjudge stability ad-latest.csv.gz --pair bn-hi --recipe wmt-da --against clusters.csv
    """
    from adjudge.auditing.stability.grouped import stability_by
    from adjudge.auditing.stability.scenarios import DEFAULT
    from adjudge.auditing.stability.stability import stability
    from adjudge.core.selecting.groups import LANGUAGE
    from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans
    from adjudge.io.recipes import load_recipe

    loaded = None if recipe is None else load_recipe(recipe)
    table = files.read(Ratings, Spans, Comparisons, PairCounts, all_pairs=by == LANGUAGE)
    choices: dict[str, Any] = {"method": method, "scenarios": scenarios or DEFAULT, "draws": draws, "seed": seed}
    choices |= {"workers": workers, "against": against}
    view: View
    with progress("Ranking the scenarios") as report:
        if by is None:
            view = StabilityView(stability(table, loaded, progress=report, **choices), files.names)
        else:
            view = GroupedStabilityView(stability_by(table, by, loaded, progress=report, **choices), files.names)
    show(view, output)
