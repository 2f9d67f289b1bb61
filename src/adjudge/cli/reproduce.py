"""`adjudge reproduce`: the figures of a paper, published against computed."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from adjudge.cli.options import HELP_NAMES

if TYPE_CHECKING:
    from adjudge.papers.figures import Figure, ReproductionResult, Value

_PATIENCE: Final = 2.0  # seconds until a person wants to know that something happens
_WIDTH: Final = 100
_NAMES_SHOWN: Final = 4


def _list_papers(ctx: click.Context, _: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's callback
    if not value:
        return
    from adjudge.papers.registry import PAPERS

    width = max(map(len, PAPERS))
    for name, paper in PAPERS.items():
        click.echo(f"{name:{width}}  {paper.title}")
    ctx.exit()


@click.command(
    "reproduce", context_settings=HELP_NAMES, short_help="Compare a paper's published figures with computed ones."
)
@click.argument("paper", metavar="PAPER")
@click.option(
    "--data",
    required=True,
    envvar="ADJUDGE_DATA",
    show_envvar=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the data: that of all data sets, or that of the paper's.",
)
@click.option(
    "--all/--differences-only", "everything", default=True, help="Show every figure, or only those not equal."
)
@click.option("--json", "output", flag_value="json", help="Print the whole result as JSON and nothing else.")
@click.option("--csv", "output", flag_value="csv", help="Print the figures as CSV.")
@click.option(
    "--list",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_papers,
    help="List the papers, and exit.",
)
@click.pass_context
def command(
    ctx: click.Context,
    paper: str,
    data: Path,
    everything: bool,  # noqa: FBT001
    output: str | None,
) -> None:
    """Compute the figures of a published paper from its data and print both, table by table.

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

    with _patience(f"Computing the figures of {paper}"):
        result = reproduce(paper, data)
    if output == "json":
        click.echo(json.dumps(result.to_dict(), ensure_ascii=False, indent=2))
    elif output == "csv":
        shown = set(_shown(result, everything=everything))
        frame = result.to_frame()
        click.echo(frame.filter([row in shown for row in result.rows]).write_csv(), nl=False)
    else:
        _print(result, everything=everything)
    if result.unexplained:
        ctx.exit(1)


@contextmanager
def _patience(text: str) -> Iterator[None]:
    """Tell a waiting person on a terminal that something happens, if it takes more than two seconds."""
    if not sys.stderr.isatty():
        yield
        return
    from threading import Timer

    from rich.console import Console

    status = Console(stderr=True).status(text)
    timer = Timer(_PATIENCE, status.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()  # it may just be starting the display
        status.stop()


def _shown(result: ReproductionResult, *, everything: bool) -> list[Figure]:
    return [row for row in result.rows if everything or row.status != "equal"]


def _print(result: ReproductionResult, *, everything: bool) -> None:
    """One table after the other with the reasons below it, then all figures counted."""
    from adjudge.reporting.tables import Heading, PrintedTable
    from adjudge.reporting.terminal import print_table

    headings = (Heading("figure", "text"), Heading("published"), Heading("computed"), Heading("status", "text"))
    shown = _shown(result, everything=everything)
    for name in dict.fromkeys(row.table for row in shown):
        rows = [row for row in shown if row.table == name]
        cells = tuple((row.figure, _cell(row.published), _cell(row.computed), row.status) for row in rows)
        click.secho(name, bold=True)
        print_table(PrintedTable(headings, cells))
        for line in _reasons(rows):
            click.echo(line)
        click.echo()
    click.echo(f"{result.paper}: {result.summary()}")


def _cell(value: Value) -> str:
    """A value for people: six digits of a number, yes or no."""
    from adjudge.reporting.tables import MISSING

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
