"""`adjudge rank` on ratings: one recipe, or several side by side."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from adjudge.core.recipes import Recipe
    from adjudge.core.tables import AnyTable, Ratings
    from adjudge.ranking.ratings.pipeline import Claims
    from adjudge.ranking.ratings.resampling import ResampledRankings
    from adjudge.ranking.result import RankingResult
    from adjudge.scoring.spans import Weights


def rank_and_show(
    table: AnyTable,
    recipes: Mapping[str, str | Recipe],
    *,
    hide: Sequence[str],
    claims: Claims,
    weights: Weights,
    bootstrap: int | None,
    seed: int,
    output: str | None,
    pairs: bool,
) -> None:
    """Rank by every recipe asked for, and print.

    Args:
        table: of one language pair.
        recipes: by the names they were asked for.
        hide: systems that take no part in drawing lines.
        claims: margin of equivalence and the like.
        weights: what marked errors cost.
        bootstrap: how often to rank again on documents drawn anew.
        seed: for what is random.
        output: `json`, `csv`, `latex` or None for text.
        pairs: print every pair as well.
    """
    from adjudge.core.tables import Ratings
    from adjudge.ranking.ratings.pipeline import rank

    if bootstrap and output in {"csv", "latex"}:
        msg = f"--bootstrap prints a further table, and --{output} has one only; --json holds all of them"
        raise click.UsageError(msg)
    results = {
        name: rank(table, recipe, seed=seed, hide=hide, claims=claims, weights=weights)
        for name, recipe in recipes.items()
    }
    again = {}
    if bootstrap and isinstance(table, Ratings):
        again = {name: _resampled(table, result, bootstrap, seed) for name, result in results.items()}
    _show(results, again, output, pairs=pairs)


def _resampled(table: Ratings, result: RankingResult, draws: int, seed: int) -> ResampledRankings:
    """The same recipe on documents drawn anew, with a bar on a terminal."""
    from adjudge.core.recipe_files import recipe_from_dict
    from adjudge.ranking.ratings.resampling import resample

    recipe, merge = recipe_from_dict(result.settings["recipe"]), result.settings["merge"]
    with click.progressbar(length=draws, label="resampling", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        return resample(
            table, recipe, draws=draws, seed=seed, merge=merge, progress=lambda done: bar.update(done - bar.pos)
        )


def _show(
    results: dict[str, RankingResult], again: dict[str, ResampledRankings], output: str | None, *, pairs: bool
) -> None:
    """One ranking in the form asked for, or several side by side."""
    from adjudge.reporting.comparisons import agreement_of_orders
    from adjudge.reporting.tables import compare_rankings, pairs_table, ranking_csv, rankings_latex, table_csv
    from adjudge.reporting.terminal import print_comparison, print_ranking, print_resampled, print_table

    [first, *others] = results.values()
    if output == "json":
        parts = {name: result.to_dict() for name, result in results.items()}
        for name, resampled in again.items():
            parts[name]["resampled"] = resampled.to_dict()
        several = {"recipes": parts, "comparison": {"agreement": agreement_of_orders(results)}}
        data = several if others else next(iter(parts.values()))
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    elif output == "csv":
        click.echo(table_csv(compare_rankings(results)) if others else ranking_csv(first), nl=False)
    elif output == "latex":
        click.echo(rankings_latex(results), nl=False)
    elif others:
        print_comparison(results)
    else:
        print_ranking(first)
    if output is None:
        for result in results.values() if pairs else ():
            click.echo()
            print_table(pairs_table(result))
        for name, resampled in again.items():
            print_resampled(name, resampled)
