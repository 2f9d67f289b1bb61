"""`adjudge context`: whether scores fall after a degraded item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst
from adjudge.cli.options.reading import HELP_NAMES, Files, reading_options
from adjudge.cli.options.typed import command_line
from adjudge.cli.output.progress import progress
from adjudge.cli.output.rankings import section
from adjudge.cli.output.showing import ResultView, show

if TYPE_CHECKING:
    from adjudge.auditing.context.effect import Unit
    from adjudge.auditing.context.result import ContextResult

#: Rows of the printed table of annotators.
_MOST_ANNOTATORS: Final = 12


@click.command(
    "context",
    cls=PlacesFirst,
    context_settings=HELP_NAMES,
    short_help="Show whether scores fall after a degraded item.",
)
@reading_options()
@click.option(
    "--unit",
    type=click.Choice(["annotator", "session", "copy"]),
    help="Pairs of one of these may depend on each other in the robust test; by default the largest unit with at least "
    "five members, with the smaller ones beside it.",
)
@output_options("json", "csv", page=True)
def command(files: Files, unit: Unit | None, output: Output) -> None:
    """Show whether scores fall after a deliberately degraded item (Knowles and Lo 2024, section 5).

    Quality control shows some documents twice in one session; in the copy some segments are degraded and the others
    undamaged. The table gives the mean of original - copy for undamaged segments before the first degraded one of
    their copy, and after it. A larger mean after it says that degraded context lowers scores.

    p is the one-tailed Welch test as published, which takes all pairs as independent. p robust allows pairs of one
    annotator (or session, or copy) to depend on each other. A second table shows what the effect depends on:
    whether a degraded item comes directly before, how many came before, and how bad they are.

    The data must hold the control items and the order in which items were judged. Scores of several language pairs
    are pooled, with one row for each.

    \b
    Examples:
      adjudge context judgements.csv
      adjudge context first.csv second.csv --where system!=copied-source
      adjudge context judgements.csv --unit session --json
      adjudge context judgements.csv --html context.html
    """
    from adjudge.auditing.context.context import context
    from adjudge.core.tables import Ratings

    table = files.read(Ratings, all_pairs=True)
    with progress("Pairing originals and copies"):
        result = context(table, unit=unit)
    show(_ContextView(result, files.names), output)


class _ContextView(ResultView["ContextResult"]):
    """Groups, and what the effect depends on."""

    def __init__(self, result: ContextResult, source: str) -> None:
        from adjudge.reporting.audits.context import context_table

        super().__init__(result, context_table)
        self._source = source

    def to_html(self) -> str:
        """A page with charts."""
        from adjudge.reporting.audits.context import context_page

        return context_page(self.result, source=self._source, commands=[command_line()])

    def print_text(self) -> None:
        """Print both tables, summary, signature and findings."""
        from adjudge.reporting.audits.context import (
            by_annotator_caption,
            context_by_annotator_table,
            context_table,
            covariates_table,
            robust_table,
        )
        from adjudge.reporting.terminal import print_findings, print_table

        print_table(context_table(self.result))
        click.echo(self.result.summary())
        if len(self.result.all.robust) > 1:
            section("The robust test of all pairs, by unit:", robust_table(self.result))
        people = context_by_annotator_table(self.result)
        section("By annotator:", people, most=_MOST_ANNOTATORS)
        if people.rows:
            click.echo(by_annotator_caption(self.result))
        section("What the effect depends on:", covariates_table(self.result))
        click.echo(f"\nsignature {self.result.signature}")
        print_findings(self.result.findings)
