"""`adjudge rank`: ratings to a ranking."""

from __future__ import annotations

import json
from pathlib import Path

import click

from adjudge.cli.options import files_argument, parse_columns, reading_options


@click.command("rank", short_help="Rank systems by their ratings.")
@files_argument()
@reading_options
@click.option(
    "--recipe",
    default="recommended",
    show_default=True,
    metavar="NAME|FILE",
    help="Every choice from rows to table: recommended, wmt-da, wmt-appraise-da, or a recipe file (.toml).",
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="For tests that draw numbers.")
@click.option("--json", "output", flag_value="json", help="Print the whole result as JSON and nothing else.")
@click.option("--csv", "output", flag_value="csv", help="Print the table as CSV.")
@click.option("--latex", "output", flag_value="latex", help="Print the table for LaTeX (booktabs).")
def command(
    files: tuple[Path, ...],
    format_: str | None,
    pair: str | None,
    scale: str | None,
    columns: tuple[str, ...],
    recipe: str,
    seed: int,
    output: str | None,
) -> None:
    """Rank systems by their ratings.

    The files are read together; each becomes a collection. Their format is detected: releases of WMT, exports of
    Appraise, or CSV, Parquet and JSON Lines with the columns system, segment, score and, where known, annotator,
    session, document, kind.

    \b
    Examples:
      adjudge rank judgements.csv
      adjudge rank judgements.csv --recipe wmt-da --latex > table.tex
      adjudge rank Hansard-A.csv.gz Hansard-B.csv.gz --recipe wmt-da --json
      adjudge rank ad-csen-good-stnd-redup.csv.gz ad-csen-trk-mean-sd.txt --recipe wmt-da
      adjudge rank votes.csv --column score=rating --column system=model --scale 1..5
    """
    from adjudge.core.pairs import choose_pair
    from adjudge.core.tables import Table
    from adjudge.io.reading import read
    from adjudge.io.recipes import load_recipe
    from adjudge.rank.ratings import rank
    from adjudge.report.tables import ranking_csv, ranking_latex
    from adjudge.report.terminal import print_ranking

    chosen = load_recipe(recipe)
    table = read(*files, format=format_, scale=scale, columns=parse_columns(columns))
    if isinstance(table, Table):
        table = choose_pair(table, pair, source=", ".join(path.name for path in files))
    result = rank(table, chosen, seed=seed)
    if output == "json":
        click.echo(json.dumps(result.to_dict(), ensure_ascii=False, indent=2))
    elif output == "csv":
        click.echo(ranking_csv(result), nl=False)
    elif output == "latex":
        click.echo(ranking_latex(result), nl=False)
    else:
        print_ranking(result)
