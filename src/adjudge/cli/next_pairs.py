"""`adjudge next-pairs`: which comparisons to collect next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst
from adjudge.cli.options.reading import HELP_NAMES, Files, reading_options
from adjudge.cli.output.progress import progress
from adjudge.cli.output.showing import ResultView, show
from adjudge.core.arguments import MOST_DRAWS

if TYPE_CHECKING:
    from adjudge.planning.next_pairs import NextPairsResult
    from adjudge.reporting.printed_tables import PrintedTable


@click.command(
    "next-pairs", cls=PlacesFirst, context_settings=HELP_NAMES, short_help="Choose the comparisons to collect next."
)
@reading_options()
@click.option(
    "--count",
    default=50,
    show_default=True,
    type=click.IntRange(1, MOST_DRAWS),
    metavar="N",
    help="Number of comparisons.",
)
@click.option(
    "--annotator",
    "annotators",
    multiple=True,
    metavar="NAME",
    help="An annotator who can judge; all annotators in the data by default. Repeatable.",
)
@click.option(
    "--system", "systems", multiple=True, metavar="NAME", help="A new system that the data does not hold. Repeatable."
)
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(min=0), metavar="N", help="Seed of random choices."
)
@output_options("json", "csv")
def command(
    files: Files,
    count: int,
    annotators: tuple[str, ...],
    systems: tuple[str, ...],
    seed: int,
    output: Output,
) -> None:
    """Choose the comparisons to collect next: those that are most informative about the order of the systems.

    Pairs whose order is uncertain come first. No pair gets more than an equal share of the batch, count / (systems -
    1). If the data names annotators and segments, each comparison is given to an annotator who has not judged these
    outputs yet.

    \b
    Columns, the same in text, CSV and JSON:
      system_a  the system to show first, drawn at random
      system_b  the system to show second
      seen      how many of the two outputs the annotator has judged before: 0, 1, 2
      purpose   order: informative about the order; connect: joins groups of systems
                that cannot be compared yet, collect these first
      gain      expected reduction of the uncertainty about the order, in bits; 1 bit
                is one pair for which both orders are equally likely

    \b
    Examples:
      adjudge next-pairs comparisons.csv
      adjudge next-pairs comparisons.csv --count 200 --csv > batch.csv
      adjudge next-pairs comparisons.csv --annotator anna --annotator ben
      adjudge next-pairs comparisons.csv --system newcomer --count 30
      adjudge next-pairs counts.txt --json
    """
    from adjudge.core.tables import Comparisons, PairCounts
    from adjudge.planning.next_pairs import next_pairs

    table = files.read(Comparisons, PairCounts)
    with progress("Choosing pairs"):
        result = next_pairs(table, count, systems=systems, annotators=annotators or None, seed=seed)
    show(ResultView(result, _table), output)


def _table(result: NextPairsResult) -> PrintedTable:
    """The comparisons with the columns that are known."""
    from adjudge.reporting.printed_tables import Heading, PrintedTable, printable

    frame = result.to_frame()
    known = [name for name in frame.columns if frame[name].null_count() < frame.height]
    headings = tuple(Heading(name, "number" if name in {"seen", "gain"} else "text") for name in known)
    rows = frame.select(known).iter_rows(named=True)
    cells = ({**row, "gain": None if row.get("gain") is None else f"{row['gain']:.3g}"} for row in rows)
    shown = tuple(tuple("" if row[name] is None else printable(str(row[name])) for name in known) for row in cells)
    return PrintedTable(headings, shown)
