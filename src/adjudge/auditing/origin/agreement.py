"""How far the two directions agree on the systems: correlations of their scores, with intervals by documents (R4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from adjudge.auditing.origin.difference import Segments
from adjudge.auditing.origin.directions import DIRECTIONS
from adjudge.core.seeds import Seeds
from adjudge.kernels.probability.few_units import FEWEST_TO_DRAW
from adjudge.kernels.ranks.correlations import kendall, pearson, spearman

Floats = NDArray[np.float64]
DRAWS: Final = 1_000
_STATISTICS: Final = {"pearson": pearson, "spearman": spearman, "kendall": kendall}


@dataclass(frozen=True)
class DirectionAgreement:
    """Correlations of forward and reverse scores over systems.

    Args:
        pearson: Pearson's r; None if it is not defined, as with two systems, where it could only be 1 or -1.
        spearman: Spearman's rho; likewise.
        kendall: Kendall's tau-b.
        intervals: 95% intervals by name: quantiles over resampled documents of each direction; None where they are
            not known. Resampling adds noise to both sides, so they lie rather low.
        systems: number of systems.
    """

    pearson: float | None
    spearman: float | None
    kendall: float | None
    intervals: dict[str, tuple[float, float] | None]
    systems: int


def direction_agreement(
    forward: Sequence[float | None], reverse: Sequence[float | None], segments: Segments, seeds: Seeds
) -> DirectionAgreement:
    """Correlations of two lists of scores, and their intervals by a bootstrap of documents.

    Args:
        forward: scores of the systems on forward text, in the order of `segments.systems`.
        reverse: scores of the same systems on reverse text.
        segments: the scores of segments behind them.
        seeds: for the draws.
    """
    lists = (np.array(forward, dtype=np.float64), np.array(reverse, dtype=np.float64))
    told = {name: run for name, run in _STATISTICS.items() if len(forward) > 2 or name == "kendall"}
    values = {name: _value(told[name](*lists)) if name in told else None for name in _STATISTICS}
    places = {system: place for place, system in enumerate(segments.systems)}
    coded = segments.frame.with_columns(system=pl.col("system").replace_strict(places, return_dtype=pl.Int64))
    stream = seeds.stream("origin")
    drawn = []
    for side in DIRECTIONS:
        sums, counts = unit_sums(coded.filter(pl.col("direction") == side), len(places))
        drawn.append(drawn_means(sums, counts, drawn_times(len(sums), stream)) if len(sums) >= FEWEST_TO_DRAW else None)
    intervals: dict[str, tuple[float, float] | None] = dict.fromkeys(_STATISTICS)
    if drawn[0] is not None and drawn[1] is not None:
        whole = ~(np.isnan(drawn[0]).any(axis=1) | np.isnan(drawn[1]).any(axis=1))  # every system has a score
        sides = drawn[0][whole], drawn[1][whole]
        intervals |= {name: _interval(run(*sides)) for name, run in told.items()}
    return DirectionAgreement(**values, intervals=intervals, systems=len(forward))


def _value(found: Floats) -> float | None:
    return None if np.isnan(found) else float(found)


def _interval(draws: Floats) -> tuple[float, float] | None:
    known = draws[~np.isnan(draws)]
    if len(known) < DRAWS / 2:
        return None
    low, high = np.quantile(known, [0.025, 0.975])
    return float(low), float(high)


def unit_sums(rows: pl.DataFrame, systems: int) -> tuple[Floats, Floats]:
    """Sums and numbers of scores by unit and system.

    Args:
        rows: `system` (a number from 0 on), `_unit` and `score`.
        systems: how many there are.
    """
    codes = np.unique(rows["_unit"].to_numpy(), return_inverse=True)[1]
    units = int(codes.max()) + 1 if len(codes) else 0
    cell = codes * systems + rows["system"].to_numpy()
    sums: Floats = np.bincount(cell, rows["score"].to_numpy(), units * systems).astype(np.float64)
    counts = np.bincount(cell, minlength=units * systems).reshape(units, systems)
    return sums.reshape(units, systems), counts.astype(np.float64)


def drawn_times(units: int, stream: np.random.Generator) -> Floats:
    """How often each unit is drawn, one row per draw."""
    return stream.multinomial(units, np.full(units, 1 / units), size=DRAWS).astype(np.float64)


def drawn_means(sums: Floats, counts: Floats, times: Floats) -> Floats:
    """Mean scores of the systems on drawn units, one row per draw; NaN where a system has none of them."""
    total = times @ counts
    return np.asarray(np.divide(times @ sums, total, out=np.full(total.shape, np.nan), where=total > 0))
