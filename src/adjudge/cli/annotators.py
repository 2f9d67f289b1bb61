"""`adjudge annotators`: how far annotators agree on comparisons."""

from __future__ import annotations

import json
from pathlib import Path

import click

from adjudge.cli.given_options import given_options, refuse_kind
from adjudge.cli.options import HELP_NAMES, files_argument, parse_columns, reading_options
from adjudge.cli.output_options import output_options


@click.command("annotators", context_settings=HELP_NAMES, short_help="Show how far annotators agree on comparisons.")
@files_argument()
@reading_options
@output_options("json", "csv")
def command(
    files: tuple[Path, ...],
    format_: str | None,
    pair: str | None,
    scale: str | None,
    columns: tuple[str, ...],
    output: str | None,
) -> None:
    """Show how far annotators agree on comparisons, with each other and with themselves.

    An item is two systems on one segment. The table gives observed agreement, agreement by chance and kappa in three
    forms: recommended (the order of the two systems does not matter, different annotators only), wmt (as WMT printed
    it: A against B and B against A are different items), and wmt-unordered. Files of comparisons are needed; ratings
    are not compared yet.

    \b
    Examples:
      adjudge annotators votes.csv
      adjudge annotators wmt15.fin-eng.csv.gz --json
      adjudge annotators raw.wmt10.RNK.csv.gz --pair French-English
    """
    from adjudge.auditing.agreement import agreement
    from adjudge.core.language_pairs import choose_pair
    from adjudge.core.tables import Comparisons
    from adjudge.io.reading import read
    from adjudge.reporting.comparison_wording import say_few_judged_twice
    from adjudge.reporting.comparisons import agreement_table
    from adjudge.reporting.terminal import print_findings, print_table

    table = read(*files, format=format_, scale=scale, columns=parse_columns(columns))
    if not isinstance(table, Comparisons):
        raise _no_comparisons(table.noun, len(table))
    refuse_kind(["--scale"] if "scale" in given_options() else [], of="ratings", held=table.noun)
    result = agreement(choose_pair(table, pair, source=", ".join(path.name for path in files)))
    if output == "json":
        click.echo(json.dumps(result.to_dict(), ensure_ascii=False, indent=2))
    elif output == "csv":
        click.echo(result.to_frame().write_csv(), nl=False)
    else:
        print_table(agreement_table(result))
        click.echo(" ".join(filter(None, [result.summary(), say_few_judged_twice(result)])))
        click.echo(f"\nsignature {result.signature}")
        print_findings(result.findings)


def _no_comparisons(noun: str, rows: int) -> Exception:
    from adjudge.core.errors import InputError, Problem

    return InputError(
        Problem(
            "AJ020",
            f"agreement is computed on single comparisons, but the files hold {noun}",
            "comparisons of two systems with their annotators",
            f"{rows:,} rows",
            "give the file of comparisons; adjudge convert --formats lists what is read",
        )
    )
