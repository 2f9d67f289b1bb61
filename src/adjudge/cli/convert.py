"""`adjudge convert`: any format that is read to one of our own."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from adjudge.cli.catalogue import NO_TARGET
from adjudge.cli.options.listing import list_option
from adjudge.cli.options.places import PlacesFirst
from adjudge.cli.options.reading import HELP_NAMES, Files, reading_options
from adjudge.cli.spelling import spelled_findings


@click.command(
    "convert", cls=PlacesFirst, context_settings=HELP_NAMES, short_help="Convert judgements between formats."
)
@reading_options("IN... OUT")
@list_option("--formats", "formats", "List the formats that are read and exit.")
def command(files: Files) -> None:
    """Convert judgements to CSV, JSON Lines, Parquet or files for mt-metrics-eval; the ending of OUT says which.

    OUT ends in .csv, .jsonl or .parquet; for mt-metrics-eval in .seg.score, .sys.score, .domain.score, .seg.rating,
    .ratings.jsonl, or in .mtme for a folder of all of them. .gz may follow all but .parquet and .mtme. Several files
    of judgements become one file.

    \b
    Examples:
      adjudge convert --formats
      adjudge convert Hansard-A.csv.gz hansard.parquet
      adjudge convert ad-csen-good-stnd-redup.csv.gz ad-csen-trk-mean-sd.txt csen.csv
      adjudge convert mqm_ted_ende.tsv.gz spans.csv
      adjudge convert mqm_ted_ende.tsv.gz texts.jsonl --table texts
      adjudge convert wmt22 scores.csv --pair en-de
      adjudge convert Hansard-A.csv.gz en-iu.human.seg.score
    """
    from adjudge.io.writing import require_target, takes_others, target_is_folder, write, write_bytes, written
    from adjudge.reporting.terminal import print_findings

    *sources, target = files.paths
    if not sources:
        raise NO_TARGET(path=target)
    require_target(target, sources)
    given = replace(files, paths=tuple(sources))
    result = given.read_any()
    others = given.read_others(result) if takes_others(target) else ()
    if target_is_folder(target):
        notes = write(result, target, *others)
    else:
        content = written(result, target, *others)
        write_bytes(content.data, target, sources)
        notes = content.findings
    nouns = ", ".join([f"{len(result):,} rows of {result.noun}", *(other.noun for other in others)])
    # Other tools' files hold means, or a part of the rows: what was computed is in the notes.
    click.echo(f"{target} written from {nouns}" if notes else f"{nouns} written to {target}")
    print_findings(spelled_findings((*result.findings, *notes)), file=sys.stderr)
