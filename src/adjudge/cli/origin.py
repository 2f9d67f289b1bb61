"""`adjudge origin`: forward against reverse created text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudge.cli.options.companions import read_metrics
from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst
from adjudge.cli.options.reading import HELP_NAMES, Files, reading_options
from adjudge.cli.options.typed import command_line
from adjudge.cli.output.progress import progress
from adjudge.cli.output.rankings import section
from adjudge.cli.output.showing import ResultView, show

if TYPE_CHECKING:
    from adjudge.auditing.origin.result import OriginResult


@click.command(
    "origin", cls=PlacesFirst, context_settings=HELP_NAMES, short_help="Compare forward and reverse created text."
)
@reading_options()
@click.option(
    "--origin",
    "origin_map",
    type=click.Path(path_type=Path),
    metavar="MAP",
    help="CSV or TSV with the columns document (or segment) and origin: the language a text was first written in, or "
    "forward or reverse. By default the column origin of the files.",
)
@click.option(
    "--source",
    metavar="LANG",
    help="Source language as origins spell it; by default that of the files.",
)
@click.option(
    "--recipe",
    "recipes",  # one name in Python for one option, whatever the command
    default="recommended",
    show_default=True,
    metavar="NAME|FILE",
    help="How to rank: a name (adjudge rank --recipes lists them) or a recipe file (.toml).",
)
@click.option(
    "--metrics",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Scores of automatic metrics for the same segments. Repeatable.",
)
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(min=0), metavar="N", help="Seed of random draws."
)
@output_options("json", "csv", page=True)
def command(
    files: Files,
    origin_map: Path | None,
    source: str | None,
    recipes: str,
    metrics: tuple[Path, ...],
    seed: int,
    output: Output,
) -> None:
    """Compare rankings of forward and reverse created text (Graham et al. 2020, section 3).

    Forward created text was first written in the source language; reverse created text in the target language, so its
    source is itself a translation, which makes the task easier. There are three rankings (forward, reverse, both), the
    difference of every system with an interval by documents, and the agreement of the two directions, for human scores
    and for those of metrics.

    Scores are standardised by all rows, whatever their direction, and then split.

    \b
    Examples:
      adjudge origin judgements.csv --origin origins.csv
      adjudge origin judgements.csv --origin origins.tsv --source zh --recipe wmt-da
      adjudge origin judgements.csv --origin origins.csv --metrics chrf.csv --json
      adjudge origin judgements.csv --origin origins.csv --html origin.html
    """
    from adjudge.auditing.origin.origin import origin
    from adjudge.core.tables import Ratings, Spans
    from adjudge.io.recipes import load_recipe

    chosen = load_recipe(recipes)
    table = files.read(Ratings, Spans)
    scores = read_metrics(metrics, table)
    with progress("Ranking forward and reverse created text") as done:
        result = origin(table, origin_map, source=source, recipe=chosen, metrics=scores, seed=seed, progress=done)
    show(_OriginView(result, files.names), output)


class _OriginView(ResultView["OriginResult"]):
    """Three rankings, differences, and agreement."""

    def __init__(self, result: OriginResult, source: str) -> None:
        from adjudge.reporting.audits.origin import direction_table

        super().__init__(result, lambda one: direction_table(one.forward))
        self._source = source

    def to_html(self) -> str:
        """A page with charts."""
        from adjudge.reporting.audits.origin import origin_page

        return origin_page(self.result, source=self._source, commands=[command_line()])

    def print_text(self) -> None:
        """Print all tables, summary, signature and findings."""
        from adjudge.reporting.audits import origin as tables
        from adjudge.reporting.terminal import print_findings

        result = self.result
        for name, title in tables.TITLES.items():
            section(f"{title}:", tables.direction_table(getattr(result, name)))
        section("Reverse - forward, by system:", tables.differences_table(result.differences))
        for metric in result.metrics:
            section(f"Reverse - forward, by {metric.metric}:", tables.differences_table(metric.systems))
        section("Agreement of forward and reverse scores:", tables.direction_agreement_table(result))
        click.echo(result.summary())
        click.echo(f"\nsignature {result.signature}")
        print_findings(result.findings)
