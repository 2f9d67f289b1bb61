"""`adjudge check`: the linter for human evaluations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge.cli.options.companions import read_texts
from adjudge.cli.options.listing import list_option
from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst
from adjudge.cli.options.reading import HELP_NAMES, Files, reading_options
from adjudge.cli.output.progress import progress
from adjudge.cli.output.showing import View, show
from adjudge.cli.spelling import spelled_result

if TYPE_CHECKING:
    from adjudge.auditing.checks.result import CheckResult


def _explain(context: click.Context, _: click.Parameter, code: str | None) -> None:
    """Print what a check looks for, and exit."""
    if code is None:
        return
    from adjudge.reporting.linting.explanations import explain

    click.echo(explain(code.upper()), nl=False)
    context.exit()


@click.command(
    "check", cls=PlacesFirst, context_settings=HELP_NAMES, short_help="Find what speaks against trusting an evaluation."
)
@reading_options()
@click.option(
    "--texts",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Source, reference and outputs, for the checks of texts: a table of texts, see the page on formats.",
)
@click.option(
    "--select",
    multiple=True,
    metavar="CODE",
    help="Run only these checks: a code, the beginning of codes (AJ40) or a subject (annotators). Repeatable.",
)
@click.option("--ignore", multiple=True, metavar="CODE", help="Leave these checks out, named as above. Repeatable.")
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings, too, not only for errors.")
@list_option("--checks", "checks", "List all checks, and exit.")
@click.option(
    "--explain",
    is_eager=True,
    expose_value=False,
    callback=_explain,
    metavar="CODE",
    help="Say what a check looks for and how, and exit.",
)
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(min=0), metavar="N", help="Seed of random draws."
)
@output_options("json", "csv", "sarif", "github")
@click.pass_context
def command(
    ctx: click.Context,
    files: Files,
    texts: Path | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    strict: bool,  # noqa: FBT001 - click's callback
    seed: int,
    output: Output,
) -> None:
    """Find what speaks against trusting an evaluation.

    A linter for human evaluations. It looks at the data, at the design (who judged what), at annotators and sessions,
    at the texts if they are given, and at the ranking that the judgements support. Every finding has a code, a
    severity, the numbers behind it, the paper it comes from, and what to do. Checks that need more than the files hold
    are listed, never passed silently. A file with several language pairs is checked pair by pair; --pair chooses one.

    The exit code is 0 if there is no error, 1 if there is one (with --strict: a warning is enough), and 2 if the files
    cannot be read.

    \b
    Examples:
      adjudge check judgements.csv
      adjudge check judgements.csv --texts outputs.csv --strict
      adjudge check News-WMT20DocSrcDA.csv.gz News-WMT20DocSrcDA2.csv.gz
      adjudge check ad-csen-good-stnd-redup.csv.gz ad-csen-trk-mean-sd.txt
      adjudge check comparisons.csv --select comparisons
      adjudge check judgements.csv --ignore AJ414 --ignore texts
      adjudge check judgements.csv --json
      adjudge check judgements.csv --sarif > findings.sarif
      adjudge check --explain AJ401
    """
    from adjudge.auditing.checks.check import check
    from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans

    table = files.read(Ratings, Comparisons, PairCounts, Spans, all_pairs=True)
    with progress("Checking") as report:
        result = check(table, texts=read_texts(texts, table), select=select, ignore=ignore, seed=seed, progress=report)
    show(CheckView(result, [path.as_posix() for path in files.paths]), output)
    if result.count("error") or (strict and result.count("warning")):
        ctx.exit(1)


class CheckView(View):
    """What the linter found.

    Args:
        result: of the checks.
        files: the files as they were typed, so that a workflow finds them.
    """

    def __init__(self, result: CheckResult, files: list[str]) -> None:
        self._result = spelled_result(result)
        self._files = files

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return self._result.to_dict()

    def to_csv(self) -> str:
        """One row per finding."""
        from adjudge.reporting.csv_files import safe_frame

        return safe_frame(self._result.to_frame()).write_csv()

    def to_sarif(self) -> str:
        """For tools that review code."""
        from adjudge.reporting.linting.sarif import sarif

        return json.dumps(sarif(self._result, self._files), ensure_ascii=False, indent=2) + "\n"

    def to_github(self) -> str:
        """For workflows of GitHub."""
        from adjudge.reporting.linting.github_annotations import workflow_commands

        return workflow_commands(self._result, self._files)

    def print_text(self) -> None:
        """Print the findings by subject, what could not be checked, and the counts."""
        from adjudge.cli.spelling import spelled
        from adjudge.reporting.linting.groups import findings_by_subject, heading, not_checked_by_need
        from adjudge.reporting.terminal import print_findings

        for title, findings in findings_by_subject(self._result).items():
            click.secho(heading(title, findings), bold=True, nl=False)
            print_findings(findings, sources=True)
            click.echo()
        for needs, codes in not_checked_by_need(self._result).items():
            click.echo(f"Not checked, needs {spelled(needs)}: {', '.join(codes)}.")
        click.echo(self._result.summary())
