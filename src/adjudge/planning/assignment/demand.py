"""What judging takes: seconds for the first 1, 2, ... texts, and for what everybody judges beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.campaign.campaign import Campaign
from adjudge.planning.assignment.times import seconds_of_tutorial, seconds_of_units, showings_per_unit
from adjudge.planning.controls.adding import control_shares


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
    counting = showings_per_unit(campaign, systems) * seconds / (1 - sum(control_shares(campaign).values()))
    item = float(seconds.sum()) / int(units["length"].sum())
    beforehand = campaign.calibration.segments * item + seconds_of_tutorial(campaign, tutorial)
    return Demand(_documents_so_far(units), np.cumsum(counting), campaign.work.judgements, beforehand)


def _documents_so_far(units: pl.DataFrame) -> list[int]:
    return units["document"].is_first_distinct().cum_sum().to_list()
