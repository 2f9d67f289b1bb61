"""`adjudge convert`: any format that is read to one of our own."""

from __future__ import annotations

from pathlib import Path

import click

from adjudge.cli.options import HELP_NAMES, parse_columns, reading_options


def _list_formats(ctx: click.Context, _: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's callback
    if not value:
        return
    from adjudge.io.reading import FORMATS

    width = max(map(len, FORMATS))
    for form in FORMATS.values():
        click.echo(f"{form.name:{width}}  {form.title}")
    ctx.exit()


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one of them does not exist
        return False


@click.command("convert", context_settings=HELP_NAMES, short_help="Convert judgements between formats.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IN... OUT")
@reading_options
@click.option("--table", metavar="NAME", help="Which table of a file that holds several, such as spans or texts.")
@click.option(
    "--formats",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_formats,
    help="List the formats that are read, and exit.",
)
def command(
    files: tuple[Path, ...],
    format_: str | None,
    pair: str | None,
    scale: str | None,
    columns: tuple[str, ...],
    table: str | None,
) -> None:
    """Convert judgements to CSV, JSON Lines or Parquet, told by the ending of OUT.

    \b
    Examples:
      adjudge convert Hansard-A.csv.gz hansard.parquet
      adjudge convert ad-csen-good-stnd-redup.csv.gz ad-csen-trk-mean-sd.txt csen.csv
      adjudge convert mqm_ted_ende.tsv.gz spans.csv
      adjudge convert mqm_ted_ende.tsv.gz texts.jsonl --table texts
    """
    from adjudge.io.reading import read
    from adjudge.io.writing import write

    *sources, target = files
    if not sources:
        msg = "two names are needed: a file to read and a file to write"
        raise click.UsageError(msg, click.get_current_context())
    if any(_same_file(path, target) for path in sources):
        msg = f"'{target}' is both read and written; choose another name for OUT"
        raise click.UsageError(msg, click.get_current_context())
    result = read(*sources, format=format_, pair=pair, scale=scale, columns=parse_columns(columns), table=table)
    write(result, target)
    click.echo(f"{len(result):,} rows of {result.noun} written to {target}")
    for finding in result.findings:
        click.echo(f"{finding.severity} {finding.code}: {finding.text}", err=True)
