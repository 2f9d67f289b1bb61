"""`adjudge annotators`: how annotators use the scale, how far they agree, how consistent and lenient they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst
from adjudge.cli.options.reading import HELP_NAMES, Files, reading_options
from adjudge.cli.output.progress import progress
from adjudge.cli.output.showing import show
from adjudge.core.arguments import MOST_DRAWS

if TYPE_CHECKING:
    from adjudge.cli.output.showing import View


@click.command(
    "annotators",
    cls=PlacesFirst,
    context_settings=HELP_NAMES,
    short_help="Describe annotators: use of the scale, agreement, consistency.",
)
@reading_options()
@click.option("--pairs", is_flag=True, help="Print all pairs of annotators, not only lowest, median and highest.")
@click.option(
    "--keep-kinds",
    multiple=True,
    metavar="KIND,...",
    help="Ratings: the kinds of rows to describe, such as calibration; judgements of real outputs by default.",
)
@click.option(
    "--sessions",
    is_flag=True,
    help="Ratings: take every session for one annotator, where annotators are unknown.",
)
@click.option(
    "--draws",
    type=click.IntRange(100, MOST_DRAWS),
    metavar="N",
    help="Ratings: bootstrap samples of documents behind the intervals; 1000 by default, 400 for more than 100,000 "
    "ratings.",
)
@click.option(
    "--level",
    type=click.FloatRange(0.5, 1, max_open=True),
    metavar="P",
    help="Ratings: confidence of the intervals; 0.95 by default.",
)
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(min=0), metavar="N", help="Seed of random draws."
)
@output_options("json", "csv", page=True)
def command(
    files: Files,
    pairs: bool,  # noqa: FBT001 - click's callback
    keep_kinds: tuple[str, ...],
    sessions: bool,  # noqa: FBT001
    draws: int | None,
    level: float | None,
    seed: int,
    output: Output,
) -> None:
    """Describe annotators: how they use the scale, how far they agree, how consistent, lenient and fast they are.

    Ratings: range, shape and ticks of every annotator's scores; Krippendorff's alpha, ICC and Gwet's AC2 with intervals
    by document; correlations of every two annotators; agreement with the others, leniency where outputs are shared,
    infit; repeats, speed and drift where the data has them; contents and cost of a calibration set; and how reliable
    other numbers of annotators and segments would be. The last line is a sentence for a paper. Marked errors are scored
    by the weights of MQM first.

    Comparisons: agreement, chance and kappa between annotators and with themselves, counted in three ways: recommended
    (the order of the two systems does not matter), wmt (as WMT counted: A against B and B against A are different
    items), wmt-unordered; and ties, first places, agreement with the majority and contradictions of every annotator.

    \b
    Examples:
      adjudge annotators judgements.csv
      adjudge annotators judgements.csv --pairs
      adjudge annotators judgements.csv --csv > annotators.csv
      adjudge annotators judgements.csv --html annotators.html
      adjudge annotators anna.csv ben.csv cleo.csv
      adjudge annotators calibrationHITs.csv.gz calibrationHITs.mapping.csv --pair eng-jpn
      adjudge annotators comparisons.csv
      adjudge annotators wmt15.fin-eng.csv.gz --json
      adjudge annotators raw.wmt10.RNK.csv.gz --pair French-English
    """
    from adjudge.auditing.annotators.describe import annotators
    from adjudge.core.tables import Comparisons, Ratings, Spans

    output.require_one_table(*(["--pairs"] if pairs else []))
    table = files.read(Ratings, Comparisons, Spans)
    asked: dict[str, Any] = {"draws": draws, "level": level, "seed": seed, "sessions": sessions}
    with progress("Describing annotators") as report:
        result = annotators(table, keep_kinds=",".join(keep_kinds), progress=report, **asked)
    show(_view(result, pairs=pairs, source=files.names), output)


def _view(result: Any, *, pairs: bool, source: str) -> View:  # noqa: ANN401 - a result of either kind
    from adjudge.cli.output.annotators import ComparingView, RatingView

    return (RatingView if result.kind == "ratings" else ComparingView)(result, pairs=pairs, source=source)
