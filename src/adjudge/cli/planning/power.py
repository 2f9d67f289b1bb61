"""`adjudge power`: power, sample size, smallest effect, equivalence; or a prediction from a pilot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from adjudge.cli.catalogue import CHART_WRITTEN, NOT_FOR_THE_TABLE
from adjudge.cli.options.output import Output, output_options
from adjudge.cli.options.pilot import Pilot, pilot_options
from adjudge.cli.options.places import PlacesFirst, Target
from adjudge.cli.options.power import design_options
from adjudge.cli.options.reading import HELP_NAMES
from adjudge.cli.output.pilot import pilot_view, require_pilot
from adjudge.cli.output.power import PlanView, grid_view, plan_view
from adjudge.cli.output.showing import show


@click.command(
    "power",
    cls=PlacesFirst,
    context_settings=HELP_NAMES,
    short_help="Plan how much to judge: power, size, smallest effect.",
)
@click.option("--n", type=int, metavar="N", help="Distinct segments of each system; votes on each pair.")
@click.option("--effect", type=float, metavar="P", help="P(a segment of A scores below one of B); .5 is no difference.")
@click.option("--power", type=float, metavar="Q", help="Chance to find it; .8 if only n or the effect is given.")
@design_options
@pilot_options()
@click.option("--table", is_flag=True, help="Print power for the sizes and effects of Graham et al. 2020.")
@click.option("--svg", type=Target(), metavar="FILE", help="Write the chart as SVG, too.")
@output_options("json", "csv", "latex", "markdown", page=True)
def command(
    n: int | None,
    effect: float | None,
    power: float | None,
    table: bool,  # noqa: FBT001 - click's callback
    svg: Path | None,
    pilot: Pilot,
    output: Output,
    **design: Any,  # noqa: ANN401 - as `adjudge.power` takes them
) -> None:
    """Plan how many segments or votes a campaign needs, or what it can find.

    Two of --n, --effect and --power are given, the third is solved. With one of --n and --effect alone a power of .8 is
    taken. The effect is the chance that a segment of system A scores below one of system B, ties halved: .5 is no
    difference, and .45 and .55 are the same one.

    \b
    Tests:
      rank-sum     independent segments of two systems, any sizes (Graham et al. 2020)
      paired       signed-rank test on segments that both systems translate
      sign         sign test on segments that both systems translate, exact
      comparisons  votes for one of two systems, exact; the effect is the chance that
                   B beats A in a vote that is no tie

    With --margin D the plan is to show that P(A < B) lies within .5 - D and .5 + D, by two one-sided tests.

    With --pilot FILE variances are estimated from ratings collected so far, and campaigns that add to them are
    simulated: what would be separated with --more-documents, --more-segments or --more-annotators; without any of
    these, with twice and four times the documents, and with one more annotator.

    \b
    Examples:
      adjudge power --effect 0.45
      adjudge power --n 385
      adjudge power --n 330 --effect 0.43
      adjudge power --effect 0.45 --test paired --correlation 0.4 --systems 12
      adjudge power --effect 0.45 --documents 120 --icc 0.14
      adjudge power --margin 0.05 --power 0.9
      adjudge power --effect 0.6 --test comparisons --ties 0.2 --votes-per-unit 20 --icc 0.05
      adjudge power --table
      adjudge power --effect 0.45 --html power.html
      adjudge power --pilot ratings.csv
      adjudge power --pilot ratings.csv --more-segments 200
    """
    if pilot.pilot is not None:
        show(pilot_view(pilot, pilot.pilot), output)
        return
    require_pilot()
    view: PlanView[Any] = (
        _grid({"n": n, "effect": effect, "power": power}, design) if table else _plan(n, effect, power, design)
    )
    if svg is not None:
        from adjudge.io.writing import write_text

        write_text(view.to_svg(), svg)
    show(view, output)
    if svg is not None and output.form is None:
        click.echo(CHART_WRITTEN.format(path=svg))


def _plan(n: int | None, effect: float | None, power: float | None, design: dict[str, Any]) -> PlanView[Any]:
    from adjudge.planning.power.power import power as solve

    return plan_view(solve(n, effect, power, **design))


def _grid(asked: dict[str, Any], design: dict[str, Any]) -> PlanView[Any]:
    """The table, which has its own sizes and effects.

    Raises:
        UsageError: AJ040 if others were given.
    """
    from adjudge.planning.power.table import power_table

    own = {name: design.pop(name) for name in ("m", "documents", "margin")}
    given = [f"--{name}" for name, value in (asked | own).items() if value is not None]
    if given:
        raise NOT_FOR_THE_TABLE(options=given)
    return grid_view(power_table(**design))
