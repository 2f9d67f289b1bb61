"""`adjudge annotators`: how far annotators agree on comparisons."""

from __future__ import annotations

import click

from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.reading import HELP_NAMES, Files, reading_options
from adjudge.cli.output.showing import ResultView, show


@click.command("annotators", context_settings=HELP_NAMES, short_help="Show how far annotators agree on comparisons.")
@reading_options()
@output_options("json", "csv")
def command(files: Files, output: Output) -> None:
    """Show how far annotators agree on comparisons, with each other and with themselves.

    An item is a pair of systems on one segment. The table gives observed agreement, agreement by chance and kappa,
    counted in three ways: recommended (the order of the two systems does not matter; inter is between different
    annotators only), wmt (as WMT counted: A against B and B against A are different items), and wmt-unordered (like
    wmt, but the order of the two systems does not matter). Only comparisons can be used, not ratings.

    \b
    Examples:
      adjudge annotators comparisons.csv
      adjudge annotators wmt15.fin-eng.csv.gz --json
      adjudge annotators raw.wmt10.RNK.csv.gz --pair French-English
    """
    from adjudge.auditing.annotators.agreement import agreement
    from adjudge.core.tables import Comparisons
    from adjudge.reporting.annotator_agreement import agreement_table

    show(ResultView(agreement(files.read(Comparisons)), agreement_table), output)
