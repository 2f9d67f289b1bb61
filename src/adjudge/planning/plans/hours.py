"""How many texts the annotators' hours allow."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.checking.mistakes import Mistakes
from adjudge.planning.assignment.times import seconds_of_tutorial, seconds_of_units, showings_per_unit
from adjudge.planning.controls.adding import shares_of
from adjudge.planning.designs.catalogue import (
    NOT_ALL_FIT,
    SPARE_HOURS,
    TOO_FEW_HOURS,
    TOO_FEW_TEXTS,
    TOO_MANY_WAVES,
    UNEVEN_HOURS,
)
from adjudge.planning.designs.places import Places


@dataclass(frozen=True, eq=False)
class Demand:
    """What judging takes.

    Args:
        documents: how many documents the first 1, 2, ... units are of.
        cumulative: seconds for the first 1, 2, ... units, all systems, every judgement, with control items.
        judgements: of every output.
        beforehand: seconds of the tutorial and the calibration set, for each annotator.
    """

    documents: Sequence[int]
    cumulative: NDArray[np.float64]
    judgements: int
    beforehand: float

    def in_parts(self, count: int) -> int | None:
        """Documents that the first so many units are parts of; None if these are as many."""
        return self.documents[count - 1] if self.documents[count - 1] < count else None

    def fits(self, count: int, seconds: NDArray[np.float64]) -> bool:
        """Whether annotators have the time for the first so many units.

        Nobody judges an output twice, so of J judgements nobody takes more than one: with T seconds for everything,
        the time that can be used is the sum of min(own time, T / J).

        Args:
            count: units.
            seconds: of the annotators, without tutorial and calibration.
        """
        needed = float(self.cumulative[count - 1])
        return float(np.minimum(seconds, needed / self.judgements).sum()) >= needed * (1 - 1e-9)


def demand_of(campaign: Campaign, units: pl.DataFrame, systems: int, tutorial: pl.DataFrame | None) -> Demand:
    """What judging all of these units takes.

    Args:
        campaign: pace, judgements, controls and calibration.
        units: in the order in which they were drawn.
        systems: how many there are.
        tutorial: tutorial items.
    """
    seconds = seconds_of_units(campaign, units)
    counting = showings_per_unit(campaign, systems) * seconds / (1 - sum(shares_of(campaign).values()))
    item = float(seconds.sum()) / int(units["length"].sum())
    beforehand = campaign.calibration.segments * item + seconds_of_tutorial(campaign, tutorial)
    return Demand(_documents_so_far(units), np.cumsum(counting), campaign.work.judgements, beforehand)


def _documents_so_far(units: pl.DataFrame) -> list[int]:
    return units["document"].is_first_distinct().cum_sum().to_list()


def units_that_fit(
    campaign: Campaign, units: pl.DataFrame, systems: int, places: Places, *, tutorial: pl.DataFrame | None = None
) -> tuple[int, dict[str, float] | None]:
    """How many units are judged, and the seconds that each annotator has for them (None without hours).

    Args:
        campaign: hours, and how many texts are asked for.
        units: in the order in which they were drawn.
        systems: how many there are.
        places: for messages.
        tutorial: tutorial items, which everybody judges first.

    Raises:
        UsageError: AJ653 if the hours are too few or too many, AJ654 if there are fewer texts than asked for.
    """
    mistakes = Mistakes()
    count = min(campaign.sampling.documents or units.height, units.height)
    mistakes.of(lambda: _require_texts(campaign, units, places))
    mistakes.of(lambda: _require_waves(campaign, units.head(count), places))
    fitting = mistakes.of(lambda: _fitting(campaign, units, systems, count, places, tutorial=tutorial))
    if mistakes.problems or fitting is None:
        raise mistakes.error()
    return fitting


def _require_texts(campaign: Campaign, units: pl.DataFrame, places: Places) -> None:
    asked, held = campaign.sampling.documents, units.height
    if asked is not None and asked > held:
        place = places.of("sampling", "documents")
        documents = units["document"].n_unique()
        parts = documents if documents < held else None
        raise TOO_FEW_TEXTS(place=place, asked=asked, held=held, documents=parts, difference=asked - held)


def _require_waves(campaign: Campaign, units: pl.DataFrame, places: Places) -> None:
    waves, held = campaign.work.waves, units["document"].n_unique()
    if waves > held:
        raise TOO_MANY_WAVES(place=places.of("work", "waves"), waves=waves, held=held, difference=waves - held)


def _for_waves(units: pl.DataFrame, waves: int) -> int:
    """How many units hold a document for every wave; as many as there are waves if none do."""
    documents = units["document"].to_list()
    seen = {document: place for place, document in reversed(list(enumerate(documents, 1)))}
    begun = sorted(seen.values())
    return begun[waves - 1] if len(begun) >= waves else waves


def _fitting(
    campaign: Campaign,
    units: pl.DataFrame,
    systems: int,
    count: int,
    places: Places,
    *,
    tutorial: pl.DataFrame | None,
) -> tuple[int, dict[str, float] | None]:
    if campaign.hours is None:
        return count, None
    least = _for_waves(units, campaign.work.waves)
    return _within_hours(campaign, demand_of(campaign, units, systems, tutorial), count, least, places)


def _within_hours(
    campaign: Campaign, demand: Demand, wanted: int, for_waves: int, places: Places
) -> tuple[int, dict[str, float]]:
    """The largest number of units, up to those wanted, that fits everybody's hours."""
    hours = campaign.hours or {}
    place = places.of("annotators", "hours")
    left = {name: max(0.0, 3600 * value - demand.beforehand) for name, value in hours.items()}
    seconds = np.array(list(left.values()))
    work = campaign.work
    total = sum(hours.values())
    needed = [
        (float(value) + demand.beforehand * len(hours)) / 3600 for value in demand.cumulative[: max(wanted, for_waves)]
    ]
    fitting = next((count for count in range(wanted, 0, -1) if demand.fits(count, seconds)), 0)
    waves = work.waves if work.waves > 1 else None
    if fitting < min(for_waves, wanted):
        least = needed[min(for_waves, len(needed)) - 1]
        told = {"hours": total, "judgements": work.judgements}
        if total >= least:
            raise UNEVEN_HOURS(place=place, **told)
        raise TOO_FEW_HOURS(place=place, needed=least, waves=waves, difference=_rounded_up(least - total), **told)
    if campaign.sampling.documents is not None and fitting < wanted:
        place = places.of("sampling", "documents")
        raise NOT_ALL_FIT(
            place=place,
            asked=wanted,
            documents=demand.in_parts(wanted),
            needed=needed[wanted - 1],
            hours=total,
            fitting=fitting,
            difference=wanted - fitting,
            fitting_hours=needed[fitting - 1],
        )
    # Hours that suffice for no further text are no spare hours.
    block = max(np.diff(demand.cumulative, prepend=0.0)[:wanted]) / 3600
    spare = total - needed[wanted - 1]
    # Texts that are asked for and not there would take hours, too.
    all_there = wanted >= (campaign.sampling.documents or wanted)
    if fitting == wanted and all_there and spare > block and not campaign.annotators.spare_hours:
        parts = demand.in_parts(wanted)
        told = {"hours": total, "needed": needed[wanted - 1], "difference": spare}
        raise SPARE_HOURS(place=place, asked=wanted, documents=parts, **told)
    return fitting, {name: max(value, 1.0) for name, value in left.items()}


def _rounded_up(hours: float) -> float:
    """Hundredths of hours, so that as many more are enough."""
    return math.ceil(round(100 * hours, 6)) / 100
