"""`adjudge datasheet`: a datasheet from judgements, results and answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge.cli.catalogue import FOLDER_AND_FORM
from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst, Target
from adjudge.cli.options.reading import HELP_NAMES, Files, reading_options
from adjudge.cli.output.datasheet import DatasheetView, write_blank_answers, write_datasheet
from adjudge.cli.output.progress import progress
from adjudge.cli.output.showing import show

if TYPE_CHECKING:
    from adjudge.auditing.datasheet.result import DatasheetResult


@click.command(
    "datasheet",
    cls=PlacesFirst,
    context_settings=HELP_NAMES,
    short_help="Fill in a HEDS 3.0 datasheet from judgements and results.",
)
@reading_options()
@click.option(
    "--answers",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="What only you know, as TOML; --new writes such a file.",
)
@click.option(
    "--new",
    type=Target("new file"),
    metavar="FILE",
    help="Write a file of answers that asks for exactly what is missing; it must be new.",
)
@click.option(
    "--recipe", metavar="NAME|FILE", help="Ratings: rank by this recipe, and describe aggregation, test and power."
)
@click.option("--method", metavar="NAME", help="Comparisons: rank by this method, and describe it.")
@click.option(
    "--keep-kinds",
    multiple=True,
    metavar="KIND,...",
    help="Ratings: the kinds of rows to describe, such as calibration; judgements of real outputs by default.",
)
@click.option("--agreement", is_flag=True, help="Compute agreement between annotators, and with themselves.")
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(min=0), metavar="N", help="Seed of random draws."
)
@click.option(
    "-o",
    "--out",
    type=Target("folder"),
    metavar="DIR",
    help="Write datasheet.json, datasheet.md and heds-form.json there, all or nothing.",
)
@output_options("json", "markdown", "heds")
@click.pass_context
def command(
    ctx: click.Context,
    files: Files,
    answers: Path | None,
    new: Path | None,
    recipe: str | None,
    method: str | None,
    keep_kinds: tuple[str, ...],
    agreement: bool,  # noqa: FBT001 - click's callback
    seed: int,
    out: Path | None,
    output: Output,
) -> None:
    """Fill in a human evaluation datasheet (HEDS 3.0) as far as judgements, results and your answers go.

    What the data answers is counted; what it answers in part or not at all is listed with the reason. Nothing is
    guessed. Answers of yours add to what the data says. One that contradicts it is an error (AJ582): the sheet keeps
    what was counted, and the exit code is 1.

    heds-form.json can be uploaded to the form at nlp-heds.github.io.

    \b
    Examples:
      adjudge datasheet judgements.csv
      adjudge datasheet judgements.csv --recipe wmt-da --agreement --new answers.toml
      adjudge datasheet judgements.csv --recipe wmt-da --agreement --answers answers.toml -o sheet
      adjudge datasheet comparisons.csv --method recommended --markdown > datasheet.md
      adjudge datasheet mqm_ted_ende.tsv.gz --json
    """
    _require_one_place(new, out, output)
    kinds = ",".join(keep_kinds)
    result = _describe(files, answers, recipe=recipe, method=method, kinds=kinds, agreement=agreement, seed=seed)
    if new is not None:
        write_blank_answers(result, new)
    elif out is not None:
        write_datasheet(result, out)
    else:
        show(DatasheetView(result), output)
    if any(finding.severity == "error" for finding in result.findings):
        ctx.exit(1)


def _require_one_place(new: Path | None, out: Path | None, output: Output) -> None:
    """Refuse a folder, a form and a file of answers beside each other."""
    given = [name for name, value in (("--new", new), ("--out", out)) if value is not None]
    given += [f"--{output.form}"] if output.form else []
    if len(given) > 1:
        raise FOLDER_AND_FORM(options=" and ".join(given))


def _describe(
    files: Files,
    answers: Path | None,
    *,
    recipe: str | None,
    method: str | None,
    kinds: str,
    agreement: bool,
    seed: int,
) -> DatasheetResult:
    from adjudge.auditing.annotators.describe import annotators
    from adjudge.core.tables import Comparisons, Ratings, Spans
    from adjudge.io.own.answers import load_answers
    from adjudge.io.recipes import load_recipe
    from adjudge.ranking.rank import rank
    from adjudge.reporting.datasheet.datasheet import datasheet

    given = None if answers is None else load_answers(answers)
    loaded: dict[str, Any] = {} if recipe is None else {"recipe": load_recipe(recipe)}
    loaded |= {} if method is None else {"method": method}
    table = files.read(Ratings, Comparisons, Spans)
    ranking = described = None
    if loaded:
        with progress("Ranking") as report:
            ranking = rank(table, **loaded, keep_kinds=kinds, seed=seed, progress=report)
    if agreement:
        drawn: dict[str, Any] = {} if isinstance(table, Comparisons) else {"seed": seed}
        with progress("Describing annotators") as report:
            described = annotators(table, keep_kinds=kinds, progress=report, **drawn)
    source = "answers" if answers is None else answers.name
    return datasheet(table, ranking=ranking, annotators=described, answers=given, keep_kinds=kinds, source=source)
