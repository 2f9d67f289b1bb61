"""Judgements drawn again: whole annotators, documents or sessions with replacement, for any recipe and any method.

A unit that is drawn twice becomes two units: the copy gets names of its own, so that a recipe sees two annotators, two
documents or two sessions, as a repeat of the study would have. Nothing is assumed of what is computed afterwards.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, Self

import numpy as np
import polars as pl
from numpy.typing import NDArray

Ints = NDArray[np.intp]
#: What can be drawn.
DrawnUnit = Literal["annotator", "document", "session", "segment", "ranking", "comparison"]
#: What belongs to a unit and is another one in its copy. A ranking or a showing is one act of one person on one text.
COPIED: Final[dict[str, tuple[str, ...]]] = {
    "annotator": ("annotator", "session", "showing", "ranking"),
    "session": ("session", "showing", "ranking"),
    "document": ("document", "showing", "ranking"),
    "segment": ("segment", "ranking"),
    "ranking": ("ranking",),
    "comparison": (),
}
#: Stands between a name and the number of its copy; no file that is read can hold it.
_MARK: Final = "\x1f"
_COUNTS: Final = ("wins_a", "ties", "wins_b")


@dataclass(frozen=True, eq=False)
class Drawable:
    """Judgements with the units that can be drawn.

    Args:
        frame: the judgements.
        unit: what is drawn.
        codes: number of the unit of each row; -1 where it is unknown: such rows are in every draw, once.
        units: how many there are.
    """

    frame: pl.DataFrame
    unit: str
    codes: Ints
    units: int

    @classmethod
    def of(cls, frame: pl.DataFrame, unit: str) -> Self | None:
        """The units of judgements; None if none is known.

        Args:
            frame: the judgements.
            unit: what is drawn; a segment is one of its document.
        """
        if unit == "comparison":  # every row by itself
            return cls(frame, unit, np.arange(frame.height), frame.height) if "outcome" in frame.columns else None
        if unit not in frame.columns or frame[unit].null_count() == frame.height:
            return None
        names = ["document", "segment"] if unit == "segment" and "document" in frame.columns else [unit]
        known = frame[unit].is_not_null()
        codes = np.full(frame.height, -1, dtype=np.intp)
        here = frame.filter(known).select(pl.struct(names).rank("dense")).to_series().to_numpy().astype(np.intp) - 1
        codes[known.to_numpy()] = here
        return cls(frame, unit, codes, int(codes.max()) + 1)

    def drawn(self, counts: Ints) -> pl.DataFrame:
        """The judgements of a draw; with every count 1 they are the judgements themselves.

        Args:
            counts: how often each unit was drawn.
        """
        times = np.where(self.codes >= 0, counts[self.codes], 1)
        rounds = [np.flatnonzero(times > copy) for copy in range(int(times.max(initial=0)))]
        if not rounds:
            return self.frame.clear()
        rows = np.concatenate(rounds)
        copy = np.repeat(np.arange(len(rounds)), [len(part) for part in rounds])
        taken = self.frame[rows].with_columns(_copy=pl.Series(copy))
        renamed = [
            pl.when(pl.col("_copy") > 0).then(pl.format(f"{{}}{_MARK}{{}}", name, "_copy")).otherwise(name).alias(name)
            for name in self._names
        ]
        return taken.with_columns(renamed).drop("_copy")

    def parts(self, inside: NDArray[np.bool_]) -> tuple[pl.DataFrame, pl.DataFrame]:
        """The judgements of some units, and those of the others; rows of unknown units are in both.

        Args:
            inside: whether each unit is of the first part.
        """
        unknown = self.codes < 0
        first = inside[self.codes] | unknown
        return self.frame.filter(pl.Series(first)), self.frame.filter(pl.Series(~first | unknown))

    def fewest(self, systems: Collection[str]) -> tuple[str, int]:
        """The system that was judged on the fewest units, and how many these are.

        Args:
            systems: those that count.
        """
        sides = [name for name in ("system", "system_a", "system_b") if name in self.frame.columns]
        held = self.frame.select(sides).with_columns(_unit=pl.Series(self.codes)).filter(pl.col("_unit") >= 0)
        parts = [held.select("_unit", system=side).filter(pl.col("system").is_in(list(systems))) for side in sides]
        units = dict(pl.concat(parts).group_by("system").agg(pl.col("_unit").n_unique()).iter_rows())
        return min(((name, units.get(name, 0)) for name in sorted(systems)), key=lambda one: one[1])

    @cached_property
    def _names(self) -> list[str]:
        # Comparisons count segments by their name alone, ratings within their document.
        also: Collection[str] = ("segment",) if self.unit == "document" and "system_a" in self.frame.columns else ()
        return [name for name in (*COPIED[self.unit], *also) if name in self.frame.columns]


@dataclass(frozen=True, eq=False)
class DrawableCounts:
    """Counts of comparisons, of which single ones can be drawn.

    Args:
        frame: one row per pair, with `wins_a`, `ties`, `wins_b`.
        codes: number of the row and column of each single comparison.
    """

    frame: pl.DataFrame
    codes: Ints
    unit: str = "comparison"

    @classmethod
    def of(cls, frame: pl.DataFrame) -> Self:
        """The single comparisons behind counts."""
        cells = frame.select(_COUNTS).to_numpy().ravel().astype(np.intp)
        return cls(frame, np.repeat(np.arange(len(cells)), cells))

    @property
    def units(self) -> int:
        """How many comparisons there are."""
        return len(self.codes)

    def fewest(self, systems: Collection[str]) -> tuple[str, int]:
        """The system with the fewest comparisons, and how many these are; see `Drawable.fewest`."""
        total = self.frame.select("system_a", "system_b", n=pl.sum_horizontal(_COUNTS))
        units = {
            name: int(total.filter((pl.col("system_a") == name) | (pl.col("system_b") == name))["n"].sum())
            for name in sorted(systems)
        }
        return min(units.items(), key=lambda one: one[1])

    def drawn(self, counts: Ints) -> pl.DataFrame:
        """The counts of a draw; pairs of which no comparison was drawn are left out.

        Args:
            counts: how often each comparison was drawn.
        """
        cells = np.bincount(self.codes, counts, self.frame.height * len(_COUNTS)).astype(np.int64)
        by_pair = cells.reshape(-1, len(_COUNTS))
        columns = {name: pl.Series(by_pair[:, place]) for place, name in enumerate(_COUNTS)}
        return self.frame.with_columns(**columns).filter(pl.Series(by_pair.sum(axis=1) > 0))

    def parts(self, inside: NDArray[np.bool_]) -> tuple[pl.DataFrame, pl.DataFrame]:
        """The counts of some comparisons, and those of the others.

        Args:
            inside: whether each comparison is of the first part.
        """
        return self.drawn(inside.astype(np.intp)), self.drawn((~inside).astype(np.intp))


def drawable_of(frame: pl.DataFrame, unit: str) -> Drawable | DrawableCounts | None:
    """Judgements with the units that can be drawn; None if none is known.

    Args:
        frame: ratings, comparisons or counts of them.
        unit: what is drawn; of counts only single comparisons can be.
    """
    if "wins_a" in frame.columns:
        return DrawableCounts.of(frame) if unit == "comparison" else None
    return Drawable.of(frame, unit)


def draw_counts(units: int, rng: np.random.Generator) -> Ints:
    """How often each unit is drawn, as many times as there are units, with replacement."""
    return np.bincount(rng.integers(units, size=units), minlength=units).astype(np.intp)
