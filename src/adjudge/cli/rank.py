"""`adjudge rank`: ratings or comparisons to a ranking."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Final

import click

from adjudge.cli.comparison_options import ComparisonOptions, comparison_options
from adjudge.cli.given_options import given_options, refuse_kind
from adjudge.cli.options import HELP_NAMES, files_argument, parse_columns, reading_options
from adjudge.cli.output_options import output_options

#: Parameters that mean nothing to comparisons, and those that mean nothing to ratings.
_OF_RATINGS: Final = ("scale", "recipes", "hide", "post_edited", "margin", "merge")
_OF_COMPARISONS: Final = tuple(field.name for field in fields(ComparisonOptions))


def _list_recipes(ctx: click.Context, _: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's callback
    if not value:
        return
    from adjudge.core.recipes import BUILT_IN, RECOMMENDED

    titles = {RECOMMENDED: "a rule that picks what recovers the truth best on data like yours"}
    titles |= {name: recipe.title for name, recipe in BUILT_IN.items()}
    width = max(map(len, titles))
    for name, title in titles.items():
        click.echo(f"{name:{width}}  {title}")
    ctx.exit()


@click.command("rank", context_settings=HELP_NAMES, short_help="Rank systems by ratings or comparisons.")
@files_argument()
@reading_options
@click.option(
    "--recipe",
    "recipes",
    multiple=True,
    metavar="NAME|FILE",
    help="Ratings: every choice from rows to table: recommended (the default), wmt-da, mixed-model, ... (--recipes "
    "lists them), or a recipe file (.toml). Repeat it to see several side by side.",
)
@click.option(
    "--recipes",
    "list_recipes",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_recipes,
    help="Ratings: list the recipes, and exit.",
)
@click.option(
    "--hide",
    multiple=True,
    metavar="SYSTEM",
    help="Ratings: leave a system (a human) out of drawing lines. Repeatable.",
)
@click.option(
    "--post-edited", multiple=True, metavar="SYSTEM", help="Ratings: a system that is post-edited MT. Repeatable."
)
@click.option("--margin", type=float, help="Ratings: margin of equivalence fixed in advance, in the unit of the score.")
@click.option(
    "--weights", metavar="mqm|FILE", help="Marked errors: rank by the weights of MQM, or by those of a file (.toml)."
)
@comparison_options
@click.option("--pairs", is_flag=True, help="Print every pair as well: difference, effect, p, power of ties.")
@click.option("--merge", is_flag=True, help="Ratings: pool collections that hold different kinds of items.")
@click.option(
    "--bootstrap",
    type=click.IntRange(min=100),
    metavar="N",
    help="Ratings: rank again on N draws of the documents. Comparisons: model intervals from N draws of whole units.",
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="For tests that draw numbers.")
@output_options("json", "csv", "latex")
def command(
    files: tuple[Path, ...],
    format_: str | None,
    pair: str | None,
    scale: str | None,
    columns: tuple[str, ...],
    recipes: tuple[str, ...],
    hide: tuple[str, ...],
    post_edited: tuple[str, ...],
    margin: float | None,
    weights: str | None,
    comparison: ComparisonOptions,
    pairs: bool,  # noqa: FBT001 - click's callback
    merge: bool,  # noqa: FBT001
    bootstrap: int | None,
    seed: int,
    output: str | None,
) -> None:
    """Rank systems by ratings or comparisons.

    The files are read together; each becomes a collection. Their format is detected: releases of WMT, exports of
    Appraise, or CSV, Parquet and JSON Lines with the columns system, segment, score and, where known, annotator,
    session, document, kind; for comparisons system_a, system_b, outcome.

    \b
    Examples:
      adjudge rank judgements.csv
      adjudge rank judgements.csv --recipe wmt-da --recipe recommended
      adjudge rank judgements.csv --recipe wmt-da --latex > table.tex
      adjudge rank judgements.csv --recipe wmt-da --bootstrap 1000
      adjudge rank mqm_ted_ende.tsv.gz --weights mqm --pairs
      adjudge rank Hansard-A.csv.gz Hansard-B.csv.gz --recipe wmt-da --json
      adjudge rank ad-csen-good-stnd-redup.csv.gz ad-csen-trk-mean-sd.txt --recipe wmt-da
      adjudge rank stars.csv --column score=rating --column system=model --scale 1..5
      adjudge rank votes.csv --method davidson --unit annotator
      adjudge rank rankings.csv --pair fin-eng --method mfas --method wmt-official --method trueskill
    """
    from adjudge.cli import rank_comparisons, rank_ratings
    from adjudge.core.language_pairs import choose_pair
    from adjudge.core.tables import Comparisons, PairCounts, Table
    from adjudge.io.reading import read
    from adjudge.io.recipes import load_recipe
    from adjudge.ranking.ratings.pipeline import Claims
    from adjudge.scoring.spans import MQM, load_weights

    given = given_options()
    _require_room(given, output)
    chosen = {name: load_recipe(name) for name in recipes or ("recommended",)}
    spans = "spans" if weights else None
    table = read(*files, format=format_, scale=scale, columns=parse_columns(columns), table=spans)
    if isinstance(table, Table):
        table = choose_pair(table, pair, source=", ".join(path.name for path in files))
    if isinstance(table, Comparisons | PairCounts):
        refuse_kind([given[name] for name in _OF_RATINGS if name in given], of="ratings", held=table.noun)
        rank_comparisons.rank_and_show(
            table, comparison, given, bootstrap=bootstrap, seed=seed, output=output, pairs=pairs
        )
        return
    refuse_kind([given[name] for name in _OF_COMPARISONS if name in given], of="comparisons", held=table.noun)
    rank_ratings.rank_and_show(
        table,
        chosen,
        hide=hide,
        claims=Claims(margin, post_edited, merge),
        weights=load_weights(weights) if weights and weights != MQM.name else MQM,
        bootstrap=bootstrap,
        seed=seed,
        output=output,
        pairs=pairs,
    )


def _require_room(given: dict[str, str], output: str | None) -> None:
    """Further tables are printed as text, and JSON holds them; CSV and LaTeX have one table."""
    further = [given[name] for name in ("pairs", "opponents") if name in given]
    if further and output in {"csv", "latex"}:
        msg = f"{further[0]} prints a further table, and --{output} has one only; --json holds all of them"
        raise click.UsageError(msg)
