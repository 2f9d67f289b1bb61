"""`adjudge report`: one page with the ranking and everything that it rests on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudge.cli.catalogue import FIGURES_WRITTEN, NO_PAGE, PAGE_WRITTEN, TABLES_WRITTEN
from adjudge.cli.options.companions import read_texts
from adjudge.cli.options.comparisons import ComparisonOptions, comparison_options
from adjudge.cli.options.groups import GroupOptions, group_options
from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.places import PlacesFirst, Target, paths_read
from adjudge.cli.options.ratings import RatingOptions, rating_options
from adjudge.cli.options.reading import HELP_NAMES, Files, reading_options
from adjudge.cli.options.testing import TestingOptions, testing_options
from adjudge.cli.options.typed import command_line
from adjudge.cli.output.progress import progress
from adjudge.cli.output.reports import spelled_report
from adjudge.cli.output.streams import print_machine_text, say_error
from adjudge.core.arguments import MOST_DRAWS

if TYPE_CHECKING:
    from adjudge.auditing.report.result import ReportResult
    from adjudge.core.tables import AnyTable, Texts


@click.command(
    "report",
    cls=PlacesFirst,
    context_settings=HELP_NAMES,
    short_help="Write one page with the ranking and all that it rests on.",
)
@reading_options()
@click.option("-o", "--out", type=Target(), metavar="PAGE", help="The page to write, such as report.html.")
@click.option(
    "--figures",
    type=Target("folder"),
    metavar="DIR",
    help="Also write every figure as SVG, PDF and PNG, with captions.",
)
@click.option(
    "--tables",
    type=Target("folder"),
    metavar="DIR",
    help="Also write every table for LaTeX (booktabs), as CSV and as Markdown, with captions.",
)
@click.option("--title", metavar="TEXT", help="Heading of the page.")
@group_options
@rating_options
@comparison_options
@click.option(
    "--scenario",
    "scenarios",
    multiple=True,
    metavar="NAME",
    help="Scenarios of stability, as for adjudge stability, such as all; by default those of Knowles (2021) and, for "
    "up to 50,000 judgements, all recipes or methods. Repeatable.",
)
@click.option(
    "--texts",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Source, reference and outputs, for the checks of texts.",
)
@click.option(
    "--origin",
    "origin_map",
    type=click.Path(path_type=Path),
    metavar="MAP",
    help="Where texts come from, as for adjudge origin; by default the column origin of the files.",
)
@testing_options
@click.option(
    "--draws",
    default=100,
    show_default=True,
    type=click.IntRange(2, MOST_DRAWS),
    metavar="N",
    help="Samples of each resample scenario.",
)
@output_options("json")
@click.pass_context
def command(
    ctx: click.Context,
    files: Files,
    out: Path | None,
    figures: Path | None,
    tables: Path | None,
    title: str | None,
    groups: GroupOptions,
    ratings: RatingOptions,
    comparisons: ComparisonOptions,
    scenarios: tuple[str, ...],
    texts: Path | None,
    origin_map: Path | None,
    testing: TestingOptions,
    draws: int,
    output: Output,
) -> None:
    """Write one page with the ranking and everything that it rests on.

    The page opens from disk, without a network and with scripts on or off. It has the ranking with its lines, sets of
    ranks and letters; a verdict in plain words; what the linter found; raw against standardised scores; other recipes
    side by side; scenarios that the ranking survives or not; sessions, documents and annotators; the effect of degraded
    items; forward and reverse created text; pairs that are not separated; assumptions and whether they hold; and a
    paragraph, a signature and references for a paper. What cannot be made from the files says why. If nothing can be
    ranked, the page says so, and the exit code is 2.

    Ratings, comparisons or both: give all files. Several language pairs, or the values of --by, become tabs.

    \b
    Examples:
      adjudge report judgements.csv -o report.html
      adjudge report judgements.csv -o report.html --recipe wmt-da --recipe recommended
      adjudge report judgements.csv -o report.html --figures figures --tables tables
      adjudge report comparisons.csv -o report.html
      adjudge report judgements.csv comparisons.csv -o report.html
      adjudge report judgements.csv -o report.html --by domain
      adjudge report judgements.csv -o report.html --scenario all --draws 200
      adjudge report ad-latest.csv.gz -o wikipedia.html --recipe wmt-da
      adjudge report judgements.csv --json > report.json
    """
    if out is None and figures is None and tables is None and output.form is None:
        raise NO_PAGE()  # noqa: RSE102 - an entry, not a class
    held = files.read_kinds()
    asked: dict[str, Any] = {"hide": ratings.hide, "claims": ratings.claims(), "weights": ratings.load_weights()}
    asked |= {
        "level": testing.level,
        "correction": testing.correction,
        "keep_kinds": groups.kinds,
        "settings": comparisons.settings(),
    }
    result = _report(
        held,
        recipes=ratings.load_recipes() if ratings.recipes else {},
        methods=comparisons.methods,
        scenarios=scenarios,
        by=groups.by,
        texts=_texts(texts, held),
        origin=origin_map,
        draws=draws,
        seed=testing.seed,
        **{name: value for name, value in asked.items() if value},
    )
    _write(result, files, out=out, figures=figures, tables=tables, title=title)
    if output.form == "json":
        import json

        print_machine_text(json.dumps(result.to_dict(), ensure_ascii=False, indent=2) + "\n")
    else:
        _say(result, out=out, figures=figures, tables=tables)
    if not any(group.rankings for group in result.groups):
        why = (one.problem.text() for group in result.groups for one in group.not_made if ":" in one.part)
        for text in dict.fromkeys(why):
            say_error(text)
        ctx.exit(2)


def _report(held: tuple[AnyTable, ...], **choices: Any) -> ReportResult:  # noqa: ANN401 - those of `report`
    """Run everything, with findings that name options as they are typed."""
    from adjudge.auditing.report.report import report

    with progress("Looking at the judgements from every side") as advance:
        return spelled_report(report(*held, progress=advance, **choices))


def _texts(path: Path | None, held: tuple[AnyTable, ...]) -> Texts | None:
    from adjudge.core.tables import Table

    judged = next((table for table in held if isinstance(table, Table)), None)
    return None if judged is None else read_texts(path, judged)


def _write(
    result: ReportResult,
    files: Files,
    *,
    out: Path | None,
    figures: Path | None,
    tables: Path | None,
    title: str | None,
) -> None:
    """Write what was asked for, or nothing."""
    from adjudge.io.all_or_nothing import write_files
    from adjudge.reporting.files.figure_files import figure_files
    from adjudge.reporting.files.table_files import table_files
    from adjudge.reporting.report.contents import report_contents
    from adjudge.reporting.report.page import report_page

    contents = report_contents(result, commands=[command_line()])
    content: dict[Path, bytes | str] = {}
    with progress("Drawing"):
        if out is not None:
            content[out] = report_page(contents, title=title, source=files.names)
        if figures is not None:
            content |= {figures / name: data for name, data in figure_files(contents.paper_figures()).items()}
        if tables is not None:
            content |= {tables / name: text for name, text in table_files(contents.paper_tables()).items()}
    write_files(content, paths_read())


def _say(result: ReportResult, *, out: Path | None, figures: Path | None, tables: Path | None) -> None:
    """The verdict of every group, and where everything is."""
    from adjudge.reporting.report.verdict import group_verdict

    for group in result.groups:
        verdict = group_verdict(group)
        click.secho(f"{group.name}: {verdict.headline}" if group.name else verdict.headline, bold=True)
        for sentence in verdict.support:
            click.echo(f"  {sentence}")
        for one in group.not_made:
            click.echo(f"  Not in the report: {one.part} ({one.problem.what}).")
    for said, path in ((PAGE_WRITTEN, out), (FIGURES_WRITTEN, figures), (TABLES_WRITTEN, tables)):
        if path is not None:
            click.echo(said.format(path=path))
