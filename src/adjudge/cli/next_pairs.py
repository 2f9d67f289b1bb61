"""`adjudge next-pairs`: which comparisons to collect next."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudge.cli.options import HELP_NAMES, files_argument, parse_columns, reading_options

if TYPE_CHECKING:
    from adjudge.planning.next_pairs import NextPairsResult
    from adjudge.reporting.tables import PrintedTable


@click.command("next-pairs", context_settings=HELP_NAMES, short_help="Choose the comparisons to collect next.")
@files_argument()
@reading_options
@click.option("--count", default=50, show_default=True, type=click.IntRange(min=1), help="How many comparisons.")
@click.option(
    "--annotator",
    "annotators",
    multiple=True,
    metavar="NAME",
    help="Who can judge; everybody in the data if absent. Repeatable.",
)
@click.option(
    "--system", "systems", multiple=True, metavar="NAME", help="A further system, not in the data. Repeatable."
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="Decides between equals.")
@click.option("--json", "output", flag_value="json", help="Print the whole result as JSON and nothing else.")
@click.option("--csv", "output", flag_value="csv", help="Print the comparisons as CSV.")
def command(
    files: tuple[Path, ...],
    format_: str | None,
    pair: str | None,
    scale: str | None,
    columns: tuple[str, ...],
    count: int,
    annotators: tuple[str, ...],
    systems: tuple[str, ...],
    seed: int,
    output: str | None,
) -> None:
    """Choose the comparisons to collect next: those that tell most about the order of the systems.

    Pairs whose order is open come first, not pairs that are far apart. No pair gets more than an equal share of the
    batch: count / (systems - 1). Where the data names annotators and segments, each comparison goes to somebody who has
    not judged these outputs yet.

    \b
    Columns, the same in text, CSV and JSON:
      system_a  the system to show first, drawn at random
      system_b  the system to show second
      seen      how many of the two outputs the annotator has judged before: 0, 1, 2
      purpose   order: tells most about the order; connect: joins systems that
                are not comparable yet, collect these first
      gain      bits of doubt about the order that it is expected to take away;
                1 bit is one pair of which nobody knows who is better

    \b
    Examples:
      adjudge next-pairs comparisons.csv
      adjudge next-pairs comparisons.csv --count 200 --csv > batch.csv
      adjudge next-pairs comparisons.csv --annotator anna --annotator ben
      adjudge next-pairs comparisons.csv --system newcomer --count 30
      adjudge next-pairs counts.txt --json
    """
    from adjudge.core.language_pairs import choose_pair
    from adjudge.core.tables import Table
    from adjudge.io.reading import read
    from adjudge.planning.next_pairs import next_pairs

    table = read(*files, format=format_, scale=scale, columns=parse_columns(columns))
    if isinstance(table, Table):
        table = choose_pair(table, pair, source=", ".join(path.name for path in files))
    _show(next_pairs(table, count, systems=systems, annotators=annotators or None, seed=seed), output)


def _show(result: NextPairsResult, output: str | None) -> None:
    from adjudge.reporting.terminal import print_findings, print_table

    if output == "json":
        click.echo(json.dumps(result.to_dict(), ensure_ascii=False, indent=2))
    elif output == "csv":
        click.echo(result.to_frame().write_csv(), nl=False)
    else:
        print_table(_table(result))
        click.echo(f"{result.summary()}\n\nsignature {result.signature}")
        print_findings(result.findings)


def _table(result: NextPairsResult) -> PrintedTable:
    """The comparisons with the columns that are known."""
    from adjudge.reporting.tables import Heading, PrintedTable, printable

    frame = result.to_frame()
    known = [name for name in frame.columns if frame[name].null_count() < frame.height]
    headings = tuple(Heading(name, "number" if name in {"seen", "gain"} else "text") for name in known)
    rows = frame.select(known).iter_rows(named=True)
    cells = ({**row, "gain": None if row.get("gain") is None else f"{row['gain']:.3g}"} for row in rows)
    shown = tuple(tuple("" if row[name] is None else printable(str(row[name])) for name in known) for row in cells)
    return PrintedTable(headings, shown)
