"""`adjudge simulate`: judgements with known truth, and the truth beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudge.cli.catalogue import BAD_PARAMETER
from adjudge.cli.options.listing import list_option
from adjudge.cli.options.places import PlacesFirst, Target
from adjudge.cli.options.reading import HELP_NAMES
from adjudge.cli.output.progress import progress

if TYPE_CHECKING:
    from adjudge.planning.simulation.simulate import SimulatedCampaign
    from adjudge.planning.simulation.spec import SimulationSpec


@click.command(
    "simulate", cls=PlacesFirst, context_settings=HELP_NAMES, short_help="Write judgements whose true ranking is known."
)
@click.argument("out", type=Target("table"))
@click.option("--preset", default="wmt20", show_default=True, metavar="NAME", help="Kind of campaign.")
@list_option("--list-presets", "presets", "List the kinds of campaigns and exit.")
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(min=0), metavar="N", help="Seed of all random draws."
)
@click.option("--ratings", type=click.IntRange(min=1), metavar="N", help="Approximate number of ratings.")
@click.option("--systems", type=int, metavar="N", help="Number of systems, including a human translation if any.")
@click.option("--annotators", type=int, metavar="N", help="Number of annotators.")
@click.option("--documents", type=int, metavar="N", help="Number of documents.")
@click.option(
    "--protocol",
    default="ratings",
    show_default=True,
    type=click.Choice(["ratings", "rankings"]),
    help="What annotators do: rate single outputs, or rank several, which gives comparisons.",
)
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change any parameter. Repeatable.")
@click.option("--no-annotators", is_flag=True, help="Leave out the names of annotators, as in Appraise releases.")
def command(
    out: Path,
    preset: str,
    seed: int,
    ratings: int | None,
    systems: int | None,
    annotators: int | None,
    documents: int | None,
    protocol: str,
    settings: tuple[str, ...],
    no_annotators: bool,  # noqa: FBT001 - click's callback
) -> None:
    """Simulate a campaign whose true order of systems is known.

    The judgements are written to OUT, which ends in .csv, .csv.gz, .jsonl, .jsonl.gz or .parquet, and the truth to a
    file with the same name that ends in .truth.json. The page "Simulate a campaign" of the documentation lists the
    parameters that --set takes.

    \b
    Examples:
      adjudge simulate ratings.csv
      adjudge simulate small.csv --preset balanced --ratings 2000 --systems 5 --annotators 4
      adjudge simulate strict.parquet --set annotators.leniency=20 --set annotators.slip=0
      adjudge simulate rankings.csv --protocol rankings --set rankings.tie=15
    """
    from adjudge.io.all_or_nothing import write_files
    from adjudge.io.files.replacing import require_places
    from adjudge.planning.simulation.presets import preset as spec_of
    from adjudge.planning.simulation.settings import with_settings
    from adjudge.planning.simulation.simulate import simulate

    require_places([_truth_beside(out)])
    changes = {"protocol": protocol} | parse_settings(settings)
    if no_annotators:
        changes["annotator_ids"] = "false"
    spec = with_settings(spec_of(preset), changes)
    if ratings is not None:
        spec = spec.scaled(ratings)
    # After scaling, which would change the number of annotators again.
    spec = with_settings(spec, _sizes(spec, systems, annotators, documents))
    with progress("Simulating"):
        campaign = simulate(spec, seed=seed)
    write_files(campaign_files(campaign, out))
    noun = "ratings" if campaign.ratings is not None else "comparisons"
    click.echo(f"{len(campaign.table):,} {noun} of {campaign.truth.systems.height} systems: {out}")
    click.echo(f"The true quality of the systems: {_truth_beside(out)}")
    click.echo(f"Next: adjudge rank {out}")


def parse_settings(settings: tuple[str, ...]) -> dict[str, str]:
    """Written values by the names of parameters, from what `--set` was given.

    Raises:
        UsageError: AJ040 for a text without `=`.
    """
    for text in settings:
        if "=" not in text:
            raise BAD_PARAMETER(text=text)
    return {key.strip(): value for key, _, value in (text.partition("=") for text in settings)}


def _sizes(spec: SimulationSpec, systems: int | None, annotators: int | None, documents: int | None) -> dict[str, str]:
    # A human translation is one of the systems a person counts.
    machines = None if systems is None else systems - (spec.systems.human is not None)
    sizes = {"systems.count": machines, "annotators.count": annotators, "texts.documents": documents}
    return {key: str(size) for key, size in sizes.items() if size is not None}


def campaign_files(campaign: SimulatedCampaign, out: Path) -> dict[Path, bytes | str]:
    """The judgements, and the truth beside them."""
    from adjudge.io.writing import written

    truth = json.dumps(campaign.truth.to_dict(), indent=1, ensure_ascii=False) + "\n"
    return {out: written(campaign.table, out).data, _truth_beside(out): truth}


def _truth_beside(out: Path) -> Path:
    """The truth of `ratings.csv.gz` is in `ratings.truth.json`."""
    stem = out.name.removesuffix(".gz")
    return out.with_name(f"{stem.rpartition('.')[0] or stem}.truth.json")
