"""`adjudge rank` on comparisons: one method with all that defends its order, or several in one table."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import click

from adjudge.cli.comparison_options import ComparisonOptions
from adjudge.cli.method_options import require_known, settings_of

if TYPE_CHECKING:
    from adjudge.core.tables import Comparisons, PairCounts
    from adjudge.ranking.comparisons.result import ArcWeights, ComparisonRankingResult
    from adjudge.ranking.comparisons.settings import ComparisonSettings, Covariate
    from adjudge.ranking.comparisons.tally import Unit
    from adjudge.reporting.tables import PrintedTable


#: Of tables that a reader did not ask for.
MOST_ROWS = 40


def rank_and_show(
    table: Comparisons | PairCounts,
    options: ComparisonOptions,
    given: Mapping[str, str],
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
        given: options that the user typed, by the name of their parameter.
        bootstrap: replicates for the intervals of models.
        seed: for what is random.
        output: `json`, `csv`, `latex` or None for text.
        pairs: print every pair as well.
    """
    from adjudge.ranking.comparisons.pipeline import rank_comparisons

    methods = options.methods or ("recommended",)
    require_known(methods, given)
    settings = _settings(options, bootstrap)
    results = {}
    for method in methods:
        own = settings_of(method, settings)
        with _bar(f"ranking by {method}") as progress:
            results[method] = rank_comparisons(table, method, seed=seed, settings=own, progress=progress)
    _show(results, output, pairs=pairs, opponents=options.opponents)


@contextmanager
def _bar(label: str) -> Iterator[Callable[[float], None]]:
    """A bar on a terminal for what takes long; it takes the share that is done."""
    with click.progressbar(length=100, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield lambda share: bar.update(round(100 * share) - bar.pos)


def _settings(options: ComparisonOptions, bootstrap: int | None) -> ComparisonSettings:
    from adjudge.ranking.comparisons.settings import ComparisonSettings

    return ComparisonSettings(
        options.reference,
        options.rank_reference,
        cast("Unit", options.unit),
        cast("ArcWeights", options.arcs),
        options.time_limit,
        options.runs,
        bootstrap or 0,
        cast("tuple[Covariate, ...]", options.covariates),
    )


def _show(results: dict[str, ComparisonRankingResult], output: str | None, *, pairs: bool, opponents: bool) -> None:
    from adjudge.reporting.comparisons import compare_methods, opponents_table
    from adjudge.reporting.tables import compare_rankings, ranking_csv, rankings_latex, table_csv

    [first, *others] = results.values()
    named = {_full_name(name, result): result for name, result in results.items()}
    if output == "json":
        data = {name: result.to_dict() for name, result in results.items()}
        whole = {"methods": data, "comparison": compare_methods(results)} if others else first.to_dict()
        click.echo(json.dumps(whole, ensure_ascii=False, indent=2))
    elif output == "csv":
        several = table_csv(compare_rankings(named, shared=False))
        click.echo(several if others else ranking_csv(first), nl=False)
    elif output == "latex":
        click.echo(rankings_latex(named), nl=False)
    else:
        _print(named, pairs=pairs)
        if opponents:
            _section("Whom each system met:", opponents_table(first))


def _full_name(name: str, result: ComparisonRankingResult) -> str:
    """The name as typed, with the method that was picked for it."""
    return name if name == result.method else f"{name} ({result.method})"


def _print(results: dict[str, ComparisonRankingResult], *, pairs: bool) -> None:
    from adjudge.reporting.comparisons import compared_pairs_table
    from adjudge.reporting.terminal import print_table

    if len(results) > 1:
        _print_several(results)
    else:
        _print_one(*results.values())
    for name, result in results.items() if pairs else ():
        click.echo(f"\nPairs by {name}:")
        print_table(compared_pairs_table(result))


def _print_one(result: ComparisonRankingResult) -> None:
    from adjudge.reporting import comparisons as tables
    from adjudge.reporting.terminal import print_ranking

    print_ranking(result)
    if result.optimum is not None:
        _section("Majorities that the order contradicts:", tables.violations_table(result))
        bound = result.optimum.packing_bound
        title = f"Certificate: cycles that share no weight; every order contradicts at least their sum, {bound:g}:"
        _section(title, tables.packing_table(result))
    _section("Strengths with 95% intervals:", tables.strengths_table(result))
    _section("How often other seeds would draw each line:", tables.line_shares_table(result))


def _print_several(results: dict[str, ComparisonRankingResult]) -> None:
    from adjudge.reporting.comparisons import methods_table
    from adjudge.reporting.tables import compare_rankings
    from adjudge.reporting.terminal import print_shared_findings, print_table

    print_table(compare_rankings(results))
    _section("What each order contradicts; Spearman / Kendall of every two:", methods_table(results))
    click.echo("".join(f"\nsignature {result.signature}" for result in results.values()))
    print_shared_findings(results)


def _section(title: str, table: PrintedTable) -> None:
    """A table under its title, if it has rows; a long one is cut."""
    from adjudge.reporting.terminal import print_table

    if not table.rows:
        return
    click.echo(f"\n{title}")
    print_table(replace(table, rows=table.rows[:MOST_ROWS]))
    if len(table.rows) > MOST_ROWS:
        click.echo(f"... and {len(table.rows) - MOST_ROWS:,} more; --json prints all of them.")
