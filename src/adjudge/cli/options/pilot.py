"""Options of `adjudge power --pilot`: the pilot, and what is added to it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from adjudge.cli.options.gathered import Decorator, gathered
from adjudge.core.arguments import MOST_DRAWS


@dataclass(frozen=True)
class Pilot:
    """A pilot and what is added to it.

    Args:
        pilot: its file; None without.
        more_segments: segments that are added.
        more_documents: documents that are added.
        more_annotators: annotators that are added.
        draws: simulated campaigns; None for the usual number.
        seed: of random draws.
        pair: the language pair to keep.
    """

    pilot: Path | None
    more_segments: int | None
    more_documents: int | None
    more_annotators: int | None
    draws: int | None
    seed: int
    pair: str | None


def pilot_options() -> Decorator:
    """Add the options; the command gets `pilot`, a `Pilot`."""
    return gathered(
        Pilot,
        "pilot",
        click.option(
            "--pilot",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Ratings collected so far: predict by simulation what more of them would separate.",
        ),
        click.option("--more-segments", type=int, metavar="N", help="Segments to be added to the pilot."),
        click.option("--more-documents", type=int, metavar="N", help="Documents to be added to the pilot."),
        click.option("--more-annotators", type=int, metavar="N", help="Annotators to be added to the pilot."),
        click.option(
            "--draws",
            type=click.IntRange(1, MOST_DRAWS),
            metavar="N",
            help="Campaigns simulated with --pilot; 200 by default.",
        ),
        click.option(
            "--seed",
            default=0,
            show_default=True,
            type=click.IntRange(min=0),
            metavar="N",
            help="Seed of random draws with --pilot.",
        ),
        click.option("--pair", metavar="SRC-TGT", help="Language pair of the pilot to use, as written in the data."),
    )
