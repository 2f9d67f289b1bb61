"""`adjudge bundle`: an evaluation in one file that others can compute again."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import click

from adjudge.cli.options.comparisons import ComparisonOptions, comparison_options
from adjudge.cli.options.groups import GroupOptions, group_options
from adjudge.cli.options.places import PlacesFirst, Target
from adjudge.cli.options.ratings import RatingOptions, rating_options
from adjudge.cli.options.reading import HELP_NAMES, Files, parse_columns, reading_options
from adjudge.cli.options.testing import TestingOptions, testing_options
from adjudge.cli.output.progress import progress
from adjudge.cli.output.streams import print_machine_text
from adjudge.cli.spelling import spelled_findings
from adjudge.core.arguments import MOST_DRAWS


@click.command(
    "bundle", cls=PlacesFirst, context_settings=HELP_NAMES, short_help="Write data, recipes and results into one file."
)
@reading_options()
@click.option(
    "-o",
    "--out",
    required=True,
    type=Target(),
    metavar="BUNDLE.zip",
    help="File to write; its name ends in .zip.",
)
@group_options
@rating_options
@comparison_options
@testing_options
@click.option(
    "--bootstrap",
    type=click.IntRange(2, MOST_DRAWS),
    metavar="N",
    help="Comparisons: intervals of models from N samples of whole units.",
)
@click.option("--json", "as_json", is_flag=True, help="Print checksum, files and findings as JSON and nothing else.")
def command(
    files: Files,
    out: Path,
    groups: GroupOptions,
    ratings: RatingOptions,
    comparisons: ComparisonOptions,
    testing: TestingOptions,
    bootstrap: int | None,
    as_json: bool,  # noqa: FBT001 - click's callback
) -> None:
    """Write data, recipes, results, versions and checksums into one file.

    The files are ranked as adjudge rank does it, with the same options, and checked as adjudge check does it. The
    bundle is a zip file with the data byte for byte, every recipe complete, every result with all its digits, and a
    README.md that says what it is. Whoever gets it runs adjudge reproduce BUNDLE.zip, which computes everything again
    and names what differs.

    The same files and options give the same bytes. The checksum that is printed can be named in a paper.

    \b
    Examples:
      adjudge bundle judgements.csv -o evaluation.zip
      adjudge bundle judgements.csv -o evaluation.zip --recipe wmt-da --recipe recommended
      adjudge bundle judgements.csv -o news.zip --where domain=news --seed 7
      adjudge bundle Hansard-A.csv.gz Hansard-B.csv.gz -o hansard.zip --recipe wmt-da
      adjudge bundle raw.wmt10.RNK.csv.gz -o wmt10.zip --by language --method mfas
      adjudge bundle mqm_ted_ende.tsv.gz -o ted.zip --weights mqm
      adjudge reproduce evaluation.zip
    """
    from adjudge.core.tables import Spans
    from adjudge.papers.bundles.writing import bundle
    from adjudge.reporting.terminal import print_findings

    if ratings.weights and files.table is None and files.hold(Spans.noun):
        files = replace(files, table=Spans.noun)
    with progress("Ranking and checking") as report:
        written = bundle(
            files.paths,
            out,
            recipes=ratings.recipes,
            methods=comparisons.methods,
            by=groups.by,
            format=files.format,
            pair=files.pair,
            scale=files.scale,
            columns=parse_columns(files.columns),
            table=files.table,
            where=files.where or None,
            seed=testing.seed,
            hide=ratings.hide,
            level=testing.level,
            correction=testing.correction,
            claims=ratings.claims(),
            weights=ratings.weights,
            keep_kinds=groups.kinds,
            settings=comparisons.settings(bootstrap=bootstrap),
            progress=report,
        )
    findings = spelled_findings(written.findings)
    if as_json:
        data = written.to_dict() | {"findings": [finding.to_dict() for finding in findings]}
        print_machine_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
        return
    for entry in written.files:
        click.echo(f"  {entry.path}")
    click.echo(written.summary())
    print_findings(findings, file=sys.stdout)
