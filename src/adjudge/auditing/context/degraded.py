"""How extreme degraded items are: their scores against those of items that nobody damaged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.core.scale import scale_of
from adjudge.core.tables import Ratings
from adjudge.kernels.rating_tests.distances import kolmogorov, share_below, wasserstein

#: Bins of the histogram over the scale.
_BINS: Final = 20


@dataclass(frozen=True)
class ScoreBin:
    """How many scores lie between two bounds.

    Args:
        low: lower bound, included.
        high: upper bound, excluded but for the last bin.
        degraded: share of the degraded items.
        other: share of the others.
    """

    low: float
    high: float
    degraded: float
    other: float


@dataclass(frozen=True)
class DegradedScores:
    """Scores of degraded items against others (Knowles and Lo 2024, section 5.2, figure 5).

    Args:
        n: degraded items with a score.
        mean: their mean.
        median: their median.
        against: what they are compared with: `calibration` items if there are any, otherwise `system` items.
        other_n: number of these.
        other_mean: their mean.
        other_median: their median.
        wasserstein: distance of the two distributions in points of the score.
        kolmogorov: largest difference of their cumulative shares, 1 if they do not overlap.
        below: share of pairs in which the degraded item scores lower, ties counted half.
        lowest_tenth: share of degraded scores in the lowest tenth of the scale; None for standardised scores.
        histogram: how both are distributed.
    """

    n: int
    mean: float
    median: float
    against: str
    other_n: int
    other_mean: float
    other_median: float
    wasserstein: float
    kolmogorov: float
    below: float
    lowest_tenth: float | None
    histogram: tuple[ScoreBin, ...] = ()


def degraded_scores(table: Ratings) -> DegradedScores | None:
    """Compare the scores of degraded items with those of calibration items, or of all other items of systems."""
    frame = table.frame.filter(pl.col("score").is_not_null())
    frame = frame.filter(pl.col("scope") == "segment") if "scope" in frame.columns else frame
    against = "calibration" if (frame["kind"] == "calibration").any() else "system"
    damaged = frame.filter(pl.col("kind") == "degraded")["score"]
    others = frame.filter(pl.col("kind") == against)["score"]
    if damaged.is_empty() or others.is_empty():
        return None
    scale = scale_of(frame)
    bound = None if scale is None else scale.low + (scale.high - scale.low) / 10
    first, second = damaged.to_numpy(), others.to_numpy()
    return DegradedScores(
        n=len(first),
        mean=float(first.mean()),
        median=float(np.median(first)),
        against=against,
        other_n=len(second),
        other_mean=float(second.mean()),
        other_median=float(np.median(second)),
        wasserstein=wasserstein(first, second),
        kolmogorov=kolmogorov(first, second),
        below=share_below(first, second),
        lowest_tenth=None if bound is None else float((first <= bound).mean()),
        histogram=_histogram(first, second, (scale.low, scale.high) if scale else None),
    )


def _histogram(
    first: NDArray[np.float64], second: NDArray[np.float64], bounds: tuple[float, float] | None
) -> tuple[ScoreBin, ...]:
    """Shares in bins of equal width over the scale, or over the scores where there is none."""
    low, high = bounds or (float(min(first.min(), second.min())), float(max(first.max(), second.max())))
    edges = np.linspace(low, high if high > low else low + 1.0, _BINS + 1)
    shares = [np.histogram(scores, edges)[0] / len(scores) for scores in (first, second)]
    return tuple(
        ScoreBin(float(edges[i]), float(edges[i + 1]), float(shares[0][i]), float(shares[1][i])) for i in range(_BINS)
    )
