"""`adjudge simulate`: judgements with known truth, and the truth beside them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudge.cli.options import HELP_NAMES

if TYPE_CHECKING:
    from adjudge.planning.simulation.simulate import SimulatedCampaign
    from adjudge.planning.simulation.spec import SimulationSpec


def _list_presets(context: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's form
    if not wanted:
        return
    from adjudge.planning.simulation.presets import PRESETS

    for name, (meaning, build) in PRESETS.items():
        click.echo(f"{name:<10}{meaning} ({build().rows:,} ratings)")
    context.exit()


@click.command("simulate", context_settings=HELP_NAMES, short_help="Write judgements whose true ranking is known.")
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--preset", default="wmt20", show_default=True, help="Kind of campaign; see --list-presets.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="Seed of all random draws.")
@click.option("--ratings", type=click.IntRange(min=1), help="About how many rows to write.")
@click.option("--systems", type=int, help="Number of systems, with a human translation if the preset has one.")
@click.option("--annotators", type=int, help="Number of annotators.")
@click.option("--documents", type=int, help="Number of documents.")
@click.option("--protocol", default="ratings", show_default=True, type=click.Choice(["ratings", "rankings"]))
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change any parameter; repeatable.")
@click.option("--no-annotators", is_flag=True, help="Leave annotators unnamed, as in Appraise releases.")
@click.option(
    "--list-presets",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_presets,
    help="List the presets.",
)
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
    no_annotators: bool,  # noqa: FBT001
) -> None:
    """Simulate a campaign, write its judgements to OUT and the truth to OUT's name with .truth.json.

    OUT ends in .csv, .csv.gz, .jsonl, .jsonl.gz or .parquet. The documentation lists the parameters that
    --set takes, on the page "Simulate a campaign".

    \b
    Examples:
      adjudge simulate ratings.csv
      adjudge simulate small.csv --preset balanced --ratings 2000 --systems 5 --annotators 4
      adjudge simulate strict.parquet --set annotators.leniency=20 --set annotators.slip=0
      adjudge simulate rankings.csv --protocol rankings --set rankings.tie=15
    """
    from adjudge.planning.simulation.presets import preset as spec_of
    from adjudge.planning.simulation.settings import with_settings
    from adjudge.planning.simulation.simulate import simulate

    changes = {"protocol": protocol} | _parse_settings(settings)
    if no_annotators:
        changes["annotator_ids"] = "false"
    spec = with_settings(spec_of(preset), changes)
    if ratings is not None:
        spec = spec.scaled(ratings)
    # After scaling, which would change the number of annotators again.
    spec = with_settings(spec, _sizes(spec, systems, annotators, documents))
    campaign = simulate(spec, seed=seed)
    truth = _truth_path(out)
    _write(campaign, out, truth)
    noun = "ratings" if campaign.ratings is not None else "comparisons"
    click.echo(f"{len(campaign.table):,} {noun} of {campaign.truth.systems.height} systems: {out}")
    click.echo(f"The true quality of the systems: {truth}")
    click.echo(f"Next: adjudge rank {out}")


def _parse_settings(settings: tuple[str, ...]) -> dict[str, str]:
    from adjudge.core.errors import Problem, UsageError

    wrong = [text for text in settings if not text.partition("=")[1]]
    if wrong:
        raise UsageError(
            Problem(
                "AJ040",
                f"--set {wrong[0]} has no '='",
                "a parameter and its value, such as annotators.noise=5",
                f"{len(wrong)} of {len(settings)} settings",
                "write --set KEY=VALUE, without blanks around '='",
            )
        )
    return {key.strip(): value for key, _, value in (text.partition("=") for text in settings)}


def _sizes(spec: SimulationSpec, systems: int | None, annotators: int | None, documents: int | None) -> dict[str, str]:
    # A human translation is one of the systems a person counts.
    machines = None if systems is None else systems - (spec.systems.human is not None)
    sizes = {"systems.count": machines, "annotators.count": annotators, "texts.documents": documents}
    return {key: str(size) for key, size in sizes.items() if size is not None}


def _truth_path(out: Path) -> Path:
    """`ratings.csv.gz` has its truth in `ratings.truth.json`."""
    stem = out.name.removesuffix(".gz")
    return out.with_name(f"{stem.rpartition('.')[0] or stem}.truth.json")


def _write(campaign: SimulatedCampaign, out: Path, truth: Path) -> None:
    import json

    from adjudge.io.writing import write, write_text

    write(campaign.table, out)
    write_text(json.dumps(campaign.truth.to_dict(), indent=1, ensure_ascii=False) + "\n", truth)
