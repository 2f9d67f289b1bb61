"""How the scores of some annotators are distributed, one by one and two by two (A4, A8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, Self

import numpy as np
import polars as pl

from adjudge.auditing.annotators.ratings.rows import DescribedRows

#: More annotators than this cannot be told apart in a matrix of pairs.
MOST_ANNOTATORS: Final = 8
#: Of a histogram; a scale of fewer points has one bin for each.
_BINS: Final = 20
#: Two bins of a histogram are one of a pair: 10 x 10 is as fine as a small square can show.
_MERGED: Final = 2


@dataclass(frozen=True)
class ScoreHistogram:
    """Ratings of one annotator by score.

    Args:
        annotator: the name.
        counts: ratings in each bin.
        calibration: those of the calibration set; None if there are none or nothing else.
        later: the others; None likewise.
    """

    annotator: str
    counts: tuple[int, ...]
    calibration: tuple[int, ...] | None
    later: tuple[int, ...] | None


@dataclass(frozen=True)
class SharedScores:
    """Outputs that two annotators rated, by both scores; repeats are averaged first.

    Args:
        a: one annotator.
        b: the other.
        cells: bin of the score by `a`, bin of the score by `b`, and the number of outputs, where there are any.
    """

    a: str
    b: str
    cells: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class ScoreDistributions:
    """Histograms of annotators and of their pairs.

    Args:
        low: lower end of the first bin.
        high: upper end of the last bin, included.
        bins: of a histogram, all of one width.
        pair_bins: of a pair, on either side.
        annotators: those who share most outputs with others, in alphabetical order.
        pairs: every two of these with a common output.
        not_shown: the other annotators.
    """

    low: float
    high: float
    bins: int
    pair_bins: int
    annotators: tuple[ScoreHistogram, ...]
    pairs: tuple[SharedScores, ...]
    not_shown: tuple[str, ...]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """From plain data."""
        people = (
            ScoreHistogram(one["annotator"], *(_tuple(one[name]) for name in ("counts", "calibration", "later")))
            for one in data["annotators"]
        )
        pairs = (SharedScores(one["a"], one["b"], tuple(map(tuple, one["cells"]))) for one in data["pairs"])
        parts = {"annotators": tuple(people), "pairs": tuple(pairs), "not_shown": tuple(data["not_shown"])}
        return cls(**{**data, **parts})


def _tuple(values: Any) -> Any:  # noqa: ANN401 - a list of counts, or None
    return None if values is None else tuple(values)


def score_distributions(rows: DescribedRows) -> ScoreDistributions:
    """Histograms of the annotators who share most, and of every two of them.

    Checked against: counts by hand, and `numpy.histogram` and `numpy.histogram2d` (tests/unit).
    """
    low, high, bins = _bins(rows)
    names = _chosen(rows)
    place = ((pl.col("score") - low) / (high - low) * bins).floor().clip(0, bins - 1).cast(pl.Int64)
    frame = rows.frame.filter(pl.col("annotator").is_in(names)).select("annotator", "kind", bin=place)
    averaged = rows.averaged.filter(pl.col("annotator").is_in(names)).select("annotator", "_item", bin=place)
    merged = _MERGED if bins == _BINS else 1
    return ScoreDistributions(
        low=low,
        high=high,
        bins=bins,
        pair_bins=bins // merged,
        annotators=tuple(_histogram(frame.filter(pl.col("annotator") == name), name, bins) for name in names),
        pairs=_pairs(averaged.with_columns(pl.col("bin") // merged), names),
        not_shown=tuple(name for name in rows.annotators if name not in names),
    )


def _bins(rows: DescribedRows) -> tuple[float, float, int]:
    """Ends and number of the bins: one for each point of a short scale of whole numbers."""
    scores = rows.frame["score"].to_numpy()
    if rows.scale is None:
        low, high = float(scores.min()), float(scores.max())
        return (low, high, _BINS) if high > low else (low - 0.5, high + 0.5, 1)
    low, high = float(rows.scale.low), float(rows.scale.high)
    if high - low < _BINS and (scores == np.round(scores)).all() and low.is_integer() and high.is_integer():
        return low - 0.5, high + 0.5, int(high - low) + 1
    return low, high, _BINS


def _chosen(rows: DescribedRows) -> list[str]:
    """Those with most ratings of outputs that others rated too, then with most ratings."""
    shared = pl.len().over("_item") > 1
    counts = rows.averaged.with_columns(_shared=shared).group_by("annotator").agg(pl.col("_shared").sum(), n=pl.len())
    first = counts.sort(["_shared", "n", "annotator"], descending=[True, True, False]).head(MOST_ANNOTATORS)
    return sorted(first["annotator"].to_list())


def _histogram(rows: pl.DataFrame, name: str, bins: int) -> ScoreHistogram:
    of_set = pl.col("kind") == "calibration"
    first, later = (_counts(part, bins) for part in (rows.filter(of_set), rows.filter(~of_set)))
    both = sum(first) > 0 and sum(later) > 0
    return ScoreHistogram(name, _counts(rows, bins), first if both else None, later if both else None)


def _counts(rows: pl.DataFrame, bins: int) -> tuple[int, ...]:
    return tuple(np.bincount(rows["bin"].to_numpy(), minlength=bins).tolist())


def _pairs(averaged: pl.DataFrame, names: list[str]) -> tuple[SharedScores, ...]:
    both = averaged.join(averaged, on="_item", suffix="_b").filter(pl.col("annotator") < pl.col("annotator_b"))
    counts = both.group_by("annotator", "annotator_b", "bin", "bin_b").len().sort(pl.all())
    parts = counts.partition_by("annotator", "annotator_b", as_dict=True)
    found = ((a, b, parts.get((a, b))) for a, b in combinations(names, 2))
    return tuple(
        SharedScores(a, b, tuple(part.select("bin", "bin_b", "len").iter_rows()))
        for a, b, part in found
        if part is not None
    )
