"""`adjudge reproduce`: the figures of a paper, published against computed."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from adjudge.cli.options.listing import list_option
from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.reading import HELP_NAMES
from adjudge.cli.output.progress import progress
from adjudge.cli.output.showing import View, show

if TYPE_CHECKING:
    from adjudge.papers.figures import Figure, ReproductionResult, Value

_WIDTH: Final = 100
_NAMES_SHOWN: Final = 4


@click.command(
    "reproduce", context_settings=HELP_NAMES, short_help="Compare a paper's published figures with computed ones."
)
@click.argument("paper", metavar="PAPER")
@click.option(
    "--data",
    "data_dir",
    required=True,
    envvar="ADJUDGE_DATA",
    show_envvar=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of all data sets, or of the data of this paper.",
)
@click.option(
    "--all/--differences-only", "everything", default=True, help="Show all figures, or only those that are not equal."
)
@list_option("--list", "reproducible_papers", "List the papers and exit.")
@output_options("json", "csv")
@click.pass_context
def command(
    ctx: click.Context,
    paper: str,
    data_dir: Path,
    everything: bool,  # noqa: FBT001 - click's callback
    output: Output,
) -> None:
    """Compute the figures of a paper from its data, and print published and computed values side by side.

    A figure is equal (to every printed digit, or within the stated tolerance), explained (another value, for a known
    reason), different (another value, for no known reason), or absent (its data is not available). The exit code is
    1 if any figure is different.

    \b
    Examples:
      adjudge reproduce --list
      adjudge reproduce knowles-lo-2022 --data ../shared/data
      adjudge reproduce graham-2020 --data ../shared/data --differences-only
      adjudge reproduce mqm-ted --data ../shared/data --json
    """
    from adjudge.papers.registry import reproduce

    with progress(f"Computing the figures of {paper}"):
        result = reproduce(paper, data_dir)
    show(FiguresView(result, everything=everything), output)
    if result.unexplained:
        ctx.exit(1)


class FiguresView(View):
    """Figures of a paper.

    Args:
        result: of one paper.
        everything: also figures that are equal; JSON always holds them.
    """

    def __init__(self, result: ReproductionResult, *, everything: bool) -> None:
        self._result = result
        self._shown = [row for row in result.rows if everything or row.status != "equal"]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return self._result.to_dict()

    def to_csv(self) -> str:
        """One row per figure."""
        return replace(self._result, rows=tuple(self._shown)).to_frame().write_csv()

    def print_text(self) -> None:
        """Print one table after the other with the reasons below it, then all figures counted."""
        from adjudge.reporting.printed_tables import Heading, PrintedTable
        from adjudge.reporting.terminal import print_table

        headings = (Heading("figure", "text"), Heading("published"), Heading("computed"), Heading("status", "text"))
        for name in dict.fromkeys(row.table for row in self._shown):
            rows = [row for row in self._shown if row.table == name]
            cells = tuple((row.figure, _cell(row.published), _cell(row.computed), row.status) for row in rows)
            click.secho(name, bold=True)
            print_table(PrintedTable(headings, cells))
            for line in _reasons(rows):
                click.echo(line)
            click.echo()
        click.echo(f"{self._result.paper}: {self._result.summary()}")


def _cell(value: Value) -> str:
    """A value for people: six digits of a number, yes or no."""
    from adjudge.reporting.printed_tables import MISSING

    if value is None:
        return MISSING
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _reasons(rows: Sequence[Figure]) -> list[str]:
    """Each reason once, with the figures it is for."""
    figures: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if row.reason:
            figures.setdefault((row.status, row.reason), []).append(row.figure)
    lines = []
    for (status, reason), names in figures.items():
        more = f" and {len(names) - _NAMES_SHOWN} more" if len(names) > _NAMES_SHOWN else ""
        text = f"{status}: {'; '.join(names[:_NAMES_SHOWN])}{more}. {reason}"
        lines += textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    return lines
