"""`adjudge rank`: ratings or comparisons to a ranking."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from adjudge.cli.catalogue import NOT_FOR_FILES
from adjudge.cli.options.comparisons import ComparisonOptions, comparison_options
from adjudge.cli.options.groups import GroupOptions, group_options
from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst
from adjudge.cli.options.ratings import RatingOptions, rating_options
from adjudge.cli.options.reading import HELP_NAMES, Files, reading_options
from adjudge.cli.options.testing import TestingOptions, testing_options
from adjudge.cli.options.typed import typed_options
from adjudge.cli.output.groups import GroupsView
from adjudge.cli.output.progress import progress
from adjudge.cli.output.rankings import ComparisonsView, RankingsView, RatingsView
from adjudge.cli.output.showing import View, show
from adjudge.core.arguments import MOST_DRAWS

if TYPE_CHECKING:
    from adjudge.core.tables import Table
    from adjudge.ranking.ratings.repeating.resampling import ResampledRankings
    from adjudge.ranking.result import RatingRankingResult


@click.command(
    "rank", cls=PlacesFirst, context_settings=HELP_NAMES, short_help="Rank systems by ratings or comparisons."
)
@reading_options()
@group_options
@rating_options
@comparison_options
@click.option(
    "--pairs", is_flag=True, help="Print a table of all pairs of systems: difference, effect, p-value, power."
)
@click.option(
    "--opponents", is_flag=True, help="Comparisons: print the opponents of each system, and how often it tied."
)
@testing_options
@click.option(
    "--bootstrap",
    type=click.IntRange(2, MOST_DRAWS),
    metavar="N",
    help="Ratings: repeat the ranking on N samples of the documents; fast for recipes that test by rank sums, such as "
    "wmt-da. Comparisons: intervals of models from N samples of whole units.",
)
@output_options("json", "csv", "latex", "markdown", page=True)
def command(
    files: Files,
    groups: GroupOptions,
    ratings: RatingOptions,
    comparisons: ComparisonOptions,
    pairs: bool,  # noqa: FBT001 - click's callback
    opponents: bool,  # noqa: FBT001 - likewise
    testing: TestingOptions,
    bootstrap: int | None,
    output: Output,
) -> None:
    """Rank systems by ratings or comparisons.

    The format of the files is detected: WMT releases, Appraise exports, or CSV, Parquet and JSON Lines. Ratings need
    the columns system, segment and score; annotator, session, document and kind are used if they are there. Comparisons
    need system_a, system_b and outcome. Several files are ranked together, each as one collection.

    The text of an option says whether it is for ratings or for comparisons; an option for the other kind is refused.

    \b
    Examples:
      adjudge rank judgements.csv
      adjudge rank judgements.csv --recipe wmt-da --recipe recommended
      adjudge rank judgements.csv --correction fdr --level 0.1
      adjudge rank judgements.csv --recipe wmt-da --latex > table.tex
      adjudge rank judgements.csv --recipe wmt-da --markdown > table.md
      adjudge rank judgements.csv --html ranking.html
      adjudge rank judgements.csv --recipe wmt-da --bootstrap 1000
      adjudge rank stars.csv --column score=rating --column system=model --scale 1..5
      adjudge rank mqm_ted_ende.tsv.gz --weights mqm --pairs
      adjudge rank Hansard-A.csv.gz Hansard-B.csv.gz --recipe wmt-da --json
      adjudge rank ad-csen-good-stnd-redup.csv.gz ad-csen-trk-mean-sd.txt --recipe wmt-da
      adjudge rank judgements.csv --where domain=news --where 'annotator!=anna,ben'
      adjudge rank judgements.csv --by domain
      adjudge rank calibrationHITs.csv.gz calibrationHITs.mapping.csv --pair eng-ces --keep-kinds calibration
      adjudge rank raw.wmt10.RNK.csv.gz --by language --csv
      adjudge rank comparisons.csv
      adjudge rank comparisons.csv --method davidson --unit annotator
      adjudge rank comparisons.csv --method mfas --html ranking.html
      adjudge rank rankings.csv --pair fin-eng --method mfas --method wmt-official --method trueskill
    """
    from adjudge.core.tables import Comparisons, PairCounts, Ratings, Spans

    typed = typed_options()
    output.require_one_table(*(typed[name] for name in ("pairs", "opponents") if name in typed))
    recipes = ratings.load_recipes()
    if ratings.weights and files.table is None and files.hold(Spans.noun):
        files = replace(files, table=Spans.noun)
    table = files.read(Ratings, Spans, Comparisons, PairCounts, all_pairs=groups.all_pairs)
    # `rank` refuses what does not belong to the table, so everything that was typed goes there.
    asked = {"seed": testing.seed, "hide": ratings.hide, "claims": ratings.claims(), "weights": ratings.load_weights()}
    asked |= {"level": testing.level, "correction": testing.correction, "keep_kinds": groups.kinds}
    if isinstance(table, Comparisons | PairCounts):
        asked["recipe"] = recipes[ratings.recipes[0]] if ratings.recipes else None
        calls = {name: asked | call for name, call in comparisons.calls(bootstrap=bootstrap).items()}

        def make(rows: Table, results: Mapping[str, Any]) -> RankingsView[Any]:
            del rows
            return ComparisonsView(results, files.names, pairs=pairs, opponents=opponents)
    else:
        _require_ratings(table, files, opponents=opponents, bootstrap=bootstrap)
        output.require_one_table(*(["--bootstrap"] if bootstrap else []))
        asked |= {"method": next(iter(comparisons.methods), None), "settings": comparisons.settings()}
        calls = {name: asked | {"recipe": recipe} for name, recipe in recipes.items()}

        def make(rows: Table, results: Mapping[str, Any]) -> RankingsView[Any]:
            again = {
                name: _resample(rows, result, bootstrap, testing.seed) for name, result in results.items() if bootstrap
            }
            return RatingsView(results, files.names, pairs=pairs, again=again)

    show(_view(table, files, calls, groups.by, make), output)


def _view(
    table: Table,
    files: Files,
    calls: Mapping[str, Mapping[str, Any]],
    by: str | None,
    make: Callable[[Table, Mapping[str, Any]], RankingsView[Any]],
) -> View:
    """The rankings of all rows, or of each group."""
    from adjudge.ranking.grouped import rank_by, rows_by
    from adjudge.ranking.rank import rank

    if by is None:
        return make(table, _rank_all(partial(rank, table), calls))
    rows = rows_by(table, by, source=files.names)
    grouped = _rank_all(partial(rank_by, table, by), calls)
    return GroupsView(grouped, files.names, lambda value, results: make(rows[value], results))


def _rank_all(rank: Callable[..., Any], calls: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """One ranking for each recipe or method, by the name that was typed."""
    results: dict[str, Any] = {}
    for name, call in calls.items():
        with progress(f"Ranking by {name}") as report:
            results[name] = rank(**call, progress=report)
    return results


def _require_ratings(table: Table, files: Files, *, opponents: bool, bootstrap: int | None) -> None:
    """Refuse what is printed of comparisons only, and what is computed of ratings only."""
    from adjudge.core.tables import Ratings

    wrong = {"--opponents": "comparisons"} if opponents else {}
    wrong |= {"--bootstrap": "ratings and comparisons"} if bootstrap and not isinstance(table, Ratings) else {}
    for option, of in wrong.items():
        raise NOT_FOR_FILES(option=option, of=of, source=files.names, _files=len(files.paths), held=table.noun)


def _resample(table: Any, result: RatingRankingResult, draws: int, seed: int) -> ResampledRankings:  # noqa: ANN401
    """The same recipe on documents drawn anew."""
    from adjudge.core.recipes.files import recipe_from_dict
    from adjudge.ranking.ratings.repeating.resampling import resample

    recipe, merge = recipe_from_dict(result.settings["recipe"]), result.settings["merge"]
    with progress("Resampling documents") as report:
        return resample(table, recipe, draws=draws, seed=seed, merge=merge, progress=lambda done: report(done / draws))
