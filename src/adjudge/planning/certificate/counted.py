"""A plan as tables and arrays: every showing with its session, annotator, system, text and size."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.campaign.campaign import Campaign
from adjudge.kernels.block_designs.difference_errors import Cells
from adjudge.planning.plans.result import PlannedWork

Counts = NDArray[np.int64]
#: The kind of items whose judgements count.
COUNTING: Final = "system"
#: Kinds that belong to no session of ordinary work.
APART: Final = ("calibration", "tutorial")
#: Made of an output that was shown before, or in its place.
COPIES: Final = ("repeat", "degraded", "reference")
OUTPUT: Final = ("system", "document", "segment")
_OPTIONAL: Final = ("annotator", "showing", "document", "original", "scope")


@dataclass(frozen=True, eq=False)
class CountedPlan:
    """A plan, counted.

    Args:
        work: the plan.
    """

    work: PlannedWork

    @property
    def campaign(self) -> Campaign:
        """All choices."""
        return self.work.campaign

    @property
    def systems(self) -> tuple[str, ...]:
        """What is judged."""
        return self.work.systems

    @cached_property
    def rows(self) -> pl.DataFrame:
        """All rows of the plan, with `who`: the annotator, or the session where no annotator is known; and `unit`."""
        frame = self.work.batches.frame
        frame = frame.with_columns(
            pl.lit(None, pl.String).alias(name) for name in _OPTIONAL if name not in frame.columns
        )
        if "wave" not in frame.columns:
            frame = frame.with_columns(wave=pl.lit(1, pl.Int64))
        if "kind" not in frame.columns:
            frame = frame.with_columns(kind=pl.lit(COUNTING))
        segments = self.work.segments.select("document", "segment", "unit").unique(
            ["document", "segment"], keep="first", maintain_order=True
        )
        joined = frame.join(segments, on=["document", "segment"], how="left", nulls_equal=True, maintain_order="left")
        whole = segments.unique("document", keep="first", maintain_order=True).select("document", _unit="unit")
        joined = joined.join(whole, on="document", how="left", nulls_equal=True, maintain_order="left")
        return joined.with_columns(
            pl.coalesce("unit", "_unit").alias("unit"),
            who=pl.coalesce("annotator", "session"),
            wave=pl.col("wave").fill_null(1),
        ).drop("_unit")

    @cached_property
    def counting(self) -> pl.DataFrame:
        """The rows whose judgements count."""
        return self.rows.filter(pl.col("kind") == COUNTING)

    @cached_property
    def cells(self) -> pl.DataFrame:
        """Showings that count, one row for each system in them: `session`, `who`, `wave`, `system`, `unit`, `n`."""
        keys = ["session", "showing", "who", "wave", "system", "document", "unit"]
        return self.counting.group_by(keys, maintain_order=True).agg(n=pl.len().cast(pl.Int64))

    @cached_property
    def waves(self) -> list[int]:
        """Numbers of the waves with items that count, in their order."""
        return self.cells["wave"].unique().sort().to_list()

    def until(self, wave: int) -> CountedPlan:
        """The plan as it is if the campaign stops after a wave."""
        if wave >= self.waves[-1]:
            return self
        batches = self.work.batches
        so_far = batches.frame.filter(pl.col("wave").fill_null(1) <= wave)
        return CountedPlan(replace(self.work, batches=replace(batches, frame=so_far)))

    @cached_property
    def sessions(self) -> list[str]:
        """Names of the sessions with items that count, in their order."""
        return self.cells["session"].unique(maintain_order=True).to_list()

    @cached_property
    def people(self) -> list[str]:
        """Names of the annotators with items that count (sessions where they are unknown), sorted."""
        return self.cells["who"].unique().sort().to_list()

    @cached_property
    def people_known(self) -> bool:
        """Whether every session has an annotator."""
        return self.rows["annotator"].null_count() == 0

    @property
    def one_by_one(self) -> bool:
        """Whether outputs are judged one at a time, so that a lenient annotator or an easy session favours a system."""
        return self.campaign.judging.outputs == 1

    @cached_property
    def arrays(self) -> Cells:
        """The cells as codes."""
        cells = self.cells
        return Cells(
            system=codes(cells["system"], self.systems),
            annotator=codes(cells["who"], self.people),
            document=codes(cells["document"], cells["document"].unique(maintain_order=True).to_list()),
            unit=codes(cells["unit"], cells["unit"].unique(maintain_order=True).to_list()),
            segments=cells["n"].to_numpy().astype(np.float64),
        )

    @cached_property
    def together(self) -> tuple[Counts, Counts]:
        """The system of every output that counts, and the item it is shown in, as codes."""
        shown = self.counting.select("session", "item", "system")
        items = shown.select(item=pl.struct("session", "item").rank("dense"))["item"].to_numpy().astype(np.int64) - 1
        return codes(shown["system"], self.systems), items

    def table(self, by: str, *, segments: bool = False, cells: pl.DataFrame | None = None) -> Counts:
        """Showings, or segments, of every session or annotator (rows) and system (columns).

        Args:
            by: `session` or `who`.
            segments: whether segments are counted.
            cells: some of the cells; all if left out.
        """
        names = self.sessions if by == "session" else self.people
        cells = self.cells if cells is None else cells
        counts = np.zeros((len(names), len(self.systems)), dtype=np.int64)
        place = codes(cells[by], names), codes(cells["system"], self.systems)
        np.add.at(counts, place, cells["n"].to_numpy() if segments else 1)
        return counts

    @cached_property
    def judged(self) -> pl.DataFrame:
        """Distinct outputs that are judged: `system`, `document`, `segment`, `times`."""
        return self.counting.group_by(OUTPUT, maintain_order=True).agg(times=pl.len().cast(pl.Int64))

    @cached_property
    def units(self) -> pl.DataFrame:
        """The units that were to be judged: all but those of the tutorial, and of the calibration set alone."""
        kinds = self.rows.select("unit", ordinary=~pl.col("kind").is_in(APART)).group_by("unit").agg(pl.any("ordinary"))
        shown_apart = kinds.filter(~pl.col("ordinary"))["unit"].drop_nulls().to_list()
        return self.work.units.filter(~pl.col("unit").is_in(shown_apart))

    @cached_property
    def coverage(self) -> Counts:
        """Segments of every unit (rows, in the order of `units`) judged for every system (columns)."""
        units = self.units["unit"].to_list()
        held = self.counting.select("unit", *OUTPUT).unique(maintain_order=True).drop_nulls("unit")
        counts = np.zeros((len(units), len(self.systems)), dtype=np.int64)
        np.add.at(counts, (codes(held["unit"], units), codes(held["system"], self.systems)), 1)
        return counts


def codes(values: pl.Series, names: list[str] | tuple[str, ...] | list[int]) -> NDArray[np.int64]:
    """The place of every value among the names."""
    place = {name: number for number, name in enumerate(names)}
    return np.array([place[value] for value in values.to_list()], dtype=np.int64)


def apart(counts: Counts) -> NDArray[np.float64]:
    """How far every count is from an equal share of its row."""
    return np.asarray(np.abs(counts - counts.mean(axis=1, keepdims=True)))
