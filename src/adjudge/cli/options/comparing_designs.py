"""Options that compare designs before one is chosen."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import click

from adjudge.cli.options.gathered import gathered
from adjudge.cli.options.places import Target


@dataclass(frozen=True)
class ComparingOptions:
    """What was asked for; see the help of each option."""

    compare: bool
    design: tuple[str, ...]
    hours: tuple[float, ...]
    recipe: tuple[str, ...]
    campaigns: int | None
    preset: str | None
    settings: tuple[str, ...]
    seed: int | None
    workers: int | None
    cluster: str | None
    store: Path | None
    figures: Path | None

    def given(self) -> dict[str, Any]:
        """Options that were typed, but `--compare` itself."""
        values = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "compare"}
        return {name: value for name, value in values.items() if value is not None and value != ()}


comparing_options = gathered(
    ComparingOptions,
    "comparing",
    click.option(
        "--compare", is_flag=True, help="Plan nothing: simulate campaigns under several designs, budgets and recipes."
    ),
    click.option(
        "--design",
        multiple=True,
        metavar="NAME",
        help="With --compare: a design. Repeatable; the first is compared with the others. That of the campaign and "
        "wmt20-sr-dc by default (side-by-side if several outputs are shown; blocks if that is the campaign's own).",
    ),
    click.option(
        "--hours",
        multiple=True,
        type=click.FloatRange(min=0, min_open=True),
        metavar="H",
        help="With --compare: a budget, hours of all annotators together. Repeatable; else those of the campaign.",
    ),
    click.option(
        "--recipe",
        multiple=True,
        metavar="NAME",
        help="With --compare: a recipe (a method, if outputs are compared). Repeatable; recommended by default.",
    ),
    click.option(
        "--campaigns",
        type=click.IntRange(min=1),
        metavar="N",
        help="With --compare: campaigns of every design and budget; 20 by default.",
    ),
    click.option("--preset", metavar="NAME", help="With --compare: kind of truth, as in adjudge simulate; wmt20."),
    click.option(
        "--set", "settings", multiple=True, metavar="KEY=VALUE", help="With --compare: change the truth. Repeatable."
    ),
    click.option(
        "--seed",
        type=click.IntRange(min=0),
        metavar="N",
        help="With --compare: of the first campaign; that of the campaign file by default.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(1, 256),
        metavar="N",
        help="With --compare: processes, one for each core by default. Changes no figure.",
    ),
    click.option("--cluster", metavar="ADDRESS", help="With --compare: a Dask scheduler in place of processes here."),
    click.option(
        "--store",
        type=Target("store"),
        metavar="FILE",
        help="With --compare: keep every outcome here as it comes; the same call goes on from it after a kill.",
    ),
    click.option(
        "--figures",
        type=Target("folder"),
        metavar="DIR",
        help="With --compare: write the charts as SVG, PDF and PNG with captions, too.",
    ),
)
