"""How many texts the annotators' hours allow."""

from __future__ import annotations

import math

import numpy as np
import polars as pl

from adjudge.core.campaign.campaign import Campaign
from adjudge.core.checking.mistakes import Mistakes
from adjudge.planning.assignment.demand import Demand, demand_of
from adjudge.planning.designs.catalogue import (
    NOT_ALL_FIT,
    SPARE_HOURS,
    TOO_FEW_HOURS,
    TOO_FEW_TEXTS,
    TOO_MANY_WAVES,
    UNEVEN_HOURS,
)
from adjudge.planning.designs.places import Places
from adjudge.planning.sampling.sample import wanted_units


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
    count = wanted_units(campaign, units)
    mistakes.of(lambda: _require_texts(campaign, units, places))
    mistakes.of(lambda: _require_waves(campaign, units.head(count), places))
    fitting = mistakes.of(lambda: _fitting(campaign, units, systems, count, places, tutorial=tutorial))
    if mistakes.problems or fitting is None:
        raise mistakes.error()
    return fitting


def _require_texts(campaign: Campaign, units: pl.DataFrame, places: Places) -> None:
    asked, held = campaign.sampling.documents, units["document"].n_unique()
    if asked is not None and asked > held:
        place = places.of("sampling", "documents")
        raise TOO_FEW_TEXTS(place=place, asked=asked, held=held, difference=asked - held)


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
        first = demand.beforehand * len(hours) / 3600 or None
        more, less = _rounded_up(least - total), _less(campaign, first)
        raise TOO_FEW_HOURS(
            place=place, needed=least, waves=waves, beforehand=first, difference=more, _less=less, **told
        )
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
    # Documents that are asked for and not there would take hours, too.
    all_there = demand.documents[-1] >= (campaign.sampling.documents or 0)
    if fitting == wanted and all_there and spare > block and not campaign.annotators.spare_hours:
        parts = demand.in_parts(wanted)
        told = {"hours": total, "needed": needed[wanted - 1], "difference": spare}
        raise SPARE_HOURS(place=place, asked=wanted, documents=parts, **told)
    return fitting, {name: max(value, 1.0) for name, value in left.items()}


def _less(campaign: Campaign, beforehand: float | None) -> str | None:
    """What else takes less time: fewer waves, a smaller calibration set."""
    told = ["ask for fewer waves"] if campaign.work.waves > 1 else []
    told += ["make tutorial and calibration set smaller"] if beforehand else []
    return " or ".join(told) or None


def _rounded_up(hours: float) -> float:
    """Hundredths of hours, so that as many more are enough."""
    return math.ceil(round(100 * hours, 6)) / 100
