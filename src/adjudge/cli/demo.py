"""`adjudge demo`: a simulated campaign with known truth, ranked twice, and beside it what happens in twenty of them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from adjudge.cli.options.places import PlacesFirst, Target
from adjudge.cli.options.reading import HELP_NAMES
from adjudge.cli.output.progress import progress
from adjudge.cli.simulate import campaign_files
from adjudge.cli.spelling import spelled_result

if TYPE_CHECKING:
    from adjudge.planning.simulation.recovery import Truth
    from adjudge.planning.simulation.simulate import SimulatedCampaign
    from adjudge.ranking.result import RankingResult

RECIPES: Final = ("recommended", "wmt-da")
#: Of the campaign that is shown in detail, the first of those that are counted; not picked for what it shows.
SEED: Final = 0
CAMPAIGNS: Final = 20
#: Why few false differences here prove little (docs/explanation/recommended.md, "How much is found?").
ALL_DIFFER: Final = (
    "All systems of this campaign differ, so nearly every difference that is called is true. Where some of twelve "
    "systems are equal, wmt-da calls a false difference in about nine campaigns of ten, recommended in fewer than one "
    "of twenty."
)
PRESET: Final = "wmt20"


@click.command(
    "demo",
    cls=PlacesFirst,
    context_settings=HELP_NAMES,
    short_help="Simulate a campaign with known truth, rank it, write a report.",
)
@click.option(
    "--out",
    default="adjudge-demo",
    show_default=True,
    type=Target("folder"),
    metavar="DIR",
    help="Folder to write to.",
)
@click.option(
    "--seed",
    default=SEED,
    show_default=True,
    type=click.IntRange(min=0),
    metavar="N",
    help="Seed of the campaign shown; the 19 that follow are counted as well.",
)
@click.option(
    "--preset",
    default=PRESET,
    show_default=True,
    metavar="NAME",
    help="Kind of campaign; adjudge simulate --list-presets lists them.",
)
def command(out: Path, seed: int, preset: str) -> None:
    """Simulate a campaign whose true order is known, rank it with two recipes, and write a report.

    One campaign is shown in detail. Beside it stands what each recipe did in 20 campaigns of the same kind: true
    differences found, false ones called, and Kendall's tau with the true order.

    The folder gets report.html (one page that works without a network), ratings.csv (the judgements) and
    ratings.truth.json (the true order of the systems).

    \b
    Examples:
      adjudge demo
      adjudge demo --seed 7 --out try-7
      adjudge demo --preset balanced
    """
    from adjudge.io.files.replacing import require_places
    from adjudge.planning.simulation.simulate import simulate
    from adjudge.ranking.rank import rank

    require_places(out / name for name in ("ratings.truth.json", "report.html") if out.is_dir())
    with progress(f"Simulating and ranking {CAMPAIGNS} campaigns") as advance:
        campaign = simulate(preset, seed=seed)
        results = {name: spelled_result(rank(campaign.table, name, seed=seed)) for name in RECIPES}
        truth = _truth(campaign, results, advance)
    _write(out, campaign, _page(campaign, results, truth, preset=preset, seed=seed))

    click.echo(f"A simulated campaign ({preset}, seed {seed}) with known truth: {_size(campaign)}.\n")
    _say_campaign(results, truth)
    _say_recoveries(truth)
    _say_next(out)


def _write(out: Path, campaign: SimulatedCampaign, page: str) -> None:
    from adjudge.io.all_or_nothing import write_files

    write_files({**campaign_files(campaign, out / "ratings.csv"), out / "report.html": page})


def _truth(
    campaign: SimulatedCampaign, results: Mapping[str, RankingResult], advance: Callable[[float], None]
) -> Truth:
    """How the rankings compare with the truth, in this campaign and in those of the seeds that follow."""
    from adjudge.planning.simulation.recovery import Truth, check_against_truth
    from adjudge.planning.simulation.repeated_campaigns import repeat_campaign, true_quality

    quality = true_quality(campaign)
    return Truth(
        quality=quality,
        checks={name: check_against_truth(result, quality) for name, result in results.items()},
        note=f"One campaign shows what can happen; the table of {CAMPAIGNS} campaigns shows how often. {ALL_DIFFER}",
        recoveries=repeat_campaign(
            campaign.spec,
            list(results),
            seeds=range(campaign.seed, campaign.seed + CAMPAIGNS),
            workers=min(os.cpu_count() or 1, CAMPAIGNS),
            progress=advance,
        ),
    )


def _size(campaign: SimulatedCampaign) -> str:
    from adjudge.core.catalogue import counted

    frame = campaign.table.frame
    systems = campaign.truth.systems.height
    annotators = frame["annotator"].n_unique()
    return f"{counted(systems, 'system')}, {counted(frame.height, 'rating')} by {counted(annotators, 'annotator')}"


def _page(
    campaign: SimulatedCampaign, results: Mapping[str, RankingResult], truth: Truth, *, preset: str, seed: int
) -> str:
    from adjudge.ranking.orders import Rankings
    from adjudge.reporting.page import ranking_page

    frame = campaign.table.frame
    return ranking_page(
        Rankings(results),
        title="Which recipe finds the true order?",
        lede=(
            f"A campaign in the style of {preset} was simulated, so the true order of its systems is known. "
            "Here it is ranked with two recipes, and every pair that they put in the wrong order is listed. "
            f"Beside it stands what the recipes did in {CAMPAIGNS} such campaigns."
        ),
        facts={
            "systems": f"{len(truth.quality):,}",
            "documents": f"{frame['document'].n_unique():,}",
            "annotators": f"{frame['annotator'].n_unique():,}",
            "ratings": f"{frame.height:,}",
            "seed": f"{seed}",
        },
        commands=[
            f"adjudge demo --preset {preset} --seed {seed}",
            *(f"adjudge rank adjudge-demo/ratings.csv --recipe {name} --seed {seed}" for name in results),
        ],
        truth=truth,
    )


def _say_campaign(results: Mapping[str, RankingResult], truth: Truth) -> None:
    from adjudge.reporting.ranking_tables import compare_rankings
    from adjudge.reporting.terminal import table_text
    from adjudge.reporting.wording import say_against_truth

    click.echo(table_text(compare_rankings(results, truth=list(truth.quality))))
    for name, check in truth.checks.items():
        click.echo(say_against_truth(name, check))
        for pair in check.swapped:
            called = " (called significant)" if pair.significant else ""
            click.echo(f"  {pair.worse} above {pair.better}{called}")


def _say_recoveries(truth: Truth) -> None:
    from adjudge.reporting.recovery_tables import recovery_table, say_campaigns, say_columns
    from adjudge.reporting.terminal import table_text

    table = recovery_table(truth.recoveries)
    click.echo(f"\nIn {say_campaigns(truth.recoveries)}:\n")
    click.echo(table_text(table), nl=False)
    for line in say_columns(table):
        click.echo(f"  {line}")
    click.echo(ALL_DIFFER)


def _say_next(out: Path) -> None:
    # Without an activated environment the bare name is not on the path.
    command = "adjudge" if shutil.which("adjudge") else os.path.relpath(sys.argv[0])
    click.echo(
        f"""
With a file of your own:
  {command} rank FILE
  {command} report FILE -o report.html
  {command} convert FILE out.parquet

The ratings: {out / "ratings.csv"}, with the truth in {out / "ratings.truth.json"}
The report:  {out / "report.html"}"""
    )
