"""`adjudge composition`: what sessions were made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst
from adjudge.cli.options.reading import HELP_NAMES, Files, reading_options
from adjudge.cli.output.audits import AuditView
from adjudge.cli.output.showing import show

if TYPE_CHECKING:
    from adjudge.auditing.composition.result import CompositionResult
    from adjudge.reporting.printed_tables import PrintedTable


@click.command(
    "composition", cls=PlacesFirst, context_settings=HELP_NAMES, short_help="Show what sessions were made of."
)
@reading_options()
@click.option(
    "--unit",
    default="session",
    show_default=True,
    type=click.Choice(["session", "annotator"]),
    help="What counts as a session: session, or annotator for all that one annotator judged.",
)
@click.option(
    "--human",
    multiple=True,
    metavar="SYSTEM",
    help="A system that is a human translation; by default those whose names say so. Repeatable.",
)
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(min=0), metavar="N", help="Seed of random draws."
)
@output_options("json", "csv", page=True)
def command(files: Files, unit: Any, human: tuple[str, ...], seed: int, output: Output) -> None:  # noqa: ANN401
    """Show what sessions were made of, and what that does to z-scores (Knowles 2021, section 5).

    z-scores within sessions assume that every session is a picture of the campaign. The tables count kinds of items,
    say how many sessions and annotators saw references, degraded items and human translations, how far sessions are
    from the mixture of the campaign, how often systems meet, and how good the company was that each system kept,
    against its change of rank from raw scores to z-scores. The page adds heat maps of sessions and of systems.

    \b
    Examples:
      adjudge composition judgements.csv
      adjudge composition judgements.csv --html composition.html
      adjudge composition judgements.csv --unit annotator --json
      adjudge composition News-WMT20DocSrcDA.csv.gz News-WMT20DocSrcDA2.csv.gz --human Human-A.0
    """
    from adjudge.auditing.composition.audit import composition
    from adjudge.core.tables import Ratings
    from adjudge.reporting.audits.composition import composition_page

    result = composition(files.read(Ratings), unit=unit, human=human or None, seed=seed)
    show(AuditView(result, _tables, composition_page, files.names), output)


def _tables(result: CompositionResult) -> list[tuple[str, PrintedTable]]:
    from adjudge.reporting.audits import composition as tables

    least = tables.least_like_the_campaign(result)
    some = f"the {len(least)} " if len(least) < len(result.sessions) else ""
    found = [
        ("Items by kind:", tables.kinds_table(result)),
        ("Who saw control items and human translations:", tables.seen_table(result)),
        (f"{result.unit.capitalize()}s, {some}least like the campaign:", tables.sessions_table(result, least)),
        ("How often systems meet:", tables.meetings_table(result)),
        ("The company that systems kept:", tables.company_table(result)),
    ]
    few = {row.annotator for row in result.annotators}
    return [*found, ("Items by annotator:", tables.annotators_table(result))] if 1 < len(few) <= 40 else found
