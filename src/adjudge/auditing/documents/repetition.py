"""Repetition and novelty: segments whose source sentence is in the training data, by score (X5)."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

import polars as pl

from adjudge.scoring.aggregate import TIE_DECIMALS

#: Parts of the scale, in shares of it; Knowles and Lo (2022, section 5.3) name averages over 90 of 100.
_BANDS: Final = (0.0, 0.5, 0.7, 0.9, 1.0)


@dataclass(frozen=True)
class RepeatedSystem:
    """Scores of one system on segments that are in the training data and on others.

    Args:
        system: its name.
        seen: segment means on sources that are in the training data.
        seen_mean: their mean; None if there are none.
        new: segment means on other sources.
        new_mean: their mean.
    """

    system: str
    seen: int
    seen_mean: float | None
    new: int
    new_mean: float | None


@dataclass(frozen=True)
class ScoreBand:
    """One part of the scale.

    Args:
        low: its lower bound.
        high: its upper bound, which belongs to it in the last band only.
        segments: segment means in it.
        seen: of them, those whose source is in the training data.
    """

    low: float
    high: float
    segments: int
    seen: int


@dataclass(frozen=True)
class Repetition:
    """Overlap of the test source with the training source.

    Args:
        lines: distinct lines of the training source.
        segments: judged segments with known source.
        seen: of them, those whose source is a line of the training source.
        unknown: judged segments without source.
        systems: by name.
        bands: by score, lowest first.
    """

    lines: int
    segments: int
    seen: int
    unknown: int
    systems: tuple[RepeatedSystem, ...]
    bands: tuple[ScoreBand, ...]

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self) | {
            "systems": [asdict(one) for one in self.systems],
            "bands": [asdict(b) for b in self.bands],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `to_dict`."""
        systems = tuple(RepeatedSystem(**row) for row in data["systems"])
        return cls(**{**data, "systems": systems, "bands": tuple(ScoreBand(**row) for row in data["bands"])})


def repetition(
    segments: pl.DataFrame, sources: pl.DataFrame, training: Collection[str], bounds: tuple[float, float]
) -> Repetition:
    """Scores of segments whose source sentence is in the training data, against those of others.

    A source counts as seen if it is equal to a line of the training source, blanks at the ends aside.

    Checked against: a small table by hand (tests/unit).

    Args:
        segments: segment means: `system`, `document`, `segment`, `mean`.
        sources: `document` (all missing if unknown), `segment`, `source`.
        training: lines of the training source.
        bounds: of the scale.
    """
    lines = {line.strip() for line in training} - {""}
    keys = ["segment"] if sources["document"].null_count() == sources.height else ["document", "segment"]
    known = sources.filter(pl.col("source").is_not_null()).unique(keys)
    known = known.select(*keys, seen=pl.col("source").str.strip_chars().is_in(list(lines)))
    joined = segments.join(known, on=keys, how="left", nulls_equal=True)
    found = joined.filter(pl.col("seen").is_not_null())
    seen = pl.col("seen")
    by_system = found.group_by("system").agg(
        seen=seen.sum().cast(pl.Int64),
        seen_mean=pl.col("mean").filter(seen).mean().round(TIE_DECIMALS),
        new=(~seen).sum().cast(pl.Int64),
        new_mean=pl.col("mean").filter(~seen).mean().round(TIE_DECIMALS),
    )
    places = found.select("document", "segment", "seen").unique()
    unknown = joined.filter(seen.is_null()).select("document", "segment").unique().height
    edges = [bounds[0] + share * (bounds[1] - bounds[0]) for share in _BANDS]
    return Repetition(
        lines=len(lines),
        segments=places.height,
        seen=int(places["seen"].sum()),
        unknown=unknown,
        systems=tuple(RepeatedSystem(**row) for row in by_system.sort("system").iter_rows(named=True)),
        bands=tuple(_band(found, low, high, last=high == edges[-1]) for low, high in itertools.pairwise(edges)),
    )


def _band(found: pl.DataFrame, low: float, high: float, *, last: bool) -> ScoreBand:
    inside = found.filter(pl.col("mean").is_between(low, high, closed="both" if last else "left"))
    return ScoreBand(low, high, segments=inside.height, seen=int(inside["seen"].sum()))
