"""`adjudge rank` on comparisons: one method with all that defends its order, or several in one table."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import click

from adjudge.cli.comparison_options import ComparisonOptions

if TYPE_CHECKING:
    from adjudge.core.tables import Comparisons, PairCounts
    from adjudge.rank.comparison_result import ArcWeights, ComparisonRanking
    from adjudge.rank.comparison_settings import ComparisonSettings, Covariate
    from adjudge.rank.tally import Cluster
    from adjudge.report.tables import PrintedTable


#: Of tables that a reader did not ask for.
MOST_ROWS = 40


def rank_and_show(
    table: Comparisons | PairCounts,
    options: ComparisonOptions,
    *,
    bootstrap: int | None,
    seed: int,
    output: str | None,
    pairs: bool,
) -> None:
    """Rank by every method asked for, and print.

    Args:
        table: of one language pair.
        options: those of comparisons.
        bootstrap: replicates for the intervals of models.
        seed: for what is random.
        output: `json`, `csv`, `latex` or None for text.
        pairs: print every pair as well.
    """
    from adjudge.rank.comparisons import rank_comparisons

    settings = _settings(options, bootstrap)
    results = {}
    for method in options.methods or ("recommended",):
        with _bar(f"ranking by {method}") as progress:
            results[method] = rank_comparisons(table, method, seed=seed, settings=settings, progress=progress)
    _show(results, output, pairs=pairs, opponents=options.opponents)


@contextmanager
def _bar(label: str) -> Iterator[Callable[[float], None]]:
    """A bar on a terminal for what takes long; it takes the share that is done."""
    with click.progressbar(length=100, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield lambda share: bar.update(round(100 * share) - bar.pos)


def _settings(options: ComparisonOptions, bootstrap: int | None) -> ComparisonSettings:
    from adjudge.rank.comparison_settings import ComparisonSettings

    return ComparisonSettings(
        options.reference,
        options.rank_reference,
        cast("Cluster", options.cluster),
        cast("ArcWeights", options.arcs),
        options.time_limit,
        options.runs,
        bootstrap or 0,
        cast("tuple[Covariate, ...]", options.covariates),
    )


def _show(results: dict[str, ComparisonRanking], output: str | None, *, pairs: bool, opponents: bool) -> None:
    from adjudge.report.comparisons import compare_methods
    from adjudge.report.tables import compare_rankings, ranking_csv, ranking_latex, table_csv

    [first, *others] = results.values()
    if output == "json":
        data = {name: result.to_dict() for name, result in results.items()}
        whole = {"methods": data, "comparison": compare_methods(results)} if others else first.to_dict()
        click.echo(json.dumps(whole, ensure_ascii=False, indent=2))
    elif output == "csv":
        click.echo(table_csv(compare_rankings(results)) if others else ranking_csv(first), nl=False)
    elif output == "latex":
        click.echo("\n".join(ranking_latex(result) for result in results.values()), nl=False)
    else:
        _print(results, pairs=pairs, opponents=opponents)


def _print(results: dict[str, ComparisonRanking], *, pairs: bool, opponents: bool) -> None:
    from adjudge.report import comparisons as tables
    from adjudge.report.tables import compare_rankings
    from adjudge.report.terminal import print_ranking, print_table

    def section(title: str, table: PrintedTable) -> None:
        if not table.rows:
            return
        click.echo(f"\n{title}")
        print_table(replace(table, rows=table.rows[:MOST_ROWS]))
        if len(table.rows) > MOST_ROWS:
            click.echo(f"... and {len(table.rows) - MOST_ROWS:,} more; --json prints all of them.")

    [first, *others] = results.values()
    if others:
        print_table(compare_rankings(results))
        section("What each order contradicts; Spearman / Kendall of every two:", tables.methods_table(results))
        click.echo("".join(f"\nsignature {result.signature}" for result in results.values()))
    else:
        print_ranking(first)
    if first.optimum is not None and not others:
        section("Majorities that the order contradicts:", tables.violations_table(first))
        bound = first.optimum.packing_bound
        title = f"Certificate: circles that share no weight; every order contradicts at least their sum, {bound:g}:"
        section(title, tables.packing_table(first))
    if not others:
        section("Strengths with 95% intervals:", tables.strengths_table(first))
        section("How often other seeds would draw each line:", tables.line_shares_table(first))
    for name, result in results.items() if pairs else ():
        click.echo(f"\nPairs by {name}:")
        print_table(tables.compared_pairs_table(result))
    if opponents:
        section("Whom each system met:", tables.opponents_table(first))
