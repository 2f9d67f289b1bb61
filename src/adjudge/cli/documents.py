"""`adjudge documents`: coverage, difficulty and luck."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge.cli.options.companions import read_texts
from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst
from adjudge.cli.options.reading import HELP_NAMES, Files, reading_options
from adjudge.cli.output.audits import AuditView
from adjudge.cli.output.showing import show

if TYPE_CHECKING:
    from adjudge.auditing.documents.result import DocumentsResult
    from adjudge.reporting.printed_tables import PrintedTable


@click.command(
    "documents",
    cls=PlacesFirst,
    context_settings=HELP_NAMES,
    short_help="Show coverage, difficulty and luck by document.",
)
@reading_options()
@click.option(
    "--segments",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Map of the test set with document and segment, such as segment_id_mapping.tsv; by default the test set is "
    "all that was judged.",
)
@click.option(
    "--order",
    default="median",
    show_default=True,
    type=click.Choice(["mean", "median"]),
    help="Order of the documents: mean (Knowles 2021) or median segment (Knowles and Lo 2022).",
)
@click.option(
    "--training",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Source side of training data, one sentence per line; needs --texts.",
)
@click.option("--texts", type=click.Path(path_type=Path), metavar="FILE", help="Source texts of the segments.")
@output_options("json", "csv", page=True)
def command(
    files: Files,
    segments: Path | None,
    order: Any,  # noqa: ANN401 - one of click's choices
    training: Path | None,
    texts: Path | None,
    output: Output,
) -> None:
    """Show which parts of the test were judged for each system, and what that did to the means.

    Some documents are easier than others. The tables give the share of the test set that was judged for each system,
    its mean with the difficulty of documents removed (adjusted) and what the choice of documents added to it (luck),
    and documents on which a system departs from its own pattern. In clean data such an alarm has a chance of 1 %. The
    page adds a heat map of documents and systems.

    \b
    Examples:
      adjudge documents judgements.csv
      adjudge documents judgements.csv --html documents.html --order mean
      adjudge documents Hansard-A.csv.gz Hansard-B.csv.gz --segments segment_id_mapping.tsv
      adjudge documents judgements.csv --texts texts.csv --training train.en --json
    """
    from adjudge.auditing.documents.audit import documents
    from adjudge.core.tables import Ratings
    from adjudge.io.own.test_sets import read_lines, read_segments
    from adjudge.reporting.audits.documents import documents_page

    table = files.read(Ratings)
    result = documents(
        table,
        segments=read_segments(segments) if segments else None,
        texts=read_texts(texts, table),
        training=read_lines(training) if training else None,
        order=order,
    )
    show(AuditView(result, _tables, documents_page, files.names), output)


def _tables(result: DocumentsResult) -> list[tuple[str, PrintedTable]]:
    from adjudge.reporting.audits import documents as tables

    return [
        ("Coverage and luck:", tables.coverage_table(result)),
        ("Length of documents, in segments:", tables.lengths_table(result)),
        (
            "Systems on documents that depart most from system + document (* anomalous):",
            tables.cells_table(tables.odd_cells(result)),
        ),
        ("Segments whose source is in the training data:", tables.repetition_table(result)),
        ("By score:", tables.bands_table(result)),
    ]
