"""Whether the two directions agree less by a metric than by human scores (R4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.origin.agreement import DRAWS, drawn_means, drawn_times, unit_sums
from adjudge.auditing.origin.difference import Segments
from adjudge.auditing.origin.directions import DIRECTIONS
from adjudge.core.seeds import Seeds
from adjudge.kernels.probability.few_units import FEWEST_TO_DRAW
from adjudge.kernels.ranks.correlations import kendall

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class AgreementGap:
    """Kendall's tau of forward and reverse scores, by people and by a metric, on the systems and texts of both.

    Args:
        human: tau-b of human scores.
        metric: tau-b of the metric's.
        difference: human - metric; above 0 if the directions agree less by the metric.
        low: lower end of its 95% interval; None with too few texts.
        high: upper end.
        systems: how many systems both have.
        units: documents that both have (segments where documents are unknown), of both directions.
    """

    human: float
    metric: float
    difference: float
    low: float | None
    high: float | None
    systems: int
    units: int


def agreement_gap(human: Segments, metric: Segments, seeds: Seeds) -> AgreementGap | None:
    """The gap and its interval by a bootstrap of documents, drawn once for both kinds of scores.

    Documents of each direction are drawn with replacement, both taus are computed from the same draws, and the interval
    is that between two quantiles of their difference. Resampling adds noise and so lowers both taus, by about as much:
    the interval of the difference is rather wide, and does not lie low as those of the taus do. Basic and
    bias-corrected intervals, which turn the shift of the draws round, are too narrow for a tau of few systems: with a
    metric as good as people they lay above 0 in up to one of ten campaigns of 8 systems and 30 documents.

    Checked against: planted orders, and the share of intervals above 0 where the metric is as good as people
    (tests/recovery).

    Args:
        human: human scores of segments.
        metric: those of a metric.
        seeds: for the draws.
    """
    names = [name for name in human.systems if name in metric.systems]
    shared = _shared(human.frame, metric.frame, names)
    if shared is None or len(names) < 2:
        return None
    taus, drawn = _taus(shared, len(names), seeds.stream("origin: metrics"))
    if np.isnan(taus).any():
        return None
    gap = float(taus[0] - taus[1])
    low, high = _interval(drawn[0] - drawn[1]) or (None, None)
    units = shared[0]["_unit"].n_unique()
    return AgreementGap(float(taus[0]), float(taus[1]), gap, low, high, systems=len(names), units=units)


def _shared(human: pl.DataFrame, metric: pl.DataFrame, names: list[str]) -> tuple[pl.DataFrame, pl.DataFrame] | None:
    """Rows of these systems on the texts that both have, systems and texts as numbers; None without such texts."""
    both = [one.filter(pl.col("system").is_in(names)) for one in (human, metric)]
    key = next((key for key in ("document", "segment") if all(_is_known(one, key) for one in both)), None)
    if key is None:
        return None
    parts = [key, "direction"]
    texts = both[0].select(parts).unique().join(both[1].select(parts).unique(), on=parts)
    if texts["direction"].n_unique() < len(DIRECTIONS):
        return None
    numbered = texts.sort(parts).with_row_index("_unit")
    place = pl.col("system").replace_strict({name: i for i, name in enumerate(names)}, return_dtype=pl.Int64)
    first, second = (one.drop("_unit").join(numbered, on=parts).with_columns(system=place) for one in both)
    return first, second


def _is_known(rows: pl.DataFrame, key: str) -> bool:
    return key in rows.columns and not rows[key].null_count()


def _taus(shared: tuple[pl.DataFrame, ...], systems: int, stream: np.random.Generator) -> tuple[Floats, list[Floats]]:
    """Kendall's tau of forward and reverse means, for each kind of scores: of all texts, and of every draw."""
    whole, drawn = ([list[Floats]() for _ in shared] for _ in range(2))
    for side in DIRECTIONS:
        tables = [unit_sums(rows.filter(pl.col("direction") == side), systems) for rows in shared]
        units = len(tables[0][0])
        times = drawn_times(units, stream) if units >= FEWEST_TO_DRAW else np.full((DRAWS, units), np.nan)
        for kind, (sums, counts) in enumerate(tables):
            whole[kind].append(drawn_means(sums, counts, np.ones((1, units))))
            drawn[kind].append(drawn_means(sums, counts, times))
    values = np.array([kendall(*sides)[0] for sides in whole])
    return values, [kendall(*sides) for sides in drawn]


def _interval(draws: Floats) -> tuple[float, float] | None:
    """Between two quantiles; None with one text of a direction, or where half of the draws lack a system."""
    known = draws[~np.isnan(draws)]
    if len(known) < DRAWS / 2:
        return None
    low, high = np.quantile(known, [0.025, 0.975])
    return float(low), float(high)
