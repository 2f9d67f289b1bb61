"""`adjudge pseudo-annotation`: a metric in the place of the annotators."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudge.cli.options.companions import read_metrics, read_texts
from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst
from adjudge.cli.options.reading import HELP_NAMES, Files, reading_options
from adjudge.cli.output.audits import AuditView
from adjudge.cli.output.progress import progress
from adjudge.cli.output.showing import show

if TYPE_CHECKING:
    from adjudge.auditing.pseudo_annotation.result import PseudoAnnotationResult
    from adjudge.core.tables import MetricScores, Ratings, Texts
    from adjudge.reporting.printed_tables import PrintedTable


@click.command(
    "pseudo-annotation",
    cls=PlacesFirst,
    context_settings=HELP_NAMES,
    short_help="Put a metric in the place of the annotators.",
)
@reading_options()
@click.option(
    "--metrics",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Scores of automatic metrics for the same systems and segments. Repeatable.",
)
@click.option(
    "--texts", type=click.Path(path_type=Path), metavar="FILE", help="Outputs and reference: compute chrF of them."
)
@click.option(
    "--metric", "names", multiple=True, metavar="NAME", help="A metric of the files; all by default. Repeatable."
)
@click.option(
    "--recipe",
    "recipes",
    multiple=True,
    metavar="NAME|FILE",
    help="How to rank; by default the published recipes that make z-scores, and recommended. Repeatable.",
)
@output_options("json", "csv", page=True)
def command(
    files: Files,
    metrics: tuple[Path, ...],
    texts: Path | None,
    names: tuple[str, ...],
    recipes: tuple[str, ...],
    output: Output,
) -> None:
    """Put a metric in the place of the annotators, and rank (Knowles and Lo 2022, section 3.2).

    A metric is perfectly consistent. If a recipe changes the order of its raw means, that is the error that the recipe
    makes on this design, and it would make it on human scores, too. The table gives the agreement of both orders and
    the systems that moved; further columns compare them with the order of the metric on all segments. If more than 5 %
    of the judged outputs have no score, the metric is refused.

    \b
    Examples:
      adjudge pseudo-annotation judgements.csv --metrics chrf.csv
      adjudge pseudo-annotation judgements.csv --metrics scores.csv --metric chrF --recipe wmt-da
      adjudge pseudo-annotation judgements.csv --texts texts.csv --html pseudo.html
    """
    from adjudge.auditing.pseudo_annotation.audit import pseudo_annotation
    from adjudge.core.tables import Ratings
    from adjudge.io.recipes import load_recipe
    from adjudge.reporting.audits.pseudo_annotation import pseudo_annotation_page

    chosen = [load_recipe(name) for name in recipes] or None
    table = files.read(Ratings)
    scores = _scores(metrics, texts, table)
    with progress("Ranking by metrics") as done:
        result = pseudo_annotation(table, scores, recipes=chosen, metric=names or None, progress=done)
    show(AuditView(result, _tables, pseudo_annotation_page, files.names), output)


def _scores(metrics: tuple[Path, ...], texts: Path | None, judged: Ratings) -> MetricScores | Texts:
    """What stands in the place of the annotators.

    Raises:
        AdjudgeError: AJ063 if there is nothing, or both; AJ020 for another kind of file.
    """
    from adjudge.auditing.pseudo_annotation.catalogue import BOTH_GIVEN, NO_SCORES

    if metrics and texts:
        raise BOTH_GIVEN()  # noqa: RSE102 - an entry is no class
    found: MetricScores | Texts | None = read_metrics(metrics, judged) if metrics else read_texts(texts, judged)
    if found is None:
        raise NO_SCORES()  # noqa: RSE102 - an entry is no class
    return found


def _tables(result: PseudoAnnotationResult) -> list[tuple[str, PrintedTable]]:
    from adjudge.reporting.audits.pseudo_annotation import recipes_table

    return [("Orders by recipes against raw means of the metric:", recipes_table(result))]
