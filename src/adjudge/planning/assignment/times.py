"""How long it takes to judge a unit, and how long everything takes."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.campaign.campaign import Campaign
from adjudge.planning.sampling.words import words_in


def seconds_of_units(campaign: Campaign, units: pl.DataFrame, *, outputs: int | None = None) -> NDArray[np.float64]:
    """Seconds for one showing of every unit: `length * per_item + words * per_word * outputs`.

    Args:
        campaign: its pace.
        units: see `adjudge.planning.designs.design`.
        outputs: outputs shown at once; None = those of the protocol.
    """
    pace = campaign.pace
    shown = campaign.judging.outputs if outputs is None else outputs
    return units["length"].to_numpy() * pace.per_item + units["words"].to_numpy() * (pace.per_word * shown)


def seconds_of_tutorial(campaign: Campaign, tutorial: pl.DataFrame | None) -> float:
    """Seconds that an annotator needs for the tutorial, which shows one output at a time.

    Args:
        campaign: its pace.
        tutorial: tutorial items with their `source`; None if there are none.
    """
    if tutorial is None or tutorial.is_empty():
        return 0.0
    words = tutorial.select(words_in(pl.col("source")))["source"]
    return sum(campaign.pace.seconds(count) for count in words)


def showings_per_unit(campaign: Campaign, systems: int) -> int:
    """Showings of a unit until each of its outputs was judged as often as asked for, by any annotator.

    Args:
        campaign: judgements of each output, and how many outputs are shown at once.
        systems: how many there are.
    """
    together = min(campaign.judging.outputs, systems)
    return -(-systems * campaign.work.judgements // together)


def times_of_units(campaign: Campaign, units: pl.DataFrame) -> NDArray[np.int64]:
    """The seconds of units in whole milliseconds, to be compared: sums of fractions differ from machine to machine.

    Args:
        campaign: its pace.
        units: see `adjudge.planning.designs.design`.
    """
    return np.rint(1000 * seconds_of_units(campaign, units)).astype(np.int64)
