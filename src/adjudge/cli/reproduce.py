"""`adjudge reproduce`: the figures of a paper or of a bundle, published against computed."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from adjudge.cli.options.listing import list_option
from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst
from adjudge.cli.options.reading import HELP_NAMES
from adjudge.cli.options.typed import typed_options
from adjudge.cli.output.progress import progress
from adjudge.cli.output.showing import View, show
from adjudge.cli.spelling import spelled_result

if TYPE_CHECKING:
    from adjudge.core.findings import Finding
    from adjudge.papers.figures import Figure, ReproductionResult, Value

_WIDTH: Final = 100
_NAMES_SHOWN: Final = 4
#: Of one table on a terminal: those of papers are shorter, those of a bundle that differs as a whole may be endless.
_MOST_ROWS: Final = 400
_LONGEST_CELL: Final = 32
_LONGEST_NAME: Final = 60


@click.command(
    "reproduce",
    cls=PlacesFirst,
    context_settings=HELP_NAMES,
    short_help="Compare the figures of a paper or a bundle with computed ones.",
)
@click.argument("paper", metavar="PAPER|BUNDLE")
@click.option(
    "--data",
    "data_dir",
    envvar="ADJUDGE_DATA",
    show_envvar=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Papers: folder of all data sets, or of the data of this paper. A bundle holds its data.",
)
@click.option(
    "--all/--differences-only",
    "everything",
    default=None,
    help="Show all figures, as for papers by default, or only those that are not equal, as for bundles.",
)
@list_option("--list", "reproducible_papers", "List the papers and exit.")
@output_options("json", "csv")
@click.pass_context
def command(
    ctx: click.Context,
    paper: str,
    data_dir: Path | None,
    everything: bool | None,  # noqa: FBT001 - click's callback
    output: Output,
) -> None:
    """Compute the figures of a paper or of a bundle, and print published and computed values side by side.

    A figure is equal (to every printed digit, or within the stated tolerance), explained (another value, for a known
    reason), different (another value, for no known reason), or absent (its data is not available). The exit code is
    1 if any figure is different.

    A bundle is a zip file that adjudge bundle wrote, or the folder that was unpacked from it. The checksums of its
    files are compared first; then every analysis is run again from the data and the recipes in it, and every value is
    compared to the last bit. Nothing is written but a temporary folder.

    \b
    Examples:
      adjudge reproduce --list
      adjudge reproduce knowles-lo-2022 --data ../shared/data
      adjudge reproduce graham-2020 --data ../shared/data --differences-only
      adjudge reproduce mqm-ted --data ../shared/data --json
      adjudge reproduce evaluation.zip
      adjudge reproduce evaluation.zip --all --csv > figures.csv
    """
    from adjudge.papers.registry import PAPERS, is_bundle, reproduce

    of_bundle = is_bundle(paper)
    if of_bundle and "data_dir" not in typed_options():
        data_dir = None  # from the environment, where it is for papers
    if not of_bundle and data_dir is None:
        PAPERS.find(str(paper))  # an unknown name is refused before data is asked for
        [option] = (parameter for parameter in ctx.command.params if parameter.name == "data_dir")
        raise click.MissingParameter(ctx=ctx, param=option)
    with progress(f"Computing the figures of {paper}") as report:
        result = reproduce(paper, data_dir, progress=report)
    show(FiguresView(result, everything=not of_bundle if everything is None else everything), output)
    if result.unexplained:
        ctx.exit(1)


class FiguresView(View):
    """Figures of a paper or a bundle.

    Args:
        result: of one paper or bundle.
        everything: also figures that are equal; JSON always holds them.
    """

    def __init__(self, result: ReproductionResult, *, everything: bool) -> None:
        self._result = spelled_result(result)
        self._shown = [row for row in result.rows if everything or row.status != "equal"]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return self._result.to_dict()

    def to_csv(self) -> str:
        """One row per figure."""
        from adjudge.reporting.csv_files import safe_frame

        return safe_frame(replace(self._result, rows=tuple(self._shown)).to_frame()).write_csv()

    def findings(self) -> Sequence[Finding]:
        """What to know about the figures."""
        return self._result.findings

    def print_text(self) -> None:
        """Print one table after the other with the reasons below it, then all figures counted."""
        from adjudge.reporting.printed_tables import Heading, PrintedTable, printable
        from adjudge.reporting.terminal import print_findings, print_table

        headings = (Heading("figure", "text"), Heading("published"), Heading("computed"), Heading("status", "text"))
        for name in dict.fromkeys(row.table for row in self._shown):
            rows = [row for row in self._shown if row.table == name]
            cells = [
                (_cut(row.figure, _LONGEST_NAME), *_cells(row.published, row.computed), row.status)
                for row in rows[:_MOST_ROWS]
            ]
            click.secho(printable(name), bold=True)
            print_table(PrintedTable(headings, tuple(cells)))
            if len(rows) > _MOST_ROWS:
                click.echo(f"  ... and {len(rows) - _MOST_ROWS:,} more; --csv and --json print all of them.")
            for line in _reasons(rows):
                click.echo(line)
            click.echo()
        click.echo(f"{printable(self._result.paper)}: {self._result.summary()}")
        print_findings(self._result.findings)


def _cells(published: Value, computed: Value) -> tuple[str, str]:
    """Two values for people: shortly, unless they would then look the same and are not."""
    cells = _cell(published), _cell(computed)
    one, other = (value if isinstance(value, str) else repr(value) for value in (published, computed))
    if cells[0] != cells[1] or one == other:
        return cells
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    before = max(0, start - _LONGEST_CELL // 2) if max(len(one), len(other)) > _LONGEST_CELL else 0
    return _cut(f"{'...' if before else ''}{one[before:]}"), _cut(f"{'...' if before else ''}{other[before:]}")


def _cell(value: Value) -> str:
    """A value for people: six digits of a number, yes or no, the beginning of a long text."""
    from adjudge.reporting.printed_tables import MISSING

    if value is None:
        return MISSING
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else _cut(str(value))


def _cut(text: str, longest: int = _LONGEST_CELL) -> str:
    """Text on one line, cut if it is long."""
    from adjudge.reporting.printed_tables import printable

    return printable(text if len(text) <= longest else f"{text[: longest - 3]}...")


def _reasons(rows: Sequence[Figure]) -> list[str]:
    """Each reason once, with the figures it is for."""
    from adjudge.reporting.printed_tables import printable

    figures: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if row.reason:
            figures.setdefault((row.status, row.reason), []).append(row.figure)
    lines = []
    for (status, reason), names in figures.items():
        more = f" and {len(names) - _NAMES_SHOWN} more" if len(names) > _NAMES_SHOWN else ""
        text = printable(f"{status}: {'; '.join(names[:_NAMES_SHOWN])}{more}. {reason}")
        lines += textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    return lines
